// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the texts and tables of QuestionPanel; they change once per scenario and once per run.
#include "gui/panes/question_panel.h"

#include <QGridLayout>
#include <QPainter>
#include <algorithm>

#include "core/analysis/comparison.h"
#include "core/trace/ending.h"
#include "gui/text/book_facts.h"
#include "gui/text/format.h"
#include "gui/text/run_text.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/pane_head.h"

namespace runahead::gui {
QuestionPanel::QuestionPanel(const ShownTrace* shown, QWidget* parent) : QScrollArea(parent), m_shown(shown) {
  named(this, "questionPanel", tr("Question and numbers"));
  makeScroller(this);
  const auto follow = [this] {
    if (m_hidden == m_shown->tellsEnd()) refreshNumbers();
  };
  connect(shown, &ShownTrace::changed, this, follow);
  refreshNumbers();
}

void QuestionPanel::setScenario(const Scenario* scenario) {
  m_scenario = scenario;
  refreshNumbers();
}

void QuestionPanel::refreshNumbers() {
  auto* content = named(new gui::Panel(&Theme::paper), "questionContent");
  m_column = columnIn(content, {14, 10, 14, 12}, 4);
  if (m_scenario) {
    m_column->addWidget(TextLabel::wrapped(uiFont(14, QFont::Bold), &Theme::text,
                                           QString::fromStdString(m_scenario->question), 20));
  } else {
    m_column->addWidget(
        TextLabel::wrapped(uiFont(13), &Theme::text2,
                           tr("This recording's scenario is not one of this program's; only its numbers are "
                              "known."),
                           19));
  }
  const Trace& trace = m_shown->trace();
  RunSummary summary;
  m_hidden = !m_shown->tellsEnd();
  const bool ran = trace.finished() && trace.size() > 0 && !m_hidden;
  if (ran) {
    summary = summarize(trace);
    const RunEnd end = ended(trace);
    std::vector<std::pair<QString, QString>> rows{
        {end == RunEnd::stopped ? tr("stopped after") : tr("total"), formatTime(summary.total_ns)},
        {end == RunEnd::stopped  ? tr("frontend stopped at")
         : end == RunEnd::failed ? tr("frontend finished at")
                                 : tr("frontend finished at"),
         formatTime(summary.frontend_done_ns)},
        {tr("most tasks pending"), formatCount(summary.max_depth)},
        {tr("peak memory in use"), bytesOn(trace, trace.memory(), summary.peak_live_bytes)},
    };
    // Behind the times that it is about.
    if (const std::int64_t ns = trace.device_time_error_ns(); ns > 0) {
      rows.emplace(rows.begin() + 2, tr("device times"), tr("± %1").arg(formatTime(ns)));
    }
    if (trace.waited_for_processors()) {
      rows.emplace(rows.begin() + 2, tr("waited for processors"), formatTime(trace.processor_wait_ns()));
    }
    if (trace.info().tf32) rows.emplace_back(tr("precision"), tr("TF32 products"));
    for (const RunSummary::RegionSummary& mark : summary.marks) {
      if (rows.size() > 9) break;
      rows.emplace_back(QString::fromStdString(mark.name), formatTime(mark.ns));
    }
    if (summary.eliminated > 0) rows.emplace_back(tr("eliminated tasks"), formatCount(summary.eliminated));
    if (summary.failed > 0) rows.emplace_back(tr("failed tasks"), formatCount(summary.failed));
    if (summary.skipped > 0) rows.emplace_back(tr("skipped tasks"), formatCount(summary.skipped));
    addTable(tr("This run"), rows);
    if (const QString device = deviceLine(trace.info()); !device.isEmpty()) addNote(device);
  }
  if (m_scenario && m_hidden) {
    addNote(tr("Future events are hidden, and so are the numbers of the run, the book and the explanation."));
  }
  if (m_scenario && !m_hidden && !m_scenario->book.empty()) addBook(ran ? &summary : nullptr);
  if (m_scenario && !m_hidden) {
    m_column->addSpacing(8);
    m_column->addWidget(
        TextLabel::wrapped(uiFont(13), &Theme::text2, QString::fromStdString(m_scenario->explanation), 19));
  }
  m_column->addStretch(1);
  setWidget(content);  // deletes what was shown before
}

void QuestionPanel::addTable(const QString& caption, const std::vector<std::pair<QString, QString>>& rows) {
  m_column->addSpacing(6);
  m_column->addWidget(new TextLabel(uiFont(12), &Theme::text3, caption));
  for (const auto& [label, value] : rows) {
    m_column->addWidget(new Hairline(Qt::Horizontal));
    auto* row = new QHBoxLayout;
    row->addWidget(new TextLabel(uiFont(13), &Theme::text2, label), 1);
    auto* number = into(row, TextLabel::whole(monoFont(14), &Theme::text, value));
    number->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_column->addLayout(row);
  }
}

void QuestionPanel::addNote(const QString& text) {
  m_column->addWidget(TextLabel::wrapped(uiFont(12), &Theme::text3, text, 17));
}

void QuestionPanel::addBook(const RunSummary* summary) {
  const std::vector<BookSource> sources = bookNumbers(*m_scenario, m_shown->trace().info(), summary);
  using Own = BookRow::Own;
  const auto measured = [&](Own kind) {
    return std::ranges::any_of(sources, [&](const BookSource& source) {
      return std::ranges::any_of(source.rows, [&](const BookRow& row) { return row.kind == kind; });
    });
  };
  const bool own = measured(Own::time) || measured(Own::resident) || measured(Own::live);
  m_column->addSpacing(6);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(4);
  grid->setColumnStretch(0, 1);
  int line = 0;
  const auto number = [&](int column, TextLabel* label) {
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    label->setElideMode(Qt::ElideNone);
    grid->addWidget(label, line, column);
  };
  grid->addWidget(new TextLabel(uiFont(12), &Theme::text3, tr("In the book")), line, 0);
  if (own) {
    number(1, new TextLabel(uiFont(12), &Theme::text3, tr("there")));
    number(2, new TextLabel(uiFont(12), &Theme::text3, tr("this run")));
  }
  ++line;
  for (const BookSource& source : sources) {
    for (const BookRow& row : source.rows) {
      grid->addWidget(new Hairline(Qt::Horizontal), line++, 0, 1, 3);
      grid->addWidget(TextLabel::wrapped(uiFont(13), &Theme::text2, row.label, 18), line, 0);
      number(1, new TextLabel(monoFont(14), &Theme::text2, row.book));
      if (own) {
        auto* value = new TextLabel(monoFont(14, QFont::Bold), &Theme::text, row.own);
        value->setObjectName(QStringLiteral("own_") + row.label);
        number(2, value);
      }
      ++line;
    }
    grid->addWidget(TextLabel::wrapped(uiFont(12), &Theme::text3, source.source, 17), line++, 0, 1, 3);
  }
  m_column->addLayout(grid);
  QString note = tr("Measured on the authors’ machines: compare what is faster than what, not the seconds.");
  if (measured(Own::resident)) note += tr(" Memory of this run: growth of resident bytes.");
  if (measured(Own::live)) note += tr(" Memory of this run: peak memory in use.");
  if (own && !hasBookSizes(*m_scenario, m_shown->trace().info())) {
    note += tr(" This run’s sizes are not the book’s; the preset “book” has them.");
  }
  addNote(note);
}

void QuestionPanel::paintEvent(QPaintEvent*) {
  QPainter(viewport()).fillRect(rect(), currentTheme().paper);
}

}  // namespace runahead::gui
