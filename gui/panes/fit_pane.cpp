// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and painting of the model pane: bars on one scale, the table of predictions, the sentences.
// Not here: what is computed when (fit_results.cpp).
#include "gui/panes/fit_pane.h"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "gui/widgets/button.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/pane_head.h"
#include "gui/widgets/plain_text.h"

namespace runahead::gui {

namespace {

constexpr double kPadding_px = 14;
constexpr double kTimeRow_px = 38;
constexpr double kMostBar_px = 20;
constexpr double kTableRow_px = 30;
constexpr double kLeastBeside_px = 560;  ///< narrower, the parts lie under one another

void write(QPainter& painter, const QRectF& box, int alignment, const QColor& colour, const QFont& font,
           const QString& text) {
  paintText(painter, box, alignment | Qt::AlignVCenter | Qt::TextSingleLine, font, colour,
            QFontMetricsF(font).elidedText(text, Qt::ElideRight, box.width()));
}

}  // namespace

FitNumbers::FitNumbers(QWidget* parent) : QWidget(parent) {
  named(this, "fitNumbers", tr("Model of the run"));
  setAttribute(Qt::WA_OpaquePaintEvent);
}

void FitNumbers::showSentence(const QString& sentence) {
  m_facts = {};
  m_sentence = sentence;
  setAccessibleDescription(sentence);
  update();
}

void FitNumbers::showFacts(FitFacts facts) {
  m_facts = std::move(facts);
  m_sentence.clear();
  setAccessibleDescription(description());
  update();
}

QString FitNumbers::description() const {
  QStringList lines;
  for (const FitTime& time : m_facts.times)
    lines << QStringLiteral("%1 (%2): %3, %4").arg(time.symbol, time.name, time.value, time.note);
  for (const FitPrediction& row : m_facts.predictions) {
    lines << tr("%1, %2: predicted %3, measured %4, off by %5")
                 .arg(row.name, row.formula, row.predicted, row.measured, row.off);
  }
  if (!m_facts.headline.isEmpty()) lines << m_facts.headline;
  if (!m_facts.comparison.isEmpty()) lines << m_facts.comparison;
  if (!m_facts.leftOut.isEmpty())
    lines << tr("Not counted: %1.").arg(m_facts.leftOut.join(QStringLiteral(", ")));
  return lines.join(QLatin1Char('\n'));
}

bool FitNumbers::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && m_sentence.isEmpty())
    return showTip(*event, asText(description()), this);
  return QWidget::event(event);
}

void FitNumbers::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.paper);
  const QRectF box = QRectF(rect()).adjusted(kPadding_px, 8, -kPadding_px, -8);
  if (!m_sentence.isEmpty()) {
    write(painter, box, Qt::AlignHCenter, theme.text2, uiFont(14), m_sentence);
    return;
  }
  if (box.width() < kLeastBeside_px) {
    const double times =
        std::min(static_cast<double>(m_facts.times.size()) * kTimeRow_px, box.height() * 0.4);
    const double table =
        m_facts.predictions.empty() ? 0 : 28 + kTableRow_px * static_cast<double>(m_facts.predictions.size());
    // What was left out goes first where there is little room; a tool tip has all.
    const double left_out = m_facts.leftOut.isEmpty() || box.height() < 330 ? 0 : 36;
    paintTimes(painter, QRectF(box.left(), box.top(), box.width(), times));
    paintPredictions(painter, QRectF(box.left(), box.top() + times, box.width(), table + left_out));
    paintWords(painter, box.adjusted(0, times + table + left_out + 8, 0, 0));
    return;
  }
  const double words = std::clamp(box.width() * 0.27, 200.0, 330.0);
  const double bars = std::clamp(box.width() * 0.28, 220.0, 330.0);
  const QRectF right(box.right() - words, box.top(), words, box.height());
  paintTimes(painter, QRectF(box.left(), box.top(), bars, box.height()));
  paintPredictions(painter, QRectF(box.left() + bars + 14, box.top(),
                                   right.left() - 28 - box.left() - bars - 14, box.height()));
  painter.fillRect(QRectF(right.left() - 15, box.top(), 1, box.height()), theme.hairline);
  paintWords(painter, right);
}

