// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of ManualStrip and of its actors: these keep their places while one drives; of many, the last are
// in a list.
#include "gui/runs/manual_strip.h"

#include <QMenu>
#include <QPainter>
#include <algorithm>

#include "gui/runs/decisions.h"
#include "gui/runs/manual_run.h"
#include "gui/widgets/button.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/plain_text.h"
#include "gui/widgets/text_label.h"

namespace runahead::gui {
namespace {

constexpr int kStripPadPx = 14;
constexpr int kStripGapPx = 10;
constexpr int kStripLinePx = 29;  ///< between the actors and what all do, with a line in it
constexpr int kActorPx = 150, kWideActorPx = 230;
constexpr int kFrontendPx = 210;
constexpr int kWayGapPx = 6;
constexpr int kMorePx = 104;
/// From this width on the ways to run on have buttons of their own, if all actors fit beside them.
constexpr int kButtonsFrom_px = 900;

constexpr int kOthersPx = 26, kOthersGapPx = 3;
constexpr qsizetype kMostInMenu = 24;

/// One entry for each choice, `texts` beside them, as many as one can look through.
void addChoices(QMenu* menu, const std::vector<Choice>& choices, const QStringList& texts,
                ManualRun* driver) {
  const qsizetype shown = qMin(texts.size(), kMostInMenu);
  for (qsizetype i = 0; i < shown; ++i) {
    const Choice choice = choices[static_cast<std::size_t>(i)];
    QObject::connect(menu->addAction(texts[i]), &QAction::triggered, driver, [=] { driver->apply(choice); });
  }
  if (shown < texts.size()) {
    menu->addAction(ManualStrip::tr("and %1 more").arg(texts.size() - shown))->setEnabled(false);
  }
}

/// Under the widget, for as long as it is open.
void pop(QMenu* menu, const QWidget* under, int gapPx = 2) {
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->popup(under->mapToGlobal(QPoint(0, under->height() + gapPx)));
}

}  // namespace

/// One actor of a manual run: its name, and a button with what it may do next, with a list beside
/// it where there is a choice; or, in the button's place, why it cannot move.
class ActorField : public QWidget {
 public:
  ActorField(ManualRun* driver, QWidget* parent) : QWidget(parent), m_driver(driver) {
    m_name = new TextLabel(uiFont(12), &Theme::text2, {}, this);
    m_reason = new TextLabel(uiFont(13), &Theme::text2, {}, this);
    m_act = new Button(Button::Kind::outline, {}, {}, this);
    m_others = new Button(Button::Kind::outline, QStringLiteral("chevron-down"), {}, this);
    m_others->setAccessibleName(ManualStrip::tr("Other tasks that are ready"));
    m_others->setToolTip(ManualStrip::tr("Other tasks that are ready"));
    connect(m_act, &QAbstractButton::clicked, this, [this] {
      if (!m_choices.empty()) m_driver->apply(m_choices.front());
    });
    connect(m_others, &QAbstractButton::clicked, this, &ActorField::openChoices);
  }

  /// `key`: does the same as the button; empty for none.
  void setActor(const Actor& actor, const Trace& trace, const QStringList& listing, const QString& key) {
    m_choices = actor.choices;
    m_texts.clear();
    for (const Choice& choice : m_choices) m_texts << choiceText(trace, choice, listing);
    m_key = key;
    m_name->setText(actor.name);
    m_reason->setText(actor.reason);
    setAccessibleName(QStringLiteral("%1: %2").arg(actor.name, m_texts.value(0, actor.reason)));
    setKnown(true);
    place();
  }
  /// What the actor may do is not known yet.
  void setKnown(bool known) {
    m_act->setEnabled(known);
    m_others->setEnabled(known);
  }
  void setLow(bool low) {
    m_low = low;
    place();
  }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QWidget::resizeEvent(event);
    place();
  }

