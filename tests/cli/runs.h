// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a document that the program prints.
#pragma once

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace runahead::testing_support {

/// `words`, with `--json` among them, succeed without a complaint.
inline nlohmann::json runs_of(const std::vector<std::string>& words) {
  const Finished finished = run_program(words);
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_THAT(finished.err, testing::IsEmpty());
  return nlohmann::json::parse(finished.out).at("runs");
}

}  // namespace runahead::testing_support
