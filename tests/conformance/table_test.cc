// Conformance: every operation of a shared table, its owner and its heir.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "heddle/actor/actor.h"
#include "heddle/actor/receive.h"
#include "heddle/actor/table.h"
#include "tests/support/enumerate.h"

namespace heddle::testing {
namespace {

using namespace std::chrono_literals;

using Ints = Table<std::string, int>;
struct Go {};

std::string show(std::optional<int> value) { return value ? std::to_string(*value) : "none"; }

using Step = std::function<void(const Ints&)>;

// Two steps on one table, each by an actor of its own; `before` and `after` by the test.
Exploration race(const Step& a, const Step& b, const Step& before = {}, TableOptions options = {}) {
  return enumerate([=] {
    const Ints table{"table", options};
    if (before) before(table);
    for (const Step& step : {a, b}) spawn("actor", [=] { step(table); });
  });
}

Step insert(const std::string& key, int value) {
  return [=](const Ints& t) { t.insert(key, value); };
}
Step lookup(const std::string& key) {
  return [=](const Ints& t) { outcome("{}={}", key, show(t.lookup(key))); };
}

// --- one key ---

TEST(TableInsert, AgainstALook) {
  EXPECT_EQ(race(insert("x", 1), lookup("x")).outcomes, (Texts{"x=none", "x=1"}));
  EXPECT_EQ(race(insert("x", 1), lookup("x")).classes(), 2u);
  EXPECT_EQ(race(insert("x", 1), lookup("y")).classes(), 1u);
  EXPECT_EQ(race(insert("x", 1), lookup("x"), insert("x", 0)).outcomes, (Texts{"x=0", "x=1"}));
}

TEST(TableInsert, AgainstInsert) {
  EXPECT_EQ(race(insert("x", 1), insert("x", 2)).classes(), 2u);
  EXPECT_EQ(race(insert("x", 1), insert("y", 2)).classes(), 1u);
  EXPECT_EQ(race(insert("x", 1), insert("x", 1)).classes(), 2u);
  EXPECT_EQ(race(insert("x", 1), insert("x", 1), {}, {.equal_writes_commute = true}).classes(), 1u);
  EXPECT_EQ(race(insert("x", 1), insert("x", 2), {}, {.equal_writes_commute = true}).classes(), 2u);
}

TEST(TableInsert, SeveralRowsAtOnce) {
  const Step both = [](const Ints& t) { t.insert({{"x", 1}, {"y", 1}}); };
  const Step look = [](const Ints& t) {
    const std::string x = show(t.lookup("x"));
    outcome("{} {}", x, show(t.lookup("y")));
  };
  EXPECT_EQ(race(both, look).outcomes, (Texts{"none none", "none 1", "1 1"}));
  EXPECT_EQ(race(both, look).classes(), 3u);
}

TEST(TableInsertNew, OnlyTheFirst) {
  const auto claim = [](int who) {
    return [=](const Ints& t) {
      if (t.insert_new("x", who)) outcome("{}", who);
    };
  };
  EXPECT_EQ(race(claim(1), claim(2)).outcomes, (Texts{"1", "2"}));
  EXPECT_EQ(race(claim(1), claim(2)).classes(), 2u);
  EXPECT_EQ(race(claim(1), claim(2), insert("x", 0)).classes(), 1u);  // both fail, both only looked
}

TEST(TableInsertNew, AllRowsOrNone) {
  const auto claim = [](int who, const char* a, const char* b) {
    return [=](const Ints& t) {
      if (t.insert_new({{a, who}, {b, who}})) outcome("{}", who);
    };
  };
  EXPECT_EQ(race(claim(1, "x", "y"), claim(2, "y", "z")).outcomes, (Texts{"1", "2"}));
  EXPECT_EQ(race(claim(1, "x", "y"), claim(2, "v", "w")).outcomes, Texts{"1, 2"});
  EXPECT_EQ(race(claim(1, "x", "y"), claim(2, "v", "w")).classes(), 1u);
  EXPECT_EQ(race(claim(1, "x", "y"), claim(2, "x", "y")).classes(), 2u);
}

// Whoever is refused has looked at one of the rows only.
TEST(TableInsertNew, AllRowsOrNoneForSeveral) {
  const auto claims = [](int count, bool looks) {
    return [=] {
      const Table<int, int> t{"t"};
      for (int i = 0; i < count; ++i) spawn("claimer", [=] { t.insert_new({{0, i}, {2, i}}); });
      if (looks) t.lookup(2);
    };
  };
  EXPECT_EQ(enumerate(claims(3, false)).classes(), 3u);
  EXPECT_EQ(enumerate(claims(2, true)).classes(), 4u);
}

TEST(TableMember, AgainstErase) {
  const Step erase = [](const Ints& t) { outcome("erased {}", t.erase("x")); };
  const Step member = [](const Ints& t) { outcome(t.member("x") ? "there" : "gone"); };
  EXPECT_EQ(race(erase, member, insert("x", 1)).outcomes, (Texts{"erased true, there", "erased true, gone"}));
  EXPECT_EQ(race(erase, member).outcomes, Texts{"erased false, gone"});
  EXPECT_EQ(race(erase, member).classes(), 1u);  // erasing what is not there is a look
  EXPECT_EQ(race(erase, insert("x", 1)).classes(), 2u);
}

TEST(TableErase, AgainstErase) {
  const auto erase = [](int who) {
    return [=](const Ints& t) {
      if (t.erase("x")) outcome("{}", who);
    };
  };
  EXPECT_EQ(race(erase(1), erase(2), insert("x", 1)).outcomes, (Texts{"1", "2"}));
  EXPECT_EQ(race(erase(1), erase(2), insert("x", 1)).classes(), 2u);
}

TEST(TableTake, OnlyOneGetsIt) {
  const auto take = [](int who) {
    return [=](const Ints& t) { outcome("{}:{}", who, show(t.take("x"))); };
  };
  EXPECT_EQ(race(take(1), take(2), insert("x", 7)).outcomes, (Texts{"1:7, 2:none", "1:none, 2:7"}));
  EXPECT_EQ(race(take(1), take(2), insert("x", 7)).classes(), 2u);
  EXPECT_EQ(race(take(1), take(2)).classes(), 1u);
}

TEST(TableUpdateCounter, IsAtomic) {
  const auto add = [](int who) {
    return [=](const Ints& t) { outcome("{}:{}", who, t.update_counter("x", 1, 10)); };
  };
  EXPECT_EQ(race(add(1), add(2)).outcomes, (Texts{"1:11, 2:12", "1:12, 2:11"}));
  EXPECT_EQ(race(add(1), add(2)).classes(), 2u);
}

TEST(TableUpdateCounter, NeedsTheKey) {
  const Step add = [](const Ints& t) {
    try {
      outcome("sum {}", t.update_counter("x", 1));
    } catch (const NoSuchKey&) {
      outcome("no key");
    }
  };
  EXPECT_EQ(race(add, insert("x", 1)).outcomes, (Texts{"no key", "sum 2"}));
  EXPECT_EQ(race(add, add).outcomes, Texts{"no key, no key"});
  EXPECT_EQ(race(add, add).classes(), 1u);
}

TEST(TableUpdate, ChangesByAFunction) {
  const Step twice = [](const Ints& t) { t.update("x", [](int& v) { v *= 2; }); };
  const Step plus = [](const Ints& t) { t.update("x", [](int v) { return v + 1; }); };
  const Exploration found = enumerate([=] {
    const Ints table{"table"};
    table.insert("x", 1);
    const Pid test = self();
    for (const Step& step : {twice, plus})
      spawn("actor", [=] {
        step(table);
        send(test, Go{});
      });
    receive<Go>();
    receive<Go>();
    outcome(show(table.lookup("x")));
    outcome(show(table.update("y", [](int v) { return v; })));
  });
  EXPECT_EQ(found.outcomes, (Texts{"3, none", "4, none"}));
}

TEST(TableCompareAndSwap, FailsOnAnotherValue) {
  const auto swap = [](int from, int to) {
    return [=](const Ints& t) {
      if (t.compare_and_swap("x", from, to)) outcome("{}->{}", from, to);
    };
  };
  EXPECT_EQ(race(swap(0, 1), swap(0, 2), insert("x", 0)).outcomes, (Texts{"0->1", "0->2"}));
  EXPECT_EQ(race(swap(0, 1), swap(1, 2), insert("x", 0)).outcomes, (Texts{"0->1", "0->1, 1->2"}));
  EXPECT_EQ(race(swap(5, 1), swap(6, 2), insert("x", 0)).classes(), 1u);  // both fail
}

// --- the whole table ---

TEST(TableLooks, AtEverything) {
  const Exploration found = enumerate([] {
    const Ints t{"table"};
    for (int i : {2, 1, 3}) t.insert(std::string(1, static_cast<char>('a' + i)), i);
    const int sum = t.fold(0, [](int s, const std::string&, int v) { return s + v; });
    const auto odd = t.match([](const std::string&, int v) { return v % 2 == 1; });
    outcome("{} {} {} {} {}", t.size(), *t.first(), *t.next("b"), sum, odd.size());
    outcome("{} {}", t.rows().front().first, t.next("d").has_value());
  });
  EXPECT_EQ(found.outcomes, Texts{"3 b c 6 2, b false"});
}

TEST(TableLooks, RaceWithEveryChange) {
  const std::vector<Step> looks = {
      [](const Ints& t) { outcome("{}", t.size()); },
      [](const Ints& t) { outcome("{}", t.first().value_or("none")); },
      [](const Ints& t) { outcome("{}", t.next("a").value_or("none")); },
      [](const Ints& t) { outcome("{}", t.fold(0, [](int s, const std::string&, int v) { return s + v; })); },
      [](const Ints& t) { outcome("{}", t.match([](const std::string&, int) { return true; }).size()); },
  };
  for (std::size_t i = 0; i < looks.size(); ++i) {
    EXPECT_EQ(race(looks[i], insert("x", 1)).outcomes.size(), 2u) << i;
    EXPECT_EQ(race(looks[i], insert("x", 1)).classes(), 2u) << i;
    EXPECT_EQ(race(looks[i], looks[i]).classes(), 1u) << i;
    EXPECT_EQ(race(looks[i], [](const Ints& t) { t.clear(); }, insert("x", 1)).outcomes.size(), 2u) << i;
  }
}

// Changes of different keys commute, though both change what a look at the whole table sees.
TEST(TableLooks, ChangesOfDifferentKeysCommute) {
  const Exploration found = enumerate([] {
    const Ints t{"table"};
    for (const char* key : {"x", "y"}) spawn("actor", [=] { t.insert(key, 1); });
    outcome("{}", t.size());
  });
  EXPECT_EQ(found.outcomes, (Texts{"0", "1", "2"}));
  EXPECT_EQ(found.classes(), 4u);
}

TEST(TableClear, AgainstOperationsOnKeys) {
  const Step clear = [](const Ints& t) { t.clear(); };
  EXPECT_EQ(race(clear, lookup("x"), insert("x", 1)).outcomes, (Texts{"x=1", "x=none"}));
  EXPECT_EQ(race(clear, lookup("y"), insert("x", 1)).classes(), 1u);  // it was not there before, either
  EXPECT_EQ(race(clear, insert("x", 1)).classes(), 2u);
  EXPECT_EQ(race(clear, clear).classes(), 1u);
  EXPECT_EQ(race(clear, clear, insert("x", 1)).classes(), 2u);
}

TEST(TableEraseIf, TakesOnlyWhatFits) {
  const Step odd = [](const Ints& t) { outcome("{} gone", t.erase_if([](const std::string&, int v) { return v % 2 == 1; })); };
  EXPECT_EQ(race(odd, insert("y", 3), insert("x", 1)).outcomes, (Texts{"1 gone", "2 gone"}));
  EXPECT_EQ(race(odd, lookup("x"), insert("x", 2)).classes(), 1u);
  EXPECT_EQ(race(odd, lookup("x"), insert("x", 1)).classes(), 2u);
}

// --- life, owner, heir ---

TEST(TableLife, GoesWithItsOwner) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    spawn("owner", [=] {
      const Ints table{"table"};
      table.insert("x", 1);
      send(test, table);
    });
    const Ints table = receive<Ints>();
    try {
      outcome(show(table.lookup("x")));
    } catch (const NoSuchTable&) {
      outcome("no table");
    }
  });
  EXPECT_EQ(found.outcomes, (Texts{"1", "no table"}));
  EXPECT_EQ(found.classes(), 2u);
}

