// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of the pane, and following the runs.
// Not here: painting of its parts (loop_chart.cpp, loop_table.cpp).
#include "gui/panes/loop_model_pane.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "gui/panes/log_slider.h"
#include "gui/panes/loop_chart.h"
#include "gui/panes/loop_runs.h"
#include "gui/panes/loop_table.h"
#include "gui/runs/run_settings.h"
#include "gui/text/format.h"
#include "gui/widgets/pane_head.h"
#include "gui/widgets/text_label.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

constexpr int kLoopHead_px = 34, kMargin_px = 14, kGap_px = 24;
constexpr int kSliders_px = 252, kNarrowSliders_px = 216, kTable_px = 346;
constexpr int kTallFrom_px = 1100;  ///< from here on the table has room beside the chart
constexpr std::int64_t kLongest_ns = 1'000'000, kMostIterations = 1'000'000, kMostWorkers = 16;

constexpr int kText_px = 17, kOneSlider_px = 15;
constexpr double kBar_px = 6;

}  // namespace

/// One parameter of the loop: its name, what it means, its value, a slider; and for a time a bar in
/// the colour of what it is spent on, on the scale of the other times. Edits RunSettings and follows them.
class LoopField : public QWidget {
 public:
  enum class Bar { none, enqueue, execute, handBack };
  struct What {
    std::string parameter;  ///< its name in RunSettings
    QString name, meaning;
    Bar bar;
    std::vector<std::int64_t> values;
  };
  LoopField(const What& what, RunSettings* settings, QWidget* parent = nullptr)
      : QWidget(parent), m_what(what), m_settings(settings), m_slider(new LogSlider(what.values, this)) {
    m_slider->setObjectName(QStringLiteral("slider_") + QString::fromStdString(what.parameter));
    m_slider->setAccessibleName(what.meaning.isEmpty() ? what.name
                                                       : what.name + QStringLiteral(", ") + what.meaning);
    connect(m_slider, &LogSlider::numberChosen, settings,
            [settings, key = what.parameter](std::int64_t number) { settings->setValue(key, number); });
    connect(settings, &RunSettings::changed, this, &LoopField::follow);
    follow();
  }

  /// The longest of the times, which is as long as a bar may be.
  void setScale(std::int64_t longest_ns) {
    if (longest_ns == m_longest_ns || m_what.bar == Bar::none) return;
    m_longest_ns = longest_ns;
    update();
  }
  /// "1.00 µs", "1,000".
  QString valueText() const {
    return m_what.bar == Bar::none ? formatCount(static_cast<std::uint64_t>(m_value)) : formatTime(m_value);
  }
  int leastHeight() const { return m_what.bar == Bar::none ? 32 : 38; }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    const QRectF line(0, 0, width(), kText_px);
    const QFont name = monoFont(14, QFont::Bold);
    paintText(painter, line, Qt::AlignLeft | Qt::AlignVCenter, name, theme.text, m_what.name);
    const double after = QFontMetricsF(name).horizontalAdvance(m_what.name) + 8;
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, valueText());
    paintText(painter, line.adjusted(after, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, uiFont(13),
              theme.text2, m_what.meaning);
    if (m_what.bar == Bar::none || m_value == 0) return;
    const double part = static_cast<double>(m_value) / static_cast<double>(m_longest_ns);
    paintBar(painter, QRectF(0, kText_px + kOneSlider_px, std::max(2.0, part * width()), kBar_px));
  }
  void resizeEvent(QResizeEvent*) override { m_slider->setGeometry(0, kText_px, width(), kOneSlider_px); }

 private:
  void follow() {
    const std::int64_t value = m_settings->value(m_what.parameter);
    if (value == m_value) return;
    m_value = value;
    m_slider->showNumber(value);
    m_slider->setAccessibleDescription(valueText());
    update();
  }
  void paintBar(QPainter& painter, const QRectF& rect) const {
    const Theme& theme = currentTheme();
    if (m_what.bar != Bar::handBack)
      return painter.fillRect(rect, m_what.bar == Bar::enqueue ? theme.enqueue : theme.running);
    paintBox(painter, rect.adjusted(0.5, 0.5, -0.5, -0.5), QPen(theme.waitEdge, 1),
             waitBrush(theme, painter));
  }

  What m_what;
  RunSettings* m_settings;
  LogSlider* m_slider;
  std::int64_t m_value = 0;
  std::int64_t m_longest_ns = 1;
};

