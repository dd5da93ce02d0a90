// SPDX-License-Identifier: GPL-3.0-or-later
// What a scenario is: a small program with a question, parameters, modes and waits; and the registry of all.
// Not here: running one (run_execution.h) or the frontend that its program calls (program.h). Listings are
// resources: resources/listings/<id>.<framework>.py, whose line numbers are those of Program::line().
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/trace/run_request.h"

namespace runahead {

class Program;

struct RunConfig;

/// An integer that a user may choose. `book` is the value of the preset "book", `step` of the preset "step".
struct Parameter {
  std::string name;
  std::string unit;  ///< "" for plain numbers, else e.g. "rows", "tasks", "MB"
  std::int64_t min;
  std::int64_t max;
  std::int64_t default_value;
  std::int64_t book;
  std::int64_t step;
  std::string help;  ///< one phrase
  /// Where it is rows of a square: on a GPU as many at least that a product takes so many µs, unless the user
  /// says how many. A fast GPU would be done before the frontend has launched.
  int product_us = 0;
};

/// Where numbers of the book were printed, of programs of which size, and on what.
struct Printed {
  std::string edition;
  std::string size;     ///< of the arrays and loops, e.g. "x of 2000 × 2000, n = 1000"
  std::string machine;  ///< as far as the book says it
};

/// A number that the book's authors printed on their machine.
struct BookNumber {
  std::string label;
  std::string value;
  Printed printed;
  std::string mark = "";   ///< of a run, that measures the same; "" for none
  std::string mode = "";   ///< of that run; "" for any
  std::string waits = "";  ///< of that run; "" for any
};

/// What stands in a line from one byte of UTF-8 to before another.
struct LinePart {
  int line;
  int begin = 0;
  int end = kWholeLine;
  static constexpr int kWholeLine = -1;  ///< to where the line ends
  bool operator==(const LinePart&) const = default;
};

/// A line of the listing that waits, or can.
struct WaitLine {
  int line;
  WaitPlace place = WaitPlace::possible;
  /// What a run that leaves the wait out does not do, in the order of the text, also on lines behind this
  /// one; empty: the whole line.
  std::vector<LinePart> parts = {};
};

struct Scenario {
  std::string id;
  char group;  ///< 'A' to 'G', see group_title()
  std::string title;
  std::string question;
  std::string explanation;           ///< what to look at and why it is so, plain text, paragraphs split by \n
  std::vector<Mode> modes;           ///< default first
  std::vector<std::string> waits;    ///< offered values of the waits axis, default first: program none each
                                     ///< every:8; no two that take the same waits
  std::vector<WaitLine> wait_lines;  ///< every line of the listing that waits or can, in their order
  std::vector<Parameter> parameters;
  std::vector<BookNumber> book;
  std::optional<DeviceKind> device = {};  ///< what auto means in mode stream; none: what there is
  /// Lines that a function holds in mode function: none of them can carry a wait there.
  std::vector<int> function_lines = {};
  /// Bytes that arrays will hold at the most, for the run as asked for; null where that is next to nothing.
  std::int64_t (*peak_bytes)(const RunConfig&) = nullptr;
  /// About times that are chosen, so it has no live run.
  bool virtual_only = false;
  /// A program that may never use a device: its lanes come with its first use.
  bool device_later = false;
  /// In mode async devices compute beside the workers, and copies beside both, as in MXNet.
  bool has_contexts = false;
  /// Computes on a second device, too.
  bool second_device = false;
  /// A program of libraries that the system may have, PyTorch and NumPy alone; which of them it takes first.
  const char* systems_library = nullptr;
  /// Makes streams: what was freed may still be in use by another one, so tasks hold what they use.
  bool makes_streams = false;
  /// Its program may compute inside single calls, whatever the mode.
  bool computes_in_call = false;
  /// A user's own program: its text (python.h).
  std::shared_ptr<const ProgramText> written = {};
  bool demonstrates_error = false;  ///< an error is what it shows: the run still succeeds
  void (*program)(Program&);
};

/// Of programs that a user wrote.
inline constexpr char kWrittenGroup = 'P';
const char* group_title(char group);

/// All scenarios, in the order of the book.
std::span<const Scenario> scenarios();
/// One of them, or a program of that name that is known (python.h).
const Scenario* find_scenario(std::string_view id);

/// The lines where the program waits with this value, in some iterations at least, and could be made not to.
std::vector<int> lines_of(const Waits& waits, const Scenario& scenario);
/// What of the listing a run with these waits leaves out.
std::vector<LinePart> left_out(const Waits& waits, const Scenario& scenario);
/// Whether both take the same waits, whatever they are called.
bool same_waits(const Waits& one, const Waits& other, const Scenario& scenario);
/// In every iteration at these lines, and otherwise only where a wait is final: the first of the scenario's
/// own values that means this, or a list. A list always has a line: that of no waits names one that is final.
Waits waits_of_lines(const Scenario& scenario, std::vector<int> lines);

}  // namespace runahead
