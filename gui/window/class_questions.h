// SPDX-License-Identifier: GPL-3.0-or-later
// ClassQuestions: asks a class about the run on show, and takes its answers in timeline, charts and listing.
// Not here: the questions and what is counted (lecture/asking.h).
#pragma once

#include <QObject>
#include <optional>

#include "core/analysis/question.h"

namespace runahead::gui {

class Asking;
class Lecture;
class ListingPane;
class NoticeStrip;
class RunControl;
class WorkPage;
class Workbench;

class ClassQuestions : public QObject {
  Q_OBJECT
 public:
  struct Parts {
    Asking* asking;
    Workbench* bench;
    RunControl* runs;
    Lecture* lecture;
    WorkPage* page;
    ListingPane* listing;
    NoticeStrip* notice;
  };
  /// All of them outlive it.
  ClassQuestions(const Parts& parts, QObject* parent);

  /// Another question about the run on show, or this one.
  void ask(const std::optional<Question>& question = std::nullopt);
  /// What the workers do while the frontend waits.
  void askToDraw();

 private:
  void follow();
  /// A question is about one run.
  void leaveComparing();

  const Parts m_its;
  bool m_lines = false;  ///< of the answers, in timeline and charts, are there
};

}  // namespace runahead::gui
