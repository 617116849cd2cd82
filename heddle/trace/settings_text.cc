#include "heddle/trace/settings_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <limits>
#include <string_view>

namespace heddle {
namespace {

struct Unit {
  std::string_view name;
  std::int64_t nanoseconds;
};

constexpr Unit kUnits[] = {{"s", 1'000'000'000}, {"ms", 1'000'000}, {"us", 1'000}, {"ns", 1}};

template <class Number>
bool read(std::string_view text, Number& number) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc() && end == text.data() + text.size();
}

std::string write(Duration duration) {
  for (const Unit& unit : kUnits)
    if (duration.count() % unit.nanoseconds == 0)
      return fmt::format("{}{}", duration.count() / unit.nanoseconds, unit.name);
  return "";
}

bool read(std::string_view text, Duration& duration) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  for (const Unit& unit : kUnits) {
    std::int64_t count = 0;
    if (text.substr(digits) != unit.name || !read(text.substr(0, digits), count)) continue;
    if (count > std::numeric_limits<std::int64_t>::max() / unit.nanoseconds) return false;
    duration = Duration(count * unit.nanoseconds);
    return true;
  }
  return false;
}

std::string write(TimeMode mode) { return mode == TimeMode::virtual_clock ? "virtual_clock" : "any_time"; }

bool read(std::string_view text, TimeMode& mode) {
  mode = text == "any_time" ? TimeMode::any_time : TimeMode::virtual_clock;
  return text == write(mode);
}

std::string write(DeadlockRule rule) { return rule == DeadlockRule::test ? "test" : "any"; }

bool read(std::string_view text, DeadlockRule& rule) {
  rule = text == "any" ? DeadlockRule::any : DeadlockRule::test;
  return text == write(rule);
}

constexpr std::string_view kDeliveries[] = {"instant", "causal", "fifo", "unordered"};  // by Delivery

std::string write(Delivery delivery) { return std::string(kDeliveries[static_cast<std::size_t>(delivery)]); }

bool read(std::string_view text, Delivery& delivery) {
  const auto found = std::ranges::find(kDeliveries, text);
  if (found == std::end(kDeliveries)) return false;
  delivery = static_cast<Delivery>(found - std::begin(kDeliveries));
  return true;
}

template <std::same_as<bool> Bool>
std::string write(Bool yes) {
  return yes ? "yes" : "no";
}

bool read(std::string_view text, bool& yes) {
  yes = text == "yes";
  return text == write(yes);
}

std::string write(std::uint64_t number) { return fmt::format("{}", number); }

// Calls visit(name, setting, what its value looks like, needed) for each.
template <class AnySettings, class Visit>
void for_each_setting(AnySettings& settings, Visit&& visit) {
  visit("max_steps", settings.max_steps, "a number", true);
  visit("max_time", settings.max_time, "a time such as 24s or 500ms", true);
  visit("time", settings.time, "virtual_clock or any_time", true);
  visit("deadlock", settings.deadlock, "test or any", true);
  visit("delivery", settings.delivery, "instant, causal, fifo or unordered", false);
  visit("early_timers", settings.early_timers, "a number", false);
  visit("endless", settings.endless, "yes or no", false);
  visit("max_heat", settings.max_heat, "a number", false);
  visit("lasso", settings.lasso, "yes or no", false);
  visit("heat_from", settings.heat_from, "a number", false);
  visit("max_tasks", settings.max_tasks, "a number", false);
  visit("max_mailbox", settings.max_mailbox, "a number", false);
  visit("stack_bytes", settings.stack_bytes, "a number", false);
}

SettingsText all_defaults() {
  const Settings settings;
  SettingsText text;
  for_each_setting(settings, [&](const char* name, const auto& setting, const char*, bool) {
    text.emplace_back(name, write(setting));
  });
  return text;
}

}  // namespace

SettingsText settings_to_text(const Settings& settings) {
  const SettingsText defaults = all_defaults();
  SettingsText text;
  std::size_t i = 0;
  for_each_setting(settings, [&](const char* name, const auto& setting, const char*, bool needed) {
    std::pair<std::string, std::string> entry(name, write(setting));
    if (needed || entry != defaults[i]) text.push_back(std::move(entry));
    ++i;
  });
  return text;
}

bool settings_from_text(const SettingsText& text, Settings& settings, std::string& error) {
  Settings changed = settings;
  SettingsText all = all_defaults();
  all.insert(all.end(), text.begin(), text.end());
  for (const auto& [name, value] : all) {
    bool known = false;
    bool good = true;
    std::string names;
    for_each_setting(changed,
                     [&, &wanted = name, &given = value](const char* own, auto& setting, const char* looks, bool) {
                       names += fmt::format("{}{}", names.empty() ? "" : ", ", own);
                       if (wanted != own) return;
                       known = true;
                       good = read(given, setting);
                       if (!good) error = fmt::format("the setting {} must be {}, not '{}'", wanted, looks, given);
                     });
    if (!known) error = fmt::format("there is no setting '{}'; there are {}", name, names);
    if (!known || !good) return false;
  }
  if (changed.max_steps == 0) {
    error = "the setting max_steps must be at least 1, not '0'";
    return false;
  }
  settings = changed;
  return true;
}

}  // namespace heddle
