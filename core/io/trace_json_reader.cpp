// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the JSON of FORMAT.md as a stream of tokens: one event is held at a time, and handed to the rebuilder
// of its run. Not here: what an event means (trace_json_event.cpp).
#include <algorithm>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/quote.h"
#include "core/io/file_bytes.h"
#include "core/io/json_fields.h"
#include "core/io/run_head.h"
#include "core/io/trace_file.h"
#include "core/io/trace_json_event.h"
#include "core/io/trace_rebuilder.h"
#include "core/trace/rounds.h"

namespace runahead {
namespace {

constexpr const char* kOlderSession =
    "this session was written before version 0.1 of Runahead, whose sessions are not read any more";
constexpr const char* kForeign =
    "this is not a trace that Runahead wrote (no \"runahead\" entry before the events)";

/// The parser's listener. Throws BadTrace out of the parser.
class Reader {
 public:
  explicit Reader(const FileBytes& bytes) : bytes_(bytes) {}

  std::vector<Trace> traces() {
    if (!header_ || runs_.empty()) fail(kForeign);
    std::vector<Trace> traces;
    for (auto& run : runs_) {
      traces.push_back(run->build());
      run.reset();
    }
    return traces;
  }

  // What nlohmann's SAX parser calls.
  bool null() { return scalar(Scalar::Type::absent); }
  bool boolean(bool truth) {
    scalar_.truth = truth;
    return scalar(Scalar::Type::boolean);
  }
  bool number_integer(std::int64_t number) {
    scalar_.negative = number < 0;
    scalar_.magnitude =
        number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
    return scalar(Scalar::Type::integer);
  }
  bool number_unsigned(std::uint64_t number) {
    scalar_.negative = false;
    scalar_.magnitude = number;
    return scalar(Scalar::Type::integer);
  }
  bool number_float(double, const std::string& token) {
    scalar_.text = token;
    return scalar(Scalar::Type::decimal);
  }
  bool string(std::string& text) {
    scalar_.text.swap(text);
    return scalar(Scalar::Type::text);
  }
  bool binary(nlohmann::json::binary_t&) { return false; }

  bool start_object(std::size_t) {
    switch (state()) {
      case State::outside:
        enter(State::root);
        break;
      case State::root:
        enter(key_ == "runahead" && !header_ ? State::header : State::other);
        break;
      case State::runs:
        begin_run();
        break;
      case State::run:
        if (key_ == "rounds") return begin_rounds();
        enter(key_ == "parameters" ? State::parameters : State::other);
        break;
      case State::rounds:
        enter(key_ == "figures" ? State::figures : State::other);
        break;
      case State::events:
        begin_event();
        break;
      case State::event:
        enter(key_ == "args" ? State::arguments : State::other);
        break;
      case State::uses:
      case State::use:
        fail("\"uses\" is not a list of lists");
      default:
        enter(State::other);
        break;
    }
    return true;
  }

  bool end_object() {
    const State ended = leave();
    if (ended == State::run) end_run();
    if (ended == State::event) end_event();
    return true;
  }

  bool start_array(std::size_t) {
    switch (state()) {
      case State::outside:
        fail(kForeign);
      case State::root:
        if (key_ != "traceEvents") return enter(State::other);
        if (!header_) fail(kForeign);
        return enter(State::events);
      case State::header:
        return enter(key_ == "runs" ? State::runs : State::other);
      case State::arguments:
        if (key_ != "uses") return enter(State::other);
        if (has_uses_) fail("\"uses\" is given twice");
        has_uses_ = true;
        return enter(State::uses);
      case State::uses:
        use_size_ = 0;
        return enter(State::use);
      case State::use:
        fail("\"uses\" is nested too deeply");
      case State::figures:
        if (rounds_->metrics.size() == kMostRoundMetrics) fail("\"rounds\" has too many figures");
        rounds_->metrics.push_back({key_, {}});
        return enter(State::figure);
      case State::figure:
        fail("\"rounds\" is nested too deeply");
      case State::runs:
      case State::events:
        fail("a list where an entry should be");
      default:
        return enter(State::other);
    }
    return true;
  }

  bool end_array() {
    if (leave() == State::use) end_use();
    return true;
  }

  bool key(std::string& name) {
    key_.swap(name);
    if (state() == State::root && key_ == "runahead_session") fail(kOlderSession);
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) {
    constexpr int kNumberOverflow = 406;
    if (error.id == kNumberOverflow) fail("a number is too large");
    fail(bytes_.at_end() ? "the file ends in the middle" : "this is not JSON");
  }

