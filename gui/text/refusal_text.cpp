// SPDX-License-Identifier: GPL-3.0-or-later
// A sentence for each code and field.
#include "gui/text/refusal_text.h"

namespace runahead::gui {
namespace {

using Field = Refusal::Field;

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// "21 GB"
std::string roughBytes(std::int64_t bytes) {
  const char* unit = bytes >= 10'000'000'000 ? " GB" : " MB";
  const std::int64_t scale = bytes >= 10'000'000'000 ? 1'000'000'000 : 1'000'000;
  return std::to_string((bytes + scale - 1) / scale) + unit;
}

std::string unknownText(const Refusal& refusal) {
  const std::string given = " '" + refusal.given + "': ";
  const std::string offered = joined(refusal.offered);
  if (refusal.field == Field::torch)
    return std::string("torch real: ").append(refusal.given) +
           " is no program in Python with PyTorch or NumPy alone";
  if (refusal.field == Field::mode) return "unknown mode" + given + refusal.scenario + " runs in " + offered;
  if (refusal.field == Field::parameter)
    return "unknown parameter" + given + refusal.scenario + " has " + offered;
  return "unknown scenario" + given + "there are " + offered;
}

std::string rangeText(const Refusal& refusal) {
  if (refusal.field == Field::waits)
    return "waits '" + refusal.given + "': after 'every:' comes a whole number from 1, as in every:8";
  const std::string value = std::to_string(refusal.value);
  return (refusal.field == Field::workers ? "workers " + value : "parameter " + refusal.given + "=" + value) +
         ": use " + std::to_string(refusal.least) + " to " + std::to_string(refusal.most) +
         (refusal.unit.empty() ? "" : " (" + refusal.unit + ")");
}

std::string simulatedText(const Refusal& refusal) {
  if (refusal.field == Field::costs)
    return "costs '" + refusal.given + "': only the simulated clock takes its costs from a file";
  if (refusal.field == Field::parameter)
    return "parameter " + refusal.given + ": only the simulated clock has it";
  return "clock '" + refusal.given + "': " + refusal.scenario +
         " is about chosen times; it has only the simulated clock";
}

std::string missingText(const Refusal& refusal) {
  if (refusal.field == Field::device) {
    return "parameter devices=" + std::to_string(refusal.value) + ": " + std::to_string(refusal.most) +
           (refusal.most == 1 ? " CUDA device is there" : " CUDA devices are there");
  }
  return "not enough memory: the arrays of this run will hold about " + roughBytes(refusal.value) + ", and " +
         roughBytes(refusal.most) +
         " are free; use smaller parameters, more waits, or a bound (memory_bound_mb)";
}

}  // namespace

std::string refusalText(const Refusal& refusal, FrontEnd where) {
  const std::string line = std::to_string(refusal.value);
  switch (refusal.code) {
    case Refusal::Code::said:
      return refusal.given;
    case Refusal::Code::unknown:
      return unknownText(refusal);
    case Refusal::Code::misspelt:
      return "unknown scenario '" + refusal.given + "': did you mean " + joined(refusal.offered) + "?";
    case Refusal::Code::out_of_range:
      return rangeText(refusal);
    case Refusal::Code::no_place:
      return "waits '" + refusal.given + "': line " + line + " of " + refusal.scenario +
             " cannot carry a wait; lines that can: " + joined(refusal.offered);
    case Refusal::Code::in_function:
      return "waits '" + refusal.given + "': line " + line +
             " stands inside a function that mode function traces, where nothing has a value to wait for";
    case Refusal::Code::simulated_only:
      return simulatedText(refusal) + (where == FrontEnd::commandLine ? " (--clock virtual)" : "");
    case Refusal::Code::real_only:
      return "device '" + refusal.given + "': a simulation has no real device; use emulated";
    case Refusal::Code::not_here:
      return "its costs are those of a file, " + refusal.given;
    case Refusal::Code::wrong_mode:
      if (refusal.field == Field::torch)
        return "torch real: the system's PyTorch runs in mode stream, async or sync, not in mode " +
               joined(refusal.offered);
      return "device '" + refusal.given + "': only mode stream has a device of its own; mode " +
             joined(refusal.offered) + " runs on the cpu";
    case Refusal::Code::wrong_device:
      if (refusal.field == Field::torch)
        return "torch real: the system's PyTorch runs on an emulated device; on cuda there is torch small";
      return "tf32: only mode stream on the device cuda computes products so";
    case Refusal::Code::beside_contexts:
      return "workers " + std::to_string(refusal.value) +
             ": beside the devices of MXNet a run in real time has 1 worker; a simulation can have more";
    case Refusal::Code::too_few:
      return missingText(refusal);
  }
  return {};
}

}  // namespace runahead::gui