TEST(TableLife, DestroyAgainstUseAndAgainstTheOwnersEnd) {
  const auto use = [](const Step& step) {
    return [=](const Ints& t) {
      try {
        step(t);
        outcome("fine");
      } catch (const NoSuchTable&) {
        outcome("no table");
      }
    };
  };
  const Step destroy = [](const Ints& t) { t.destroy(); };
  EXPECT_EQ(race(destroy, use(insert("x", 1))).outcomes, (Texts{"fine", "no table"}));
  EXPECT_EQ(race(use(destroy), use(destroy)).outcomes, Texts{"fine, no table"});
  const Exploration owner = enumerate([=] {
    const Pid test = self();
    spawn("owner", [=] { send(test, Ints{"table"}); });
    use(destroy)(receive<Ints>());
  });
  EXPECT_EQ(owner.outcomes, (Texts{"fine", "no table"}));
  EXPECT_EQ(owner.classes(), 2u);
}

TEST(TableHeir, GetsItWhenTheOwnerEnds) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    spawn("owner", [=] {
      const Ints table{"table"};
      table.insert("x", 1);
      table.set_heir(test);
      send(test, table);
    });
    const Ints table = receive<Ints>();
    outcome("{} {}", receive<TableTransfer>().name, show(table.lookup("x")));
  });
  EXPECT_EQ(found.outcomes, Texts{"table 1"});
  EXPECT_EQ(found.classes(), 1u);
}

