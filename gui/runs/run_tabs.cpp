// SPDX-License-Identifier: GPL-3.0-or-later
// The strip follows the list of runs; what one does in it changes that list only.
#include "gui/runs/run_tabs.h"

#include <QAbstractButton>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QTabBar>
#include <algorithm>

#include "core/base/quote.h"
#include "gui/text/compared_text.h"
#include "gui/text/format.h"
#include "gui/text/run_text.h"
#include "gui/timeline/run_lines.h"
#include "gui/widgets/button.h"
#include "gui/widgets/commands.h"
#include "gui/widgets/icons.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/plain_text.h"

namespace runahead::gui {
namespace {

constexpr int kHeightPx = 34;
constexpr int kTabPaddingPx = 13;
constexpr int kBoxPx = 18;
constexpr int kClosePx = 16;
constexpr int kMostNamePx = 260;

/// Ended well, and so did all that it was to do.
bool whole(const RunList::Run& run) {
  return run.finished && run.status == RunResult::Status::succeeded && run.errors.empty() && run.total_ns > 0;
}

/// Runs that differ in sizes are no race; a bound on the queue or the memory is none of these, nor is how
/// exact products are.
bool sameWork(const TraceInfo& one, const TraceInfo& other) {
  const auto sizes = [](const TraceInfo& info) {
    Settings set = info.set;
    for (const Parameter& bound : common_parameters()) set.erase(bound.name);
    return set;
  };
  const bool manual = one.clock == Clock::manual;
  return sizes(one) == sizes(other) && one.costs == other.costs && manual == (other.clock == Clock::manual);
}

QFont comparisonFont() {
  return uiFont(13);
}

}  // namespace

QString outcome(const RunList::Run& run, bool shown, bool tells) {
  const QString end = !run.finished ? (run.manual && !shown ? RunTabs::tr("left") : RunTabs::tr("running"))
                      : !tells      ? QStringLiteral("–")
                      : run.status == RunResult::Status::failed  ? RunTabs::tr("failed")
                      : run.status == RunResult::Status::stopped ? RunTabs::tr("stopped")
                                                                 : formatTime(*run.total_ns);
  if (run.here) return end;
  // A session of an older program does not say how long its runs took.
  if (run.finished && run.status == RunResult::Status::succeeded && run.total_ns == 0) {
    return run.reading ? RunTabs::tr("reading %1 %").arg(*run.reading) : RunTabs::tr("on disk");
  }
  return !run.lost.isEmpty() ? RunTabs::tr("%1 · cannot be read").arg(end)
         : run.reading       ? RunTabs::tr("%1 · reading %2 %").arg(end).arg(*run.reading)
                             : RunTabs::tr("%1 · on disk").arg(end);
}

/// The box of a tab: checked, it takes part and shows its letter.
class RunTabs::Box : public QAbstractButton {
 public:
  explicit Box(RunList* runs) {
    setCheckable(true);
    setFixedSize(kBoxPx, kBoxPx);
    setFocusPolicy(Qt::TabFocus);
    connect(this, &QAbstractButton::clicked, this, [this, runs](bool on) { runs->setChosen(m_id, on); });
  }
  void show(const RunList::Run& run, bool takesPart, int letter, bool shown) {
    m_id = run.id;
    m_letter = letter;
    m_shown = shown;
    setObjectName(QStringLiteral("compareBox%1").arg(run.id));
    setChecked(takesPart);
    setEnabled(!shown);  // the run on show always takes part
    setAccessibleName(tr("Compare %1").arg(run.label));
    setToolTip(shown ? tr("The run on show always takes part.") : tr("Takes part in the comparison"));
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    if (m_letter >= 0) {
      paintRunLetter(painter, rect(), m_letter, m_shown, theme);
    } else {
      painter.setRenderHint(QPainter::Antialiasing);
      paintBox(painter, QRectF(rect()).adjusted(1.7, 1.7, -1.7, -1.7), QPen(theme.edge, 1.4), theme.paper, 3);
    }
    if (!hasFocus()) return;
    paintBox(painter, rect().adjusted(0, 0, -1, -1), QPen(theme.cursor, 1), Qt::NoBrush);
  }

