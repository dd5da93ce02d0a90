// SPDX-License-Identifier: GPL-3.0-or-later
// The lectures that come with the program: resources/lectures/NAME.json says which runs, where they step and
// what is said there; the runs are made when the lecture is asked for. Not here: those in files
// (core/io/session_file.h).
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/io/session_file.h"

namespace runahead::gui {

struct LectureTitle {
  std::string name;
  std::string title;
};
/// In their order.
std::vector<LectureTitle> shippedLectures();

/// Takes some ms: its runs are small, and under the virtual clock. Failure: one line.
Result<SessionFile> makeLecture(const std::string& name);

}  // namespace runahead::gui
