// EXPECT-FAILURE: Account.IsCreatedOnce
// Check and then act, across an await: the account manager of Coyote's tutorial.
//
// The database answers every request correctly, one after the other. The manager looks whether there is a row, and
// inserts one if there is none; but between the two awaits somebody else may have done the same.
#include <heddle/heddle.h>

#include <string>

using namespace heddle;

// A database as a service: each request happens at one moment between the co_await and its answer.
class Database {
 public:
  Async<bool> exists(std::string key) { co_return rows_.member(key); }
  Async<bool> insert(std::string key, std::string value) {
    co_return rows_.insert_new(key, value);
  }  // false: there is one

 private:
  Table<std::string, std::string> rows_{"accounts"};
};

// Wrong: true says that this call made the account, but the row that was not there may be there by now.
Async<bool> create_by_looking_first(Database& database, std::string name, std::string value) {
  if (co_await database.exists(name)) co_return false;
  const bool inserted = co_await database.insert(name, value);
  check(inserted, "{} was created by somebody else, after it was seen not to exist", name);
  co_return true;
}

// Right: one request that looks and acts.
Async<bool> create(Database& database, std::string name, std::string value) {
  co_return co_await database.insert(name, value);
}

template <class Create>
Async<> two_at_once(Create how) {
  Database database;
  const auto [first, second] = co_await when_all(start("alice", how(database, "joint", "of alice")),
                                                 start("bob", how(database, "joint", "of bob")));
  check(first != second, "created by {}", first ? "both" : "nobody");
}

HEDDLE_TEST(Account, IsCreatedOnce) { run(two_at_once(create_by_looking_first)); }
HEDDLE_TEST(Account, IsCreatedOnceInOneStep) { run(two_at_once(create)); }
