// SPDX-License-Identifier: GPL-3.0-or-later
// The manifest of a session's file as a text, to be changed and put back with a checksum that holds.
// Not a reader: it believes what it is given.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/io/chunk_file.h"
#include "core/io/trace_file.h"
#include "tests/support/temporary_directory.h"

namespace runahead::testing_support {

inline constexpr std::size_t kSessionTrailerBytes = 16;

inline std::size_t manifest_begin(const std::string& file) {
  std::uint64_t offset = 0;
  for (std::size_t i = 8; i-- > 0;) {
    offset = offset << 8 | static_cast<std::uint8_t>(file.at(file.size() - kSessionTrailerBytes + i));
  }
  return static_cast<std::size_t>(offset);
}

inline std::string manifest_of(const std::string& file) {
  const std::size_t begin = manifest_begin(file) + kChunkHeadBytes;
  return file.substr(begin, file.size() - kSessionTrailerBytes - begin);
}

inline std::string with_manifest(const std::string& file, const std::string& manifest) {
  return file.substr(0, manifest_begin(file)) + chunk(ChunkKind::session, manifest) +
         file.substr(file.size() - kSessionTrailerBytes);
}

inline std::string replaced(std::string text, const std::string& before, const std::string& after) {
  const std::size_t place = text.find(before);
  if (place == std::string::npos) throw std::runtime_error("not there: " + before);
  return text.replace(place, before.size(), after);
}

}  // namespace runahead::testing_support
