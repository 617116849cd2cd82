#include "heddle/runner/shared_tally.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <utility>

#include "heddle/base/hash.h"

namespace heddle {
namespace {

constexpr std::size_t kUsualName = 160;  // bytes that there is room for, on average
constexpr std::uint64_t kNoRoom = ~std::uint64_t{0};
constexpr std::uint64_t kPlaceBits = 32;

using Length = std::uint16_t;

}  // namespace

SharedTally::SharedTally(bool activity, std::size_t most_names)
    : Tally(activity),
      most_names_(most_names),
      slots_(std::bit_ceil(most_names * 2)),
      text_bytes_(most_names * kUsualName),
      bytes_(sizeof(Head) + slots_ * sizeof(Slot) + text_bytes_) {
  void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  head_ = new (memory) Head;
  table_ = reinterpret_cast<Slot*>(head_ + 1);  // all zero, as it should be: pages are taken when touched
  text_ = reinterpret_cast<char*>(table_ + slots_);
}

SharedTally::~SharedTally() { munmap(head_, bytes_); }

void SharedTally::add(std::string_view name, std::uint64_t count) {
  Slot* const slot = find_or_insert(name);
  if (!slot) {
    head_->left_out.store(true, std::memory_order_relaxed);
    return;
  }
  if (count == 0) return;
  slot->count.fetch_add(count, std::memory_order_relaxed);
  if (!remembers_) return;
  const auto number = static_cast<std::size_t>(slot - table_);
  if (added_[number] == 0) added_to_.push_back(number);
  added_[number] += count;
}

// Two processes may write the same name down at the same time; the table has the first of them, and the other's bytes
// are wasted. Who puts a name into the table had found all that it put there before: so the places of names that every
// process adds in the same order are in that order.
SharedTally::Slot* SharedTally::find_or_insert(std::string_view name) {
  if (name.size() > kLongestName) return nullptr;
  const std::uint64_t hash = mix(hash_text(name));
  const std::uint64_t tag = hash >> kPlaceBits << kPlaceBits;
  std::uint64_t mine = kNoRoom;
  for (std::size_t i = hash & (slots_ - 1), tried = 0; tried < slots_; i = (i + 1) & (slots_ - 1), ++tried) {
    Slot& slot = table_[i];
    std::uint64_t found = slot.name.load(std::memory_order_acquire);
    if (found == 0) {
      if (mine == kNoRoom) mine = write_down(name);
      if (mine == kNoRoom) return nullptr;
      if (slot.name.compare_exchange_strong(found, tag | (mine + 1), std::memory_order_acq_rel)) {
        head_->names.fetch_add(1, std::memory_order_relaxed);
        return &slot;
      }
    }
    if (found - (found & ((std::uint64_t{1} << kPlaceBits) - 1)) == tag && name_at(found) == name) return &slot;
  }
  return nullptr;
}

std::uint64_t SharedTally::write_down(std::string_view name) {
  const auto length = static_cast<Length>(name.size());
  const std::size_t size = sizeof length + name.size();
  if (head_->names.load(std::memory_order_relaxed) >= most_names_ ||
      head_->bytes_used.load(std::memory_order_relaxed) + size > text_bytes_)
    return kNoRoom;
  const std::uint64_t place = head_->bytes_used.fetch_add(size, std::memory_order_relaxed);
  if (place + size > text_bytes_) return kNoRoom;
  std::memcpy(text_ + place, &length, sizeof length);
  std::memcpy(text_ + place + sizeof length, name.data(), name.size());
  return place;
}

std::string_view SharedTally::name_at(std::uint64_t place) const {
  const char* const at = text_ + (place & ((std::uint64_t{1} << kPlaceBits) - 1)) - 1;
  Length length = 0;
  std::memcpy(&length, at, sizeof length);
  return {at + sizeof length, length};
}

void SharedTally::begin_trial() {
  if (!remembers_) added_.assign(slots_, 0);
  remembers_ = true;
  for (const std::size_t number : added_to_) added_[number] = 0;
  added_to_.clear();
}

void SharedTally::take_back() {
  for (const std::size_t number : added_to_) table_[number].count.fetch_sub(added_[number], std::memory_order_relaxed);
  begin_trial();
}

std::vector<SharedTally::Counted> SharedTally::counts() const {
  if (head_->names.load(std::memory_order_relaxed) == 0) return {};  // as most tests: no page was touched yet
  std::vector<std::pair<const char*, Counted>> found;
  for (std::size_t i = 0; i < slots_; ++i) {
    const std::uint64_t name = table_[i].name.load(std::memory_order_acquire);
    if (name == 0) continue;
    const std::string_view text = name_at(name);
    found.emplace_back(text.data(), Counted{std::string(text), table_[i].count.load(std::memory_order_relaxed)});
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Counted> counts;
  for (auto& [place, counted] : found) counts.push_back(std::move(counted));
  return counts;
}

bool SharedTally::left_out() const { return head_->left_out.load(std::memory_order_relaxed); }

void tell(const SharedTally& tally, std::uint64_t trials, Report& report) {
  constexpr std::string_view kScenario = "scenario\t", kNoLassos = "no lassos\t";
  report.no_lassos.clear();
  report.scenarios.clear();
  trials -= std::min(trials, report.redundant);  // taken back
  report.scenario_trials = trials;
  report.counts_left_out = tally.left_out();
  report.activity_asked = tally.activity();
  report.activity = {};
  report.activity.left_out = tally.left_out();
  for (const auto& [name, count] : tally.counts()) {
    if (name.starts_with(kScenario))  // a trial that was killed when all was over is not among those that count
      report.scenarios.push_back({name.substr(kScenario.size()), std::min(count, trials)});
    else if (name.starts_with(kNoLassos))
      report.no_lassos = std::max(report.no_lassos, name.substr(kNoLassos.size()));  // one will do
    else
      add_count(report.activity, name, count);
  }
  sort(report.activity);
  std::sort(report.scenarios.begin(), report.scenarios.end(),
            [](const ScenarioCount& a, const ScenarioCount& b) { return a.name < b.name; });
}

}  // namespace heddle