void FitNumbers::paintTimes(QPainter& painter, const QRectF& box) const {
  const Theme& theme = currentTheme();
  std::int64_t longest_ns = 1;
  for (const FitTime& time : m_facts.times)
    longest_ns = std::max({longest_ns, time.estimate.upper_ns, time.estimate.mean_ns});
  const double left = box.left() + 134;
  const double value = 76;  // what the longest number takes
  const double scale = std::max(10.0, box.right() - value - left) / static_cast<double>(longest_ns);
  const auto rows = static_cast<double>(m_facts.times.size());
  const double height = std::min(kTimeRow_px, box.height() / std::max(1.0, rows));
  double top = box.top() + std::max(0.0, (box.height() - rows * height) / 2);
  for (const FitTime& time : m_facts.times) {
    write(painter, QRectF(box.left(), top, 26, height), Qt::AlignLeft, theme.text, monoFont(14, QFont::Bold),
          time.symbol);
    write(painter, QRectF(box.left() + 26, top, 104, height), Qt::AlignLeft, theme.text2, uiFont(13),
          time.name);
    const Estimate& estimate = time.estimate;
    double end = left;
    if (estimate.count > 0) {
      const double thick = std::min(kMostBar_px, height - 12);
      const QRectF bar(left, top + (height - thick) / 2,
                       std::max(1.0, static_cast<double>(estimate.mean_ns) * scale), thick);
      if (time.symbol == QLatin1String("t3")) {
        painter.setBrushOrigin(bar.topLeft());
        painter.fillRect(bar, waitBrush(theme, painter));
        paintBox(painter, bar.adjusted(0.5, 0.5, -0.5, -0.5), QPen(theme.waitEdge, 1), Qt::NoBrush);
      } else {
        painter.fillRect(bar, time.symbol == QLatin1String("t1")  ? theme.enqueue
                              : time.symbol == QLatin1String("p") ? theme.ready
                                                                  : theme.running);
      }
      end = bar.right();
      if (estimate.lower_ns < estimate.upper_ns) {  // the middle half, below the bar
        const double x0 = left + static_cast<double>(estimate.lower_ns) * scale;
        const double x1 = left + static_cast<double>(estimate.upper_ns) * scale;
        const double y = bar.bottom() + 3;
        painter.fillRect(QRectF(x0, y, std::max(1.5, x1 - x0), 1.5), theme.text2);
        painter.fillRect(QRectF(x0, y - 2, 1.5, 5), theme.text2);
        painter.fillRect(QRectF(x1 - 1.5, y - 2, 1.5, 5), theme.text2);
        end = std::max(end, x1);
      }
    }
    write(painter, QRectF(end + 7, top, box.right() - end, height), Qt::AlignLeft, theme.text,
          monoFont(14, QFont::Bold), time.value);
    top += height;
  }
}

void FitNumbers::paintPredictions(QPainter& painter, const QRectF& box) const {
  const Theme& theme = currentTheme();
  if (m_facts.predictions.empty() || box.width() < 160) return;
  constexpr double kNumber_px = 72, kOff_px = 60, kName_px = 50;
  const double off = box.right() - kOff_px;
  const double measured = off - kNumber_px;
  const double predicted = measured - kNumber_px;
  const double formula = predicted - box.left() - kName_px - 6;
  double top = box.top() + 4;
  const QFont caption = uiFont(12);
  const auto head = [&](double x, double width, const QString& text) {
    write(painter, QRectF(x, top, width, 22), Qt::AlignRight, theme.text2, caption, text);
  };
  head(predicted, kNumber_px, tr("predicted"));
  head(measured, kNumber_px, tr("measured"));
  head(off, kOff_px, tr("off by"));
  top += 24;
  for (const FitPrediction& row : m_facts.predictions) {
    painter.fillRect(QRectF(box.left(), top, box.width(), 1), theme.grid);
    const auto cell = [&](double x, double width, int alignment, const QColor& colour, const QFont& font,
                          const QString& text) {
      write(painter, QRectF(x, top, width, kTableRow_px), alignment, colour, font, text);
    };
    const QFont number = monoFont(13);
    const double name = row.formula.isEmpty() ? predicted - box.left() : kName_px;
    cell(box.left(), name, Qt::AlignLeft, theme.text, uiFont(13, QFont::Bold), row.name);
    if (formula > 60) cell(box.left() + kName_px, formula, Qt::AlignLeft, theme.text2, caption, row.formula);
    cell(predicted, kNumber_px, Qt::AlignRight, theme.text2, number, row.predicted);
    cell(measured, kNumber_px, Qt::AlignRight, theme.text, monoFont(13, QFont::Bold), row.measured);
    cell(off, kOff_px, Qt::AlignRight, theme.text2, number, row.off);
    top += kTableRow_px;
  }
  painter.fillRect(QRectF(box.left(), top, box.width(), 1), theme.grid);
  if (!m_facts.leftOut.isEmpty() && box.bottom() - top > 20) {
    paintText(painter, QRectF(box.left(), top + 5, box.width(), box.bottom() - top - 5), Qt::TextWordWrap,
              caption, theme.text2, tr("Not counted: %1.").arg(m_facts.leftOut.join(QStringLiteral(", "))));
  }
}

