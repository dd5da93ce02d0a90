// SPDX-License-Identifier: GPL-3.0-or-later
// The head of a stored run as JSON. Not for others: they call run_file.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/io/run_file.h"

namespace runahead {

std::string head_to_json(const RunHead& head);
/// Throws BadTrace, which names the byte `offset`.
RunHead head_from_json(std::string_view text, std::uint64_t offset);

}  // namespace runahead
