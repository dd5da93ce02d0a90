// SPDX-License-Identifier: GPL-3.0-or-later
// A buffer and write(); modules as the dynamic linker knows them, asked without its lock.
#include "gui/crash/report_writer.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace runahead::gui {
namespace {

const char* lastPart(const char* path) {
  const char* part = path;
  for (const char* at = path; *at != '\0'; ++at) {
    if (*at == '/') part = at + 1;
  }
  return part;
}

void makeFolders(const char* path) {
  char folder[4096];
  const std::size_t size = std::strlen(path);
  if (size >= sizeof folder) return;
  std::memcpy(folder, path, size + 1);
  for (std::size_t at = 1; at < size; ++at) {
    if (folder[at] != '/') continue;
    folder[at] = '\0';
    (void)::mkdir(folder, 0700);
    folder[at] = '/';
  }
}

}  // namespace

ReportWriter::ReportWriter(const char* path) {
  makeFolders(path);
  m_descriptor = ::open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

ReportWriter::~ReportWriter() {
  flush();
  if (m_descriptor >= 0) ::close(m_descriptor);
}

void ReportWriter::flush() {
  std::size_t done = 0;
  while (m_descriptor >= 0 && done < m_size) {
    const ssize_t written = ::write(m_descriptor, m_buffer.data() + done, m_size - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    done += static_cast<std::size_t>(written);
  }
  m_size = 0;
}

void ReportWriter::put(char character) {
  if (m_size == m_buffer.size()) flush();
  m_buffer[m_size++] = character;
}

ReportWriter& ReportWriter::text(const char* text) {
  while (*text != '\0') put(*text++);
  return *this;
}

ReportWriter& ReportWriter::number(std::uint64_t number) {
  char reversed[20];
  int count = 0;
  do {
    reversed[count++] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number > 0);
  while (count > 0) put(reversed[--count]);
  return *this;
}

ReportWriter& ReportWriter::hex(std::uint64_t number) {
  text("0x");
  int shift = 60;
  while (shift > 0 && number >> shift == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) put("0123456789abcdef"[number >> shift & 15]);
  return *this;
}

const ReportWriter::Module* ReportWriter::moduleOf(const void* address) {
  dl_find_object found;
  if (::_dl_find_object(const_cast<void*>(address), &found) != 0 || !found.dlfo_link_map) return nullptr;
  const char* const path = found.dlfo_link_map->l_name;
  m_unlisted = {path && *path != '\0' ? lastPart(path) : "runahead", found.dlfo_link_map->l_addr};
  std::size_t known = 0;
  while (known < m_count && m_modules[known].shift != m_unlisted.shift) ++known;
  if (known == m_modules.size()) return &m_unlisted;
  if (known == m_count) m_modules[m_count++] = m_unlisted;
  return &m_modules[known];
}

ReportWriter& ReportWriter::place(const void* address) {
  const Module* const module = moduleOf(address);
  if (!module) return hex(reinterpret_cast<std::uintptr_t>(address));
  return text(module->name).text("+").hex(reinterpret_cast<std::uintptr_t>(address) - module->shift);
}

void ReportWriter::modules(const void* own) {
  (void)moduleOf(own);
  for (std::size_t i = 0; i < m_count; ++i) {
    text("  ").text(m_modules[i].name).text(" ");
    buildId(m_modules[i]);
    text("\n");
  }
}

void ReportWriter::buildId(const Module& module) {
  // Its file begins there, also where a hole between two parts has the loader tell of the second alone.
  const auto* const head = reinterpret_cast<const ElfW(Ehdr)*>(module.shift);
  if (!head || std::memcmp(head->e_ident, ELFMAG, SELFMAG) != 0) return;
  const auto* const parts = reinterpret_cast<const ElfW(Phdr)*>(module.shift + head->e_phoff);
  for (std::size_t i = 0; i < head->e_phnum; ++i) {
    if (parts[i].p_type != PT_NOTE) continue;
    const char* at = reinterpret_cast<const char*>(module.shift + parts[i].p_vaddr);
    const char* const end = at + parts[i].p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      const auto* const note = reinterpret_cast<const ElfW(Nhdr)*>(at);
      const char* const name = at + sizeof *note;
      const char* const id = name + (note->n_namesz + 3) / 4 * 4;
      if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0) {
        for (std::size_t byte = 0; byte < note->n_descsz; ++byte) {
          const auto value = static_cast<unsigned char>(id[byte]);
          put("0123456789abcdef"[value >> 4]);
          put("0123456789abcdef"[value & 15]);
        }
        return;
      }
      at = id + (note->n_descsz + 3) / 4 * 4;
    }
  }
}

}  // namespace runahead::gui
