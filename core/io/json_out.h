// SPDX-License-Identifier: GPL-3.0-or-later
// JsonOut: writes JSON to a file as it goes, so that a million events never exist as a document.
// Not a document: no reading, no indentation; the caller balances begin and end.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/atomic_file.h"

namespace runahead {

class JsonOut {
 public:
  explicit JsonOut(AtomicFile& file) : file_(file) {}

  /// Whatever is written from now on is dropped.
  bool failed() const { return file_.failed(); }

  void begin_object() { open("{"); }
  void end_object() { close("}"); }
  void begin_array() { open("["); }
  void end_array() { close("]"); }
  void key(std::string_view name);
  /// The next element starts on a line of its own.
  void new_line() { line_ = true; }

  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(std::int64_t number);
  void value(std::uint64_t number);
  void value(std::uint32_t number) { value(static_cast<std::uint64_t>(number)); }
  void value(int number) { value(static_cast<std::int64_t>(number)); }
  void value(bool truth);
  /// Nanoseconds as microseconds with three decimals: exact.
  void microseconds(std::int64_t time_ns);

  template <class T>
  void member(std::string_view name, T thing) {
    key(name);
    value(thing);
  }

 private:
  void open(std::string_view bracket);
  void close(std::string_view bracket);
  void separate();
  void quoted(std::string_view text);

  AtomicFile& file_;
  bool comma_ = false;
  bool line_ = false;
};

}  // namespace runahead
