// SPDX-License-Identifier: GPL-3.0-or-later
// What is done on purpose: by menus, keys, and by the functions below the dialogs that ask for files.
// Not here: hands (person.cpp).
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QTest>
#include <QUrl>
#include <QWindow>
#include <algorithm>
#include <array>
#include <vector>

#include "core/scenario/scenario.h"
#include "gui/cli/shipped_lecture.h"
#include "gui/lecture/presentation.h"
#include "gui/listing/code_view.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/session/recovery_store.h"
#include "gui/window/class_questions.h"
#include "gui/window/exporter.h"
#include "gui/window/program_files.h"
#include "gui/window/run_control.h"
#include "gui/window/session_files.h"
#include "tests/monkey/person.h"
#include "tests/monkey/programs.h"

namespace runahead::monkey {

using namespace runahead::gui;

namespace {

void trigger(const MainWindow& window, const QString& name) {
  auto* action = window.findChild<QAction*>(name);
  if (action && action->isEnabled()) action->trigger();
}

}  // namespace

QString Person::pathFor(bool writes) const {
  if (!writes) {
    const QStringList there = QDir(m_directory).entryList(QDir::Files, QDir::Name);
    if (!there.isEmpty() && !m_draws->percent(3)) return m_directory + u'/' + m_draws->of(there);
  }
  static constexpr const char* kEndings[] = {"runahead", "runahead", "runahead", "json", "json",
                                             "py",       "py",       "png",      "svg",  "pdf",
                                             "html",     "csv",      "zip",      "PNG"};
  return QStringLiteral("%1/%2.%3")
      .arg(m_directory, QString(QChar(u'a' + m_draws->below(3))), QString::fromLatin1(m_draws->of(kEndings)));
}

Action Person::chooseMenu() const {
  if (m_draws->percent(15)) {
    QMenuBar* const bar = m_window->menuBar();
    QAction* const action = m_draws->of(bar->actions());
    return {QStringLiteral("open the menu %1").arg(action->text()), [=, this] {
              QTest::mouseClick(m_window->windowHandle(), Qt::LeftButton, {},
                                bar->mapTo(m_window, bar->actionGeometry(action).center()));
            }};
  }
  QList<QAction*> all = m_window->menuBar()->findChildren<QAction*>();
  all.removeIf([](const QAction* one) {
    const QString name = one->objectName();
    return name.isEmpty() || name == QLatin1String("actionQuit") || name == QLatin1String("actionLarger") ||
           name == QLatin1String("actionSmaller") || name == QLatin1String("actionNormalSize") ||
           !one->isEnabled() || one->menu();
  });
  if (all.isEmpty()) return run();
  QAction* const action = m_draws->of(all);
  return {QStringLiteral("menu %1").arg(action->objectName()), [action] { action->trigger(); }};
}

Action Person::chooseScenario() const {
  const QString id = QString::fromStdString(m_draws->of(scenarios()).id);
  const bool step = !m_draws->percent(10);
  return {QStringLiteral("choose %1").arg(id), [=, this] {
            m_window->chooseScenario(id);
            if (step) m_window->runSettings()->setPreset(Preset::step);
          }};
}

Action Person::set() const {
  RunSettings* const settings = m_window->runSettings();
  if (!settings->scenario()) return chooseScenario();
  const int which = m_draws->below(6);
  const int drawn = m_draws->below(1000);
  if (which < 2) {
    const std::vector<Clock> clocks = settings->clocks();
    const Clock clock = m_draws->of(clocks);
    return {QStringLiteral("set clock %1").arg(QLatin1String(to_string(clock))),
            [=] { settings->setClock(clock); }};
  }
  if (which == 2) {
    const Mode mode = m_draws->of(settings->scenario()->modes);
    return {QStringLiteral("set mode %1").arg(QLatin1String(to_string(mode))),
            [=] { settings->setMode(mode); }};
  }
  if (which == 3) return {QStringLiteral("set preset step"), [=] { settings->setPreset(Preset::step); }};
  const auto& parameters = settings->parameters();
  if (parameters.empty()) return chooseScenario();
  const Parameter parameter = m_draws->of(parameters);
  const std::int64_t value = m_draws->percent(10)
                                 ? m_draws->of(std::array<std::int64_t, 3>{-1, 0, 1'000'000'000'000})
                                 : parameter.min + drawn % std::max<std::int64_t>(1, 2 * parameter.step);
  return {QStringLiteral("set %1 to %2").arg(QString::fromStdString(parameter.name)).arg(value),
          [=] { settings->setValue(parameter.name, value); }};
}

Action Person::run() const {
  if (m_draws->percent(15))
    return {QStringLiteral("stop"), [this] { press(*m_window, Qt::Key_F5, Qt::ShiftModifier); }};
  return {QStringLiteral("run"), [this] { press(*m_window, Qt::Key_R, Qt::ControlModifier); }};
}

Action Person::drive() const {
  if (m_draws->percent(20) && m_window->runSettings()->scenario()) {
    return {QStringLiteral("drive"), [this] {
              m_window->runSettings()->setClock(Clock::manual);
              m_window->runControl()->run();
            }};
  }
  static constexpr int kKeys[] = {Qt::Key_I, Qt::Key_T, Qt::Key_E, Qt::Key_I, Qt::Key_T,
                                  Qt::Key_E, Qt::Key_N, Qt::Key_P, Qt::Key_G, Qt::Key_Left};
  std::vector<int> keys;
  for (int i = m_draws->between(1, 5); i > 0; --i) keys.push_back(m_draws->of(kKeys));
  QString words;
  for (const int key : keys) words += QKeySequence(key).toString();
  return {QStringLiteral("drive %1").arg(words),
          [=, this, next = std::size_t{0}]() mutable { press(*m_window, keys[next++]); },
          static_cast<int>(keys.size())};
}

Action Person::step() const {
  const int where = m_draws->below(4);
  const int far = m_draws->below(1000);
  return {QStringLiteral("step %1 %2").arg(where).arg(far), [=, this] {
            ViewState* const view = m_window->viewState();
            static constexpr FutureVisibility kAfter[] = {FutureVisibility::show, FutureVisibility::dim,
                                                          FutureVisibility::hide};
            if (where == 0)
              view->cursor()->stepTo(m_window->record()->trace().size() * static_cast<Seq>(far) / 1000);
            if (where == 1) view->cursor()->setTime(m_window->record()->trace().end_ns() * far / 1000);
            if (where == 2) view->cursor()->setFutureVisibility(kAfter[far % 3]);
            if (where == 3) {
              const auto length =
                  static_cast<double>(std::max<std::int64_t>(1, m_window->record()->trace().end_ns()));
              view->visible()->zoomTo(length * far / 2000, length * (far + 1) / 1001);
            }
          }};
}

Action Person::compare() const {
  if (m_draws->percent(60)) return {QStringLiteral("compare"), [this] { press(*m_window, Qt::Key_C); }};
  const auto& runs = m_window->workbench()->runs()->runs();
  if (runs.empty()) return run();
  const RunId id = m_draws->of(runs).id;
  const bool chosen = m_draws->percent(50);
  if (m_draws->percent(50))
    return {QStringLiteral("show run %1").arg(id), [=, this] { m_window->workbench()->runs()->show(id); }};
  return {QStringLiteral("tick run %1 %2").arg(id).arg(chosen),
          [=, this] { m_window->workbench()->runs()->setChosen(id, chosen); }};
}

Action Person::closeRun() const {
  if (m_draws->percent(40))
    return {QStringLiteral("bring back"), [this] { trigger(*m_window, QStringLiteral("actionUndoClose")); }};
  if (m_draws->percent(20))
    return {QStringLiteral("close the program"),
            [this] { trigger(*m_window, QStringLiteral("actionCloseProgram")); }};
  const auto& runs = m_window->workbench()->runs()->runs();
  if (runs.empty()) return run();
  const RunId id = m_draws->of(runs).id;
  return {QStringLiteral("close run %1").arg(id), [=, this] { m_window->runControl()->close(id); }};
}

Action Person::writeProgram() const {
  const QString text = drawProgram(*m_draws);
  const bool fresh = m_draws->percent(25);
  const bool runs = m_draws->percent(60);
  return {QStringLiteral("write a program of %1 letters").arg(text.size()), [=, this] {
            if (fresh || !m_window->workbench()->program()) m_window->programs()->create();
            auto* code = m_window->findChild<CodeView*>(QStringLiteral("code"));
            if (!code || !code->editing()) return;
            code->setFocus();
            QApplication::clipboard()->setText(text);
            press(*m_window, Qt::Key_A, Qt::ControlModifier);
            press(*m_window, Qt::Key_V, Qt::ControlModifier);
            if (runs) m_window->runControl()->run();
          }};
}

Action Person::ask() const {
  static constexpr int kKeys[] = {
      Qt::Key_1,     Qt::Key_2,  Qt::Key_3,    Qt::Key_4,   Qt::Key_Return,   Qt::Key_Return, Qt::Key_Left,
      Qt::Key_Right, Qt::Key_Up, Qt::Key_Down, Qt::Key_Tab, Qt::Key_PageDown, Qt::Key_Q,      Qt::Key_Escape};
  if (m_draws->percent(25)) return {QStringLiteral("ask"), [this] { m_window->questions()->ask(); }};
  if (m_draws->percent(20))
    return {QStringLiteral("ask to draw"), [this] { m_window->questions()->askToDraw(); }};
  const int key = m_draws->of(kKeys);
  const int times = m_draws->between(1, 4);
  return {QStringLiteral("answer %1 %2 times").arg(QKeySequence(key).toString()).arg(times),
          [=, this] { press(*m_window, key); }, times};
}

Action Person::lecture() const {
  const int what = m_draws->below(10);
  if (what == 0) {
    const QString name = QString::fromStdString(m_draws->of(shippedLectures()).name);
    return {QStringLiteral("open the lecture %1").arg(name),
            [=, this] { m_window->sessionFiles()->openLecture(name); }};
  }
  if (what < 4)
    return {QStringLiteral("add a stop"), [this] { trigger(*m_window, QStringLiteral("actionAddStop")); }};
  if (what < 6) return {QStringLiteral("present"), [this] { m_window->presentation()->present(); }};
  if (what == 6)
    return {QStringLiteral("show the speaker's window"), [this] { m_window->presentation()->showSpeaker(); }};
  const int times = m_draws->between(1, 6);
  const int key = m_draws->percent(70) ? Qt::Key_PageDown : Qt::Key_PageUp;
  const Qt::KeyboardModifiers modifiers = m_draws->percent(30) ? Qt::ShiftModifier : Qt::NoModifier;
  return {QStringLiteral("turn %1 pages").arg(times), [=, this] { press(*m_window, key, modifiers); }, times};
}

Action Person::save() const {
  const QString path = pathFor(true);
  const bool whole = path.endsWith(QLatin1String(".runahead")) || m_draws->percent(50);
  if (!whole) return {QStringLiteral("save"), [this] { m_window->programs()->save(); }};
  return {QStringLiteral("save %1").arg(path.section(u'/', -1)), [=, this] {
            const bool session = path.endsWith(QLatin1String(".runahead")) && m_window->workbench()->open();
            session ? m_window->sessionFiles()->saveTo(path, true) : m_window->exporter()->exportTo(path);
          }};
}

Action Person::open() const {
  const QString path = pathFor(false);
  const bool compares = m_draws->percent(30);
  return {QStringLiteral("%1 %2").arg(compares ? QStringLiteral("compare with") : QStringLiteral("open"),
                                      path.section(u'/', -1)),
          [=, this] {
            compares ? m_window->sessionFiles()->compareWith(path) : m_window->sessionFiles()->open(path);
          }};
}

Action Person::damage() const {
  const QString path = pathFor(false);
  const int how = m_draws->below(3);
  const int part = m_draws->below(1000);
  const QString to =
      QStringLiteral("%1/damaged%2.%3").arg(m_directory).arg(m_draws->below(3)).arg(path.section(u'.', -1));
  return {QStringLiteral("damage %1").arg(path.section(u'/', -1)), [=] {
            QFile from(path);
            if (!from.open(QIODevice::ReadOnly)) return;
            QByteArray bytes = from.readAll();
            const qsizetype at = bytes.size() * part / 1000;
            if (how == 0) bytes.truncate(at);
            if (how == 1) bytes.insert(at, "0");
            if (how == 2 && at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << part % 8));
            QFile file(to);
            if (file.open(QIODevice::WriteOnly)) file.write(bytes);
          }};
}

