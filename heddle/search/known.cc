#include "heddle/search/known.h"

#include <algorithm>

namespace heddle {

std::uint32_t Numbering::operator[](std::uint64_t key) {
  for (std::size_t i = mix(key);; ++i) {
    Entry& entry = table_[i & (table_.size() - 1)];
    if (entry.number == kNone) {
      entry = {key, count_++};
      const std::uint32_t number = entry.number;
      if (2 * count_ > table_.size()) grow();
      return number;
    }
    if (entry.key == key) return entry.number;
  }
}

std::uint32_t Numbering::find(std::uint64_t key) const {
  for (std::size_t i = mix(key);; ++i) {
    const Entry& entry = table_[i & (table_.size() - 1)];
    if (entry.number == kNone || entry.key == key) return entry.number;
  }
}

void Numbering::grow() {
  std::vector<Entry> before(2 * table_.size());
  before.swap(table_);
  for (const Entry& entry : before) {
    if (entry.number == kNone) continue;
    std::size_t i = mix(entry.key);
    while (table_[i & (table_.size() - 1)].number != kNone) ++i;
    table_[i & (table_.size() - 1)] = entry;
  }
}

void KnownPool::set_life(std::uint32_t object, std::uint32_t task) {
  if (object >= lives_.size()) lives_.resize(object + 1, kNone);
  lives_[object] = task;
}

namespace {

std::uint64_t hash_of(const Known& step, std::span<const KnownTouch> touches) {
  std::uint64_t h = combine(combine(step.task, step.sequence), step.past);
  h = combine(combine(h, step.answer), step.saw);
  for (const KnownTouch& touch : touches)
    h = combine(h, (std::uint64_t{touch.object} << 36) + (std::uint64_t{touch.value} << 4) +
                       static_cast<std::uint64_t>(touch.access));
  return h;
}

}  // namespace

bool KnownPool::is(KnownId id, const Known& step, std::span<const KnownTouch> own) const {
  const Known& other = steps_[id];
  const std::span<const KnownTouch> others = touches(id);
  return other.task == step.task && other.sequence == step.sequence && other.past == step.past &&
         other.answer == step.answer && other.saw == step.saw && other.kind == step.kind &&
         std::equal(others.begin(), others.end(), own.begin(), own.end());
}

KnownId KnownPool::add(Known step, std::span<const KnownTouch> touches) {
  std::size_t i = hash_of(step, touches);
  for (;; ++i) {
    const KnownId id = table_[i & (table_.size() - 1)];
    if (id == kNone) break;
    if (is(id, step, touches)) return id;
  }
  const auto id = static_cast<KnownId>(steps_.size());
  table_[i & (table_.size() - 1)] = id;
  step.first_touch = static_cast<std::uint32_t>(touches_.size());
  step.touch_count = static_cast<std::uint32_t>(touches.size());
  touches_.insert(touches_.end(), touches.begin(), touches.end());
  steps_.push_back(step);
  mail_.emplace_back();
  if (2 * steps_.size() > table_.size()) fill_table(2 * table_.size());
  return id;
}

void KnownPool::fill_table(std::size_t size) {
  table_.assign(size, kNone);
  for (KnownId id = 0; id < steps_.size(); ++id) {
    std::size_t place = hash_of(steps_[id], touches(id));
    while (table_[place & (size - 1)] != kNone) ++place;
    table_[place & (size - 1)] = id;
  }
}

void KnownPool::keep_only(std::span<KnownId*> kept) {
  KnownPool fewer;
  std::vector<KnownId> renamed(steps_.size(), kNone);
  for (KnownId* id : kept) {
    KnownId& now = renamed[*id];
    if (now == kNone) {
      now = fewer.add(steps_[*id], touches(*id));
      fewer.mail_[now] = std::move(mail_[*id]);
    }
    *id = now;
  }
  steps_ = std::move(fewer.steps_);
  touches_ = std::move(fewer.touches_);
  mail_ = std::move(fewer.mail_);
  table_ = std::move(fewer.table_);
}

}  // namespace heddle