void FitNumbers::paintWords(QPainter& painter, const QRectF& box) const {
  const Theme& theme = currentTheme();
  QRectF used;
  painter.setFont(uiFont(14, QFont::Bold));
  painter.setPen(theme.text);
  painter.drawText(box, Qt::TextWordWrap, m_facts.headline, &used);
  paintText(painter, QRectF(box.left(), used.bottom() + 5, box.width(), box.bottom() - used.bottom() - 5),
            Qt::TextWordWrap, uiFont(13), theme.text2, m_facts.comparison);
}

FitPane::FitPane(ViewState* view, FitResults* results, QWidget* parent)
    : QWidget(parent), m_view(view), m_results(results) {
  setObjectName(QStringLiteral("fitPane"));
  auto* column = columnIn(this, {}, 0);
  m_head = named(new PaneHead(tr("Model")), "fitHead");
  m_head->remark()->setObjectName(QStringLiteral("fitRemark"));
  m_head->installEventFilter(this);
  const auto tool = [&](const char* name, const QString& text, const QString& tip) {
    auto* button = named(new Button(Button::Kind::outline, {}, text), name);
    button->setToolTip(tip);
    button->setCheckable(true);
    button->setControlHeight(24);
    m_head->addTool(button);
    return button;
  };
  m_prediction = tool("fitPrediction", tr("Show prediction"),
                      tr("Outlines where the model would have the tasks, over those that were recorded"));
  m_runPath = tool("fitRunPath", tr("Critical path"), tr("Draws what the length of the run was spent on"));
  connect(m_prediction, &QAbstractButton::toggled, results, &FitResults::setPredictionShown);
  connect(m_runPath, &QAbstractButton::toggled, results, &FitResults::setRunPathShown);
  m_fold =
      named(new Button(Button::Kind::flat, QStringLiteral("chevron-down"), tr("Fold the model")), "fitFold");
  m_head->addTool(m_fold);
  connect(m_fold, &QAbstractButton::clicked, this, [this] { emit openRequested(!m_open); });
  column->addWidget(m_head);
  m_numbers = into(column, new FitNumbers, 1);
  connect(results, &FitResults::fitChanged, this, [this] {
    m_shown = nullptr;
    refresh();
  });
  connect(results, &FitResults::shownChanged, this, &FitPane::refresh);
  connect(view->shown(), &ShownTrace::changed, this, &FitPane::refresh);
  setFixedHeight(kOpenPx);
  refresh();
}

void FitPane::setOpen(bool open) {
  m_open = open;
  if (m_inTab) return;
  m_numbers->setVisible(open);
  m_fold->setIconName(open ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"));
  m_fold->say(open ? tr("Fold the model") : tr("Open the model"));
  setFixedHeight(open ? kOpenPx : kHeadPx);
}

void FitPane::setInTab(bool inTab) {
  m_inTab = inTab;
  m_shown = nullptr;
  refresh();
  m_fold->setVisible(!inTab);
  m_prediction->setText(inTab ? tr("Prediction") : tr("Show prediction"));
  if (!inTab) return setOpen(m_open);
  m_numbers->show();
  setMinimumHeight(kOpenPx);
  setMaximumHeight(QWIDGETSIZE_MAX);
}

bool FitPane::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_head && !m_inTab && event->type() == QEvent::MouseButtonRelease &&
      static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton) {
    emit openRequested(!m_open);
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void FitPane::refresh() {
  m_prediction->setChecked(m_results->predictionShown());
  m_runPath->setChecked(m_results->runPathShown());
  const Fit* fit = m_results->tellsFit() ? m_results->fit() : nullptr;
  if (fit && fit == m_shown) return;
  m_shown = fit;
  if (!m_results->tellsFit()) {
    m_head->remark()->setText({});
    m_numbers->showSentence(tr("Future events are hidden, and so is the model."));
  } else if (!fit) {
    m_head->remark()->setText({});
    m_numbers->showSentence(
        m_view->shown()->trace().finished() ? QString() : tr("The model comes when the run has ended."));
  } else {
    FitFacts facts = fitFacts(m_view->shown()->trace(), *fit);
    m_head->remark()->setText(m_inTab ? QString() : facts.about);
    if (fit->tasks == 0) {
      m_numbers->showSentence(tr("There is no task to fit a model to."));
    } else {
      m_numbers->showFacts(std::move(facts));
    }
  }
}

}  // namespace runahead::gui
