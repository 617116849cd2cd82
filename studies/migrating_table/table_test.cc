// The migrating table in each state alone, its streams, the migrator, and the configuration that they are told.
#include "studies/migrating_table/table.h"

#include <gtest/gtest.h>

#include <functional>

#include "studies/migrating_table/migrator.h"
#include "studies/migrating_table/text.h"
#include "studies/migrating_table/translation.h"
#include "studies/migrating_table/world.h"

namespace migrating {
namespace {

using enum OperationKind;
using enum ClientState;
using heddle::check;

struct Ignores final : Witness {
  void linearized(const BatchOutcome*) override { ++points; }
  void etag_changed(const Key&, ETag) override { ++etags; }
  int points = 0, etags = 0;
};

Row row(Word key, std::int64_t happy = 0) { return {{"p", key}, kNoETag, {{"happy", happy}}}; }
Batch one(OperationKind kind, Word key, std::int64_t happy = 0) {
  return {{kind, erases(kind) ? Row{{"p", key}, kNoETag, {}} : row(key, happy), IfMatch::any()}};
}

// Tables, with rows 1 and 2 in the old one, and a client.
struct Alone {
  Alone() {
    for (const char* key : {"1", "2"}) world.old_table.contents().execute(one(insert, key, 1));
  }
  void push(ClientState state) { heddle::run(world.configuration.push(state)); }
  std::string write(const Batch& batch) { return text(heddle::run(client.execute_batch(batch))); }
  std::string read(const Filter& filter = {}) {
    return text(heddle::run(client.query_atomic(in_partition("p") && filter)));
  }
  std::string in_old() { return text(world.old_table.contents().rows()); }
  std::string in_new() { return text(world.new_table.contents().rows()); }

