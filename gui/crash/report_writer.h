// SPDX-License-Identifier: GPL-3.0-or-later
// ReportWriter: words, numbers and places in code into a new file, by nothing but calls that a signal's
// handler may make. Not here: when a report is written, and what else is in it (crash/handlers.h).
#pragma once

#include <sys/types.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace runahead::gui {

class ReportWriter {
 public:
  /// Creates the file, and the folders above it, for their user alone. An existing file stays as it is, and
  /// nothing is written.
  explicit ReportWriter(const char* path);
  ~ReportWriter();
  ReportWriter(const ReportWriter&) = delete;
  ReportWriter& operator=(const ReportWriter&) = delete;

  ReportWriter& text(const char* text);
  ReportWriter& number(std::uint64_t number);
  ReportWriter& hex(std::uint64_t number);
  /// "runahead_window.so+0x1f3c0": the module's file without its folders.
  ReportWriter& place(const void* address);
  /// A line for each module that place() has named, and for that of `own`, with its build id.
  void modules(const void* own);
  /// On to the file: what comes next may fail.
  void flush();

 private:
  struct Module {
    const char* name;
    std::uintptr_t shift;
  };
  void put(char character);
  /// Null: the address is in none.
  const Module* moduleOf(const void* address);
  void buildId(const Module& module);

  int m_descriptor;
  std::array<char, 1024> m_buffer;
  std::size_t m_size = 0;
  std::array<Module, 24> m_modules;
  Module m_unlisted{};  ///< of the one more than there is room for
  std::size_t m_count = 0;
};

}  // namespace runahead::gui
