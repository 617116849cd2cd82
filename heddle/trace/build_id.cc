#include "heddle/trace/build_id.h"

#include <fmt/format.h>
#include <link.h>

#include <cstddef>
#include <cstring>

namespace heddle {
namespace {

constexpr std::size_t rounded_up(std::size_t n, std::size_t step) { return (n + step - 1) / step * step; }

// Looks through one segment of notes: header, name and content each, padded to the segment's alignment.
std::string find_build_id(const char* notes, std::size_t size, std::size_t alignment) {
  ElfW(Nhdr) header;
  while (size >= sizeof header) {
    std::memcpy(&header, notes, sizeof header);
    const std::size_t content = rounded_up(sizeof header + header.n_namesz, alignment);
    const std::size_t next = rounded_up(content + header.n_descsz, alignment);
    if (content + header.n_descsz > size) break;
    if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 && std::memcmp(notes + sizeof header, "GNU", 4) == 0) {
      std::string id;
      for (std::size_t i = 0; i < header.n_descsz; ++i)
        id += fmt::format("{:02x}", static_cast<unsigned char>(notes[content + i]));
      return id;
    }
    if (next >= size) break;
    notes += next;
    size -= next;
  }
  return "";
}

// Called for each loaded object, the executable first; a nonzero answer ends that.
int look_at_executable(dl_phdr_info* info, std::size_t, void* found) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const auto* notes = reinterpret_cast<const char*>(info->dlpi_addr + segment.p_vaddr);
    std::string id = find_build_id(notes, segment.p_memsz, segment.p_align == 8 ? 8 : 4);
    if (id.empty()) continue;
    *static_cast<std::string*>(found) = std::move(id);
    break;
  }
  return 1;
}

}  // namespace

std::string this_build_id() {
  std::string id;
  ::dl_iterate_phdr(&look_at_executable, &id);
  return id;
}

}  // namespace heddle