 private:
  enum class State : std::uint8_t {
    outside,
    root,
    header,
    runs,
    run,
    parameters,
    rounds,
    figures,
    figure,
    events,
    event,
    arguments,
    uses,
    use,
    other,
  };

  [[noreturn]] void fail(const std::string& what) const { throw BadTrace(bytes_.offset(), what); }

  State state() const { return states_.empty() ? State::outside : states_.back(); }

  bool enter(State state) {
    if (states_.size() == kDeepest) fail("nested too deeply");
    if (state == State::header) header_ = true;
    states_.push_back(state);
    return true;
  }

  State leave() {
    const State top = states_.back();
    states_.pop_back();
    return top;
  }

  bool scalar(Scalar::Type type) {
    scalar_.type = type;
    switch (state()) {
      case State::outside:
        fail(kForeign);
      case State::header:
        header_scalar();
        break;
      case State::run:
        set(run_field(key_));
        break;
      case State::parameters:
        if (type != Scalar::Type::text) fail("a parameter is not a text");
        if (parameters_.size() == kMostParameters) fail("too many parameters");
        parameters_.emplace_back(key_, scalar_.text);
        break;
      case State::rounds:
        if (key_ == "set") rounds_->set = round_number(kLargestRoundSet);
        if (key_ == "kept") rounds_->kept = static_cast<std::uint32_t>(round_number(kMostRounds - 1));
        break;
      case State::figure:
        if (rounds_->metrics.back().values.size() == kMostRounds) fail("\"rounds\" has too many rounds");
        rounds_->metrics.back().values.push_back(round_value());
        break;
      case State::figures:
        fail("a figure of \"rounds\" is not a list");
      case State::event:
        set(event_field(key_));
        break;
      case State::arguments:
        set(argument_field(key_));
        break;
      case State::use:
        use_scalar();
        break;
      case State::runs:
      case State::events:
      case State::uses:
        fail("a value where an entry should be");
      case State::root:
      case State::other:
        break;
    }
    return true;
  }

  void set(Field field) {
    if (field != Field::none) fields_.set(bytes_.offset(), field, scalar_);
  }

  void header_scalar() {
    if (key_ != "schema") return;
    if (scalar_.type != Scalar::Type::integer || scalar_.negative || scalar_.magnitude != 1) {
      fail("written by a newer Runahead: only schema 1 is known here");
    }
    schema_ = true;
  }

  bool begin_rounds() {
    if (rounds_) fail("\"rounds\" is given twice");
    rounds_.emplace();
    return enter(State::rounds);
  }

  std::uint64_t round_number(std::uint64_t most) const {
    const bool fits = scalar_.type == Scalar::Type::integer && !scalar_.negative && scalar_.magnitude <= most;
    if (!fits) fail(in_quotes(key_) + " of \"rounds\" is out of range");
    return scalar_.magnitude;
  }

  /// Of a figure that may shrink, below zero.
  std::int64_t round_value() const {
    if (scalar_.type != Scalar::Type::integer || scalar_.magnitude > static_cast<std::uint64_t>(kLatestNs)) {
      fail("a value of \"rounds\" is out of range");
    }
    const auto size = static_cast<std::int64_t>(scalar_.magnitude);
    return scalar_.negative ? -size : size;
  }

  std::shared_ptr<const Rounds> rounds() {
    if (!rounds_) return nullptr;
    const std::size_t count = rounds_->count();
    const bool even = std::all_of(rounds_->metrics.begin(), rounds_->metrics.end(),
                                  [&](const RoundMetric& metric) { return metric.values.size() == count; });
    if (!rounds_->find("total") || rounds_->metrics.front().what != "total" || !even || count == 0 ||
        rounds_->kept >= count) {
      fail("\"rounds\" are not as many values of each figure, the total first");
    }
    return std::make_shared<const Rounds>(std::move(*rounds_));
  }

  void begin_run() {
    if (!schema_) fail("\"schema\" does not come first");
    if (runs_.size() == kMostRuns) fail("too many runs");
    fields_.clear();
    parameters_.clear();
    rounds_.reset();
    enter(State::run);
  }

