#include "studies/fabric/cscale.h"

#include <algorithm>
#include <utility>

namespace cscale {

// --- calls of the next stage ---

void Outlet::deliver(Data item, std::function<void()> delivered) {
  contexts_[++calls_] = std::make_unique<Context>(std::move(item), std::move(delivered), Address{});
  call(calls_, *contexts_[calls_]);
}

void Outlet::call(CallId call, Context& context) {
  context.asked = cached_;
  if (cached_ == Address{}) return platform_->resolve(next_, stale_);
  platform_->call(call, cached_, context.item);
}

void Outlet::on_resolved(Address primary) {
  if (cached_ != Address{}) return;  // asked twice
  cached_ = primary;
  for (const auto& [id, context] : contexts_)
    if (context->asked == Address{}) call(id, *context);
}

void Outlet::on_reply(CallId call) {
  if (!is_open(call)) return;
  const std::function<void()> delivered = std::move(contexts_[call]->delivered);
  contexts_.erase(call);
  delivered();
}

void Outlet::on_failed(CallId id) {
  if (!is_open(id)) return;
  if (contexts_[id]->asked == cached_ && !mistakes_.stale_name) stale_ = std::exchange(cached_, {});
  call(id, *contexts_[id]);
}

// --- stages ---

void Stage::open(Platform& platform) {
  platform_ = &platform;
  outlet_.open(platform);
}

void Stage::change_role(Role role) {
  if (role == Role::none) outlet_.forget();
}

void Stage::apply(const Data& operation) { offset_ = std::max(offset_, operation[0]); }

void Stage::pass_on(int number, int value, std::function<void()> done) {
  outlet_.deliver({number, value}, [this, number, done = std::move(done)] { platform_->replicate({number}, done); });
}

void Source::change_role(Role role) {
  Stage::change_role(role);
  if (role == Role::primary) next();
}

void Source::next() {
  const auto i = static_cast<std::size_t>(offset_);
  if (i < items_.size()) pass_on(offset_ + 1, items_[i], [this] { next(); });
}

void Transform::on_request(RequestId request, const Data& item) {
  const auto answer = [this, request] { platform_->reply(request, {}); };
  if (item[0] <= offset_) return answer();
  pass_on(item[0], transformed(item[1]), answer);
}

void Sink::on_request(RequestId request, const Data& item) {
  platform_->replicate(item, [this, request] { platform_->reply(request, {}); });
}

void Sink::apply(const Data& item) {
  if (item[0] == static_cast<int>(items_.size()) + 1) items_.push_back(item[1]);
}

// A secondary that was being built by an earlier primary has a part already.
Data Sink::copy_state(const Data& context) const {
  const auto has = context.empty() ? 0 : context[0];
  return {items_.begin() + has, items_.end()};
}

}  // namespace cscale
