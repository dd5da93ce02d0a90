// SPDX-License-Identifier: GPL-3.0-or-later
// Views of several runs kept in step: same length of time, each shifted by how far it begins before the
// first. Not here: drawing (timeline/).
#include "gui/runs/compare_pane.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "core/analysis/comparison.h"
#include "core/analysis/summary.h"
#include "gui/axis/time_axis.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_tabs.h"
#include "gui/text/framework.h"
#include "gui/text/run_text.h"
#include "gui/timeline/run_lines.h"
#include "gui/timeline/timeline_view.h"
#include "gui/widgets/choice_box.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/pane_head.h"
#include "gui/widgets/segmented_control.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

constexpr int kPaneHeadPx = 34;
constexpr int kLeastPx = 150;
const QString kStart = QStringLiteral("start"), kMark = QStringLiteral("mark"), kEnd = QStringLiteral("end");

QString idOf(Alignment alignment) {
  return alignment == Alignment::end ? kEnd : alignment == Alignment::mark ? kMark : kStart;
}

constexpr int kRunHeadPx = 26, kTightHeadPx = 20;

}  // namespace

/// The line above a compared run's timeline: its letter, how the charts draw it, what sets it apart,
/// how long it took. Clicking it puts the run on show.
class RunHead : public QAbstractButton {
 public:
  RunHead(int letter, bool shown, QWidget* parent = nullptr)
      : QAbstractButton(parent), m_letter(letter), m_shown(shown) {
    setObjectName(QStringLiteral("runHead%1").arg(runLetter(letter)));
    setFixedHeight(kRunHeadPx);
    setAttribute(Qt::WA_Hover);
  }
  /// `tells`: whether its outcome may be told.
  void setRun(const RunList::Run& run, bool tells) {
    const QString ends = outcome(run, m_shown, tells);
    const QString remark = m_shown && m_magnification == 1 ? ComparePane::tr("%1 · on show").arg(ends) : ends;
    if (text() == run.label && m_remark == remark) return;
    setText(run.label);
    m_remark = remark;
    setAccessibleName(ComparePane::tr("Run %1: %2, %3").arg(runLetter(m_letter), run.label, m_remark));
    setToolTip(m_shown ? QString() : ComparePane::tr("Put this run on show"));
    update();
  }
  /// `tight`: as low as its words.
  void setMagnification(double magnification, bool tight) {
    m_magnification = magnification;
    m_high = tight ? kTightHeadPx : kRunHeadPx;
    setFixedHeight(static_cast<int>(m_high * magnification));
    update();
  }
  QSize sizeHint() const override { return {400, height()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), underMouse() && !m_shown ? theme.selectedRow : theme.panel);
    painter.fillRect(0, 0, width(), 1, theme.hairline);
    painter.scale(m_magnification, m_magnification);
    const double middle = m_high / 2.0;
    paintRunLetter(painter, QRectF(14, middle - 9, 18, 18), m_letter, m_shown, theme);
    if (!m_shown) {
      painter.setPen(runPen(m_letter, theme.live, theme));
      painter.drawLine(QPointF(42, middle), QPointF(kLabelColumnPx - 20, middle));
    } else {
      painter.fillRect(QRectF(42, middle - 5, kLabelColumnPx - 62, 10), theme.liveFill);
      painter.fillRect(QRectF(42, middle - 6, kLabelColumnPx - 62, 2), theme.live);
    }
    const QRectF line(0, 0, width(), m_high);
    const QFont bold = uiFont(13, QFont::Bold);
    const double room = width() / m_magnification - kLabelColumnPx - 24 -
                        QFontMetricsF(monoFont(13)).horizontalAdvance(m_remark);
    const QString name = QFontMetricsF(bold).elidedText(text(), Qt::ElideRight, std::max(room, 24.0));
    const double label = paintWord(painter, kLabelColumnPx, line, bold, theme.text, name);
    paintWord(painter, kLabelColumnPx + label + 12, line, monoFont(13), theme.text2, m_remark);
    painter.resetTransform();
    if (hasFocus()) paintFocus(painter, rect(), 2);
  }

 private:
  int m_letter;
  bool m_shown;
  double m_magnification = 1;
  int m_high = kRunHeadPx;
  QString m_remark;
};

