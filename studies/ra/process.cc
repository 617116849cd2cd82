#include "studies/ra/process.h"

#include <chrono>
#include <type_traits>
#include <utility>

#include "studies/ra/storage.h"

namespace ra {

using namespace heddle;
using namespace std::chrono_literals;

std::string name_of(ServerId id) { return to_text(id); }

void Process::run() {
  daemon();
  while (!stopped_) receive(on_any([this](const AnyMessage& message) { take(message); }));
}

void Process::take(const AnyMessage& message) {
  const auto event = [&]<class T>(std::type_identity<T>) {
    const auto* cast = message.get_if<Cast<T>>();
    if (cast) handle(cast->message);
  };
  const auto vote_request = [&]<class T>(std::type_identity<T>) {
    const auto* call = message.get_if<Call<T>>();
    if (call) handle(call->request, call->from);
  };
  const auto timeout = [&]<class T>(std::type_identity<T>, const Ref& timer) {
    const auto* fired = message.get_if<TimerFired<T>>();
    if (fired && fired->ref == timer) handle(fired->message);
  };
  event(std::type_identity<AppendEntries>{});
  event(std::type_identity<AppendReply>{});
  event(std::type_identity<Vote>{});
  vote_request(std::type_identity<PreVote>{});
  vote_request(std::type_identity<RequestVote>{});
  timeout(std::type_identity<ElectionTimeout>{}, election_timer_);
  timeout(std::type_identity<ConditionTimeout>{}, condition_timer_);
  timeout(std::type_identity<Tick>{}, tick_timer_);
  if (const auto* written = message.get_if<Written>()) handle(*written);
  if (const auto* down = message.get_if<Down>(); down && down->ref == watch_) handle(LeaderDown{watched_});
  if (const auto* call = message.get_if<Call<Request>>()) handle(ClientRequest{call->request, call->from});
  if (const auto* call = message.get_if<Call<TriggerElection>>()) {
    reply(call->from);
    handle(ElectionTimeout{});
  }
  if (const auto* call = message.get_if<Call<GetStatus>>())
    reply(call->from, {server_.state(), server_.term(), server_.queue(), server_.members()});
}

void Process::handle(const Event& event, const VoteCaller& caller) {
  again_.push_back({event, caller});
  while (!again_.empty() && !stopped_) {
    const Waiting next = std::move(again_.front());
    again_.pop_front();
    const State before = server_.state();
    const Effects effects = server_.handle(next.event);
    if (server_.state() != before) log("{}, term {}", to_text(server_.state()), server_.term());
    spec_.look(server_);
    for (const Effect& effect : effects) std::visit([&](const auto& e) { perform(e, next.caller); }, effect);
  }
}

void Process::perform(const Send& effect, const VoteCaller&) {
  std::visit([&](const auto& message) { cast(name_of(effect.to), message); }, effect.message);
}

// A process for each: who does not answer holds nobody up.
void Process::perform(const Ask& effect, const VoteCaller&) {
  const auto ask = [&](const auto& request) {
    for (const ServerId server : effect.servers)
      spawn(fmt::format("ask {}", name_of(server)), [request, server, me = self()] {
        daemon();
        try {
          cast(me, call(name_of(server), request, 500ms));
        } catch (const CallFailed&) {  // no vote
        }
      });
  };
  std::visit(ask, effect.request);
}

void Process::perform(const ReplyVote& effect, const VoteCaller& caller) {
  if (!caller) throw Crash("undefined_reply: nobody waits for this vote");
  reply(*caller, effect.vote);
}

void Process::perform(const ReplyClient& effect, const VoteCaller&) { reply(effect.client, effect.answer); }

void Process::perform(const Again& effect, const VoteCaller& caller) {
  again_.push_back({effect.event, effect.caller == Caller::same ? caller : std::nullopt});
}

void Process::perform(const Write& effect, const VoteCaller&) { cast(kWal, WriteLog{self(), effect.last}); }

void Process::perform(const Persist& effect, const VoteCaller&) {
  call(kMetaStore, StoreTerm{server_.id(), effect.term, effect.voted_for}, kForever);
}

void Process::perform(const Watch& effect, const VoteCaller&) {
  if (watch_) demonitor(*watch_, Flush::yes);
  watch_ = monitor(name_of(effect.leader));
  watched_ = effect.leader;
}

// One that was set before is not cancelled, but ignored when it fires.
void Process::perform(const ElectionTimer& effect, const VoteCaller&) {
  election_timer_ = {};
  if (effect.wait == Wait::off) return;
  const Duration random = std::chrono::milliseconds(1 + choose(150));
  const Duration least = effect.wait == Wait::very_short ? 0ms : 100ms;
  election_timer_ = start_timer(least + random, self(), ElectionTimeout{}).ref();
}

void Process::perform(const ConditionTimer&, const VoteCaller&) {
  condition_timer_ = start_timer(30s, self(), ConditionTimeout{}).ref();
}

void Process::perform(const StartTicking&, const VoteCaller&) { tick_timer_ = start_timer(1s, self(), Tick{}).ref(); }

void Process::perform(const Stop&, const VoteCaller&) { stopped_ = true; }

}  // namespace ra
