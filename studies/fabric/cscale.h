// Services for the platform that call one another: a stream processor in the small. Items go from the source through
// the transform to the sink, and come there in order and once, whichever primaries die on the way. Plain C++.
//
// A stage replicates how far it has come (its offset) when the next stage has answered. A new primary goes on from
// there, and so may send an item again; who has it already only answers.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "studies/fabric/service.h"

namespace cscale {

using fabric::Address;
using fabric::CallId;
using fabric::Data;
using fabric::Platform;
using fabric::RequestId;
using fabric::Role;

struct Mistakes {
  bool null_context = false;  // an answer is taken for one that is waited for
  bool stale_name = false;    // where the next stage was is where it is
};

// Calls of the next stage.
class Outlet {
 public:
  Outlet(std::string next, Mistakes mistakes) : next_(std::move(next)), mistakes_(mistakes) {}

  void open(Platform& platform) { platform_ = &platform; }
  void deliver(Data item, std::function<void()> delivered);
  void forget() { contexts_.clear(); }  // all that was not answered

  void on_resolved(Address primary);
  void on_reply(CallId call);
  void on_failed(CallId call);

 private:
  // What to remember of a call until it is answered.
  struct Context {
    Data item;
    std::function<void()> delivered;
    Address asked;  // none: waits for the name
  };

  bool is_open(CallId call) const { return mistakes_.null_context || contexts_.contains(call); }
  void call(CallId call, Context& context);

  std::string next_;
  Mistakes mistakes_;
  Platform* platform_ = nullptr;
  CallId calls_ = 0;
  std::map<CallId, std::unique_ptr<Context>> contexts_;
  Address cached_, stale_;  // where the next stage is, was
};

// What source and transform have in common.
class Stage : public fabric::Service {
 public:
  Stage(std::string next, Mistakes mistakes) : outlet_(std::move(next), mistakes) {}

  void open(Platform& platform) override;
  void change_role(Role role) override;
  Data copy_state(const Data&) const override { return {offset_}; }
  void apply_copy(const Data& state) override { offset_ = state[0]; }
  void apply(const Data& operation) override;
  void on_resolved(const std::string&, Address primary) override { outlet_.on_resolved(primary); }
  void on_reply(CallId call, const Data&) override { outlet_.on_reply(call); }
  void on_failed(CallId call) override { outlet_.on_failed(call); }

 protected:
  // Delivers, then replicates the item's number as the offset.
  void pass_on(int number, int value, std::function<void()> done);

  Platform* platform_ = nullptr;
  Outlet outlet_;
  int offset_ = 0;  // number of the last item that is done
};

class Source final : public Stage {
 public:
  Source(std::string next, Data items, Mistakes mistakes = {})
      : Stage(std::move(next), mistakes), items_(std::move(items)) {}
  void change_role(Role role) override;
  void on_request(RequestId, const Data&) override {}

 private:
  void next();
  Data items_;
};

class Transform final : public Stage {
 public:
  using Stage::Stage;
  static int transformed(int value) { return 10 * value; }
  void on_request(RequestId request, const Data& item) override;
};

class Sink final : public fabric::Service {
 public:
  void open(Platform& platform) override { platform_ = &platform; }
  void change_role(Role) override {}
  Data copy_context() const override { return {static_cast<int>(items_.size())}; }
  Data copy_state(const Data& context) const override;
  void apply_copy(const Data& state) override { items_.insert(items_.end(), state.begin(), state.end()); }
  void apply(const Data& item) override;
  void on_request(RequestId request, const Data& item) override;

 private:
  Platform* platform_ = nullptr;
  Data items_;
};

}  // namespace cscale