  World world{{}};
  Ignores witness;
  MigratingTable client{world.migration, witness};
};

void expect_equal(const std::string& got, const std::string& expected) { check(got == expected, "{}", got); }

void expect_clean(const std::function<void()>& test, std::uint64_t trials = 1) {
  const heddle::Report report = heddle::explore(test, {.trials = trials, .seed = 1, .save_to = ""});
  EXPECT_TRUE(report.ok()) << report;
}

TEST(MigratingTable, UsesTheOldTableFirst) {
  expect_clean([] {
    Alone alone;
    expect_equal(alone.write(one(insert, "3")), "201 #1002");
    expect_equal(alone.write(one(insert, "3")), "409 at 0");
    expect_equal(alone.read(), "p/1{happy=1}#1000, p/2{happy=1}#1001, p/3{happy=0}#1002");
    expect_equal(alone.in_new(), "nothing");
    check(alone.witness.points == 3);
  });
}

TEST(MigratingTable, PrefersTheOldTable) {
  expect_clean([] {
    Alone alone;
    alone.push(prefer_old);
    expect_equal(alone.write(one(insert, "3")), "201 #1005");
    Batch two = one(insert, "4");
    two.push_back(one(insert, "1").front());
    expect_equal(alone.write(two), "409 at 1");
    expect_equal(alone.read(), "p/1{happy=1}#1000, p/2{happy=1}#1001, p/3{happy=0}#1005");
    expect_equal(text(*alone.world.old_table.contents().find({"p", kMetaRow})), "p/!meta{populated}#1002");
    expect_equal(alone.in_new(), "nothing");
  });
}

TEST(MigratingTable, PrefersTheNewTableWhereItHasBeenSwitched) {
  expect_clean([] {
    Alone alone;
    alone.push(prefer_old);
    alone.write(one(merge, "1", 5));
    heddle::run(ensure_partition_switched(alone.world.migration, "p"));
    check(alone.world.old_table.contents().find({"p", kAssertionRow}) == nullptr);
    expect_equal(alone.write(one(merge, "1", 6)), "204 #2001");
    check(alone.witness.etags == 1, "the row was copied first");
    expect_equal(alone.in_new(), "p/1{happy=6}#2001");
    expect_equal(alone.read(), "p/1{happy=6}#2001, p/2{happy=1}#1001");
  });
}

TEST(MigratingTable, PrefersTheNewTable) {
  expect_clean([] {
    Alone alone;
    alone.push(prefer_new);
    expect_equal(alone.read(), "p/1{happy=1}#1000, p/2{happy=1}#1001");
    expect_equal(alone.write(one(erase, "1")), "204");
    expect_equal(alone.in_new(), "p/1{deleted}#2001");
    expect_equal(alone.read(), "p/2{happy=1}#1001");
    expect_equal(alone.write(one(erase, "1")), "404 at 0");
    expect_equal(alone.write(one(insert, "1")), "201 #2002");
    expect_equal(alone.write(one(insert_or_replace, "2", 0)), "204 #2004");
    expect_equal(alone.read(property("happy") == 1), "nothing");
    expect_equal(alone.in_old(), "p/!meta{switched}#1002, p/1{happy=1}#1000, p/2{happy=1}#1001");
  });
}

TEST(MigratingTable, UsesTheNewTableAndLeavesTombstones) {
  expect_clean([] {
    Alone alone;
    alone.push(use_new_with_tombstones);
    expect_equal(alone.read(), "nothing");
    expect_equal(alone.write(one(insert, "1")), "201 #2000");
    expect_equal(alone.write(one(erase_if_exists, "1")), "204");
    expect_equal(alone.write(one(erase_if_exists, "7")), "204");
    expect_equal(alone.in_new(), "p/1{deleted}#2001, p/7{deleted}#2002");
    expect_equal(alone.read(), "nothing");
  });
}

TEST(MigratingTable, UsesTheNewTableAlone) {
  expect_clean([] {
    Alone alone;
    alone.world.new_table.contents().execute({{insert, tombstone_at({"p", "1"}), {}}});
    alone.push(use_new_hide_metadata);
    const std::string old_rows = alone.in_old();
    expect_equal(alone.write(one(replace, "1")), "404 at 0");
    expect_equal(alone.write(one(insert_or_merge, "1")), "204 #2001");
    expect_equal(alone.read(), "p/1{happy=0}#2001");
    expect_equal(alone.write(one(erase, "1")), "204");
    expect_equal(alone.in_new(), "nothing");
    expect_equal(alone.in_old(), old_rows);
  });
}

TEST(MigratingTable, TranslatesWrites) {
  const Row living{{"p", "1"}, 7, {{"happy", 1}}};
  Row dead = tombstone_at({"p", "1"});
  dead.etag = 8;
  const auto translated = [](OperationKind kind, const Row* existing, ClientState state, IfMatch match) {
    Operation operation = one(kind, "1").front();
    operation.if_match = match;
    const auto result = translate(operation, existing, state, {});
    if (const Status* const error = std::get_if<Status>(&result)) return std::to_string(static_cast<int>(*error));
    return text(Batch{std::get<Operation>(result)});
  };
  const IfMatch any = IfMatch::any(), right = IfMatch::exactly(7), wrong = IfMatch::exactly(6);
  EXPECT_EQ(translated(insert, nullptr, prefer_new, {}), "insert p/1{happy=0}");
  EXPECT_EQ(translated(insert, &dead, prefer_new, {}), "replace p/1{happy=0} if 8");
  EXPECT_EQ(translated(insert, &living, prefer_new, {}), "409");
  for (const OperationKind kind : {replace, merge, erase}) {
    EXPECT_EQ(translated(kind, nullptr, prefer_new, any), "404");
    EXPECT_EQ(translated(kind, &dead, prefer_new, any), "404");
    EXPECT_EQ(translated(kind, &living, prefer_new, wrong), "412");
  }
  EXPECT_EQ(translated(replace, &living, prefer_new, any), "replace p/1{happy=0} if 7");
  EXPECT_EQ(translated(merge, &living, prefer_new, right), "merge p/1{happy=0} if 7");
  EXPECT_EQ(translated(erase, &living, use_new_with_tombstones, right), "replace p/1{deleted} if 7");
  EXPECT_EQ(translated(erase, &living, use_new_hide_metadata, any), "delete p/1 if 7");
  EXPECT_EQ(translated(erase_if_exists, nullptr, prefer_new, {}), "insert or replace p/1{deleted}");
  EXPECT_EQ(translated(erase_if_exists, &living, use_new_hide_metadata, {}), "delete if exists p/1");
  EXPECT_EQ(translated(insert_or_merge, &dead, use_new_hide_metadata, {}), "insert or merge p/1{happy=0}");
}

TEST(MigratingTable, RefusesWrongUse) {
  expect_clean([] {
    Alone alone;
    const auto refuses = [](auto call) {
      try {
        call();
      } catch (const std::invalid_argument&) {
        return true;
      }
      return false;
    };
    Batch batch = one(replace, "1");
    batch.front().if_match = {};
    check(refuses([&] { alone.write(batch); }));
    check(refuses([&] { heddle::run(alone.client.query_atomic(property("happy") == 1)); }));
    alone.push(prefer_old);  // and nobody is left inside
  });
}

// --- streams ---

TEST(MigratingStream, GoesOnThroughAllStates) {
  expect_clean([] {
    Alone alone;
    const auto stream = heddle::run(alone.client.query_streamed({}));
    const auto next = [&] { return text(heddle::run(stream->read_row())); };
    alone.push(prefer_old);
    expect_equal(next(), "p/1{happy=1}#1000");
    alone.push(prefer_new);
    expect_equal(text(heddle::run(stream->continuation_key())), "after p/1");
    for (const Row& row : Rows(alone.world.old_table.contents().rows()))
      heddle::run(try_copy(alone.world.migration, row, alone.witness));
    alone.push(use_new_with_tombstones);
    expect_equal(next(), "p/2{happy=1}#2001");
    alone.push(use_new_hide_metadata);
    expect_equal(next(), "the end");
    heddle::run(stream->close());
  });
}

TEST(MigratingStream, ATombstoneHidesARow) {
  expect_clean([] {
    Alone alone;
    alone.push(prefer_new);
    alone.write(one(erase, "1"));
    alone.write(one(merge, "2", 0));
    const auto stream = heddle::run(alone.client.query_streamed(property("happy") == 1));
    expect_equal(text(heddle::run(stream->read_row())), "the end");
  });
}

// --- the migrator ---

TEST(Migrator, MovesEverything) {
  expect_clean([] {
    Alone alone;
    alone.push(prefer_new);
    alone.write(one(erase, "2"));
    Migrator migrator(alone.world.migration, alone.witness);
    heddle::run(migrator.run());
    expect_equal(alone.in_old(), "nothing");
    expect_equal(alone.in_new(), "p/1{happy=1}#2003");
    check(!alone.world.new_table.contents().rows()[0].properties.find(kDeleted), "nothing of the protocol is left");
  });
}

// --- the configuration ---

TEST(Configuration, APushWaitsForCallsThatBeganBefore) {
  expect_clean(
      [] {
        ConfigurationModel configuration;
        const ClientState entered = heddle::run(configuration.enter());
        const auto pushed = std::make_shared<bool>(false);
        const auto pusher = heddle::start("pusher", [&configuration, pushed]() -> Async<> {
          co_await configuration.push(prefer_old);
          *pushed = true;
        });
        heddle::async::yield().await_resume();
        check(!*pushed, "the call is still under way");
        const ClientState later = heddle::run(configuration.enter());
        configuration.leave(entered);
        if (later == entered) configuration.leave(later);  // else it is not waited for
        pusher.get();
        check(*pushed);
      },
      20);
}

TEST(Configuration, APushWaitsForStreamsToAdapt) {
  struct Adapts final : Subscriber {
    Async<> apply(ClientState state) override {
      co_await heddle::async::yield();
      told = state;
    }
    ClientState told = use_old_hide_metadata;
  };
  expect_clean([] {
    ConfigurationModel configuration;
    const auto stays = std::make_shared<Adapts>(), leaves = std::make_shared<Adapts>();
    check(heddle::run(configuration.subscribe(stays)) == use_old_hide_metadata);
    heddle::run(configuration.subscribe(leaves));
    configuration.unsubscribe(*leaves);
    heddle::run(configuration.push(prefer_old));
    check(stays->told == prefer_old);
    check(leaves->told == use_old_hide_metadata);
  });
}

TEST(AsyncLock, IsHandedOn) {
  expect_clean(
      [] {
        const auto lock = std::make_shared<AsyncLock>();
        const auto inside = std::make_shared<int>(0);
        std::vector<heddle::Started<void>> all;
        for (int i = 0; i < 3; ++i)
          all.push_back(heddle::start("user", [lock, inside]() -> Async<> {
            co_await lock->acquire();
            check(++*inside == 1, "two at a time");
            co_await heddle::async::yield();
            --*inside;
            lock->release();
          }));
        for (const auto& one_of_them : all) one_of_them.get();
      },
      100);
}

}  // namespace
}  // namespace migrating
