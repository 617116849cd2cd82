// The services alone, on a platform that does at once what it is asked.
#include <gtest/gtest.h>

#include <string>

#include "studies/fabric/counter.h"
#include "studies/fabric/cscale.h"

namespace fabric {
namespace {

// Writes down what it is asked. Operations are applied to whom it stands for when the test says so.
struct Paper final : Platform {
  void replicate(Data operation, std::function<void()> done) override {
    said += "replicate" + text(operation) + " ";
    operations.push_back(operation);
    waiting.push_back(std::move(done));
  }
  void reply(RequestId request, Data answer) override {
    said += "reply " + std::to_string(request) + text(answer) + " ";
  }
  void resolve(const std::string& service, Address stale) override {
    said += "resolve " + service + " not " + std::to_string(stale.process) + " ";
  }
  void call(CallId call, Address to, Data request) override {
    said += "call " + std::to_string(call) + " at " + std::to_string(to.process) + text(request) + " ";
  }
  void commit(Service& service) {
    for (std::size_t i = 0; i < operations.size(); ++i) {
      service.apply(operations[i]);
      waiting[i]();
    }
    operations.clear();
    waiting.clear();
  }
  std::string take() { return std::exchange(said, ""); }

  static std::string text(const Data& data) {
    std::string all;
    for (const int word : data) all += " " + std::to_string(word);
    return all;
  }
  std::string said;
  std::vector<Data> operations;
  std::vector<std::function<void()>> waiting;
};

TEST(FabricCounter, AnswersWhenItIsReplicated) {
  Paper paper;
  Counter counter;
  counter.open(paper);
  counter.on_request(1, Counter::add(7, 1, 5));
  EXPECT_EQ(paper.take(), "replicate 7 1 5 ");
  paper.commit(counter);
  EXPECT_EQ(paper.take(), "reply 1 5 ");
}

TEST(FabricCounter, CountsARepeatedRequestOnce) {
  Paper paper;
  Counter counter;
  counter.open(paper);
  counter.on_request(1, Counter::add(7, 1, 5));
  counter.on_request(2, Counter::add(8, 1, 1));
  counter.on_request(3, Counter::add(7, 1, 5));
  paper.take();
  paper.commit(counter);
  EXPECT_EQ(paper.take(), "reply 1 5 reply 2 6 reply 3 5 ");
}

TEST(FabricCounter, IsCopied) {
  Paper paper;
  Counter counter, copy;
  counter.apply(Counter::add(7, 1, 5));
  counter.apply(Counter::add(8, 1, 1));
  copy.open(paper);
  copy.apply_copy(counter.copy_state(copy.copy_context()));
  copy.on_request(1, Counter::add(8, 1, 1));
  paper.take();
  paper.commit(copy);
  EXPECT_EQ(paper.take(), "reply 1 6 ");
}

TEST(CScaleSource, SendsOneItemAfterTheOther) {
  Paper paper;
  cscale::Source source("transform", {4, 5});
  source.open(paper);
  source.change_role(Role::primary);
  EXPECT_EQ(paper.take(), "resolve transform not 0 ");
  source.on_resolved("transform", {9});
  EXPECT_EQ(paper.take(), "call 1 at 9 1 4 ");
  source.on_reply(1, {});
  EXPECT_EQ(paper.take(), "replicate 1 ");
  paper.commit(source);
  EXPECT_EQ(paper.take(), "call 2 at 9 2 5 ");
}

TEST(CScaleSource, AsksForTheNameAgainWhenACallFails) {
  Paper paper;
  cscale::Source source("transform", {4});
  source.open(paper);
  source.change_role(Role::primary);
  source.on_resolved("transform", {9});
  paper.take();
  source.on_failed(1);
  EXPECT_EQ(paper.take(), "resolve transform not 9 ");
  source.on_resolved("transform", {10});
  EXPECT_EQ(paper.take(), "call 1 at 10 1 4 ");
}

TEST(CScaleSource, ForgetsItsCallsWithItsRole) {
  Paper paper;
  cscale::Source source("transform", {4, 5});
  source.open(paper);
  source.change_role(Role::primary);
  source.on_resolved("transform", {9});
  source.change_role(Role::none);
  paper.take();
  source.on_reply(1, {});
  source.on_failed(1);
  EXPECT_EQ(paper.take(), "");
}

TEST(CScaleTransform, AnswersWhenTheNextStageHas) {
  Paper paper;
  cscale::Transform transform("sink", {});
  transform.open(paper);
  transform.on_request(1, {1, 4});
  transform.on_resolved("sink", {9});
  EXPECT_EQ(paper.take(), "resolve sink not 0 call 1 at 9 1 40 ");
  transform.on_reply(1, {});
  paper.commit(transform);
  EXPECT_EQ(paper.take(), "replicate 1 reply 1 ");
  transform.on_request(2, {1, 4});
  EXPECT_EQ(paper.take(), "reply 2 ") << "it was sent on already";
}

TEST(CScaleSink, KeepsEachItemOnce) {
  Paper paper;
  cscale::Sink sink;
  sink.open(paper);
  sink.on_request(1, {1, 40});
  sink.on_request(2, {1, 40});
  sink.on_request(3, {2, 50});
  paper.commit(sink);
  EXPECT_EQ(sink.copy_state({}), (Data{40, 50}));
}

TEST(CScaleSink, IsCopiedInParts) {
  cscale::Sink sink, copy;
  sink.apply({1, 40});
  copy.apply_copy(sink.copy_state(copy.copy_context()));
  sink.apply({2, 50});
  EXPECT_EQ(sink.copy_state(copy.copy_context()), Data{50});
  copy.apply_copy(sink.copy_state(copy.copy_context()));
  EXPECT_EQ(copy.copy_state({}), (Data{40, 50}));
}

}  // namespace
}  // namespace fabric
