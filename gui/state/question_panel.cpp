// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the texts and tables of QuestionPanel; they change once per scenario and once per run.
// Not here: live numbers.
#include "gui/state/question_panel.h"

#include <QPainter>
#include <QVBoxLayout>

#include "core/analysis/summary.h"
#include "gui/theme/format.h"
#include "gui/widgets/pane_head.h"

namespace runahead::gui {
namespace {

TextLabel* wrapped(const QFont& font, TextLabel::Colour colour, const QString& text, int line) {
  auto* label = new TextLabel(font, colour, text);
  label->setWrapped(true);
  label->setLineHeight(line);
  return label;
}

}  // namespace

QuestionPanel::QuestionPanel(ViewState* view, QWidget* parent) : QScrollArea(parent), m_view(view) {
  setObjectName(QStringLiteral("questionPanel"));
  setAccessibleName(tr("Question and numbers"));
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  rebuild();
}

void QuestionPanel::setScenario(const Scenario* scenario) {
  m_scenario = scenario;
  rebuild();
}

void QuestionPanel::refreshNumbers() {
  rebuild();
}

void QuestionPanel::rebuild() {
  auto* content = new Ground(&Theme::paper);
  content->setObjectName(QStringLiteral("questionContent"));
  m_column = new QVBoxLayout(content);
  m_column->setContentsMargins(14, 10, 14, 12);
  m_column->setSpacing(4);
  if (m_scenario) {
    m_column->addWidget(
        wrapped(uiFont(14, QFont::Bold), &Theme::text, QString::fromStdString(m_scenario->question), 20));
  } else {
    m_column->addWidget(
        wrapped(uiFont(13), &Theme::text2,
                tr("This recording's scenario is not one of this program's; only its numbers are "
                   "known."),
                19));
  }
  const Trace& trace = m_view->trace();
  if (trace.finished() && trace.size() > 0) {
    const RunSummary summary = summarize(trace);
    std::vector<std::pair<QString, QString>> rows{
        {tr("total"), formatTime(summary.total_ns)},
        {tr("frontend done after"), formatTime(summary.frontend_done_ns)},
        {tr("longest queue"),
         summary.max_depth == 1 ? tr("1 task") : tr("%1 tasks").arg(formatCount(summary.max_depth))},
        {tr("most bytes live"), formatBytes(summary.peak_live_bytes)},
    };
    for (const RunSummary::MarkTime& mark : summary.marks) {
      if (rows.size() > 9) break;
      rows.emplace_back(QString::fromStdString(mark.name), formatTime(mark.ns));
    }
    if (summary.failed > 0) rows.emplace_back(tr("failed tasks"), formatCount(summary.failed));
    if (summary.skipped > 0) rows.emplace_back(tr("skipped tasks"), formatCount(summary.skipped));
    addTable(tr("This run"), rows);
  }
  if (m_scenario && !m_scenario->book.empty()) {
    std::vector<std::pair<QString, QString>> rows;
    QString source;
    for (const BookFigure& figure : m_scenario->book) {
      rows.emplace_back(QString::fromStdString(figure.label), QString::fromStdString(figure.value));
      const QString from = QString::fromStdString(figure.source);
      if (!from.isEmpty() && !source.contains(from))
        source += (source.isEmpty() ? QString() : tr("; ")) + from;
    }
    addTable(tr("The book, on its authors’ machine"), rows);
    m_column->addWidget(wrapped(uiFont(12), &Theme::text3, source, 17));
  }
  if (m_scenario) {
    m_column->addSpacing(8);
    m_column->addWidget(
        wrapped(uiFont(13), &Theme::text2, QString::fromStdString(m_scenario->explanation), 19));
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
    auto* number = new TextLabel(monoFont(14), &Theme::text, value);
    number->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    number->setElideMode(Qt::ElideNone);
    row->addWidget(number);
    m_column->addLayout(row);
  }
}

void QuestionPanel::paintEvent(QPaintEvent*) {
  QPainter(viewport()).fillRect(rect(), currentTheme().paper);
}

}  // namespace runahead::gui
