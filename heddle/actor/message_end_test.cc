// When a message is destroyed may be seen: by whoever shares something with it, or by what its destructor does. It is
// the same moment whether or not the trial's history is kept, which outcomes() compares.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/spec/check.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

using namespace std::chrono_literals;

struct Job {
  std::shared_ptr<int> data;
};
struct Done {};
struct Go {};

// A job whose end can be seen, and what is left of it when somebody has said that it is done.
std::string left_after(void (*work)()) {
  auto data = std::make_shared<int>(7);
  const std::weak_ptr<int> watch = data;
  const Pid worker = spawn("worker", [test = self(), work] {
    work();
    send(test, Done{});
  });
  send(worker, Job{std::move(data)});
  receive<Done>();
  return std::to_string(watch.use_count());
}

TEST(MessageEnd, IsWhenTheReceiverLetsGoOfTheValue) {
  EXPECT_EQ(outcomes([](std::string& said) { said = left_after([] { receive<Job>(); }); }), Texts{"0"});
}

TEST(MessageEnd, IsWhenTheHandlerReturns) {
  EXPECT_EQ(outcomes([](std::string& said) { said = left_after([] { receive(on<Job>([](const Job&) {})); }); }),
            Texts{"0"});
}

TEST(MessageEnd, IsWhenAMailboxIsFlushed) {
  EXPECT_EQ(outcomes([](std::string& said) { said = left_after([] { sleep(1s), flush(); }); }), Texts{"0"});
}

TEST(MessageEnd, IsAtOnceWhereNobodyLives) {
  EXPECT_EQ(outcomes([](std::string& said) {
              auto data = std::make_shared<int>(7);
              const std::weak_ptr<int> watch = data;
              const Pid gone = spawn("gone", [] {});
              sleep(1s);
              send(gone, Job{std::move(data)});
              said = std::to_string(watch.use_count());
            }),
            Texts{"0"});
}

struct Tells {
  Pid whom;
  explicit Tells(Pid pid) : whom(pid) {}
  Tells(const Tells&) = delete;
  Tells& operator=(const Tells&) = delete;
  ~Tells() { send(whom, Done{}); }
};
struct Telling {
  std::shared_ptr<Tells> at_its_end;
};

TEST(MessageEnd, MayDoOperations) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid taker = spawn("taker", [] { receive<Telling>(); });
              send(taker, Telling{std::make_shared<Tells>(self())});
              said = receive<Done>(1s) ? "told" : "not told";
            }),
            Texts{"told"});
}

TEST(MessageEnd, AfterTheTrialDoesNoOperations) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid other = spawn("waits for something else", [] { receive<Go>(); });
              send(other, Telling{std::make_shared<Tells>(self())});
              said = "over";
            }),
            Texts{"over"});
}

struct Checks {
  ~Checks() { check(false, "checked when nobody took it"); }
};
struct Checking {
  std::shared_ptr<Checks> at_its_end;
};

TEST(MessageEnd, AfterTheTrialFailsNoCheck) {
  EXPECT_EQ(outcomes([](std::string& said) {
              const Pid other = spawn("waits for something else", [] { receive<Go>(); });
              send(other, Checking{std::make_shared<Checks>()});
              said = "over";
            }),
            Texts{"over"});
}

// So that messages whose end nobody can see stay whole, and analyses may ask what they said.
struct Text {
  std::string text;
  std::vector<std::map<int, std::string>> more;
  std::optional<Reason> reason;
};
struct Hidden {
  Hidden() = default;
  Hidden(const Hidden&) = default;
  ~Hidden() {}
};
struct HoldsHidden {
  int n;
  Hidden hidden;
};
struct Guard {  // a plain struct all the same
  int* ended;
  std::string text;
  ~Guard() { ++*ended; }
};
struct CountsCopies {
  int n = 0;
  CountsCopies() = default;
  CountsCopies(const CountsCopies& other) : n(other.n + 1) {}
  CountsCopies(CountsCopies&&) = default;
};
struct Tree {
  int n;
  std::vector<Tree> children;
  std::unique_ptr<Tree> parent;
  std::map<int, std::variant<int, std::vector<Tree>>> more;
};
static_assert(kEndsUnseen<Tree> && !kEndsUnseen<Guard> && !kEndsUnseen<CountsCopies>);
static_assert(kEndsUnseen<int> && kEndsUnseen<Done> && kEndsUnseen<Text> && kEndsUnseen<Down>);
static_assert(kEndsUnseen<std::variant<int, std::string>> && kEndsUnseen<std::unique_ptr<Text>>);
static_assert(!kEndsUnseen<Job> && !kEndsUnseen<std::vector<Job>> && !kEndsUnseen<HoldsHidden>);
static_assert(!kEndsUnseen<std::function<void()>> && !kEndsUnseen<std::pair<int, std::shared_ptr<int>>>);

// A type whose copies nobody can see, if only it had any.
struct Cargo {
  std::vector<std::unique_ptr<int>> items;
};
struct Declared;
struct Handle {
  std::shared_ptr<Declared> what;
};

TEST(MessageEnd, OfWhatCannotBeCopied) {
  EXPECT_EQ(outcomes([](std::string& said) {
              Cargo cargo;
              cargo.items.push_back(std::make_unique<int>(5));
              std::map<int, std::unique_ptr<int>> map;
              map[1] = std::make_unique<int>(6);
              send(self(), std::move(cargo));
              send(self(), std::move(map));
              send(self(), Handle{});
              said += std::to_string(*receive<Cargo>().items.at(0));
              said += std::to_string(*receive<std::map<int, std::unique_ptr<int>>>().at(1));
              said += receive<Handle>().what ? "8" : "7";
            }),
            Texts{"567"});
}

// What tells keys apart may share something, too.
struct By {
  std::shared_ptr<int> shared;
  bool operator()(int a, int b) const { return a < b; }
};
static_assert(kEndsUnseen<std::set<int>> && !kEndsUnseen<std::set<int, By>>);
static_assert(copies_unseen<std::vector<std::string>>() && copies_unseen<std::map<int, std::vector<int>>>());
static_assert(!copies_unseen<std::vector<std::vector<std::unique_ptr<int>>>>() && !copies_unseen<std::optional<Cargo>>());

}  // namespace
}  // namespace heddle