TEST(TableHeir, MayBeDeadByThen) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    const Pid heir = spawn("heir", [] { receive<Go>(); });
    spawn("owner", [=] {
      const Ints table{"table"};
      table.set_heir(heir);
      send(test, table);
    });
    const Ints table = receive<Ints>();
    send(heir, Go{});
    sleep(1s);
    try {
      outcome("{}", table.size());
    } catch (const NoSuchTable&) {
      outcome("no table");
    }
  });
  EXPECT_EQ(found.outcomes, Texts{"no table"});  // the heir ends as well, sooner or later
  EXPECT_EQ(found.classes(), 2u);
}

TEST(TableGiveAway, ToSomebodyAlive) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    const Pid other = spawn("other", [=] { receive(on<TableTransfer>([] { outcome("got it"); }), after(0s, [] {})); });
    spawn("owner", [=] {
      const Ints table{"table"};
      outcome(table.give_away(other) ? "given" : "refused");
      try {
        table.give_away(test);
      } catch (const NotTableOwner&) {
        outcome("not the owner");
      } catch (const NoSuchTable&) {
        outcome("no table");
      }
    });
  });
  EXPECT_EQ(found.outcomes, (Texts{"given, got it, no table", "given, got it, not the owner", "given, not the owner",
                                   "given, no table", "refused"}));
}

TEST(TableGiveAway, ItOutlivesItsMaker) {
  const Exploration found = enumerate([] {
    const Pid test = self();
    spawn("maker", [=] {
      const Ints table{"table"};
      table.give_away(test);
      send(test, table);
    });
    const Ints table = receive<Ints>();
    outcome("{}", table.size());
  });
  EXPECT_EQ(found.outcomes, Texts{"0"});
  EXPECT_EQ(found.classes(), 1u);
}

}  // namespace
}  // namespace heddle::testing
