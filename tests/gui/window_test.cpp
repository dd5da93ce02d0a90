// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the real window by mouse and keys and looks at what it then shows.
#include "tests/gui/window_test.h"

#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDropEvent>
#include <QFileInfo>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPointer>
#include <QRegularExpression>
#include <QSet>
#include <QStyle>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTextBrowser>

#include "core/io/trace_file.h"
#include "gui/jobs/run_bridge.h"
#include "gui/listing/code_view.h"
#include "gui/listing/listing_pane.h"
#include "gui/runs/run_settings.h"
#include "gui/text/framework.h"
#include "gui/widgets/commands.h"
#include "gui/widgets/settings.h"
#include "gui/window/run_control.h"
#include "gui/window/session_files.h"
#include "gui/window/work_page.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/window_driver.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

void WindowTest::init() {
  m_window = openWindow();
}

void WindowTest::cleanup() {
  m_window.reset();
}

void WindowTest::startsOnTheFirstPage() {
  QVERIFY(part(*m_window, "welcomePage")->isVisible());
  QVERIFY(part(*m_window, "startRun")->isVisible());
  QVERIFY(!part(*m_window, "header")->isVisible());
  QVERIFY(part(*m_window, "scenarioTree")->isVisible());
  // Timeline and charts cost start-up time and are made with the first run.
  QVERIFY(!m_window->findChild<QWidget*>(QStringLiteral("timeline")));
  QVERIFY(!m_window->findChild<QWidget*>(QStringLiteral("depthChart")));
  QVERIFY(!part<QAction>(*m_window, "actionExport")->isEnabled());
  QVERIFY(!part<QAction>(*m_window, "actionRun")->isEnabled());
}

void WindowTest::everyControlHasAName() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  for (const auto* button : m_window->findChildren<QAbstractButton*>()) {
    if (QString::fromLatin1(button->metaObject()->className()).startsWith(QLatin1String("runahead"))) {
      QVERIFY2(!button->accessibleName().isEmpty(), qPrintable(button->objectName()));
    }
  }
  for (const auto* field : m_window->findChildren<QAbstractSpinBox*>())
    QVERIFY(!field->accessibleName().isEmpty());
  for (const auto* field : m_window->findChildren<QComboBox*>()) QVERIFY(!field->accessibleName().isEmpty());
  for (const auto* control : m_window->findChildren<SegmentedControl*>())
    QVERIFY(!control->accessibleName().isEmpty());
}

void WindowTest::theManualIsInTheWindow() {
  part<QAction>(*m_window, "actionManual")->trigger();
  auto* manual = part<QDialog>(*m_window, "manual");
  auto* text = part<QTextBrowser>(*manual, "manualText");
  auto* pages = part<QListWidget>(*manual, "manualPages");
  QCOMPARE(pages->count(), 10);
  for (int i = 0; i < pages->count(); ++i) {
    pages->setCurrentRow(i);
    QVERIFY2(text->toPlainText().size() > 300, qPrintable(pages->item(i)->text()));
    QVERIFY(!text->toPlainText().contains(QRegularExpression(QStringLiteral("@[a-z]+@"))));
  }
  // By a link, and by a word that stands on one page alone.
  pages->setCurrentRow(0);
  QTextCursor link = text->document()->find(QStringLiteral("Keys"));
  QTest::mouseClick(text->viewport(), Qt::LeftButton, {}, text->cursorRect(link).center() - QPoint(8, 0));
  QCOMPARE(pages->currentItem()->text(), QStringLiteral("Keys"));
  auto* search = part<QLineEdit>(*manual, "manualSearch");
  QTest::keyClicks(search, QStringLiteral("OPENBLAS_CORETYPE\r"));
  QCOMPARE(pages->currentItem()->text(), QStringLiteral("When something is wrong"));
  QCOMPARE(text->textCursor().selectedText(), QStringLiteral("OPENBLAS_CORETYPE"));
  delete manual;
}