ComparePane::ComparePane(ViewState* first, RunList* runs, QWidget* parent)
    : QWidget(parent), m_first(first), m_runs(runs) {
  setObjectName(QStringLiteral("comparePane"));
  auto* column = columnIn(this, {}, 0);
  m_head = new PaneHead(tr("Compare"));
  m_head->value()->setText(tr("aligned at"));
  m_align = named(new SegmentedControl, "compareAlign", tr("Where the runs stand under one another"));
  m_align->setToolTip(tr("The start is where the initialisation ends."));
  m_align->setControlHeight(24);
  m_align->setItems({kStart, kEnd}, {tr("start"), tr("end")});
  m_mark = named(new ChoiceBox, "compareMark", tr("The region at which the runs are aligned"));
  m_mark->setFixedHeight(26);
  m_mark->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_mark->hide();
  m_head->addTool(m_mark);
  m_head->addTool(m_align);
  column->addWidget(m_head);
  m_scroll = named(new QScrollArea, "compareScroll");
  makeScroller(m_scroll);
  // Its bar lies over the right margin, which a bar beside the timelines would take from them and not from
  // the charts.
  m_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setFocusPolicy(Qt::NoFocus);
  m_bar = named(new QScrollBar(Qt::Vertical, this), "compareBar");
  m_bar->setFocusPolicy(Qt::NoFocus);
  m_bar->hide();
  QScrollBar* const hidden = m_scroll->verticalScrollBar();
  connect(hidden, &QScrollBar::rangeChanged, this, [this, hidden](int from, int to) {
    m_bar->setRange(from, to);
    m_bar->setPageStep(hidden->pageStep());
    m_bar->setVisible(to > from);
  });
  connect(hidden, &QScrollBar::valueChanged, m_bar, &QScrollBar::setValue);
  connect(hidden, &QScrollBar::valueChanged, this, &ComparePane::placeHeads);
  connect(m_bar, &QScrollBar::valueChanged, hidden, &QScrollBar::setValue);
  m_stack = new Panel(&Theme::paper);
  m_column = columnIn(m_stack, {}, 0);
  m_scroll->setWidget(m_stack);
  m_stack->installEventFilter(this);
  column->addWidget(m_scroll, 1);
  hide();

  const auto choose = [this] { m_runs->setAlignment(alignment(), m_mark->currentText().toStdString()); };
  connect(m_align, &SegmentedControl::chosen, this, choose);
  connect(m_mark, &QComboBox::activated, this, choose);
  connect(runs, &RunList::changed, this, &ComparePane::follow);
  connect(runs, &RunList::grown, this, &ComparePane::follow);
  connect(runs, &RunList::tellingChanged, this, &ComparePane::follow);
  connect(first->shown(), &ShownTrace::changed, this, [this] {
    if (!m_parts.empty()) align();
  });
  const auto leadFirst = [this] { lead(m_first); };
  connect(first->visible(), &VisibleRange::changed, this, leadFirst);
  connect(first->cursor(), &Cursor::changed, this, leadFirst);
  connect(first->cursor(), &Cursor::futureVisibilityChanged, this, [this] {
    for (const auto& [id, own] : m_own)
      own.view->cursor()->setFutureVisibility(m_first->cursor()->futureVisibility());
    if (!m_parts.empty()) align();
  });
  follow();
}

int ComparePane::ownLetter() const {
  const auto own = std::ranges::find(m_parts, m_shown, &Part::id);
  return own == m_parts.end() ? -1 : static_cast<int>(own - m_parts.begin());
}

std::vector<Companion> ComparePane::companions() const {
  std::vector<Companion> others;
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    if (m_parts[i].id != m_shown) others.push_back({m_parts[i].view, static_cast<int>(i)});
  }
  return others;
}