 private:
  RunId m_id = kNone;
  int m_letter = -1;
  bool m_shown = false;
};

/// The cross at the end of a tab.
class RunTabs::Cross : public QAbstractButton {
 public:
  explicit Cross(RunTabs* tabs) {
    setFixedSize(kClosePx, kClosePx);
    setFocusPolicy(Qt::NoFocus);  // Ctrl+W
    setAttribute(Qt::WA_Hover);
    setObjectName(QStringLiteral("runClose"));
    connect(
        this, &QAbstractButton::clicked, tabs, [this, tabs] { emit tabs->closeRequested(m_id); },
        Qt::QueuedConnection);  // the tab goes, and this button with it
  }
  void show(const RunList::Run& run) {
    m_id = run.id;
    setAccessibleName(tr("Close %1").arg(run.label));
    setToolTip(tr("Close this run (%1); %2 brings it back.")
                   .arg(keyText(WindowCommand::closeRun), keyText(WindowCommand::undoClose)));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = currentTheme();
    SmoothPainter painter(this);
    if (underMouse()) paintBox(painter, rect(), Qt::NoPen, theme.selectedRow, 3);
    paintIcon(painter, QRectF(rect()).adjusted(1, 1, -1, -1), QStringLiteral("close"),
              underMouse() ? theme.text : theme.text3);
  }

 private:
  RunId m_id = kNone;
};

/// Tabs as wide as their text in bold, so that choosing one moves nothing; a dashed line under the one that
/// is compared with.
class RunTabs::Tabs : public QTabBar {
 public:
  explicit Tabs(RunTabs* owner) : m_owner(owner) {}
  void setOther(int tab) {
    m_other = tab;
    update();
  }

 protected:
  QSize tabSizeHint(int tab) const override {
    QFont bold = font();
    bold.setBold(true);
    const int box = tabButton(tab, QTabBar::LeftSide) ? kBoxPx + 8 : 0;
    return {QFontMetrics(bold).horizontalAdvance(tabText(tab)) + 2 * kTabPaddingPx + box + kClosePx + 4,
            kHeightPx - 1};
  }
  QSize minimumTabSizeHint(int tab) const override { return tabSizeHint(tab); }
  void mousePressEvent(QMouseEvent* event) override {
    // Middle: closes, as tabs do elsewhere; it chooses nothing.
    if (event->button() != Qt::MiddleButton) return QTabBar::mousePressEvent(event);
    if (const int tab = tabAt(event->pos()); tab >= 0) emit m_owner->closeRequested(tabData(tab).toUInt());
  }
  void paintEvent(QPaintEvent* event) override {
    QTabBar::paintEvent(event);
    if (m_other < 0 || m_other >= count()) return;
    QPainter painter(this);
    QPen dashes(currentTheme().text3, 2);
    dashes.setDashPattern({3, 2});
    dashes.setCapStyle(Qt::FlatCap);
    painter.setPen(dashes);
    const QRect tab = tabRect(m_other);
    painter.drawLine(tab.left(), tab.bottom(), tab.right(), tab.bottom());
  }

 private:
  RunTabs* m_owner;
  int m_other = -1;
};

QStringList comparisonForms(const RunList::Run& one, const RunList::Run& other) {
  const TraceInfo& first = one.here ? one.trace.info() : one.info;
  const TraceInfo& second = other.here ? other.trace.info() : other.info;
  if (!whole(one) || !whole(other) || !sameWork(first, second)) return {};
  const RunTotal totals[] = {{&first, *one.total_ns}, {&second, *other.total_ns}};
  const Verdict verdict = totalsVerdict(compare_totals(totals), 0, 1, one.label, other.label);
  return {verdict.sentence, verdict.brief};
}

RunTabs::RunTabs(RunList* runs, QWidget* parent) : Panel(&Theme::panel, parent, Edge::bottom), m_runs(runs) {
  setObjectName(QStringLiteral("runTabs"));
  setFixedHeight(kHeightPx);
  m_tabs = named(new Tabs(this), "runTabBar", tr("Runs"));
  m_tabs->setDrawBase(false);
  m_tabs->setExpanding(false);
  m_tabs->setMovable(true);
  m_tabs->setUsesScrollButtons(true);
  m_tabs->setElideMode(Qt::ElideNone);
  m_tabs->setFixedHeight(kHeightPx - 1);
  m_tabs->setContextMenuPolicy(Qt::CustomContextMenu);
  m_name = named(new QLineEdit(m_tabs), "runName", tr("Name of the run"));
  m_name->installEventFilter(this);
  m_name->hide();
  auto* row = rowIn(this, {2, 0, 14, 1}, 10);
  row->addWidget(m_tabs, 0, Qt::AlignBottom);
  m_all = into(
      row, named(new Button(Button::Kind::flat, QStringLiteral("chevron-down"), tr("All runs")), "runAll"));
  m_all->hide();
  m_comparison = into(row, named(new TextLabel(comparisonFont(), &Theme::text), "runComparison"), 1);
  m_comparison->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  connect(m_tabs, &QTabBar::currentChanged, this,
          [this](int tab) { m_runs->show(m_tabs->tabData(tab).toUInt()); });
  connect(m_tabs, &QTabBar::tabMoved, this,
          [this](int, int to) { m_runs->move(m_tabs->tabData(to).toUInt(), static_cast<std::size_t>(to)); });
  connect(m_tabs, &QTabBar::tabBarDoubleClicked, this, [this](int tab) {
    if (tab >= 0) rename(m_tabs->tabData(tab).toUInt());
  });
  connect(m_tabs, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
    const int tab = m_tabs->tabAt(at);
    if (tab >= 0) showMenu(m_tabs->tabData(tab).toUInt(), m_tabs->mapToGlobal(at));
  });
  connect(m_name, &QLineEdit::editingFinished, this, [this] { finishName(true); });
  connect(m_all, &QAbstractButton::clicked, this, &RunTabs::listAll);
  connect(runs, &RunList::changed, this, &RunTabs::follow);
  connect(runs, &RunList::readingChanged, this, [this](RunId id) {
    const RunList::Run* run = m_runs->find(id);
    if (const int tab = tabOf(id); run && tab >= 0) showText(tab, *run);
  });
  connect(runs, &RunList::tellingChanged, this, &RunTabs::follow);
  follow();
}