 private:
  void place() {
    const int top = m_low ? 19 : 23, height = m_low ? 26 : 30;
    const bool acts = !m_choices.empty(), chooses = m_choices.size() > 1;
    m_name->setGeometry(0, m_low ? 3 : 5, width(), 15);
    m_reason->setGeometry(0, top, width(), height);
    m_reason->setVisible(!acts);
    const int room = width() - (chooses ? kOthersPx + kOthersGapPx : 0);
    m_act->setVisible(acts);
    m_act->setGeometry(0, top, room, height);
    m_others->setVisible(chooses);
    m_others->setGeometry(room + kOthersGapPx, top, kOthersPx, height);
    if (!acts) return;
    const QString& text = m_texts.front();
    const QFontMetrics metrics(uiFont(14, QFont::Medium));
    const int words = metrics.horizontalAdvance(text), borders = 2 * 10;
    const bool fits = words + borders + 8 + keyCapWidth(m_key) <= room;
    m_act->setKeyHint(fits ? m_key : QString());
    m_act->setText(metrics.elidedText(text, Qt::ElideRight, room - borders));
    m_act->setAccessibleName(text);
    m_act->setToolTip(asText(m_key.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, m_key)));
  }
  void openChoices() {
    auto* menu = new QMenu(this);
    addChoices(menu, m_choices, m_texts, m_driver);
    pop(menu, this, 0);
  }

  ManualRun* m_driver;
  TextLabel* m_name;
  Button* m_act;
  Button* m_others;
  TextLabel* m_reason;
  std::vector<Choice> m_choices;
  QStringList m_texts;
  QString m_key;
  bool m_low = false;
};

ManualStrip::ManualStrip(ManualRun* driver, ViewState* view, QWidget* parent)
    : QWidget(parent), m_driver(driver), m_view(view) {
  named(this, "drivingStrip", tr("Manual scheduling"));
  setFixedHeight(kHeightPx);
  m_runTo = new TextLabel(uiFont(12), &Theme::text2, tr("Run to"), this);
  m_whyNot = named(new TextLabel(uiFont(14), &Theme::text2, {}, this), "driveWhyNot");
  const auto button = [this](const char* name, const QString& text, const QString& key) {
    auto* made = named(new Button(Button::Kind::outline, {}, text, this), name);
    made->setKeyHint(key);
    return made;
  };
  m_more = button("driveMore", {}, {});
  m_more->setOpensMenu(true);
  m_toWait = button("driveToWait", tr("next wait"), QStringLiteral("N"));
  m_toLine = button("driveToLine", tr("line"), {});
  m_toLine->setOpensMenu(true);
  m_toBreakPoint = button("driveToBreakPoint", tr("breakpoint"), QStringLiteral("P"));
  m_toEnd = button("driveToEnd", tr("end"), QStringLiteral("G"));
  m_runToList = button("driveRunTo", tr("choose"), {});
  m_runToList->setOpensMenu(true);
  connect(m_more, &QAbstractButton::clicked, this, &ManualStrip::openMore);
  connect(m_toWait, &QAbstractButton::clicked, driver, [driver] { driver->runTo(RunTo::wait); });
  connect(m_toLine, &QAbstractButton::clicked, this, &ManualStrip::openLines);
  connect(m_toBreakPoint, &QAbstractButton::clicked, this,
          [this] { m_driver->runTo(RunTo::line, m_view->annotations()->breakPoints()); });
  connect(m_toEnd, &QAbstractButton::clicked, driver, [driver] { driver->runTo(RunTo::end); });
  connect(m_runToList, &QAbstractButton::clicked, this, &ManualStrip::openRunTo);
  connect(driver, &ManualRun::hereChanged, this, &ManualStrip::follow);
  connect(view->annotations(), &Annotations::breakPointsChanged, this, &ManualStrip::fill);
  connect(view->shown(), &ShownTrace::changed, this, &ManualStrip::fill);
  follow();
}

void ManualStrip::setLow(bool low) {
  m_low = low;
  setFixedHeight(low ? kLowHeightPx : kHeightPx);
  place();
}