void ComparePane::setMagnification(double magnification) {
  m_magnification = magnification;
  m_head->hide();
  for (const Part& part : m_parts) magnify(part);
}

void ComparePane::setLow(bool low) {
  m_low = low;
  for (const Part& part : m_parts) part.timeline->setLow(low);
}

void ComparePane::fitInto(int height) {
  for (const Part& part : m_parts) part.timeline->setMost(0);
  const auto tighten = [this](bool tight) {
    m_tight = tight;
    for (const Part& part : m_parts) part.head->setMagnification(m_magnification, tight);
  };
  tighten(false);
  if (sizeHint().height() > height) setLow(true);
  if (sizeHint().height() > height) tighten(true);
  const int wanted = sizeHint().height();
  if (wanted <= height) return;
  // So that the rows of all are as low, the ruler above the first is left out of it.
  const auto ruler = [this](const Part& part) {
    return part.timeline->timelineLayout().ruler.height * m_magnification;
  };
  double fixed = 0;
  for (const Part& part : m_parts) fixed += part.head->height() + ruler(part);
  const double share = std::max(0.0, (height - fixed) / (wanted - fixed));
  for (const Part& part : m_parts) {
    const double rows = part.timeline->sizeHint().height() - ruler(part);
    part.timeline->setMost(static_cast<int>(ruler(part) + rows * share));
  }
}

void ComparePane::magnify(const Part& part) const {
  part.timeline->setLow(m_low);
  part.head->setMagnification(m_magnification, m_tight);
  part.timeline->setMagnification(m_magnification);
  if (m_magnification == 1) return;
  // Keys are those of the presentation.
  for (QWidget* one : std::initializer_list<QWidget*>{part.head, part.timeline})
    one->setFocusPolicy(Qt::NoFocus);
}

QSize ComparePane::sizeHint() const {
  int height = m_head->isHidden() ? 0 : kPaneHeadPx;
  for (const Part& part : m_parts) height += part.head->height() + part.timeline->sizeHint().height();
  return {900, height};
}

QSize ComparePane::minimumSizeHint() const {
  return {400, kLeastPx};
}

void ComparePane::resizeEvent(QResizeEvent*) {
  const int width = m_bar->sizeHint().width();
  m_bar->setGeometry(m_scroll->x() + m_scroll->width() - width, m_scroll->y(), width, m_scroll->height());
  m_bar->raise();
}

bool ComparePane::eventFilter(QObject* watched, QEvent* event) {
  // The layout has put the heads back into their places.
  if (watched == m_stack && (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize))
    QMetaObject::invokeMethod(this, &ComparePane::placeHeads, Qt::QueuedConnection);
  return QWidget::eventFilter(watched, event);
}

void ComparePane::placeHeads() {
  const int top = m_scroll->verticalScrollBar()->value();
  for (const Part& part : m_parts) {
    const int own = part.timeline->y() - part.head->height();
    const int last = part.timeline->geometry().bottom() + 1 - part.head->height();
    part.head->move(0, std::clamp(top, own, std::max(own, last)));
    part.head->raise();
  }
}

ViewState* ComparePane::viewOf(RunId id) {
  if (const auto found = m_own.find(id); found != m_own.end()) return found->second.view;
  auto* record = new RecordedTrace(this);
  auto* view = new ViewState(record, record);
  view->visible()->setAnimationMs(0);
  view->cursor()->setFutureVisibility(m_first->cursor()->futureVisibility());
  const auto leads = [this, view] { lead(view); };
  connect(view->visible(), &VisibleRange::changed, this, leads);
  connect(view->cursor(), &Cursor::changed, this, leads);
  m_own[id] = {record, view};
  return view;
}

