// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of StartCard; the picture's half is there only when there is a recording.
#include "gui/window/start_card.h"

#include "gui/text/framework.h"
#include "gui/widgets/button.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/pane_head.h"
#include "gui/window/trace_picture.h"

namespace runahead::gui {
namespace {

/// What the colours and patterns of the picture mean.
class PictureLegend : public QWidget {
 public:
  PictureLegend() { setFixedHeight(24); }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = currentTheme();
    SmoothPainter painter(this);
    double x = 0;
    const auto item = [&](const QBrush& ground, const QBrush& fill, const QColor& edge, const QString& text) {
      const QRectF box(x + 0.5, (height() - 13) / 2.0, 21, 13);
      paintBox(painter, box, Qt::NoPen, ground, 2);
      paintBox(painter, box, QPen(edge, 1), fill, 2);
      painter.setFont(uiFont(13));
      painter.setPen(theme.text2);
      const int advance = painter.fontMetrics().horizontalAdvance(text);
      painter.drawText(QRectF(x + 29, 0, advance + 4, height()), Qt::AlignVCenter, text);
      x += 29 + advance + 22;
    };
    item(theme.enqueue, theme.enqueue, theme.enqueue, StartCard::tr("frontend enqueues"));
    item(theme.waitGround, waitBrush(theme, painter), theme.waitEdge, StartCard::tr("frontend waits"));
    item(theme.running, theme.running, theme.running, StartCard::tr("worker runs"));
  }
};

}  // namespace

StartCard::StartCard(const Scenario& scenario, QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("startCard"));
  m_row = rowIn(this, {1, 1, 1, 1}, 0);
  m_words = new QWidget;
  auto* column = columnIn(m_words, {30, 28, 30, 28}, 4);
  column->addWidget(new TextLabel(uiFont(14), &Theme::text2, tr("Start here")));
  column->addWidget(TextLabel::wrapped(uiFont(24, QFont::Bold), &Theme::text,
                                       QString::fromStdString(scenario.question), 31));
  column->addSpacing(14);
  int number = 0;
  for (const QString& line :
       listingText(QString::fromStdString(scenario.id), frameworkOf(scenario.modes.front()))
           .split(QLatin1Char('\n'))) {
    ++number;
    if (line.isEmpty()) continue;
    auto* row = new QHBoxLayout;
    row->setSpacing(16);
    auto* place = into(row, new TextLabel(monoFont(14), &Theme::text3, QString::number(number)));
    place->setFixedWidth(12);
    auto* code = into(row, TextLabel::whole(monoFont(20), &Theme::text, line), 1);
    code->setLineHeight(36);
    column->addLayout(row);
  }
  column->addSpacing(18);
  column->addStretch(1);
  auto* run = named(new Button(Button::Kind::ink, QStringLiteral("play"), tr("Run")), "startRun");
  run->setControlHeight(40);
  connect(run, &QAbstractButton::clicked, this, &StartCard::runRequested);
  column->addWidget(run, 0, Qt::AlignLeft);
  m_row->addWidget(m_words, 36);
}

void StartCard::setRecording(const Trace& trace) {
  m_row->addWidget(new Hairline(Qt::Vertical));
  auto* side = new QWidget;
  auto* column = columnIn(side, {20, 24, 24, 16});
  auto* picture = into(column, new TracePicture(trace), 1);
  picture->setMinimumHeight(270);
  column->addWidget(new PictureLegend);
  m_row->addWidget(side, 64);
}

void StartCard::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  SmoothPainter painter(this);
  paintBox(painter, QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), QPen(theme.edge, 1), theme.paper, 6);
}

}  // namespace runahead::gui
