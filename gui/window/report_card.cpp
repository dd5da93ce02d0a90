// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of ReportCard: a row for each report, and a window with its text.
#include "gui/window/report_card.h"

#include <QClipboard>
#include <QDateTime>
#include <QDialog>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <algorithm>

#include "gui/widgets/button.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/text_label.h"
#include "gui/widgets/window_room.h"

namespace runahead::gui {
namespace {

constexpr int kBelowPx = 10;  ///< to the next card, as long as there is this one

}  // namespace

ReportCard::ReportCard(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("reportCard"));
  auto* column = columnIn(this, {30, 16, 20, 16 + kBelowPx}, 6);
  column->addWidget(new TextLabel(uiFont(17, QFont::Bold), &Theme::text, tr("Something went wrong")));
  column->addWidget(
      TextLabel::wrapped(uiFont(14), &Theme::text2,
                         tr("Of each time there is a report: where the program was, and what was on; no "
                            "program's text, and no paths. It leaves this computer only with you."),
                         20));
  m_rows = columnIn(nullptr, {}, 4);
  column->addLayout(m_rows);
  hide();
}

void ReportCard::setReports(const std::vector<CrashReport>& reports) {
  const bool same = std::ranges::equal(reports, m_reports, {}, &CrashReport::path, &CrashReport::path);
  if (same) return;  // who stands on a row with the keys stays there
  m_reports = reports;
  qDeleteAll(findChildren<QWidget*>(QStringLiteral("report")));
  for (std::size_t i = 0; i < reports.size() && i < kMostReports; ++i) addRow(reports[i]);
  setVisible(!reports.empty());
}

void ReportCard::addRow(const CrashReport& report) {
  auto* row = named(new QWidget, "report");
  auto* line = rowIn(row, {}, 12);
  QString what = QDateTime::fromSecsSinceEpoch(report.when).toString(QStringLiteral("yyyy-MM-dd, HH:mm"));
  for (const std::string& part : {report.command, report.what}) {
    if (!part.empty()) what += QStringLiteral(" · ") + QString::fromStdString(part);
  }
  auto* show = into(line, new Button(Button::Kind::outline, {}, tr("Show")));
  named(show, "reportShow", tr("Show the report of %1").arg(what));
  line->addWidget(new TextLabel(uiFont(14), &Theme::text2, what), 1);
  auto* forget =
      into(line, named(new Button(Button::Kind::flat, QStringLiteral("close"), tr("Forget this report")),
                       "reportForget"));
  connect(show, &QAbstractButton::clicked, this, [this, report] { showReport(report); });
  // Queued: the row with the button goes.
  connect(
      forget, &QAbstractButton::clicked, this,
      [this, report] {
        forgetReport(report);
        setReports(crashReports());
      },
      Qt::QueuedConnection);
  m_rows->addWidget(row);
}

void ReportCard::showReport(const CrashReport& report) {
  auto* dialog = new QDialog(this);
  dialog->setObjectName(QStringLiteral("reportDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("What Went Wrong"));
  dialog->resize(QSize(680, 520).boundedTo(windowRoom(*screen()).size()));
  auto* column = columnIn(dialog, {20, 20, 20, 20}, 12);
  auto* text = into(column, named(new QPlainTextEdit, "reportText", tr("The report")), 1);
  text->setReadOnly(true);
  text->setLineWrapMode(QPlainTextEdit::NoWrap);
  text->setFont(monoFont(14));
  text->setPlainText(QString::fromStdString(report.text));
  auto* buttons = rowIn(nullptr, {}, 12);
  column->addLayout(buttons);
  buttons->addWidget(
      TextLabel::wrapped(uiFont(13), &Theme::text2,
                         tr("With it, “runahead --diagnose” says what a report of an error needs."), 18),
      1);
  auto* copy = into(buttons, named(new Button(Button::Kind::outline, {}, tr("Copy")), "reportCopy"));
  connect(copy, &QAbstractButton::clicked, text,
          [text] { QGuiApplication::clipboard()->setText(text->toPlainText()); });
  dialog->show();
}

void ReportCard::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  SmoothPainter painter(this);
  paintBox(painter, QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5 - kBelowPx), QPen(theme.edge, 1),
           theme.paper, 6);
}

}  // namespace runahead::gui