void WindowTest::keysComeFromTheTableAndAreToldOf() {
  QStringList told;
  for (const KeyLine& line : kKeyLines)
    told << QString::fromStdString(shown_keys(line)) + u' ' + keyMeaning(line);
  const QStringList words = told.join(u' ').split(QRegularExpression(QStringLiteral("[ ,:;()+]+")));
  const QHash<QString, QString> names{{"PgDown", "PgDn"}, {"=", "plus"},  {"+", "plus"},    {"-", "minus"},
                                      {"Left", "←"},      {"Right", "→"}, {"Del", "Delete"}};
  QSet<QString> pressed;
  for (const WindowCommandRow& row : kWindowCommands) {
    const auto* action = part<QAction>(*m_window, row.name);
    // Some keys are another command's, as long as that can be used.
    const bool lent = row.what == WindowCommand::run || row.what == WindowCommand::save ||
                      row.what == WindowCommand::closeProgram;
    if (!lent) {
      for (const QKeySequence& keys : action->shortcuts()) {
        QVERIFY2(!pressed.contains(keys.toString()), row.name);
        pressed << keys.toString();
      }
    }
    for (const std::string& keys : keys_of(row)) {
      const QString key = QString::fromStdString(keys).section(u'+', -1);
      const QString cap = key.isEmpty() ? QStringLiteral("plus") : names.value(key, key);
      QVERIFY2(words.contains(cap) || told.join(u' ').contains(cap), row.name);
    }
  }
  QSet<const QObject*> ofCommands;
  for (const WindowCommandRow& row : kWindowCommands) ofCommands << part<QAction>(*m_window, row.name);
  for (const auto* action : m_window->findChildren<QAction*>())
    QVERIFY2(action->shortcuts().isEmpty() || ofCommands.contains(action), qPrintable(action->objectName()));
}

void WindowTest::choosingAScenarioRunsNothing() {
  clickScenario(*m_window, QStringLiteral("barriers"));
  QCOMPARE(textOf(*m_window, "scenarioId"), QStringLiteral("barriers"));
  QCOMPARE(textOf(*m_window, "scenarioQuestion"),
           QString::fromStdString(find_scenario("barriers")->question));
  QVERIFY(!part(*m_window, "welcomePage")->isVisible());
  for (const QWidget* other : QApplication::topLevelWidgets()) {
    QVERIFY2(other == m_window.get() || !other->isVisible(), other->metaObject()->className());
  }
  QVERIFY(m_window->isActiveWindow());
  QVERIFY(part(*m_window, "emptySentence")->isVisible());
  QVERIFY(part(*m_window, "emptyRun")->isVisible());
  QVERIFY(!m_window->workbench()->bridge()->running());
  QCOMPARE(m_window->viewState()->shown()->trace().size(), Seq{0});
  QCOMPARE(part<CodeView>(*m_window, "code")->text(),
           listingText(QStringLiteral("barriers"), QStringLiteral("mxnet")));
  QVERIFY(!part<CodeView>(*m_window, "code")->text().isEmpty());
}

void WindowTest::choosesByKeyboard() {
  auto* tree = part<QTreeWidget>(*m_window, "scenarioTree");
  tree->setFocus();
  tree->setCurrentItem(scenarioItem(tree, QStringLiteral("four-statements")));
  QTest::keyClick(tree, Qt::Key_Down);
  QTest::keyClick(tree, Qt::Key_Return);
  QCOMPARE(textOf(*m_window, "scenarioId"), QStringLiteral("queued-vs-finished"));
}

void WindowTest::unknownScenarioIsSaid() {
  m_window->chooseScenario(QStringLiteral("no-such-thing"));
  QVERIFY(part(*m_window, "notice")->isVisible());
  QVERIFY(part(*m_window, "notice")->accessibleName().contains(QStringLiteral("no-such-thing")));
  QVERIFY(part(*m_window, "welcomePage")->isVisible());
}