int RunTabs::tabOf(RunId id) const {
  for (int i = 0; i < m_tabs->count(); ++i) {
    if (m_tabs->tabData(i).toUInt() == id) return i;
  }
  return -1;
}

void RunTabs::showText(int tab, const RunList::Run& run) {
  const QString elided = QFontMetrics(m_tabs->font()).elidedText(run.label, Qt::ElideRight, kMostNamePx);
  const QString name = QString::fromStdString(without_directions(elided.toStdString()));
  const QString text =
      QStringLiteral("%1  %2").arg(name, outcome(run, &run == m_runs->current(), m_runs->tellsEnds()));
  // A tab that is being dragged is not laid out again for nothing.
  if (m_tabs->tabText(tab) != text) m_tabs->setTabText(tab, QString(text).replace(u'&', QLatin1String("&&")));
  QString tip = run.label + QLatin1Char('\n') + runLine(run.info);
  if (!run.here) {
    tip += QLatin1Char('\n') + (run.lost.isEmpty() ? tr("On disk; it is read when it is shown or compared.")
                                                   : tr("It cannot be read: %1").arg(run.lost));
  }
  if (run.preview)
    tip += QLatin1Char('\n') + tr("The next change of a time replaces it, unless you keep it (K).");
  m_tabs->setTabToolTip(tab, asText(tip));
}

void RunTabs::follow() {
  const auto& runs = m_runs->runs();
  const RunList::Run* shown = m_runs->current();
  const RunList::Run* other = m_runs->other();
  {
    const QSignalBlocker blocker(m_tabs);
    const int count = static_cast<int>(runs.size());
    while (m_tabs->count() > count) m_tabs->removeTab(m_tabs->count() - 1);
    while (m_tabs->count() < count) m_tabs->addTab(QString());
    m_tabs->setOther(-1);
    const bool boxes = m_runs->comparing();
    int letter = 0;
    for (int i = 0; i < count; ++i) {
      const RunList::Run& run = runs[static_cast<std::size_t>(i)];
      m_tabs->setTabData(i, run.id);
      showText(i, run);
      if (&run == shown) m_tabs->setCurrentIndex(i);
      if (&run == other && !boxes) m_tabs->setOther(i);
      auto* cross = static_cast<Cross*>(m_tabs->tabButton(i, QTabBar::RightSide));
      if (!cross) m_tabs->setTabButton(i, QTabBar::RightSide, cross = new Cross(this));
      cross->show(run);
      auto* box = static_cast<Box*>(m_tabs->tabButton(i, QTabBar::LeftSide));
      if (boxes && !box) m_tabs->setTabButton(i, QTabBar::LeftSide, box = new Box(m_runs));
      if (!boxes && box) {
        m_tabs->setTabButton(i, QTabBar::LeftSide, nullptr);
        box->deleteLater();
      } else if (box) {
        const bool takesPart = run.chosen || &run == shown;
        box->show(run, takesPart, takesPart && run.here ? letter++ : -1, &run == shown);
      }
    }
  }
  if (m_named != kNone && tabOf(m_named) < 0) {
    m_named = kNone;
    m_name->hide();
  }
  m_tabs->updateGeometry();
  const RunList::Run* inView = m_runs->shown();
  m_forms = inView && other && m_runs->tellsEnds() ? comparisonForms(*inView, *other) : QStringList();
  // One run alone has a tab once there is something to say about it.
  const auto special = [](const RunList::Run& run) { return !run.name.empty() || !run.here; };
  setVisible(runs.size() > 1 || m_named != kNone || std::ranges::any_of(runs, special));
  fit();
}

