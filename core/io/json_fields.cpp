// SPDX-License-Identifier: GPL-3.0-or-later
// Keys and typed access: what a field may hold is decided where it is used, here only whether it does.
#include "core/io/json_fields.h"

#include <unordered_map>

namespace runahead {
namespace {

struct Key {
  const char* name;
  Field field;
};

constexpr Key kRunKeys[] = {
    {"scenario", Field::scenario},
    {"program", Field::program},
    {"mode", Field::mode},
    {"waits", Field::waits},
    {"clock", Field::clock},
    {"device", Field::device},
    {"device_name", Field::device_name},
    {"device_libraries", Field::device_libraries},
    {"workers", Field::workers},
    {"seed", Field::seed},
    {"resident_base_bytes", Field::resident_base_bytes},
    {"device_time_error_ns", Field::device_time_error_ns},
    {"tasks_without_record", Field::tasks_without_record},
    {"processor_wait_ns", Field::processor_wait_ns},
    {"left_out_tasks", Field::left_out_tasks},
    {"finished", Field::finished},
};

constexpr Key kEventKeys[] = {
    {"ph", Field::ph},   {"name", Field::name}, {"cat", Field::cat}, {"pid", Field::pid},
    {"tid", Field::tid}, {"ts", Field::ts},     {"dur", Field::dur}, {"seq", Field::seq},
};

constexpr Key kArgumentKeys[] = {
    {"name", Field::label},
    {"kind", Field::kind},
    {"task", Field::task},
    {"statement", Field::statement},
    {"line", Field::line},
    {"outcome", Field::outcome},
    {"defer_us", Field::defer_us},
    {"enqueue_us", Field::enqueue_us},
    {"ready_us", Field::ready_us},
    {"defer_seq", Field::defer_seq},
    {"enqueue_seq", Field::enqueue_seq},
    {"ready_seq", Field::ready_seq},
    {"start_seq", Field::start_seq},
    {"end_seq", Field::end_seq},
    {"after", Field::after},
    {"begin_seq", Field::begin_seq},
    {"seq", Field::seq},
    {"wait", Field::wait},
    {"variable", Field::variable},
    {"ended_by", Field::ended_by},
    {"continues", Field::continues},
    {"input", Field::input},
    {"bytes", Field::bytes},
    {"device", Field::device},
    {"mark", Field::mark},
    {"error", Field::error},
    {"origin", Field::origin},
    {"message", Field::message},
};

using Table = std::unordered_map<std::string_view, Field>;

template <std::size_t kSize>
Table table_of(const Key (&keys)[kSize]) {
  Table table;
  for (const Key& key : keys) table.emplace(key.name, key.field);
  return table;
}

Field find(const Table& table, std::string_view key) {
  const auto found = table.find(key);
  return found == table.end() ? Field::none : found->second;
}

}  // namespace

const char* to_string(Field field) {
  for (const Key& key : kRunKeys) {
    if (key.field == field) return key.name;
  }
  for (const Key& key : kEventKeys) {
    if (key.field == field) return key.name;
  }
  for (const Key& key : kArgumentKeys) {
    if (key.field == field) return key.name;
  }
  return "schema";
}

Field run_field(std::string_view key) {
  static const Table table = table_of(kRunKeys);
  return find(table, key);
}

Field event_field(std::string_view key) {
  static const Table table = table_of(kEventKeys);
  return find(table, key);
}

Field argument_field(std::string_view key) {
  static const Table table = table_of(kArgumentKeys);
  return find(table, key);
}

void JsonFields::clear() {
  for (Scalar& scalar : scalars_) scalar.type = Scalar::Type::absent;
}

void JsonFields::set(std::uint64_t offset, Field field, const Scalar& scalar) {
  if (has(field)) throw BadTrace(offset, std::string("\"") + to_string(field) + "\" is given twice");
  Scalar& here = scalars_[static_cast<std::size_t>(field)];
  here.type = scalar.type;
  here.truth = scalar.truth;
  here.negative = scalar.negative;
  here.magnitude = scalar.magnitude;
  // Beside a number stands the last text, which may be long.
  const bool text = scalar.type == Scalar::Type::text || scalar.type == Scalar::Type::decimal;
  if (text) here.text = scalar.text;
}

const Scalar& JsonFields::expect(std::uint64_t offset, Field field, Scalar::Type type,
                                 const char* what) const {
  const Scalar& scalar = at(field);
  if (scalar.type == Scalar::Type::absent) {
    throw BadTrace(offset, std::string("\"") + to_string(field) + "\" is missing");
  }
  if (scalar.type != type) {
    throw BadTrace(offset, std::string("\"") + to_string(field) + "\" is not " + what);
  }
  return scalar;
}

std::string_view JsonFields::text(std::uint64_t offset, Field field) const {
  return expect(offset, field, Scalar::Type::text, "a text").text;
}

bool JsonFields::boolean(std::uint64_t offset, Field field) const {
  return expect(offset, field, Scalar::Type::boolean, "true or false").truth;
}

std::int64_t JsonFields::integer(std::uint64_t offset, Field field, std::int64_t least,
                                 std::int64_t most) const {
  const Scalar& scalar = expect(offset, field, Scalar::Type::integer, "a whole number");
  const auto bound = static_cast<std::uint64_t>(INT64_MAX);
  const auto value = scalar.negative ? -static_cast<std::int64_t>(scalar.magnitude & bound)
                                     : static_cast<std::int64_t>(scalar.magnitude & bound);
  if (scalar.magnitude > bound || value < least || value > most) {
    throw BadTrace(offset, std::string("\"") + to_string(field) + "\" is out of range");
  }
  return value;
}

std::uint64_t JsonFields::unsigned_integer(std::uint64_t offset, Field field) const {
  const Scalar& scalar = expect(offset, field, Scalar::Type::integer, "a whole number");
  if (scalar.negative) throw BadTrace(offset, std::string("\"") + to_string(field) + "\" is negative");
  return scalar.magnitude;
}

std::uint32_t JsonFields::id(std::uint64_t offset, Field field) const {
  return static_cast<std::uint32_t>(integer(offset, field, 0, kNone - 1));
}

std::uint32_t JsonFields::optional_id(std::uint64_t offset, Field field) const {
  return has(field) ? id(offset, field) : kNone;
}

std::int64_t JsonFields::time_ns(std::uint64_t offset, Field field) const {
  if (at(field).type == Scalar::Type::integer) return integer(offset, field, 0, kLatestNs / 1000) * 1000;
  const std::string& text = expect(offset, field, Scalar::Type::decimal, "a time").text;
  const auto wrong = [&] {
    throw BadTrace(offset, std::string("\"") + to_string(field) + "\" is not a time in whole nanoseconds");
  };
  std::int64_t ns = 0;
  int decimals = -1;  // until the point
  for (const char character : text) {
    if (character == '.' && decimals < 0) {
      decimals = 0;
      continue;
    }
    if (character < '0' || character > '9' || decimals == 3) wrong();
    ns = ns * 10 + (character - '0');
    if (ns > kLatestNs) throw BadTrace(offset, std::string("\"") + to_string(field) + "\" is out of range");
    if (decimals >= 0) ++decimals;
  }
  for (; decimals < 3; ++decimals) ns *= 10;
  if (ns > kLatestNs) throw BadTrace(offset, std::string("\"") + to_string(field) + "\" is out of range");
  return ns;
}

}  // namespace runahead
