// Rows, filters, and the specification of a table.
#include "studies/migrating_table/spec.h"

#include <gtest/gtest.h>

#include "studies/migrating_table/text.h"

namespace migrating {
namespace {

using enum OperationKind;

Row row(Word key, std::int64_t happy = 0) { return {{"p", key}, kNoETag, {{"happy", happy}}}; }

Batch one(OperationKind kind, Word key, IfMatch match = {}, std::int64_t happy = 0) {
  return {{kind, erases(kind) ? Row{{"p", key}, kNoETag, {}} : row(key, happy), match}};
}

std::string done(SpecTable& table, const Batch& batch) { return text(table.execute(batch)); }

TEST(Row, WordsAreOrderedAsTextsAre) {
  EXPECT_LT(Word("a"), Word("b"));
  EXPECT_LT(Word("a"), Word("aa"));
  EXPECT_LT(Word(""), Word("a"));
  EXPECT_LT(Word("a"), Word("a").successor());
  EXPECT_LT(Word("a").successor(), Word("aa"));
  EXPECT_EQ(Word("12345678").str(), "12345678");
  EXPECT_THROW(Word("123456789"), std::length_error);
}

TEST(Row, PropertiesAreSetMergedAndErased) {
  Properties some{{"b", 2}, {"a", 1}};
  EXPECT_EQ(some, (Properties{{"a", 1}, {"b", 2}})) << "the order does not matter";
  some.merge({{"b", 3}, {"c", 4}});
  some.erase("a");
  EXPECT_EQ(some, (Properties{{"b", 3}, {"c", 4}}));
  EXPECT_EQ(*some.find("c"), 4);
  EXPECT_EQ(some.find("a"), nullptr);
  for (const char* name : {"d", "e", "f", "g"}) some.set(name, 0);
  EXPECT_THROW(some.set("h", 0), std::length_error);
}

TEST(Filter, IsABooleanTree) {
  const Row happy = row("1", 1), sad = row("2", 0), other{{"q", "1"}, kNoETag, {}};
  EXPECT_TRUE(Filter().matches(other));
  EXPECT_TRUE((property("happy") == 1).matches(happy));
  EXPECT_FALSE((property("happy") == 1).matches(sad));
  EXPECT_FALSE((property("happy") != 1).matches(other)) << "it has no such property";
  EXPECT_TRUE((!(property("happy") == 1)).matches(other));
  EXPECT_FALSE((!Filter()).matches(happy));
  EXPECT_TRUE((row_key() > "1").matches(sad));
  EXPECT_FALSE((row_key() < "1").matches(happy));
  EXPECT_TRUE((row_key() != "1").matches(sad));
  const Filter either = (property("happy") < 1 && row_key() == "1") || (property("happy") > 0 || row_key() == "2");
  EXPECT_TRUE(either.matches(happy));
  EXPECT_TRUE(either.matches(sad));
  EXPECT_FALSE(either.matches(other));
}

TEST(Filter, KnowsThePartitionOfAnAtomicQuery) {
  const Filter p = in_partition("p"), happy = property("happy") == 1;
  EXPECT_EQ(p.partition(), Word("p"));
  EXPECT_EQ((p && happy).partition(), Word("p"));
  EXPECT_EQ((p && (happy || row_key() == "1")).partition(), Word("p"));
  EXPECT_EQ((happy && p).partition(), std::nullopt) << "it stands first";
  EXPECT_EQ((p || happy).partition(), std::nullopt);
  EXPECT_EQ(((p || happy) && happy).partition(), std::nullopt);
  EXPECT_EQ(happy.partition(), std::nullopt);
  EXPECT_EQ(Filter().partition(), std::nullopt);
  EXPECT_TRUE(p.within_partition().everything());
  EXPECT_FALSE((p && happy).within_partition().matches(row("1", 0)));
  EXPECT_TRUE((p && happy).within_partition().matches(row("1", 1)));
}

TEST(SpecTable, DoesWhatTheInterfaceSays) {
  struct Expected {
    OperationKind kind;
    const char* absent;
    const char* there;        // with If-Match *, where one is needed
    const char* there_other;  // with the ETag of nobody
  };
  for (const Expected& expected :
       {Expected{insert, "201 #1", "409 at 0", "409 at 0"}, Expected{replace, "404 at 0", "204 #2", "412 at 0"},
        Expected{merge, "404 at 0", "204 #2", "412 at 0"}, Expected{erase, "404 at 0", "204", "412 at 0"},
        Expected{insert_or_replace, "204 #1", "204 #2", "204 #2"},
        Expected{insert_or_merge, "204 #1", "204 #2", "204 #2"}, Expected{erase_if_exists, "204", "204", "204"}}) {
    SpecTable empty, full, other;
    full.execute(one(insert, "1"));
    other.execute(one(insert, "1"));
    EXPECT_EQ(done(empty, one(expected.kind, "1", IfMatch::any())), expected.absent);
    EXPECT_EQ(done(full, one(expected.kind, "1", IfMatch::any())), expected.there);
    EXPECT_EQ(done(other, one(expected.kind, "1", IfMatch::exactly(77))), expected.there_other);
  }
}

TEST(SpecTable, AnEqualETagMatches) {
  SpecTable table;
  table.execute(one(insert, "1"));
  EXPECT_EQ(done(table, one(replace, "1", IfMatch::exactly(1))), "204 #2");
  EXPECT_EQ(done(table, one(replace, "1", IfMatch::exactly(1))), "412 at 0");
  EXPECT_EQ(done(table, one(erase, "1", IfMatch::exactly(2))), "204");
  EXPECT_TRUE(table.rows().empty());
}

TEST(SpecTable, MergesKeepWhatReplacementsDrop) {
  SpecTable table;
  const auto with = [](OperationKind kind, Word name) {
    return Batch{{kind, {{"p", "1"}, kNoETag, {{name, 1}}}, IfMatch::any()}};
  };
  table.execute(with(insert, "a"));
  table.execute(with(merge, "b"));
  table.execute(with(insert_or_merge, "c"));
  EXPECT_EQ(table.rows()[0].properties, (Properties{{"a", 1}, {"b", 1}, {"c", 1}}));
  table.execute(with(insert_or_replace, "d"));
  EXPECT_EQ(table.rows()[0].properties, (Properties{{"d", 1}}));
  table.execute(with(replace, "e"));
  EXPECT_EQ(table.rows()[0].properties, (Properties{{"e", 1}}));
}

TEST(SpecTable, ABatchIsDoneWholeOrNotAtAll) {
  SpecTable table;
  table.execute(one(insert, "2"));
  Batch batch = one(insert, "1");
  batch.push_back(one(insert, "2").front());
  EXPECT_EQ(done(table, batch), "409 at 1");
  EXPECT_EQ(table.rows().size(), 1u);
  batch.back() = one(erase, "2", IfMatch::any()).front();
  EXPECT_EQ(done(table, batch), "201 #2, 204");
  EXPECT_EQ(text(table.rows()), "p/1{happy=0}#2");
}

TEST(SpecTable, RefusesWrongUse) {
  SpecTable table;
  EXPECT_THROW(table.execute({}), std::invalid_argument);
  EXPECT_THROW(table.execute(one(replace, "1")), std::invalid_argument) << "no If-Match";
  EXPECT_THROW(table.execute(one(insert, "")), std::invalid_argument) << "no key";
  Batch twice = one(insert, "1");
  twice.push_back(twice.front());
  EXPECT_THROW(table.execute(twice), std::invalid_argument);
  Batch across = one(insert, "1");
  across.push_back({insert, {{"q", "2"}, kNoETag, {}}, {}});
  EXPECT_THROW(table.execute(across), std::invalid_argument);
  EXPECT_THROW(table.query(property("happy") == 1), std::invalid_argument) << "of no partition";
}

TEST(SpecTable, QueriesAreSorted) {
  SpecTable table;
  for (const char* key : {"3", "1", "2"}) table.execute(one(insert, key, {}, key[0] == '2' ? 0 : 1));
  EXPECT_EQ(text(table.query(in_partition("p") && property("happy") == 1)), "p/1{happy=1}#2, p/3{happy=1}#1");
  EXPECT_EQ(text(table.query(in_partition("q"))), "nothing");
}

TEST(SpecTable, TakesETagsOfOthers) {
  SpecTable table;
  EXPECT_EQ(text(table.execute_as(one(insert, "1"), {{Status::created, 50}})), "201 #50");
  EXPECT_EQ(text(table.execute_as(one(erase_if_exists, "1"), {{Status::no_content, 51}})), "204")
      << "what was deleted has none, whatever others say";
  EXPECT_FALSE(table.change_etag({"p", "1"}, 52));
  table.execute(one(insert, "1", {}, 1));
  EXPECT_TRUE(table.change_etag({"p", "1"}, 53));
  EXPECT_EQ(text(table.rows()), "p/1{happy=1}#53");
}

// --- streams ---

std::string valid(const SpecTable& table, const SpecTable::Scan& scan) {
  SpecTable::Valid next = table.valid_next(scan);
  return text(next.rows) + (next.end ? " or the end" : "");
}

TEST(Streams, OfATableThatDoesNotChange) {
  SpecTable table;
  table.execute(one(insert, "1"));
  table.execute(one(insert, "2"));
  SpecTable::Scan scan = table.scan({});
  EXPECT_EQ(valid(table, scan), "p/1{happy=0}#1");
  scan.from = Key{"p", "1"}.successor();
  EXPECT_EQ(valid(table, scan), "p/2{happy=0}#2");
  scan.from = Key{"p", "2"}.successor();
  EXPECT_EQ(valid(table, scan), "nothing or the end");
  EXPECT_EQ(valid(table, table.scan({}, {"p", "2"})), "p/2{happy=0}#2");
}

TEST(Streams, ARowMayBeAsItWasAtAnyTimeSinceTheStart) {
  SpecTable table;
  table.execute(one(insert, "1", {}, 1));
  table.execute(one(insert_or_replace, "1", {}, 2));
  const SpecTable::Scan scan = table.scan({});
  table.execute(one(insert_or_replace, "1", {}, 3));
  table.execute(one(insert_or_replace, "1", {}, 4));
  EXPECT_EQ(valid(table, scan), "p/1{happy=2}#2, p/1{happy=3}#3, p/1{happy=4}#4");
}

TEST(Streams, WhatComesOrGoesMayBeSeenOrNot) {
  SpecTable table;
  table.execute(one(insert, "2"));
  table.execute(one(insert, "3"));
  const SpecTable::Scan scan = table.scan({});
  table.execute(one(insert, "1"));
  EXPECT_EQ(valid(table, scan), "p/2{happy=0}#1, p/1{happy=0}#3") << "2 was there all the time";
  table.execute(one(erase_if_exists, "2"));
  EXPECT_EQ(valid(table, scan), "p/2{happy=0}#1, p/3{happy=0}#2, p/1{happy=0}#3");
  table.execute(one(erase_if_exists, "3"));
  EXPECT_EQ(valid(table, scan), "p/2{happy=0}#1, p/3{happy=0}#2, p/1{happy=0}#3 or the end");
  table.execute(one(insert, "3"));
  EXPECT_TRUE(table.valid_next(scan).end) << "it was away for a while";
}

TEST(Streams, WhatDoesNotMatchIsNotThere) {
  SpecTable table;
  table.execute(one(insert, "1", {}, 1));
  const SpecTable::Scan scan = table.scan(property("happy") == 1);
  EXPECT_EQ(valid(table, scan), "p/1{happy=1}#1");
  table.execute(one(insert_or_replace, "1", {}, 0));
  EXPECT_EQ(valid(table, scan), "p/1{happy=1}#1 or the end");
}

}  // namespace
}  // namespace migrating