void ManualStrip::follow() {
  const ManualState* here = m_driver->here();
  const QString& why = m_driver->whyNot();
  m_whyNot->setText(why.isEmpty() ? QString() : tr("This run cannot be continued: %1").arg(why));
  if (!why.isEmpty()) {
    m_unknown.stop();
    m_known = false;
    m_actors.clear();
    place();
    return fill();
  }
  if (!here) {  // what stood here stays until it is worth saying that it is not known
    if (!m_unknown.isActive() && m_known) m_unknown.start();
    return;
  }
  m_unknown.stop();
  m_known = true;
  m_actors = actorsOf(*here);
  m_trace = here->trace;
  m_over = here->over;
  m_start = firstOf(*here, Choice::Kind::start);
  m_end = firstOf(*here, Choice::Kind::end);
  place();
  fill();
}

QString ManualStrip::keyOf(const Actor& actor) const {
  if (actor.choices.empty()) return {};
  const Choice& choice = actor.choices.front();
  if (choice.kind == Choice::Kind::issue || choice.kind == Choice::Kind::go_on) return QStringLiteral("I");
  if (choice == m_start) return QStringLiteral("T");
  return choice == m_end ? QStringLiteral("E") : QString();
}

void ManualStrip::fill() {
  for (std::size_t i = 0; i < m_fields.size() && i < m_actors.size(); ++i) {
    m_fields[i]->setActor(m_actors[i], m_trace, m_view->shown()->listing(), keyOf(m_actors[i]));
    m_fields[i]->setKnown(m_known);
  }
  const bool goesOn = m_known && !m_over, none = m_view->annotations()->breakPoints().empty();
  for (Button* all : {m_toWait, m_toLine, m_toEnd, m_runToList}) all->setEnabled(goesOn);
  m_toBreakPoint->setEnabled(goesOn && !none);
  m_toBreakPoint->setToolTip(none ? tr("There is none yet: B puts one on the line at the cursor")
                                  : QString());
  m_more->setEnabled(m_known);
}

