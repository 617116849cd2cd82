// What is said about a machine that is declared wrongly.
#include <gtest/gtest.h>

#include "heddle/machine/machine.h"
#include "tests/support/recorder.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

template <class Declare>
std::string problem(Declare declare) {
  class Declared final : public Machine {
   public:
    explicit Declared(Declare d) { d(*this, one_, two_); }
    using Machine::start_in;

   private:
    State one_ = state("One"), two_ = state("Two");
  };
  return failure_of(run_once([&](std::string&) { spawn<Declared>("machine", declare); }));
}

TEST(Machine, DeclarationsAreChecked) {
  EXPECT_EQ(problem([](auto& m, State one, State two) {
              one.template go<A>(two);
              m.start_in(one);
            }),
            "none");
  EXPECT_EQ(problem([](auto&, State one, State two) { one.template go<A>(two); }),
            "misuse: machine Declared does not say where it starts: call start_in(...) in its constructor");
  EXPECT_EQ(problem([](auto& m, State one, State two) {
              one.template go<A>(two).template ignore<A>();
              m.start_in(one);
            }),
            "misuse: machine Declared says twice what state One does with A");
  EXPECT_EQ(problem([](auto& m, State one, State) { m.start_in(one); }),
            "misuse: machine Declared can never come to state Two: nothing leads there");
  EXPECT_EQ(problem([](auto& m, State one, State two) {
              m.start_in(one);
              m.start_in(two);
            }),
            "misuse: machine Declared starts in One and in Two: there can be only one");
}

class SameName final : public Machine {
 public:
  SameName() { start_in(one_); }

 private:
  State one_ = state("One"), two_ = state("One");
};

class Foreign final : public Machine {
 public:
  explicit Foreign(State* stolen) {
    if (stolen) one_.go<A>(*stolen);
    one_.on<B>([this] { go(*kept); });
    start_in(one_);
    kept = &one_;
  }
  static inline State* kept = nullptr;

 private:
  State one_ = state("One");
};

TEST(Machine, StatesOfSomebodyElse) {
  EXPECT_EQ(failure_of(run_once([](std::string&) { spawn<SameName>("machine"); })),
            "misuse: machine SameName has two states called One");
  EXPECT_EQ(failure_of(run_once([](std::string&) {
              spawn<Foreign>("first", nullptr);
              sleep(1s);
              State* const of_first = Foreign::kept;
              spawn<Foreign>("second", of_first);
            })),
            "misuse: machine Foreign goes from One to One, which is a state of somebody else");
  EXPECT_EQ(failure_of(run_once([](std::string&) {
              const Pid first = spawn<Foreign>("first", nullptr);
              sleep(1s);
              spawn<Foreign>("second", nullptr);
              sleep(1s);
              send(first, B{});
            })),
            "misuse: machine Foreign was told to go to One, which is a state of somebody else");
}

}  // namespace
}  // namespace heddle::testing
