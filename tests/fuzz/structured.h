// SPDX-License-Identifier: GPL-3.0-or-later
// Damage behind the walls: to the values of JSON, the numbers of a run's columns, the manifest of a session
// and the runs beside it; packed again, with lengths, checksums and places that hold, so that readers get to
// it. The same for the same seed. Not here: damage to bytes and lines (mutator.h), and what readers make of
// it.
#pragma once

#include <cstdint>
#include <string>

namespace runahead::testing_support {

/// Of a text that is no JSON: its lines and numbers.
void mutate_json(std::string& text, std::uint32_t seed);
/// Of bytes that are no run: any.
void mutate_run(std::string& bytes, std::uint32_t seed);
/// Of bytes that are no session of the second version: their JSON.
void mutate_session(std::string& bytes, std::uint32_t seed);

/// Small files of random runs, to begin with.
std::string small_run(std::uint32_t seed);
std::string small_session(std::uint32_t seed);

}  // namespace runahead::testing_support
