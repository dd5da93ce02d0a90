// SPDX-License-Identifier: GPL-3.0-or-later
// How often the random user does what, and what hands do. Not here: what is done on purpose (intentions.cpp).
#include "tests/monkey/person.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QFileDialog>
#include <QHelpEvent>
#include <QKeySequence>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QSplitter>
#include <QTabBar>
#include <QTest>
#include <QWheelEvent>
#include <QWindow>
#include <algorithm>
#include <utility>
#include <vector>

namespace runahead::monkey {
namespace {

using namespace runahead::gui;

/// Who works it has a reason to.
bool isWorked(const QWidget& widget) {
  for (const char* name :
       {"QAbstractButton", "QComboBox", "QLineEdit", "QAbstractSpinBox", "QTabBar", "QMenu", "QMenuBar",
        "QAbstractSlider", "QSplitterHandle", "runahead::gui::SegmentedControl",
        "runahead::gui::TimelineView", "runahead::gui::OverviewView", "runahead::gui::ChartPane",
        "runahead::gui::GraphPane", "runahead::gui::AskedPane", "runahead::gui::Presenter"}) {
    if (widget.inherits(name)) return true;
  }
  const auto* area = qobject_cast<const QAbstractScrollArea*>(widget.parentWidget());
  return area && area->viewport() == &widget;
}

QString nameOf(const QWidget& widget) {
  QString name = QString::fromLatin1(widget.metaObject()->className()).section(QStringLiteral("::"), -1);
  for (const QWidget* one = &widget; one; one = one->parentWidget()) {
    if (one->objectName().isEmpty() || one->objectName().startsWith(QLatin1String("qt_"))) continue;
    return name + u' ' + one->objectName();
  }
  return name;
}

Qt::KeyboardModifiers modifiersOf(Draws& draws) {
  if (!draws.percent(12)) return {};
  static constexpr Qt::KeyboardModifiers kAll[] = {Qt::ShiftModifier, Qt::ControlModifier, Qt::AltModifier,
                                                   Qt::ShiftModifier | Qt::ControlModifier};
  return draws.of(kAll);
}

/// As QTest has it, which takes most letters for their keys.
Qt::Key keyOf(QChar letter) {
  return letter == u'\n' ? Qt::Key_Return : static_cast<Qt::Key>(letter.toUpper().unicode());
}

QString wordsOf(QPoint at) {
  return QStringLiteral("%1,%2").arg(at.x()).arg(at.y());
}

}  // namespace

Action Person::choose(MainWindow& window, Draws& draws) {
  m_window = &window;
  m_draws = &draws;
  if (QWidget* const modal = QApplication::activeModalWidget()) {
    if (qobject_cast<QFileDialog*>(modal) || draws.percent(30)) return answerDialog(*modal);
  }
  using Choose = Action (Person::*)() const;
  static constexpr std::pair<int, Choose> kWeights[] = {
      {230, &Person::click},       {60, &Person::drag},        {60, &Person::turnWheel},
      {40, &Person::point},        {150, &Person::pressKey},   {25, &Person::typeText},
      {20, &Person::resize},       {70, &Person::chooseMenu},  {25, &Person::chooseScenario},
      {30, &Person::set},          {50, &Person::run},         {40, &Person::drive},
      {50, &Person::step},         {20, &Person::compare},     {15, &Person::closeRun},
      {15, &Person::writeProgram}, {20, &Person::ask},         {20, &Person::lecture},
      {8, &Person::save},          {8, &Person::open},         {2, &Person::damage},
      {2, &Person::drop},          {1, &Person::continueLeft}, {1, &Person::leave},
  };
  int all = 0;
  for (const auto& [weight, choose] : kWeights) all += weight;
  int drawn = draws.below(all);
  for (const auto& [weight, choose] : kWeights) {
    if ((drawn -= weight) < 0) return (this->*choose)();
  }
  return {};
}

void press(MainWindow& window, int key, Qt::KeyboardModifiers modifiers) {
  QWindow* const focus = QGuiApplication::focusWindow();
  const QPointer<QWindow> there = focus ? focus : window.windowHandle();
  if (there) QTest::keyPress(there, static_cast<Qt::Key>(key), modifiers);
  if (there) QTest::keyRelease(there, static_cast<Qt::Key>(key), modifiers);
}

void Person::letGo() {
  if (QWidget* popup = QApplication::activePopupWidget()) {
    popup->close();
  } else if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
    dialog->reject();
  } else if (const QPointer<QWindow> there = QGuiApplication::focusWindow()) {
    QTest::mouseRelease(there, Qt::LeftButton);
    if (there) QTest::keyPress(there, Qt::Key_Escape);
    if (there) QTest::keyRelease(there, Qt::Key_Escape);
  }
}