void ComparePane::follow() {
  std::vector<const RunList::Run*> runs;
  if (m_runs->comparing()) runs = m_runs->compared();
  const RunId shown = m_runs->shown() ? m_runs->shown()->id : kNone;
  const bool same = shown == m_shown &&
                    std::equal(runs.begin(), runs.end(), m_parts.begin(), m_parts.end(),
                               [](const RunList::Run* run, const Part& part) { return run->id == part.id; });
  if (!same) {
    m_shown = shown;
    rebuild(runs);
  }
  bool grew = false;
  showAlignment();
  const bool moved = m_aligned != std::pair(alignment(), m_mark->currentText());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const RunList::Run& run = *runs[i];
    m_parts[i].head->setRun(run, m_runs->tellsEnds());
    if (run.id == shown) continue;
    const Trace& before = m_own.at(run.id).record->trace();
    const bool grows = run.trace.info().rounds == before.info().rounds;
    if (grows && run.trace.size() == before.size() && run.trace.finished() == before.finished()) continue;
    grew = true;
    m_linking = true;
    m_parts[i].view->setTrace(run.trace, grows && before.size() > 0, run.index);
    m_parts[i].view->shown()->setListing(programLines(run.trace.info()));
    m_linking = false;
  }
  if (!runs.empty() && (grew || !same || moved)) align();
  if (same) return;
  setVisible(!m_parts.empty());
  emit partsChanged();
}

void ComparePane::rebuild(const std::vector<const RunList::Run*>& runs) {
  clear(m_column);
  const bool ended = runs.empty() && !m_parts.empty();
  m_parts.clear();
  for (auto own = m_own.begin(); own != m_own.end();) {
    const bool needed = std::ranges::any_of(
        runs, [&](const RunList::Run* run) { return run->id == own->first && run->id != m_shown; });
    if (!needed) own->second.record->deleteLater();
    own = needed ? std::next(own) : m_own.erase(own);
  }
  for (const RunList::Run* run : runs) {
    const auto index = static_cast<int>(m_parts.size());
    Part part{run->id, run->id == m_shown ? m_first : viewOf(run->id), nullptr, nullptr};
    part.head = new RunHead(index, run->id == m_shown);
    connect(part.head, &QAbstractButton::clicked, this, [this, id = run->id] {
      // Not from within its own click: showing another run replaces the heads.
      QMetaObject::invokeMethod(
          this, [this, id] { m_runs->show(id); }, Qt::QueuedConnection);
    });
    part.timeline = new TimelineView(part.view);
    part.timeline->setObjectName(QStringLiteral("comparedTimeline%1").arg(runLetter(index)));
    part.timeline->setAccessibleName(tr("Timeline of run %1").arg(runLetter(index)));
    part.timeline->setCompared(index == 0);
    magnify(part);
    connect(part.timeline, &TimelineView::heightHintChanged, this, [this] {
      updateGeometry();
      emit heightHintChanged();
    });
    m_column->addWidget(part.head);
    m_column->addWidget(part.timeline);
    m_parts.push_back(part);
  }
  m_column->addStretch(1);
  offerMarks();
  if (ended) {
    m_first->visible()->setExtent(0, 0);
    emit rulerMoved(0);
  }
  updateGeometry();
}

void ComparePane::offerMarks() {
  std::vector<Trace> traces;
  for (const RunList::Run* run : m_runs->compared()) traces.push_back(run->trace);
  m_mark->clear();
  for (const std::string& name : shared_regions(traces)) m_mark->addItem(QString::fromStdString(name));
  if (m_mark->count() > 0) {
    m_align->setItems({kStart, kMark, kEnd}, {tr("start"), tr("region"), tr("end")});
  } else {
    m_align->setItems({kStart, kEnd}, {tr("start"), tr("end")});
  }
}

void ComparePane::showAlignment() {
  const int mark = m_mark->findText(QString::fromStdString(m_runs->workspace().mark));
  m_mark->setCurrentIndex(std::max(0, mark));
  const bool offered = m_runs->workspace().aligned != Alignment::mark || mark >= 0;
  // Where a mark or the end lies is part of what comes.
  const bool tells = m_runs->tellsEnds();
  m_align->setCurrent(offered && tells ? idOf(m_runs->workspace().aligned) : kStart);
  m_align->setEnabled(tells);
  m_mark->setVisible(m_align->current() == kMark && m_mark->count() > 1);
}

