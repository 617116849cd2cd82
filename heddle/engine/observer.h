// Watching one trial in full detail: for reports, not for exploring.
#pragma once

#include <span>
#include <string_view>

#include "heddle/engine/decision.h"
#include "heddle/engine/operation.h"

namespace heddle {

class Trial;

class Observer {
 public:
  virtual ~Observer() = default;

  // `event` is under way; `text` is what it has said about itself so far. Called when it begins and whenever it says more:
  // if the process dies in the middle of it, this is all there will be.
  virtual void on_begin(const Trial& trial, const Event& event, std::string_view text) {
    (void)trial, (void)event, (void)text;
  }

  // `event` was executed; `text` is what it said about itself ("Ping{1} to server"), possibly nothing.
  virtual void on_event(const Trial& trial, const Event& event, std::span<const Touch> touches,
                        std::string_view text) = 0;

  // A decision was made; for picks, the operation that was picked is the next event.
  virtual void on_decision(const Trial& trial, Decision decision) {
    (void)trial, (void)decision;
  }

  // The test called log().
  virtual void on_log(const Trial& trial, TaskId task, std::string_view text) {
    (void)trial, (void)task, (void)text;
  }
};

}  // namespace heddle