QWidget* Person::topWindow() const {
  if (QWidget* popup = QApplication::activePopupWidget(); popup && !m_draws->percent(15)) return popup;
  if (QWidget* modal = QApplication::activeModalWidget()) return modal;
  QWidgetList windows = QApplication::topLevelWidgets();
  windows.removeIf([](const QWidget* one) {
    return !one->isVisible() || !one->windowHandle() || one->windowType() == Qt::ToolTip ||
           one->windowType() == Qt::Popup;
  });
  QWidget* const active = QApplication::activeWindow();
  if (active && windows.contains(active) && !m_draws->percent(15)) return active;
  // In the order in which they are asked for, which is that of addresses, another run would be another one.
  if (windows.isEmpty()) return m_window;
  std::ranges::sort(windows, {}, [](const QWidget* one) { return nameOf(*one); });
  return m_draws->of(windows);
}

Person::Place Person::place() const {
  QWidget* const window = topWindow();
  const QRect room = window->rect();
  QWidgetList all = window->findChildren<QWidget*>();
  all.removeIf(
      [&](const QWidget* one) { return one->isWindow() || !one->isVisible() || one->size().isEmpty(); });
  if (m_draws->percent(80)) {
    QWidgetList worked = all;
    worked.removeIf([](const QWidget* one) { return !isWorked(*one); });
    if (!worked.isEmpty()) all = worked;
  }
  QWidget* widget = all.isEmpty() ? window : m_draws->of(all);
  const QPoint inside(m_draws->below(widget->width()), m_draws->below(widget->height()));
  QPoint at = widget->mapTo(window, inside);
  if (!room.contains(at)) at = {m_draws->below(room.width()), m_draws->below(room.height())};
  QWidget* const there = window->childAt(at);
  widget = there ? there : window;
  return {window, widget, at, wordsOf(at) + QStringLiteral(" ") + nameOf(*widget)};
}

// Hands
// -----------------------------------------------------------------------------------------------------------

Action Person::click() const {
  const Place where = place();
  const int how = m_draws->below(100);
  const Qt::MouseButton button = how < 88 ? Qt::LeftButton : how < 97 ? Qt::RightButton : Qt::MiddleButton;
  const Qt::KeyboardModifiers modifiers = modifiersOf(*m_draws);
  const bool twice = m_draws->percent(6);
  return {QStringLiteral("%1 %2%3 %4")
              .arg(twice ? QStringLiteral("double click") : QStringLiteral("click"), QString::number(button),
                   modifiers ? QStringLiteral(" with %1").arg(modifiers, 0, 16) : QString(), where.words),
          [=] {
            const QPointer<QWindow> window = where.window->windowHandle();
            QTest::mouseMove(window, where.at);
            for (int i = twice ? 0 : 1; i < 2; ++i) {
              if (window) QTest::mousePress(window, button, modifiers, where.at);
              if (window) QTest::mouseRelease(window, button, modifiers, where.at);
            }
          }};
}

Action Person::drag() const {
  const Place where = place();
  const Qt::KeyboardModifiers modifiers = modifiersOf(*m_draws);
  std::vector<QPoint> way = {where.at};
  for (int i = m_draws->between(1, 4); i > 0; --i) {
    const int far = m_draws->percent(70) ? 120 : 900;
    way.push_back(way.back() + QPoint(m_draws->between(-far, far), m_draws->between(-far, far) / 2));
  }
  return {QStringLiteral("drag %1 to %2").arg(where.words, wordsOf(way.back())), [=] {
            const QPointer<QWindow> window = where.window->windowHandle();
            QTest::mousePress(window, Qt::LeftButton, modifiers, way.front());
            for (const QPoint at : way) {
              if (window) QTest::mouseMove(window, at);
            }
            if (window) QTest::mouseRelease(window, Qt::LeftButton, modifiers, way.back());
          }};
}

Action Person::turnWheel() const {
  const Place where = place();
  const Qt::KeyboardModifiers modifiers = m_draws->percent(50) ? modifiersOf(*m_draws) : Qt::ControlModifier;
  const int turns = m_draws->between(1, 5) * (m_draws->percent(50) ? 120 : -120);
  return {QStringLiteral("wheel %1 with %2 %3").arg(turns).arg(modifiers, 0, 16).arg(where.words), [=] {
            const QPoint global = where.window->mapToGlobal(where.at);
            QWheelEvent event(where.widget->mapFrom(where.window, where.at), global, {}, {0, turns}, {},
                              modifiers, Qt::NoScrollPhase, false);
            QApplication::sendEvent(where.widget, &event);
          }};
}