void WindowTest::cardsOpenScenarios() {
  click(*m_window, "card_increment-loop");
  QCOMPARE(textOf(*m_window, "scenarioId"), QStringLiteral("increment-loop"));
  QVERIFY(!m_window->workbench()->bridge()->running());
  part<QAction>(*m_window, "actionWelcome")->trigger();
  QVERIFY(part(*m_window, "welcomePage")->isVisible());
}

void WindowTest::modeAndWaitsChange() {
  clickScenario(*m_window, QStringLiteral("increment-loop"));
  QVERIFY(m_window->runSettings()->mode() == Mode::async);
  clickSegment(*m_window, "mode", QStringLiteral("sync"));
  QVERIFY(m_window->runSettings()->request().mode == Mode::sync);
  auto* mode = part(*m_window, "mode");
  mode->setFocus();
  QTest::keyClick(mode, Qt::Key_Right);
  QVERIFY(m_window->runSettings()->request().mode == Mode::async);

  auto* waits = part<QComboBox>(*m_window, "waits");
  QVERIFY(!part(*m_window, "waitsEvery")->isVisible());
  waits->setFocus();
  while (!waits->currentData().toString().startsWith(QLatin1String("every:"))) {
    const int before = waits->currentIndex();
    QTest::keyClick(waits, Qt::Key_Down);
    QVERIFY(waits->currentIndex() != before);
  }
  auto* every = part<QAbstractSpinBox>(*m_window, "waitsEvery");
  QVERIFY(every->isVisible());
  every->selectAll();
  QTest::keyClicks(every, QStringLiteral("12"));
  QTest::keyClick(every, Qt::Key_Return);
  QVERIFY(m_window->runSettings()->request().waits == Waits::every(12));
}

void WindowTest::typedNumbersCountWhenRunning() {
  clickScenario(*m_window, QStringLiteral("increment-loop"));
  auto* n = part<QAbstractSpinBox>(*part(*m_window, "header"), "parameter_n");
  n->setFocus();
  n->selectAll();
  QTest::keyClicks(n, QStringLiteral("23"));
  part<QAction>(*m_window, "actionRun")->trigger();
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  QCOMPARE(m_window->runSettings()->value("n"), std::int64_t{23});
  QCOMPARE(*m_window->viewState()->shown()->trace().info().set.find("n"), std::int64_t{23});
}

void WindowTest::typingIsNotAShortcut() {
  click(*m_window, "scenarioSearchButton");
  auto* search = part<QLineEdit>(*m_window, "scenarioSearch");
  QTRY_VERIFY(search->hasFocus());
  QTest::keyClicks(search, QStringLiteral("wsadfm/?,.[]0"));
  QCOMPARE(search->text(), QStringLiteral("wsadfm/?,.[]0"));
  QVERIFY(!part(*m_window, "keysOverlay")->isVisible());
  QVERIFY(!part(*m_window, "findStrip")->isVisible());
}

void WindowTest::searchFiltersTheList() {
  QTest::keyClick(m_window.get(), Qt::Key_Slash);
  auto* search = part<QLineEdit>(*m_window, "scenarioSearch");
  QTRY_VERIFY(search->hasFocus());
  QTest::keyClicks(search, QStringLiteral("error"));
  auto* tree = part<QTreeWidget>(*m_window, "scenarioTree");
  QVERIFY(!scenarioItem(tree, QStringLiteral("late-error"))->isHidden());
  QVERIFY(scenarioItem(tree, QStringLiteral("increment-loop"))->isHidden());
  QTest::keyClick(search, Qt::Key_Return);
  QCOMPARE(textOf(*m_window, "scenarioId"), QStringLiteral("late-error"));
  QTest::keyClick(search, Qt::Key_Escape);
  QVERIFY(!search->isVisible());
  QVERIFY(!scenarioItem(tree, QStringLiteral("increment-loop"))->isHidden());
}