Alignment ComparePane::alignment() const {
  const QString at = m_align->current();
  return at == kEnd ? Alignment::end : at == kMark ? Alignment::mark : Alignment::begin;
}

std::vector<std::int64_t> ComparePane::shiftsOf(const std::vector<Trace>& traces) const {
  if (m_first->shown()->tellsEnd()) return shifts_ns(traces, m_aligned.first, m_aligned.second.toStdString());
  // Where a mark or the end lies is not known yet, nor where an initialisation ends that goes on.
  const Trace& shown = traces[static_cast<std::size_t>(std::max(0, ownLetter()))];
  const bool begun = m_first->cursor()->ns() >= initialisation_end_ns(shown);
  return begun ? shifts_ns(traces, Alignment::begin, {}) : std::vector<std::int64_t>(traces.size(), 0);
}

bool ComparePane::tellsEnds() const {
  return std::ranges::all_of(m_parts, [](const Part& part) { return part.view->shown()->tellsEnd(); });
}

void ComparePane::align() {
  if (m_linking) {  // by the cursor that is being moved along
    m_again = true;
    return;
  }
  std::vector<Trace> traces;
  for (const RunList::Run* run : m_runs->compared()) traces.push_back(run->trace);
  if (traces.size() != m_parts.size()) return;  // the list is ahead; follow() comes
  m_aligned = {alignment(), m_mark->currentText()};
  const std::vector<std::int64_t> shifts = shiftsOf(traces);
  for (std::size_t i = 0; i < m_parts.size(); ++i) m_parts[i].shiftNs = static_cast<double>(shifts[i]);
  const auto own = static_cast<std::size_t>(std::max(0, ownLetter()));
  emit rulerMoved(shifts[own] - shifts[0]);
  lead(m_first);
}

void ComparePane::lead(const ViewState* view) {
  if (m_linking) return;
  const auto leader = std::ranges::find(m_parts, view, &Part::view);
  if (leader == m_parts.end()) return;
  m_linking = true;
  // The cursor first: while what comes is hidden, how far a run is known follows it.
  extend();
  for (const Part& part : m_parts) {
    const double shift = leader->shiftNs - part.shiftNs;
    const auto cursor = std::llround(static_cast<double>(view->cursor()->ns()) + shift);
    if (part.view != view && part.view->cursor()->ns() != cursor) part.view->cursor()->setTime(cursor);
  }
  extend();
  for (const Part& part : m_parts) {
    const double shift = leader->shiftNs - part.shiftNs;
    const double from = view->visible()->fromNs() + shift, to = view->visible()->toNs() + shift;
    const bool same = part.view->visible()->fromNs() == from && part.view->visible()->toNs() == to;
    if (part.view != view && (!same || part.view->visible()->fitting())) part.view->visible()->set(from, to);
  }
  m_linking = false;
  if (std::exchange(m_again, false)) align();
}

void ComparePane::extend() {
  // The runs are known as far as the one on show, and not as far as this pane has had to do with them: a
  // presentation has a pane of its own, and both extend the view of the run on show.
  if (const auto own = std::ranges::find(m_parts, m_first, &Part::view); own != m_parts.end()) {
    for (const Part& part : m_parts) {
      if (part.view != m_first)
        part.view->cursor()->setKnown(m_first->cursor()->knownNs() +
                                      std::llround(own->shiftNs - part.shiftNs));
    }
  }
  double from = 0, to = 0;  // of the first run's time
  for (const Part& part : m_parts) {
    from = std::min(from, part.shiftNs);
    to = std::max(to, part.view->visible()->ownLimitNs() + part.shiftNs);
  }
  for (const Part& part : m_parts) part.view->visible()->setExtent(from - part.shiftNs, to - part.shiftNs);
}

}  // namespace runahead::gui
