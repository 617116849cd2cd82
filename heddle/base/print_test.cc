#include "heddle/base/print.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <vector>

namespace printed {

enum class Plain { red, green = 5 };
enum Unscoped { kOff, kOn };
enum UnscopedFixed : int { kLow, kHigh };
enum class Streamed { a };
std::ostream& operator<<(std::ostream& out, Streamed) { return out << "streamed"; }
enum UnscopedStreamed { kX };
std::ostream& operator<<(std::ostream& out, UnscopedStreamed) { return out << "x, streamed"; }
enum class Formatted : unsigned char { a };
enum class Switch : bool { no, yes };

}  // namespace printed

template <>
struct fmt::formatter<printed::Formatted> : fmt::formatter<std::string> {
  auto format(printed::Formatted, fmt::format_context& context) const {
    return fmt::formatter<std::string>::format("formatted", context);
  }
};

namespace heddle {
namespace {

using namespace std::chrono_literals;

enum class Hidden { first };
struct Point {
  int x;
  Hidden hidden;
};

TEST(ToText, EnumsAreShownByName) {
  EXPECT_EQ(to_text(printed::Plain::green), "green");
  EXPECT_EQ(to_text(printed::kHigh), "kHigh");
  EXPECT_EQ(to_text(printed::Switch::yes), "yes");
  EXPECT_EQ(to_text(Hidden::first), "first");
  EXPECT_EQ(to_text(Point{3, Hidden::first}), "Point{3, first}");
}

TEST(ToText, EnumsPrintThemselvesIfTheyCan) {
  EXPECT_EQ(to_text(printed::Streamed::a), "streamed");
  EXPECT_EQ(to_text(printed::kX), "x, streamed");
  EXPECT_EQ(to_text(printed::Formatted::a), "formatted");
}

TEST(ToText, EnumsWithoutANameAreShownByTypeAndNumber) {
  EXPECT_EQ(to_text(static_cast<printed::Plain>(4)), "Plain(4)");
  EXPECT_EQ(to_text(printed::kOn), "Unscoped(1)");  // without a fixed type the compiler does not say
  EXPECT_EQ(to_text(static_cast<printed::Plain>(-1)), "Plain(-1)");
  EXPECT_EQ(to_text(static_cast<printed::Plain>(1000)), "Plain(1000)");
}

TEST(ToText, PartsAreShownAsWholesAre) {
  EXPECT_EQ(to_text(std::vector{printed::Plain::red, printed::Plain::green}), "[red, green]");
  EXPECT_EQ(to_text(std::pair{1, Hidden::first}), "(1, first)");
  EXPECT_EQ(to_text(std::tuple{1, true, Hidden::first}), "(1, true, first)");
  EXPECT_EQ(to_text(std::optional{Hidden::first}), "first");
  EXPECT_EQ((to_text(std::variant<int, Point>{Point{1, Hidden::first}})), "Point{1, first}");
  EXPECT_EQ((to_text(std::map<int, Hidden>{{1, Hidden::first}})), "[(1, first)]");
}

struct WithArray {
  int before;
  char text[4];
  int after;
};
struct Base {
  int number;
};
struct WithBase : Base {
  int more;
};
struct WithUnion {
  int tag;
  union {
    int whole;
    float part;
  };
};
struct Square {
  int cells[2][2];
};
struct Pairs {
  std::pair<int, int> pairs[2];
  int last;
};
struct Bits {
  unsigned low : 3;
  unsigned high : 5;
};
struct Inner {
  int a, b;
};
struct Outer {
  Inner first;
  int middle;
  Inner last;
};
struct Owner {
  std::vector<std::unique_ptr<int>> all;
  std::shared_ptr<int> one;
};

TEST(ToText, WhatCannotBeTakenApartIsShownByItsType) {
  EXPECT_EQ(to_text(WithArray{1, "abc", 2}), "WithArray");
  EXPECT_EQ(to_text(WithBase{{1}, 2}), "WithBase");
  EXPECT_EQ(to_text(WithUnion{1, {2}}), "WithUnion");
  EXPECT_EQ(to_text(Square{}), "Square");
  EXPECT_EQ(to_text(Pairs{}), "Pairs");
}

TEST(ToText, FieldsOfAllKinds) {
  EXPECT_EQ(to_text(Bits{5, 17}), "Bits{5, 17}");
  EXPECT_EQ(to_text(Outer{{1, 2}, 3, {4, 5}}), "Outer{Inner{1, 2}, 3, Inner{4, 5}}");
}

TEST(ToText, PointersHaveNoAddress) {
  Owner owner{{}, nullptr};
  owner.all.push_back(std::make_unique<int>(1));
  EXPECT_EQ(to_text(owner), "Owner{[pointer], null}");
  EXPECT_EQ(to_text(std::make_shared<int>(1)), "pointer");
}

TEST(ToText, TimesHaveTheirUnit) {
  EXPECT_EQ(to_text(500ms), "500 ms");
  EXPECT_EQ(to_text(1250ms), "1.25 s");
  EXPECT_EQ(to_text(std::chrono::minutes(2)), "120 s");
  EXPECT_EQ(to_text(-3us), "-3 us");
  EXPECT_EQ(to_text(std::chrono::duration<double>(0.5)), "500 ms");
  EXPECT_EQ(to_text(0ns), "0 ns");
  EXPECT_EQ(to_text(std::chrono::hours::max()), "3.32e+22 s");
}

struct Unprintable {
  friend std::ostream& operator<<(std::ostream&, const Unprintable&) { throw std::runtime_error("no words"); }
};

struct HasUnprintable {
  int n;
  Unprintable other;
};

TEST(ToText, APrinterThatThrowsIsTold) {
  EXPECT_EQ(to_text(Unprintable{}), "Unprintable (its printer throws: no words)");
  EXPECT_EQ(to_text(HasUnprintable{1, {}}), "HasUnprintable{1, Unprintable (its printer throws: no words)}");
}

}  // namespace
}  // namespace heddle
