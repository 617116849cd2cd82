#include "heddle/machine/activity.h"

#include <gtest/gtest.h>

#include <map>

#include "heddle/machine/machine.h"
#include "tests/support/trials.h"

namespace heddle {
namespace {

struct Open {};
struct Close {};
struct Note {};
struct Knock {};

class MapTally final : public Tally {
 public:
  explicit MapTally(bool activity) : Tally(activity) {}
  void add(std::string_view name, std::uint64_t count) override { counts[std::string(name)] += count; }

  std::map<std::string, std::uint64_t> counts;
};

class Door final : public Machine {
 public:
  Door() {
    closed_.go<Open>(open_).ignore<Close>().defer<Note>();
    open_.on<Note>([this] { go(closed_); }).go_on_any(closed_);
    broken_.on<Note>([] {});
    open_.go<Knock>(broken_);
    start_in(closed_);
  }

 private:
  State closed_ = state("Closed"), open_ = state("Open"), broken_ = state("Bro\tken");
};

std::map<std::string, std::uint64_t> counted(bool activity, const std::function<void()>& test) {
  MapTally tally(activity);
  Trial trial;
  trial.count_with(&tally);
  BoardMemory memory;
  RandomWalk walk;
  const Outcome outcome = trial.run(test, walk, {1, 1}, memory.board(), &ActorSystem::run_body);
  EXPECT_FALSE(outcome.failure) << outcome.failure->message;
  return tally.counts;
}

void use_a_door() {
  const Pid door = spawn<Door>("door");
  send(door, Close{});
  send(door, Note{});  // waits until it is open
  send(door, Open{});  // then the note closes it
  send(door, Open{});
  send(door, Close{});  // by the rule for any event
}

TEST(Activity, CountsWhatIsReachedAndKnowsWhatIsNot) {
  auto counts = counted(true, use_a_door);
  EXPECT_GE(counts["rule\tDoor\tClosed\tNote\tdefer"], 1u);
  counts.erase("rule\tDoor\tClosed\tNote\tdefer");  // as often as it was looked at: that depends on the order
  const std::map<std::string, std::uint64_t> expected = {
      {"state\tDoor\tClosed", 3},
      {"state\tDoor\tOpen", 2},
      {"state\tDoor\tBro ken", 0},
      {"rule\tDoor\tClosed\tOpen\tgo", 2},
      {"rule\tDoor\tClosed\tClose\tignore", 1},
      {"rule\tDoor\tOpen\tNote\ton", 1},
      {"rule\tDoor\tOpen\t*\tgo", 1},
      {"rule\tDoor\tOpen\tKnock\tgo", 0},
      {"rule\tDoor\tBro ken\tNote\ton", 0},
      {"move\tDoor\tClosed\tOpen\tOpen", 2},
      {"move\tDoor\tOpen\t*\tClosed", 1},
      {"move\tDoor\tOpen\tKnock\tBro ken", 0},
      {"move\tDoor\tOpen\tNote\tClosed", 1},  // not declared: an action asked for it
  };
  EXPECT_EQ(counts, expected);
}

TEST(Activity, NothingIsCountedUnlessSomebodyAsks) { EXPECT_TRUE(counted(false, use_a_door).empty()); }

}  // namespace
}  // namespace heddle