void WindowTest::downGoesToTheFirstMatch() {
  clickScenario(*m_window, QStringLiteral("four-statements"));
  QTest::keyClick(m_window.get(), Qt::Key_Slash);
  auto* search = part<QLineEdit>(*m_window, "scenarioSearch");
  QTRY_VERIFY(search->hasFocus());
  QTest::keyClicks(search, QStringLiteral("launch"));
  auto* tree = part<QTreeWidget>(*m_window, "scenarioTree");
  QVERIFY(scenarioItem(tree, QStringLiteral("four-statements"))->isHidden());
  QTest::keyClick(search, Qt::Key_Down);
  QTRY_VERIFY(tree->hasFocus());
  QString first;
  for (QTreeWidgetItemIterator it(tree, QTreeWidgetItemIterator::NotHidden); *it && first.isEmpty(); ++it) {
    first = (*it)->data(0, ScenarioDelegate::kId).toString();
  }
  QTest::keyClick(tree, Qt::Key_Return);
  QCOMPARE(textOf(*m_window, "scenarioId"), first);
  // Where nothing matches, the typing goes on.
  QTest::keyClick(m_window.get(), Qt::Key_Slash);
  QTRY_VERIFY(search->hasFocus());
  QTest::keyClicks(search, QStringLiteral("no such scenario"));
  QTest::keyClick(search, Qt::Key_Down);
  QVERIFY(search->hasFocus());
}

void WindowTest::keysOverlayIsNotModal() {
  QTest::keyClick(m_window.get(), Qt::Key_Question, Qt::ShiftModifier);
  QVERIFY(part(*m_window, "keysOverlay")->isVisible());
  QVERIFY(!QApplication::activeModalWidget());
  clickScenario(*m_window, QStringLiteral("barriers"));
  QCOMPARE(textOf(*m_window, "scenarioId"), QStringLiteral("barriers"));
  QTest::keyClick(m_window.get(), Qt::Key_Escape);
  QVERIFY(!part(*m_window, "keysOverlay")->isVisible());
}

void WindowTest::listingSwitchesFramework() {
  clickScenario(*m_window, QStringLiteral("increment-loop"));
  auto* code = part<CodeView>(*m_window, "code");
  const QString mxnet = code->text();
  clickSegment(*m_window, "framework", QStringLiteral("tensorflow"));
  QVERIFY(code->text() != mxnet);
  QCOMPARE(code->text(), listingText(QStringLiteral("increment-loop"), QStringLiteral("tensorflow")));
  // The mode is MXNet's, and that is said.
  QVERIFY(part(*m_window, "otherWay")->isVisible());
  QVERIFY(textOf(*m_window, "otherWay").contains(QStringLiteral("MXNet")));
  // The choice holds for the next scenario and the next window.
  clickScenario(*m_window, QStringLiteral("barriers"));
  QCOMPARE(code->text(), listingText(QStringLiteral("barriers"), QStringLiteral("tensorflow")));
  QCOMPARE(settings().value(QStringLiteral("framework")).toString(), QStringLiteral("tensorflow"));
  // Back to the mode's own: it is followed again.
  clickSegment(*m_window, "framework", QStringLiteral("mxnet"));
  QVERIFY(!part(*m_window, "otherWay")->isVisible());
  QVERIFY(settings().value(QStringLiteral("framework")).toString().isEmpty());
}

