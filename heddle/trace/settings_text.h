// Settings of a trial as names and values, for schedule files.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "heddle/engine/settings.h"

namespace heddle {

using SettingsText = std::vector<std::pair<std::string, std::string>>;

// What a replay must know: always what decides how a trial may end (max_steps, max_time, time, deadlock), so that a
// schedule outlives a change of the defaults; the other limits only if they are not the default.
SettingsText settings_to_text(const Settings& settings);

// Of those settings that can be named: what is not named becomes the default, as it was when the text was written. False:
// `error` is a sentence, and `settings` are as before.
bool settings_from_text(const SettingsText& text, Settings& settings, std::string& error);

}  // namespace heddle
