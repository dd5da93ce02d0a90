// SPDX-License-Identifier: GPL-3.0-or-later
// A lecture on paper, as it is presented. Not here: the screen itself (presenter.h).
#pragma once

#include <QString>

#include "core/base/error.h"
#include "core/io/session_file.h"

namespace runahead::gui {

/// slides.pdf: every step, in the slide's theme, with the questions and their answers; handout.pdf: every
/// slide with the words for the class and each of its steps, or its question; notes.pdf: with those for who
/// speaks, too; answers.pdf, where something is asked: the answers, and what the slide shows behind;
/// lecture.html: an interactive page (export/page.h). `title`: of all of them. All runs of the
/// session are in memory. Makes the directory where it is missing; the message names what could not be
/// written. Needs a QApplication (any platform).
Status writeLecturePages(const QString& directory, const QString& title, const SessionFile& session);

}  // namespace runahead::gui