Action Person::drop() const {
  const QString path = pathFor(false);
  return {QStringLiteral("drop %1").arg(path.section(u'/', -1)), [=, this] {
            QMimeData data;
            data.setUrls({QUrl::fromLocalFile(path)});
            const QPoint middle = m_window->rect().center();
            QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, {});
            QApplication::sendEvent(m_window, &enter);
            if (!enter.isAccepted()) return;
            QDropEvent event(middle, Qt::CopyAction, &data, Qt::LeftButton, {});
            QApplication::sendEvent(m_window, &event);
          }};
}

Action Person::continueLeft() const {
  const int which = m_draws->below(5);
  return {
      QStringLiteral("continue what was left %1").arg(which), [=, this] {
        const auto left = RecoveryStore::left();
        if (!left.empty())
          m_window->sessionFiles()->continueLeft(left[static_cast<std::size_t>(which) % left.size()].place);
      }};
}

Action Person::leave() const {
  static constexpr const char* kWays[] = {"actionQuit",       "actionLarger", "actionSmaller",
                                          "actionNormalSize", "actionNew",    "actionWelcome"};
  const QString way = QString::fromLatin1(m_draws->of(kWays));
  return {QStringLiteral("leave by %1").arg(way), [=, this] { trigger(*m_window, way); }};
}

Action Person::answerDialog(QWidget& dialog) const {
  auto* files = qobject_cast<QFileDialog*>(&dialog);
  if (!files || m_draws->percent(15)) {
    return {QStringLiteral("close the dialog %1").arg(dialog.windowTitle()), [&dialog] { dialog.close(); }};
  }
  const QString path = pathFor(files->acceptMode() == QFileDialog::AcceptSave);
  return {QStringLiteral("answer the dialog with %1").arg(path.section(u'/', -1)), [=] {
            emit files->fileSelected(path);
            static_cast<QDialog*>(files)->done(QDialog::Accepted);
          }};
}

}  // namespace runahead::monkey