void WindowTest::listingFollowsTheMode() {
  clickScenario(*m_window, QStringLiteral("training-memory"));
  auto* code = part<CodeView>(*m_window, "code");
  const auto text = [](const char* framework) {
    return listingText(QStringLiteral("training-memory"), QLatin1String(framework));
  };
  // Any of them can be told to compute at once: then the names stay those with which the scenario begins.
  const std::pair<const char*, const char*> ways[] = {{"sync", "mxnet"}, {"stream", "pytorch"},
                                                      {"sync", "mxnet"}, {"function", "tensorflow"},
                                                      {"lazy", "mxnet"}, {"async", "mxnet"}};
  for (const auto& [mode, framework] : ways) {
    m_window->runSettings()->setMode(*mode_called(mode));
    QCOMPARE(code->text(), text(framework));
    QCOMPARE(part(*m_window, "otherWay")->isVisible(), QLatin1String(mode) == QLatin1String("sync"));
  }
  // The run on show has done what its own framework does, whatever the next one will.
  m_window->runSettings()->setPreset(Preset::step);
  m_window->runControl()->run();
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  m_window->runSettings()->setMode(Mode::stream);
  QCOMPARE(code->text(), text("mxnet"));
}

void WindowTest::smallWindowArranges() {
  clickScenario(*m_window, QStringLiteral("increment-loop"));
  QVERIFY(part(*m_window, "scenarioTree")->isVisible());
  QVERIFY(!part(*m_window, "stateTabs")->isVisible());
  m_window->resize(1280, 720);
  QVERIFY(!part(*m_window, "scenarioTree")->isVisible());
  QVERIFY(part(*m_window, "stateTabs")->isVisible());
  QVERIFY(part(*m_window, "queuePanel")->isVisible());
  QVERIFY(!part(*m_window, "taskPanel")->isVisible());
  QCOMPARE(part(*m_window, "listingPane")->width(), 292);

  part<QTabBar>(*m_window, "stateTabs")->setCurrentIndex(1);
  QVERIFY(part(*m_window, "graphPane")->isVisible());
  QVERIFY(!part(*m_window, "queuePanel")->isVisible());
  part<QTabBar>(*m_window, "stateTabs")->setCurrentIndex(2);
  QVERIFY(part(*m_window, "taskPanel")->isVisible());
  QVERIFY(!part(*m_window, "graphPane")->isVisible());

  click(*m_window, "scenarioButton");
  QVERIFY(part(*m_window, "scenarioPopup")->isVisible());
  clickScenario(*m_window, QStringLiteral("barriers"));
  QVERIFY(!part(*m_window, "scenarioPopup")->isVisible());
  QCOMPARE(m_window->runSettings()->scenario()->id, std::string("barriers"));

  m_window->resize(1600, 1000);
  QVERIFY(part(*m_window, "scenarioTree")->isVisible());
  QVERIFY(part(*m_window, "queuePanel")->isVisible());
  QVERIFY(part(*m_window, "graphPane")->isVisible());
  QVERIFY(part(*m_window, "taskPanel")->isVisible());
}

void WindowTest::smallestWindowStillHasEverything() {
  m_window->resize(200, 200);
  QCOMPARE(m_window->size(), QSize(1024, 640));
  clickScenario(*m_window, QStringLiteral("increment-loop"));
  for (const char* name :
       {"scenarioButton", "modeList", "clockList", "waits", "parameters", "run", "export"}) {
    auto* control = part(*m_window, name);
    QVERIFY2(control->isVisible(), name);
    const QRect place(control->mapTo(m_window.get(), QPoint(0, 0)), control->size());
    QVERIFY2(m_window->rect().contains(place), name);
  }
}