  void end_run() {
    const std::uint64_t offset = bytes_.offset();
    TraceInfo info;
    info.source.scenario = fields_.text(offset, Field::scenario);
    if (fields_.has(Field::program)) set_program(info, fields_.text(offset, Field::program));
    info.mode = fields_.word(offset, Field::mode, mode_called);
    info.waits = fields_.word(offset, Field::waits, Waits::parse);
    info.clock = fields_.word(offset, Field::clock, clock_called);
    info.device = fields_.word(offset, Field::device, device_called);
    if (fields_.has(Field::device_name)) info.device_name = fields_.text(offset, Field::device_name);
    if (fields_.has(Field::device_libraries)) {
      info.device_libraries = fields_.text(offset, Field::device_libraries);
    }
    info.workers = fields_.integer(offset, Field::workers, 0, 1'000'000);
    info.seed = fields_.unsigned_integer(offset, Field::seed);
    for (const auto& [name, value] : parameters_) {
      if (!take_parameter(info, name, value)) fail("a parameter is not a whole number");
    }
    info.rounds = rounds();
    const std::uint64_t left_out = fields_.unsigned_integer(offset, Field::left_out_tasks);
    const bool finished = fields_.boolean(offset, Field::finished);
    runs_.push_back(std::make_unique<TraceRebuilder>(std::move(info), left_out, finished));
    if (fields_.has(Field::resident_base_bytes)) {
      runs_.back()->set_resident_base(fields_.integer(offset, Field::resident_base_bytes, 0, kMostBytes));
    }
    if (fields_.has(Field::device_time_error_ns)) {
      runs_.back()->set_device_time_error(fields_.integer(offset, Field::device_time_error_ns, 1, kLatestNs));
    }
    if (fields_.has(Field::tasks_without_record)) {
      runs_.back()->set_tasks_without_record(fields_.unsigned_integer(offset, Field::tasks_without_record));
    }
    if (fields_.has(Field::processor_wait_ns)) {
      runs_.back()->set_processor_wait(fields_.integer(offset, Field::processor_wait_ns, 1, kLatestNs));
    }
  }

  void begin_event() {
    fields_.clear();
    uses_.clear();
    has_uses_ = false;
    enter(State::event);
  }

  void end_event() {
    const std::uint64_t offset = bytes_.offset();
    const std::int64_t pid = fields_.integer(offset, Field::pid, 1, static_cast<std::int64_t>(runs_.size()));
    TraceRebuilder& run = *runs_[static_cast<std::size_t>(pid - 1)];
    for (const UseRow& use : uses_) run.use(use.variable, use.version, use.write);
    read_json_event(fields_, offset, run);
  }

  void use_scalar() {
    const bool number =
        scalar_.type == Scalar::Type::integer && !scalar_.negative && scalar_.magnitude < kNone;
    if (use_size_ < 2 && number) {
      (use_size_ == 0 ? use_.variable : use_.version) = static_cast<std::uint32_t>(scalar_.magnitude);
    } else if (use_size_ == 2 && scalar_.type == Scalar::Type::text &&
               (scalar_.text == "read" || scalar_.text == "write")) {
      use_.write = scalar_.text == "write";
    } else {
      fail("a use is not [array, version, \"read\" or \"write\"]");
    }
    ++use_size_;
  }

  void end_use() {
    if (use_size_ != 3) fail("a use is not [array, version, \"read\" or \"write\"]");
    uses_.push_back(use_);
  }

  struct UseRow {
    VariableId variable;
    std::uint32_t version;
    bool write;
  };

  const FileBytes& bytes_;
  std::vector<State> states_;
  std::string key_;
  Scalar scalar_;
  JsonFields fields_;
  std::vector<std::pair<std::string, std::string>> parameters_;
  std::optional<Rounds> rounds_;
  std::vector<UseRow> uses_;
  UseRow use_{};
  int use_size_ = 0;
  bool has_uses_ = false;
  bool header_ = false;
  bool schema_ = false;
  std::vector<std::unique_ptr<TraceRebuilder>> runs_;
};

}  // namespace

Result<std::vector<Trace>> read_traces(const std::string& path, const Progress& progress) {
  FileBytes bytes(path, progress);
  const auto unreadable = [&] { return Failure{path + ": " + std::strerror(bytes.error())}; };
  if (bytes.error() != 0) return unreadable();
  const auto failure = [&](std::uint64_t offset, const char* what) {
    return Failure{path + ": offset " + std::to_string(offset) + ": " + what};
  };
  if (bytes.given_up()) return cancelled();
  if (bytes.at_end()) return failure(0, "the file is empty");
  try {
    Reader reader(bytes);
    nlohmann::json::sax_parse(ByteIterator(bytes), ByteIterator(), &reader);
    return reader.traces();
  } catch (const BadTrace& bad) {
    if (bytes.given_up()) return cancelled();
    if (bytes.error() != 0) return unreadable();
    return failure(bad.offset(), bad.what());
  } catch (const std::exception& error) {  // out of memory, or a trace's own limits
    return failure(bytes.offset(), reason_of(error).c_str());
  }
}

}  // namespace runahead
