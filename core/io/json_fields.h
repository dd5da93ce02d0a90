// SPDX-License-Identifier: GPL-3.0-or-later
// JsonFields: the scalar members of one JSON object as they arrive, and typed, range-checked access to them.
// Not here: nesting and order of objects (trace_json_reader.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/io/bad_trace.h"
#include "core/io/trace_rebuilder.h"

namespace runahead {

/// Every key that a trace file gives a meaning to, wherever it stands.
enum class Field : std::uint8_t {
  // of a run
  schema,
  scenario,
  program,
  mode,
  waits,
  clock,
  device,
  workers,
  seed,
  resident_base_bytes,
  device_name,
  device_libraries,
  device_time_error_ns,
  tasks_without_record,
  processor_wait_ns,
  left_out_tasks,
  finished,
  // of an event
  ph,
  name,
  cat,
  pid,
  tid,
  ts,
  dur,
  seq,
  // of its arguments
  label,
  kind,
  task,
  statement,
  line,
  outcome,
  defer_us,
  enqueue_us,
  ready_us,
  defer_seq,
  enqueue_seq,
  ready_seq,
  start_seq,
  end_seq,
  after,
  begin_seq,
  wait,
  variable,
  ended_by,
  continues,
  input,
  bytes,
  mark,
  error,
  origin,
  message,
  none,
};

const char* to_string(Field field);
/// Field::none for keys without a meaning there.
Field run_field(std::string_view key);
Field event_field(std::string_view key);
Field argument_field(std::string_view key);

struct Scalar {
  enum class Type : std::uint8_t { absent, boolean, integer, decimal, text };
  Type type = Type::absent;
  bool truth = false;
  bool negative = false;        ///< of an integer
  std::uint64_t magnitude = 0;  ///< of an integer
  std::string text;             ///< of a text; of a decimal as it stands in the file
};

class JsonFields {
 public:
  void clear();
  /// Throws BadTrace when the field is there already.
  void set(std::uint64_t offset, Field field, const Scalar& scalar);

  bool has(Field field) const { return at(field).type != Scalar::Type::absent; }
  // Each throws BadTrace when the field is missing, of another type or out of range.
  std::string_view text(std::uint64_t offset, Field field) const;
  /// The value that `called` knows by this text.
  template <class Value>
  Value word(std::uint64_t offset, Field field, std::optional<Value> (*called)(std::string_view)) const {
    const std::optional<Value> value = called(text(offset, field));
    if (!value) throw BadTrace(offset, std::string("\"") + to_string(field) + "\" has an unknown value");
    return *value;
  }
  bool boolean(std::uint64_t offset, Field field) const;
  std::int64_t integer(std::uint64_t offset, Field field, std::int64_t least, std::int64_t most) const;
  std::uint64_t unsigned_integer(std::uint64_t offset, Field field) const;
  /// An id or position; kNone without the field.
  std::uint32_t optional_id(std::uint64_t offset, Field field) const;
  std::uint32_t id(std::uint64_t offset, Field field) const;
  /// Microseconds in the file, up to three decimals.
  std::int64_t time_ns(std::uint64_t offset, Field field) const;

 private:
  const Scalar& at(Field field) const { return scalars_[static_cast<std::size_t>(field)]; }
  const Scalar& expect(std::uint64_t offset, Field field, Scalar::Type type, const char* what) const;

  std::array<Scalar, static_cast<std::size_t>(Field::none)> scalars_;
};

}  // namespace runahead
