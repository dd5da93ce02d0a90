// SPDX-License-Identifier: GPL-3.0-or-later
// PageBody: what of a page steps through a run, or through several under one another. A page of a lecture has
// several bodies. Not here: the document around them (page.h).
#pragma once

#include <QByteArray>
#include <deque>
#include <span>
#include <vector>

#include "gui/export/page_picture.h"
#include "gui/export/page_script.h"
#include "gui/text/run_text.h"

namespace runahead::gui {

class PageBody {
 public:
  /// `number`: in its document. `asks`: it has the questions that its run, if it is one, supports. Traces,
  /// options and ink must outlive it.
  PageBody(std::span<const Trace> traces, const FigureOptions& options, PageInk& ink, std::size_t number,
           bool asks, const Progress& progress = {});

  /// One more picture, of this part of the axis: its number. The first one is of all of it.
  std::size_t addPicture(const TimeRange& range_ns);
  /// What is known where the question is asked of that run.
  std::size_t addPicture(const Question& question, std::size_t run = 0);
  /// An article, with this at its head.
  QByteArray html(const QByteArray& head = {}) const;
  const PageStates& states() const { return m_states; }

 private:
  QByteArray bar() const;
  QByteArray body() const;
  QByteArray program() const;
  QByteArray pictures() const;
  QByteArray runs() const;
  QByteArray queue(std::size_t run) const;
  std::size_t queueRows(std::size_t run) const;
  QByteArray variables(std::size_t run) const;
  QByteArray memory(std::size_t run) const;
  QByteArray questionList() const;
  QByteArray foot() const;

  std::size_t paint(std::span<const Trace> traces, const FigureOptions& options);

  std::span<const Trace> m_traces;
  const FigureOptions& m_options;
  PageInk& m_ink;
  QByteArray m_name;
  PageStates m_states;
  std::deque<PagePicture> m_pictures;
  std::vector<Question> m_questions;
  PageScript m_script;
  std::vector<RunHeading> m_headings;
};

}  // namespace runahead::gui