void RunTabs::rename(RunId id) {
  const int tab = tabOf(id);
  const RunList::Run* run = m_runs->find(id);
  if (tab < 0 || !run) return;
  m_named = id;
  show();
  m_tabs->setCurrentIndex(tab);  // scrolls to it
  const QRect place = m_tabs->tabRect(tab).adjusted(4, 3, -4, -3);
  m_name->setGeometry(place.left(), place.top(), qMax(place.width(), 140), place.height());
  m_name->setText(QString::fromStdString(run->name));
  m_name->setPlaceholderText(run->label);
  m_name->selectAll();
  m_name->show();
  m_name->raise();
  m_name->setFocus(Qt::OtherFocusReason);
}

void RunTabs::finishName(bool take) {
  const RunId id = std::exchange(m_named, kNone);
  if (id == kNone) return;
  m_name->hide();
  if (take) m_runs->setName(id, m_name->text().simplified());
  follow();
}

bool RunTabs::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_name && event->type() == QEvent::KeyPress &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    finishName(false);
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void RunTabs::showMenu(RunId id, const QPoint& at) {
  const RunList::Run* run = m_runs->find(id);
  if (!run) return;
  const int tab = tabOf(id);
  auto* menu = named(new QMenu(this), "runMenu");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const auto offer = [&](const char* name, const QString& text, const QString& key, bool enabled,
                         auto&& what) {
    QAction* action = named(menu->addAction(text + u'\t' + key), name);
    action->setEnabled(enabled);
    connect(action, &QAction::triggered, this, std::forward<decltype(what)>(what));
  };
  offer("tabRename", tr("Re&name…"), keyText(WindowCommand::renameRun), true, [this, id] { rename(id); });
  if (run->preview)
    offer("tabKeep", tr("&Keep"), keyText(WindowCommand::keepRun), true,
          [this, id] { emit keepRequested(id); });
  const auto shift = [this, id](int by) {
    if (const int from = tabOf(id); from >= 0) m_runs->move(id, static_cast<std::size_t>(qMax(0, from + by)));
  };
  offer("tabLeft", tr("Move &Left"), keyText(WindowCommand::moveRunLeft), tab > 0, [shift] { shift(-1); });
  offer("tabRight", tr("Move &Right"), keyText(WindowCommand::moveRunRight), tab + 1 < m_tabs->count(),
        [shift] { shift(1); });
  menu->addSeparator();
  offer("tabClose", tr("&Close"), keyText(WindowCommand::closeRun), true,
        [this, id] { emit closeRequested(id); });
  menu->popup(at);
}

void RunTabs::listAll() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (const RunList::Run& run : m_runs->runs()) {
    QAction* action =
        menu->addAction(QStringLiteral("%1  %2").arg(run.label, outcome(run, false, m_runs->tellsEnds())));
    action->setCheckable(true);
    action->setChecked(&run == m_runs->current());
    connect(action, &QAction::triggered, this, [this, id = run.id] { m_runs->show(id); });
  }
  menu->popup(m_all->mapToGlobal(QPoint(0, m_all->height())));
}

void RunTabs::fit() {
  const QFontMetrics metrics(comparisonFont());
  m_comparison->setMinimumWidth(m_forms.isEmpty() ? 0 : metrics.horizontalAdvance(m_forms.back()) + 2);
  int wanted = 0;
  for (int i = 0; i < m_tabs->count(); ++i) wanted += m_tabs->tabRect(i).width();
  layout()->activate();
  m_all->setVisible(wanted > m_tabs->width());
  layout()->activate();
  const auto form = std::ranges::find_if(
      m_forms, [&](const QString& text) { return metrics.horizontalAdvance(text) <= m_comparison->width(); });
  m_comparison->setText(form == m_forms.end() ? m_forms.value(m_forms.size() - 1) : *form);
  m_comparison->setToolTip(asText(m_forms.value(0)));
  m_comparison->setAccessibleName(m_forms.value(0));
}

void RunTabs::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

}  // namespace runahead::gui