LoopPaneLayout layoutLoopPane(QSize size) {
  LoopPaneLayout place;
  const int bottom = size.height() - 4;
  place.tall = size.width() >= kTallFrom_px && bottom - kLoopHead_px - 10 >= kTallTablePx;
  const int top = kLoopHead_px + (place.tall ? 10 : 6);
  const int sliders = place.tall ? kSliders_px : kNarrowSliders_px;
  place.sliders = {kMargin_px, top, sliders, bottom - top};
  const int left = kMargin_px + sliders + kGap_px, right = size.width() - kMargin_px;
  if (place.tall) {
    place.table = {right - kTable_px, top, kTable_px, bottom - top};
    place.chart = QRect(QPoint(left - 8, top), QPoint(right - kTable_px - kGap_px - 1, bottom - 1));
  } else {
    place.table = {left, bottom - kLowTablePx, right - left, kLowTablePx};
    place.chart = QRect(QPoint(left - 8, top - 2), QPoint(right - 1, place.table.top() - 5));
  }
  return place;
}

LoopModelPane::LoopModelPane(LoopRuns* runs, QWidget* parent) : QWidget(parent), m_runs(runs) {
  setObjectName(QStringLiteral("loopModelPane"));
  setAttribute(Qt::WA_OpaquePaintEvent);
  m_head = new PaneHead(tr("Model"), this);
  m_head->remark()->setObjectName(QStringLiteral("loopRemark"));
  using Bar = LoopField::Bar;
  const LoopField::What fields[] = {
      {"t1_ns", tr("t1"), tr("enqueue"), Bar::enqueue, roundValues(1, kLongest_ns)},
      {"t2_ns", tr("t2"), tr("execute"), Bar::execute, roundValues(1, kLongest_ns)},
      {"t3_ns", tr("t3"), tr("return latency"), Bar::handBack, roundValues(0, kLongest_ns)},
      {"n", tr("n"), tr("iterations"), Bar::none, roundValues(1, kMostIterations)},
      {"workers", tr("workers"), {}, Bar::none, wholeValues(1, kMostWorkers)}};
  for (const LoopField::What& what : fields) m_fields.push_back(new LoopField(what, runs->settings(), this));
  connect(runs, &LoopRuns::changed, this, &LoopModelPane::follow);
  follow();
}

QString LoopModelPane::hiddenWords() {
  return tr("Future events are hidden, and so is the model.");
}

void LoopModelPane::setTold(bool told) {
  if (std::exchange(m_told, told) == told) return;
  follow();
  update();
}

void LoopModelPane::follow() {
  if (!m_runs->active()) return;
  const LoopModel model = m_runs->model();
  m_facts = loopFacts(model, m_runs->times());
  for (LoopField* field : m_fields) field->setScale(std::max({model.t1, model.t2, model.t3}));
  if (!m_told) {
    m_head->remark()->setText({});
    m_head->value()->setText({});
    setAccessibleName(tr("Model of the loop"));
    setAccessibleDescription(hiddenWords());
    return update();
  }
  const QString sentence = m_facts.bottleneck + QLatin1Char(' ') + m_facts.because;
  const bool known = m_runs->times().each && m_runs->times().none;
  const QString about = known ? tr("times are chosen, runs are simulated") : tr("simulating …");
  m_head->remark()->setText(m_place.tall ? about : sentence);
  m_head->value()->setText(m_place.tall ? tr("total time against t1, both axes logarithmic") : QString());
  setAccessibleName(tr("Model of the loop. %1 each / none = %2").arg(sentence, m_facts.ratio));
  QStringList rows;
  for (const LoopRow& row : m_facts.rows) {
    rows << tr("%1, %2: %3, simulated %4").arg(row.name, row.formula, row.predicted, row.simulated);
  }
  setAccessibleDescription(rows.join(QStringLiteral("; ")) + QStringLiteral(". ") + m_facts.book);
  update();
}

void LoopModelPane::arrange() {
  m_place = layoutLoopPane(size());
  m_head->setGeometry(0, 0, width(), kLoopHead_px);
  int least = 0;
  for (const LoopField* field : m_fields) least += field->leastHeight();
  const int count = static_cast<int>(m_fields.size());
  const int gap = std::clamp((m_place.sliders.height() - least) / (count - 1), 0, 16);
  int y = m_place.sliders.top();
  for (LoopField* field : m_fields) {
    field->setGeometry(m_place.sliders.left(), y, m_place.sliders.width(), field->leastHeight());
    y += field->leastHeight() + gap;
  }
}

void LoopModelPane::resizeEvent(QResizeEvent*) {
  arrange();
  follow();
}

void LoopModelPane::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.paper);
  if (!m_told) {
    paintText(painter, m_place.chart, Qt::AlignCenter | Qt::TextWordWrap, uiFont(13), theme.text2,
              hiddenWords());
    return;
  }
  paintLoop(painter, m_runs->model(), m_place.chart, theme);
  paintLoopTable(painter, m_facts, m_place.table, m_place.tall ? TableForm::tall : TableForm::low, theme);
}

}  // namespace runahead::gui