void ManualStrip::place() {
  const bool refused = !m_whyNot->text().isEmpty();
  m_whyNot->setVisible(refused);
  m_whyNot->setGeometry(kStripPadPx, 0, width() - 2 * kStripPadPx, QWidget::height() - 1);
  if (refused) {
    for (QWidget* part : findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
      part->setVisible(part == m_whyNot);
    return update();
  }
  m_runTo->setVisible(true);
  const int top = m_low ? 19 : 23, height = m_low ? 26 : 30;
  const int workers = std::max(0, static_cast<int>(m_actors.size()) - 1);
  std::vector<Button*> ways = {m_toEnd, m_toBreakPoint, m_toLine, m_toWait};
  int waysPx = 0;
  for (const Button* way : ways) waysPx += way->sizeHint().width() + kWayGapPx;
  const auto allFit = [&](int left) { return kFrontendPx + workers * (kActorPx + kStripGapPx) <= left; };
  const int room = width() - 2 * kStripPadPx - kStripLinePx;
  const bool crowded = !allFit(room - waysPx) && allFit(room - m_runToList->sizeHint().width());
  const bool buttons = width() >= kButtonsFrom_px && !crowded;
  for (Button* way : ways) way->setVisible(buttons);
  m_runToList->setVisible(!buttons);
  if (!buttons) ways = {m_runToList};
  int right = width() - kStripPadPx;
  for (Button* way : ways) {
    const int px = way->sizeHint().width();
    way->setGeometry(right - px, top, px, height);
    right -= px + kWayGapPx;
  }
  right += kWayGapPx;
  m_runTo->setGeometry(right, m_low ? 3 : 5, width() - kStripPadPx - right, 15);
  m_lineFrom_px = right - kStripLinePx / 2 - 1;
  right -= kStripLinePx;

  const int left = right - kStripPadPx;
  const int rest = left - kFrontendPx;
  int shown = workers;
  if (workers * (kActorPx + kStripGapPx) > rest) {
    shown = std::max(0, (rest - kMorePx - kStripGapPx) / (kActorPx + kStripGapPx));
  }
  const int more = workers - shown;
  const int list = more > 0 ? kMorePx + kStripGapPx : 0;
  const int actor = shown == 0 ? 0 : std::min((rest - list) / shown - kStripGapPx, kWideActorPx);
  // What workers do not need is the frontend's: it has the most to say.
  const int frontend = left - list - shown * (actor + kStripGapPx);
  while (m_fields.size() < static_cast<std::size_t>(shown) + 1) {
    auto* field = new ActorField(m_driver, this);
    field->setObjectName(QStringLiteral("driveActor%1").arg(m_fields.size()));
    m_fields.push_back(field);
  }
  int x = kStripPadPx;
  for (std::size_t i = 0; i < m_fields.size(); ++i) {
    const bool visible = i <= static_cast<std::size_t>(shown);
    m_fields[i]->setVisible(visible);
    if (!visible) continue;
    const int px = i == 0 ? frontend : actor;
    m_fields[i]->setLow(m_low);
    m_fields[i]->setGeometry(x, 0, px, QWidget::height());
    x += px + kStripGapPx;
  }
  m_more->setVisible(more > 0);
  m_more->setText(tr("+%1 more").arg(more));
  m_more->setAccessibleName(tr("%1 more workers").arg(more));
  m_more->setGeometry(x, top, kMorePx, height);
  update();
}

void ManualStrip::openMore() {
  auto* menu = new QMenu(this);
  for (std::size_t i = 0; i < m_actors.size(); ++i) {
    if (i < m_fields.size() && m_fields[i]->isVisible()) continue;
    const Actor& actor = m_actors[i];
    QStringList texts;
    for (const Choice& choice : actor.choices)
      texts << choiceText(m_trace, choice, m_view->shown()->listing());
    if (texts.isEmpty()) {
      menu->addAction(QStringLiteral("%1: %2").arg(actor.name, actor.reason))->setEnabled(false);
    } else if (texts.size() == 1) {
      texts.front() = QStringLiteral("%1: %2").arg(actor.name, texts.front());
      addChoices(menu, actor.choices, texts, m_driver);
    } else {
      addChoices(menu->addMenu(actor.name), actor.choices, texts, m_driver);
    }
  }
  pop(menu, m_more);
}

void ManualStrip::addLines(QMenu* menu) {
  const QStringList& listing = m_view->shown()->listing();
  for (qsizetype i = 0; i < listing.size(); ++i) {
    if (listing[i].trimmed().isEmpty()) continue;
    const int line = static_cast<int>(i) + 1;
    QAction* action = menu->addAction(QStringLiteral("%1   %2").arg(line, 2).arg(
        QString(listing[i]).replace(QLatin1Char('&'), QLatin1String("&&"))));
    connect(action, &QAction::triggered, m_driver, [this, line] { m_driver->runTo(RunTo::line, {line}); });
  }
}

void ManualStrip::openLines() {
  auto* menu = new QMenu(this);
  addLines(menu);
  pop(menu, m_toLine);
}

void ManualStrip::openRunTo() {
  auto* menu = new QMenu(this);
  const auto add = [&](Button* way, const QString& key) {
    QAction* action = menu->addAction(way->text() + QLatin1Char('\t') + key);
    action->setEnabled(way->isEnabled());
    connect(action, &QAction::triggered, way, &QAbstractButton::click);
  };
  add(m_toWait, QStringLiteral("N"));
  addLines(menu->addMenu(m_toLine->text()));
  add(m_toBreakPoint, QStringLiteral("P"));
  add(m_toEnd, QStringLiteral("G"));
  pop(menu, m_runToList);
}

void ManualStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  place();
  fill();
}

void ManualStrip::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.panel);
  painter.fillRect(0, height() - 1, width(), 1, theme.hairline);
  if (m_whyNot->text().isEmpty()) painter.fillRect(m_lineFrom_px, 10, 1, height() - 21, theme.hairline);
}

}  // namespace runahead::gui
