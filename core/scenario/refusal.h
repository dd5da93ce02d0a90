// SPDX-License-Identifier: GPL-3.0-or-later
// Refusal: why a run cannot be made as it was asked for, as data. Not here: its words
// (gui/text/refusal_text.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace runahead {

struct Refusal {
  /// The part of the request.
  enum class Field : std::uint8_t {
    program,
    mode,
    waits,
    clock,
    device,
    tf32,
    torch,
    costs,
    workers,
    parameter,
    memory
  };
  enum class Code : std::uint8_t {
    said,             ///< `given` is the sentence, of Python or of the device
    unknown,          ///< none of `offered`
    misspelt,         ///< of a scenario: the one of `offered` is meant
    out_of_range,     ///< `value` is not from `least` to `most`; of waits, the iterations of every:K
    no_place,         ///< waits at line `value`; `offered`: where they can be
    in_function,      ///< waits at line `value`, where nothing has a value
    simulated_only,   ///< it needs a simulated clock
    real_only,        ///< it needs the clock live
    not_here,         ///< the file of costs of a recording
    wrong_mode,       ///< `offered` is the mode
    wrong_device,     ///< products of another device than CUDA; PyTorch beside that one
    beside_contexts,  ///< `value` workers beside devices that compute
    too_few,          ///< `value` devices or bytes are asked for, and `most` are there
  };
  Code code;
  Field field;
  std::string given = {};     ///< as it was asked for; of a parameter its name
  std::string scenario = {};  ///< its id
  std::string unit = {};
  std::vector<std::string> offered = {};
  std::int64_t value = 0, least = 0, most = 0;
  bool operator==(const Refusal&) const = default;
};

}  // namespace runahead