Action Person::point() const {
  const Place where = place();
  return {QStringLiteral("point %1").arg(where.words), [=] {
            const QPointer<QWidget> widget = where.widget;
            QTest::mouseMove(where.window->windowHandle(), where.at);
            if (!widget) return;
            QHelpEvent event(QEvent::ToolTip, widget->mapFrom(where.window, where.at),
                             where.window->mapToGlobal(where.at));
            QApplication::sendEvent(widget, &event);
          }};
}

Action Person::pressKey() const {
  static constexpr int kKeys[] = {
      Qt::Key_W,        Qt::Key_S,      Qt::Key_A,         Qt::Key_D,           Qt::Key_F,
      Qt::Key_0,        Qt::Key_Space,  Qt::Key_Left,      Qt::Key_Right,       Qt::Key_Up,
      Qt::Key_Down,     Qt::Key_Home,   Qt::Key_End,       Qt::Key_PageUp,      Qt::Key_B,
      Qt::Key_PageDown, Qt::Key_F8,     Qt::Key_Comma,     Qt::Key_Period,      Qt::Key_M,
      Qt::Key_N,        Qt::Key_Delete, Qt::Key_I,         Qt::Key_T,           Qt::Key_E,
      Qt::Key_P,        Qt::Key_G,      Qt::Key_C,         Qt::Key_Z,           Qt::Key_F2,
      Qt::Key_K,        Qt::Key_Slash,  Qt::Key_F3,        Qt::Key_Escape,      Qt::Key_F1,
      Qt::Key_F11,      Qt::Key_Q,      Qt::Key_1,         Qt::Key_2,           Qt::Key_3,
      Qt::Key_4,        Qt::Key_Return, Qt::Key_F6,        Qt::Key_Tab,         Qt::Key_L,
      Qt::Key_Plus,     Qt::Key_Minus,  Qt::Key_Backspace, Qt::Key_H,           Qt::Key_Question,
      Qt::Key_Escape,   Qt::Key_Return, Qt::Key_V,         Qt::Key_X,           Qt::Key_Y,
      Qt::Key_Menu,     Qt::Key_F5,     Qt::Key_R,         Qt::Key_BracketLeft, Qt::Key_BracketRight};
  auto key = static_cast<Qt::Key>(m_draws->of(kKeys));
  Qt::KeyboardModifiers modifiers = modifiersOf(*m_draws);
  if (m_draws->percent(12)) modifiers |= Qt::ControlModifier;
  // What closes the window is done on purpose, and less often.
  const bool ends = modifiers.testFlag(Qt::ControlModifier) &&
                    (key == Qt::Key_Q || key == Qt::Key_Plus || key == Qt::Key_Minus || key == Qt::Key_0);
  if (ends) key = Qt::Key_Escape;
  const int times = m_draws->percent(80) ? 1 : m_draws->between(2, 12);
  return {QStringLiteral("key %1").arg(QKeySequence(key | modifiers).toString()) +
              (times > 1 ? QStringLiteral(" %1 times").arg(times) : QString()),
          [=, this] { press(*m_window, key, modifiers); }, times};
}

Action Person::typeText() const {
  static constexpr const char* kTexts[] = {"3",      "12",        "1e9",      "-1",           "",
                                           "dot",    "x = x + 1", "for i",    "np.",          "torch.",
                                           "<b>&lt", "it's \"\\", "print(x)", "999999999999", "*right",
                                           "=why",   "two words", "add",      "tf.",          "wait(1)\n\n"};
  const QString text = QString::fromLatin1(m_draws->of(kTexts));
  return {QStringLiteral("type \"%1\"").arg(text),
          [=, this, next = qsizetype{0}]() mutable { press(*m_window, keyOf(text[next++])); },
          static_cast<int>(text.size())};
}

Action Person::resize() const {
  static constexpr QSize kSizes[] = {{1600, 1000}, {1920, 1080}, {1280, 720}, {1024, 768},
                                     {800, 440},   {1500, 800},  {1499, 799}};
  const QSize size = m_draws->percent(60) ? m_draws->of(kSizes)
                                          : QSize(m_draws->between(500, 1920), m_draws->between(300, 1200));
  const int state = m_draws->below(100);
  const QString words = state < 4 ? QStringLiteral("maximize")
                        : state < 6
                            ? QStringLiteral("minimize and back")
                            : QStringLiteral("resize to %1 x %2").arg(size.width()).arg(size.height());
  return {words, [=, this] {
            if (state < 4) return m_window->showMaximized();
            if (state < 6) m_window->showMinimized();
            m_window->showNormal();
            if (state >= 6) m_window->resize(size);
          }};
}

}  // namespace runahead::monkey
