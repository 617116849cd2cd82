// Conformance: who is ended before he does what he was about to do. A search must know all that it would have touched: the
// life of a table, the connection of a node, a monitor that observes, besides what was announced.
#include <gtest/gtest.h>

#include "heddle/heddle.h"
#include "tests/support/enumerate.h"

namespace heddle::testing {
namespace {

struct Item {
  int n;
};
struct Tick {};

// Goes by each item, and by nothing else.
class Items final : public Monitor {
 public:
  Items() {
    even_.go<Item>(odd_).ignore<Tick>();
    odd_.ignore<Tick>().go<Item>(even_);
    start_in(even_);
    observe<Item>();
  }

 private:
  State even_ = state("even"), odd_ = state("odd");
};

void look_up(const Table<int, int>& table, int key) {
  try {
    table.lookup(key);
    outcome("looked up");
  } catch (const NoSuchTable&) {
    outcome("no table");
  }
}

TEST(Struck, LookupMeetsTheEndOfItsTable) {
  const Exploration found = enumerate([] {
    const Table<int, int> table{"table"};
    const Pid struck = spawn("struck", [table] { table.lookup(1); });
    spawn("destroyer", [table] { table.destroy(); });
    exit(struck, kKill);
    look_up(table, 2);
  });
  EXPECT_EQ(found.classes(), 8u);
}

TEST(Struck, InsertMeetsTheEndOfItsTable) {
  enumerate([] {
    const Table<int, int> table{"table"};
    const Pid struck = spawn("struck", [table] { table.insert(1, 1); });
    spawn("destroyer", [table] { table.destroy(); });
    exit(struck, kKill);
    look_up(table, 2);
  });
}

TEST(Struck, InsertMeetsWhoClearsItsTable) {
  const Exploration found = enumerate([] {
    const Table<int, int> table{"table"};
    const Pid struck = spawn("struck", [table] { table.insert(1, 1); });
    spawn("eraser", [table] {
      table.insert(2, 1);
      table.erase_if([](int, int) { return true; });
    });
    exit(struck, kKill);
    table.clear();
  });
  EXPECT_EQ(found.classes(), 11u);
}

Program observed_sends(int sends) {
  return [sends] {
    watch<Items>();
    const Pid home = spawn("home", [] { receive<Item>(); });
    const Pid struck = spawn("struck", [home, sends] {
      for (int i = 0; i < sends; ++i) send(home, Item{i});
    });
    spawn("ticker", [] { notify<Items>(Tick{}); });
    exit(struck, kKill);
    notify<Items>(Tick{});
  };
}

TEST(Struck, SendIsObserved) {
  EXPECT_EQ(enumerate(observed_sends(1)).classes(), 8u);
  EXPECT_EQ(enumerate(observed_sends(2)).classes(), 13u);
}

// A node that stops takes its actors with it.
Program sends_from_a_node(int sends) {
  return [sends] {
    const Node far = start_node("far");
    const Pid home = spawn("home", [] {
      for (;;) receive<Item>();
    });
    spawn(far, "struck", [home, sends] {
      for (int i = 0; i < sends; ++i) send(home, Item{i});
    });
    spawn("cutter", [far] { disconnect(Node{}, far); });
    stop_node(far);
    disconnect(Node{}, far);
  };
}

TEST(Struck, SendMeetsWhoCutsTheConnection) {
  EXPECT_EQ(enumerate(sends_from_a_node(1)).classes(), 8u);
  EXPECT_EQ(enumerate(sends_from_a_node(2)).classes(), 13u);
}

}  // namespace
}  // namespace heddle::testing
