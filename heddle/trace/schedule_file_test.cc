#include "heddle/trace/schedule_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "heddle/base/random.h"
#include "heddle/trace/schedule_format.h"

namespace heddle {
namespace {

using namespace std::string_view_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

Decision pick(std::uint32_t task) { return Decision(DecisionType::pick, task); }

ScheduleFile example() {
  ScheduleFile file;
  file.test = "PingPong.EveryPingIsAnswered";
  file.strategy = "pos";
  file.seed = 18446744073709551615u;
  file.trial = 17;
  file.build_id = "5d41402abc4b";
  file.settings = {{"max_steps", "5000"}, {"time", "any_time"}};
  file.memory = 64;
  file.failure =
      Failure{FailureKind::exception, "got 2:\n\tnot 1", "ping_pong_test.cc", 17, "server", "a waits\n  for b\n"};
  file.decisions = {pick(3), pick(1), pick(1), pick(1), Decision(DecisionType::value, 1), pick(0), pick(2)};
  file.expected = {"writer#2 send at mailbox of server", "server exit", "server exit", "server exit"};
  file.story = {"    1  test   send Ping to server  a.cc:1", "", "  indented \\ odd "};
  return file;
}

void expect_same(const ScheduleFile& a, const ScheduleFile& b) {
  EXPECT_EQ(a.test, b.test);
  EXPECT_EQ(a.strategy, b.strategy);
  EXPECT_EQ(a.seed, b.seed);
  EXPECT_EQ(a.trial, b.trial);
  EXPECT_EQ(a.build_id, b.build_id);
  EXPECT_EQ(a.settings, b.settings);
  EXPECT_EQ(a.memory, b.memory);
  ASSERT_EQ(a.failure.has_value(), b.failure.has_value());
  if (a.failure) {
    EXPECT_TRUE(a.failure->same_as(*b.failure));
    EXPECT_EQ(a.failure->detail, b.failure->detail);
  }
  EXPECT_EQ(a.decisions, b.decisions);
  EXPECT_EQ(a.expected, b.expected);
  EXPECT_EQ(a.story, b.story);
}

ScheduleFile parsed(std::string_view text) {
  std::string error;
  std::optional<ScheduleFile> file = parse_schedule(text, error);
  EXPECT_TRUE(file) << error << "\n" << text;
  return file ? *file : ScheduleFile{};
}

std::string error_of(std::string_view text) {
  std::string error;
  EXPECT_FALSE(parse_schedule(text, error)) << text;
  return error;
}

// The error of a schedule with these lines of decisions, which start at line 4.
std::string error_of_decisions(std::string_view lines) {
  return error_of("heddle schedule 1\ntest: a\nschedule:\n" + std::string(lines));
}

TEST(ScheduleFile, LooksAsThePageSays) {
  EXPECT_EQ(to_text(example()), R"(heddle schedule 1
test: PingPong.EveryPingIsAnswered
strategy: pos
seed: 18446744073709551615
trial: 17
build: 5d41402abc4b
settings: max_steps=5000 time=any_time
memory: 64
failure: uncaught exception
message: got 2:\n\tnot 1
place: ping_pong_test.cc:17
task: server
detail:
| a waits
|   for b
|
story:
|     1  test   send Ping to server  a.cc:1
|
|   indented \\ odd\x20
schedule:
pick 3        # writer#2 send at mailbox of server
pick 1 x3     # server exit
value 1 pick 0 2
end 7
)");
}

TEST(ScheduleFile, RoundTrips) {
  expect_same(parsed(to_text(example())), example());
  expect_same(parsed(to_text(ScheduleFile{})), ScheduleFile{});
}

TEST(ScheduleFile, PacksLongSchedulesIntoShortLines) {
  ScheduleFile file;
  Random random(1);
  for (int i = 0; i < 1000; ++i) file.decisions.push_back(pick(static_cast<std::uint32_t>(random.below(3))));
  file.decisions.insert(file.decisions.end(), 5000, pick(1));
  const std::string text = to_text(file);
  EXPECT_LT(text.size(), 2500u);
  for (std::size_t start = 0, end = 0; (end = text.find('\n', start)) != std::string::npos; start = end + 1)
    EXPECT_LE(end - start, 80u);
  expect_same(parsed(text), file);
}

std::string random_text(Random& random) {
  static constexpr std::string_view spice = "\n\r\t \\#|:=x\0\x7f\xff\xc3\xbc\xe2\x80\xa6"sv;
  std::string text;
  for (auto n = random.below(8); n > 0; --n)
    text += random.below(3) ? spice[random.below(spice.size())] : static_cast<char>('a' + random.below(26));
  return text;
}

TEST(ScheduleFile, RoundTripsAnyContent) {
  Random random(2);
  for (int i = 0; i < 3000; ++i) {
    ScheduleFile file;
    file.test = random_text(random);
    file.strategy = random_text(random);
    file.seed = random.next();
    file.trial = random.next();
    file.build_id = random_text(random);
    if (random.below(2) == 0) file.memory = random.below(1'000);
    for (auto n = random.below(3); n > 0; --n) file.settings.emplace_back(random_text(random), random_text(random));
    if (random.flip())
      file.failure = Failure{static_cast<FailureKind>(random.below(17)),  random_text(random), random_text(random),
                             static_cast<std::uint32_t>(random.below(3)), random_text(random), random_text(random)};
    for (auto n = random.below(20); n > 0; --n)
      file.decisions.push_back(
          Decision(static_cast<DecisionType>(random.below(4)),
                   static_cast<std::uint32_t>(random.below(4) ? random.below(2) : Decision::kMaxValue)));
    for (auto n = random.below(file.decisions.size() + 1); n > 0; --n)
      file.expected.push_back(random.flip() ? "same" : random_text(random));
    while (!file.expected.empty() && file.expected.back().empty()) file.expected.pop_back();
    for (auto n = random.below(4); n > 0; --n) file.story.push_back(random_text(random));
    expect_same(parsed(to_text(file)), file);
    if (HasFailure()) FAIL() << to_text(file);
  }
}

TEST(ScheduleFile, ForgivesWhatPeopleAndMailersDo) {
  const ScheduleFile file = parsed(
      "\r\n  heddle schedule 1 \r\n# a comment\n\n\ttest: Suite.Name\r\ncolour: red\ncolour: blue\nplan:\n| of another "
      "version \\q\nschedule:\n\n  pick 1 2 x2 3\t# same text\r\n# pick 9\nvalue 4\nend\n\n# bye\n");
  EXPECT_EQ(file.test, "Suite.Name");
  EXPECT_THAT(file.decisions, ElementsAre(pick(1), pick(2), pick(2), pick(3), Decision(DecisionType::value, 4)));
  EXPECT_THAT(file.expected, ElementsAre("same text", "same text", "same text", "same text"));
  EXPECT_FALSE(file.failure);
  EXPECT_EQ(parsed("\xef\xbb\xbf" "heddle schedule 1\ntest: Suite.Name\nschedule:\nend\n").test, "Suite.Name");
}

TEST(ScheduleFile, NamesTheLineThatIsWrong) {
  EXPECT_EQ(error_of(""), "it is empty");
  EXPECT_EQ(error_of("hello"), "line 1: not a Heddle schedule: expected 'heddle schedule 1', found 'hello'");
  EXPECT_EQ(error_of("heddle schedule x"),
            "line 1: not a Heddle schedule: expected 'heddle schedule 1', found 'heddle schedule x'");
  EXPECT_EQ(
      error_of("heddle schedule 2\n"),
      "line 1: schedule format 2 is not known to this program, which reads format 1: replay it with the version of "
      "Heddle that wrote it");
  EXPECT_EQ(error_of("heddle schedule 1\nwhat is this"), "line 2: expected 'key: value', found 'what is this'");
  EXPECT_EQ(error_of("heddle schedule 1\ntest: a\ntest: b"), "line 3: 'test' is given twice");
  EXPECT_EQ(error_of("heddle schedule 1\nseed: -1"), "line 2: '-1' is not a number from 0 to 18446744073709551615");
  EXPECT_EQ(error_of("heddle schedule 1\nfailure: bad luck"), "line 2: 'bad luck' is not a kind of failure");
  EXPECT_EQ(error_of("heddle schedule 1\nplace: here"), "line 2: expected file:line, found 'here'");
  EXPECT_EQ(error_of("heddle schedule 1\nsettings: a=1 b"), "line 2: expected name=value, found 'b'");
  EXPECT_EQ(error_of("heddle schedule 1\nmessage: \\q"),
            "line 2: '\\\\q' has a backslash that starts no escape: write \\\\ for a backslash");
  EXPECT_EQ(error_of("heddle schedule 1\n| x"),
            "line 2: a line that starts with '|' belongs below a key such as 'story:'");
  EXPECT_EQ(error_of("heddle schedule 1\nstory: x"), "line 2: 'story' must stand alone, found 'x' behind it");
  EXPECT_EQ(error_of("heddle schedule 1\nschedule:\nend 0"),
            "line 2: the test's name is missing: expected 'test: Suite.Name' above");
  EXPECT_EQ(error_of("heddle schedule 1\ntest: a\n"), "line 2: the file ends before 'schedule:'; it was cut short");
}

TEST(ScheduleFile, NamesTheDecisionThatIsWrong) {
  EXPECT_EQ(error_of_decisions("pick 1\npikc 2"),
            "line 5: 'pikc' is not a decision: expected pick, value, fault or time");
  EXPECT_EQ(error_of_decisions("pick 1073741824"), "line 4: 1073741824 is too large: a decision is at most 1073741823");
  EXPECT_EQ(error_of_decisions("3"), "line 4: '3' stands without a type: expected pick 3, say");
  EXPECT_EQ(error_of_decisions("pick"), "line 4: 'pick' needs a number");
  EXPECT_EQ(error_of_decisions("pick value 1"), "line 4: expected a number after 'pick', found 'value'");
  EXPECT_EQ(error_of_decisions("pick -1"), "line 4: expected a number after 'pick', found '-1'");
  for (const char* repeat : {"pick x2", "pick 1 x2 x2", "x2", "pick 1 x0"})
    EXPECT_THAT(error_of_decisions(repeat), HasSubstr("must follow a number, and be at least x1")) << repeat;
  EXPECT_EQ(error_of_decisions("pick 1"), "line 4: the file ends without 'end', after 1 decisions; it was cut short");
  EXPECT_THAT(error_of_decisions("pick 1\nend 12"), StartsWith("line 5: 'end' counts 12 decisions, but there are 1: "));
  EXPECT_EQ(error_of_decisions("end 0 1"), "line 4: expected 'end' and the number of decisions");
  EXPECT_EQ(error_of_decisions("end 0\npick 1"), "line 5: nothing may follow 'end', found 'pick 1'");
}

TEST(ScheduleFile, IsNoBomb) {
  EXPECT_EQ(error_of_decisions("pick 1 x16777217"), "line 4: more than 16777216 decisions");
  EXPECT_EQ(error_of_decisions("pick 1 x18446744073709551615"), "line 4: more than 16777216 decisions");
  EXPECT_THAT(error_of_decisions("pick 1 x9000000 # text"), StartsWith("line 4: too much text"));
  EXPECT_THAT(error_of_decisions("pick 1 x9000000\npick 1 # text"), StartsWith("line 5: too much text"));
  EXPECT_THAT(error_of_decisions("pick 1 x10000 # " + std::string(100'000, 'x')), StartsWith("line 4: too much text"));
  EXPECT_EQ(parsed("heddle schedule 1\ntest: a\nschedule:\npick 1 x16777216\nend 16777216").decisions.size(), 1u << 24);
}

TEST(ScheduleFile, LeavesOutTextThatDoesNotFit) {
  ScheduleFile file;
  file.decisions.assign(3'000'000, pick(1));
  file.expected.assign(3'000'000, "a text");
  const ScheduleFile back = parsed(to_text(file));
  EXPECT_EQ(back.decisions, file.decisions);
  EXPECT_GT(back.expected.size(), 1'000'000u);
  EXPECT_LT(back.expected.size(), 3'000'000u);
  EXPECT_EQ(back.expected.back(), "a text");
}

TEST(ScheduleFile, NoticesEveryCut) {
  const std::string text = to_text(example());
  for (std::size_t size = 0; size + 3 < text.size(); ++size) {  // "end" itself may stand alone
    std::string error;
    EXPECT_FALSE(parse_schedule(std::string_view(text).substr(0, size), error)) << size;
    EXPECT_FALSE(error.empty());
  }
}

TEST(ScheduleFile, SurvivesMutations) {
  const std::string whole = to_text(example());
  static constexpr std::string_view spice = "\n\r\t \\#|:=x0123456789pickvaluend\0\x7f\xff\xc3"sv;
  Random random(3);
  int good = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = whole;
    for (auto n = 1 + random.below(4); n > 0; --n) {
      const std::size_t at = random.below(text.size());
      switch (random.below(4)) {
        case 0:
          text[at] = spice[random.below(spice.size())];
          break;
        case 1:
          text.insert(at, 1 + random.below(3), spice[random.below(spice.size())]);
          break;
        case 2:
          text.erase(at, 1 + random.below(10));
          break;
        default:
          text.insert(at, whole.substr(random.below(whole.size()), random.below(30)));
      }
      if (text.empty()) text = "x";
    }
    std::string error;
    const std::optional<ScheduleFile> file = parse_schedule(text, error);
    ASSERT_NE(file.has_value(), !error.empty());
    if (!file) continue;
    ++good;
    expect_same(parsed(to_text(*file)), *file);
  }
  EXPECT_GT(good, 1000);
}

// --- on disk ---

class ScheduleFileOnDisk : public testing::Test {
 protected:
  ScheduleFileOnDisk() : folder_(std::filesystem::path(testing::TempDir()) / ("heddle_" + std::to_string(::getpid()))) {
    std::filesystem::create_directory(folder_);
  }
  ~ScheduleFileOnDisk() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, std::string_view bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  static std::string read(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
  }
  static std::string error_of_loading(const std::string& name) {
    std::string error;
    EXPECT_FALSE(load_schedule(name, error));
    return error;
  }

  std::filesystem::path folder_;
};

TEST_F(ScheduleFileOnDisk, IsSavedAndLoaded) {
  std::string error;
  const std::string name = path("a.heddle");
  ASSERT_TRUE(save_schedule(name, ScheduleFile{}, error)) << error;
  ASSERT_TRUE(save_schedule(name, example(), error)) << error;  // replaces the older schedule
  EXPECT_EQ(files(), 1u);
  const std::optional<ScheduleFile> file = load_schedule(name, error);
  ASSERT_TRUE(file) << error;
  expect_same(*file, example());
}

TEST_F(ScheduleFileOnDisk, ReplacesNothingElse) {
  std::string error;
  const std::string source = write("main.cc", "int main() {}\n");
  EXPECT_FALSE(save_schedule(source, example(), error));
  EXPECT_EQ(error,
            "cannot save a schedule as " + source + ": there is something else of that name, which stays as it is");
  EXPECT_EQ(read(source), "int main() {}\n");
  EXPECT_FALSE(save_schedule(folder_.string(), example(), error));
  EXPECT_EQ(error, "cannot save a schedule as " + folder_.string() + ": that is a folder");
  std::filesystem::create_symlink("/dev/null", path("link"));
  EXPECT_FALSE(save_schedule(path("link"), example(), error));
  EXPECT_FALSE(save_schedule(path("no/such/folder"), example(), error));
  EXPECT_EQ(error, "cannot save the schedule " + path("no/such/folder") + ": No such file or directory");
  EXPECT_EQ(files(), 2u);
}

TEST_F(ScheduleFileOnDisk, SaysWhyItCannotBeLoaded) {
  EXPECT_EQ(error_of_loading(path("none")), "cannot read the schedule " + path("none") + ": No such file or directory");
  EXPECT_EQ(error_of_loading(folder_.string()),
            "cannot read the schedule " + folder_.string() + ": that is a folder; name one of the files in it");
  const std::string empty = write("empty", "");
  EXPECT_EQ(error_of_loading(empty), empty + " is no schedule that can be replayed: it is empty");
  const std::string binary = write("binary", std::string_view("\x7f"
                                                              "ELF\0\0",
                                                              6));
  EXPECT_EQ(error_of_loading(binary), binary + " is no schedule: it is not text");
  const std::string cut = write("cut", "heddle schedule 1\ntest: a\nschedule:\npick 1\n");
  EXPECT_EQ(error_of_loading(cut),
            cut +
                " is no schedule that can be replayed: line 4: the file ends without 'end', after "
                "1 decisions; it was cut short");
  const std::string huge = write("huge", "heddle schedule 1\n");
  ASSERT_EQ(::truncate(huge.c_str(), static_cast<off_t>(schedule_format::kMaxFileBytes + 1)), 0);
  EXPECT_EQ(error_of_loading(huge), huge + " is no schedule: it is larger than 256 MiB");
  if (::geteuid() != 0) {  // root may read everything
    const std::string secret = write("secret", "heddle schedule 1\n");
    ASSERT_EQ(::chmod(secret.c_str(), 0), 0);
    EXPECT_EQ(error_of_loading(secret), "cannot read the schedule " + secret + ": Permission denied");
  }
}

TEST(ScheduleName, IsSafe) {
  EXPECT_EQ(default_schedule_name("Suite.Name"), "Suite.Name.heddle");
  EXPECT_EQ(default_schedule_name("Corfu.Tail/2 writers*"), "Corfu.Tail_2_writers_-90744edf.heddle");
  EXPECT_EQ(default_schedule_name("../../etc/passwd"), "_._.._etc_passwd-bbdefdfa.heddle");
  EXPECT_EQ(default_schedule_name("-rf"), "_rf-deb4b268.heddle");
  EXPECT_EQ(default_schedule_name(""), "test.heddle");
  EXPECT_EQ(default_schedule_name(std::string_view("a\0b\nc\xff", 6)), "a_b_c_-6ffcb9ca.heddle");
  EXPECT_EQ(default_schedule_name("gr\u00fc\u00dfe"), "gr\u00fc\u00dfe.heddle");
  EXPECT_NE(default_schedule_name("Suite.Name/2"), default_schedule_name("Suite.Name_2"));
  std::string umlauts;
  for (int i = 0; i < 300; ++i) umlauts += "\u00fc";
  for (const std::string& name : {std::string(300, 'a'), umlauts, "a" + umlauts}) {
    EXPECT_LE(default_schedule_name(name).size(), 210u);
    EXPECT_NE(default_schedule_name(name), default_schedule_name(name + "b"));
  }
}

}  // namespace
}  // namespace heddle