void WindowTest::themeSwitchesLive() {
  clickScenario(*m_window, QStringLiteral("increment-loop"));
  QCoreApplication::processEvents();  // scroll bars come and go with the first layout
  const QImage light = m_window->grab().toImage();
  const QPointer<QStyle> style = QApplication::style();
  part<QAction>(*m_window, "actionDark")->trigger();
  QVERIFY(currentTheme().isDark());
  QVERIFY(style && style == QApplication::style());  // all widgets are polished for another one
  const QImage dark = m_window->grab().toImage();
  const auto colour = [](const QImage& image, int x, int y) { return image.pixelColor(x, y); };
  const QPoint code = part(*m_window, "code")->mapTo(m_window.get(), QPoint(300, 180));
  for (const QPoint& place : {QPoint(760, 70), QPoint(700, 300), QPoint(1500, 500), code, QPoint(1400, 15)}) {
    QVERIFY2(colour(light, place.x(), place.y()).lightness() > 200,
             qPrintable(QStringLiteral("%1,%2").arg(place.x()).arg(place.y())));
    QVERIFY2(colour(dark, place.x(), place.y()).lightness() < 60,
             qPrintable(QStringLiteral("%1,%2").arg(place.x()).arg(place.y())));
  }
  part<QAction>(*m_window, "actionLight")->trigger();
  QVERIFY(!currentTheme().isDark());
  QCOMPARE(m_window->grab().toImage(), light);
}

void WindowTest::noticeNamesTheFileAndCloses() {
  m_window->sessionFiles()->open(QStringLiteral("/no/such/file.json"));
  auto* notice = part(*m_window, "notice");
  QTRY_VERIFY(notice->isVisible());
  QVERIFY(notice->accessibleName().contains(QStringLiteral("/no/such/file.json")));
  QVERIFY(!QApplication::activeModalWidget());
  QVERIFY(part(*m_window, "welcomePage")->isVisible());
  click(*m_window, "noticeClose");
  QVERIFY(!notice->isVisible());
}

void WindowTest::opensARecordingOfAnUnknownScenario() {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("large.json"));
  const Trace trace = largeTrace(500, 2);
  QVERIFY(write_trace_json({&trace, 1}, path.toStdString()).ok());
  m_window->sessionFiles()->open(path);
  QTRY_COMPARE(m_window->viewState()->shown()->trace().size(), trace.size());
  QVERIFY(part(*m_window, "timeline")->isVisible());
  QCOMPARE(textOf(*m_window, "scenarioId"), QStringLiteral("large"));
  // Nothing that cannot work is shown.
  for (const char* name : {"run", "mode", "parameters"}) QVERIFY2(!part(*m_window, name)->isVisible(), name);
  QVERIFY(!part<QAction>(*m_window, "actionRun")->isEnabled());
  QVERIFY(part<QAction>(*m_window, "actionExport")->isEnabled());
}

void WindowTest::dropsOpenFiles() {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("loop.json"));
  const Trace trace = incrementLoopTrace(10);
  QVERIFY(write_trace_json({&trace, 1}, path.toStdString()).ok());
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(path)});
  QDragEnterEvent enter(QPoint(500, 500), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(m_window.get(), &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop(QPointF(500, 500), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(m_window.get(), &drop);
  QTRY_COMPARE(m_window->viewState()->shown()->trace().size(), trace.size());
  QCOMPARE(textOf(*m_window, "scenarioId"), QStringLiteral("increment-loop"));
  QCOMPARE(m_window->runSettings()->value("n"), std::int64_t{10});

  data.setUrls({QUrl::fromLocalFile(directory.filePath(QStringLiteral("notes.txt")))});
  QDragEnterEvent other(QPoint(500, 500), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(m_window.get(), &other);
  QVERIFY(!other.isAccepted());
}

void WindowTest::remembersThemeAndFiles() {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("loop.json"));
  const Trace trace = incrementLoopTrace(10);
  QVERIFY(write_trace_json({&trace, 1}, path.toStdString()).ok());
  m_window->sessionFiles()->open(path);
  QTRY_COMPARE(m_window->viewState()->shown()->trace().size(), trace.size());
  part<QAction>(*m_window, "actionDark")->trigger();
  m_window->close();
  m_window = std::make_unique<MainWindow>();
  m_window->show();
  QVERIFY(currentTheme().isDark());
  QCOMPARE(m_window->size(), QSize(1600, 1000));
  QCOMPARE(settings().value(QStringLiteral("recent")).toStringList(), QStringList{path});
  part<QAction>(*m_window, "actionLight")->trigger();
}
