// Dense numbers of the things of one trial. They index vectors; they are not stable across trials (stable ids are
// 64-bit hashes of creation paths, see task.h and object.h).
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle {

enum class TaskId : std::uint32_t {};
enum class ObjectId : std::uint32_t {};

inline constexpr TaskId kNoTask{0xffffffffu};
inline constexpr ObjectId kNoObject{0xffffffffu};
inline constexpr std::uint32_t kNone = 0xffffffffu;  // of events, messages, receives and others that have plain numbers

constexpr std::size_t index(TaskId id) { return static_cast<std::size_t>(id); }
constexpr std::size_t index(ObjectId id) { return static_cast<std::size_t>(id); }

}  // namespace heddle
