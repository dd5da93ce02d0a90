// SPDX-License-Identifier: GPL-3.0-or-later
// Compared runs stay together whatever is done, in whatever order: keys, questions, hiding, moving views.
#include <QRandomGenerator>

#include "gui/lecture/asking.h"
#include "gui/lecture/presentation.h"
#include "gui/runs/run_list.h"
#include "gui/window/class_questions.h"
#include "gui/window/run_control.h"
#include "tests/gui/compare_window_test.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/window_driver.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

void CompareTest::aQuestionEndsWhereRunsAreCompared() {
  open({incrementLoopTrace(50, true), incrementLoopTrace(20)});
  ViewState& view = *m_window->viewState();
  view.cursor()->set(10);
  const std::vector<Question> all = questions(m_window->record()->trace());
  QVERIFY(!all.empty());
  m_window->questions()->ask(all.front());
  QVERIFY(m_window->asking()->question());
  QTest::keyClick(m_window.get(), Qt::Key_C);
  QVERIFY(m_window->workbench()->runs()->comparing());
  QVERIFY(!m_window->asking()->question());
  QCOMPARE(view.cursor()->seq(), Seq{10});
  checkTogether();
  QTest::keyClick(m_window.get(), Qt::Key_Escape);
  checkTogether();
}

void CompareTest::aPresentationStandsOnTheSameScale() {
  open({incrementLoopTrace(50, true), incrementLoopTrace(20), incrementLoopTrace(35)});
  m_window->runControl()->setComparing(true);
  ViewState& view = *m_window->viewState();
  view.visible()->setAnimationMs(0);
  view.cursor()->setFutureVisibility(FutureVisibility::hide);
  view.cursor()->set(m_window->record()->trace().size() - 5);
  const double far = view.visible()->toNs();
  QTest::keyClick(m_window.get(), Qt::Key_Home);
  // Begun anew, whatever the other runs had been known of.
  QVERIFY(view.visible()->toNs() < far);
  const double begun = view.visible()->toNs();
  checkTogether();
  m_window->presentation()->present();
  QCOMPARE(m_window->findChildren<ComparePane*>().size(), 2);
  checkTogether();
  QCOMPARE(view.visible()->toNs(), begun);
  for (int i = 0; i < 12; ++i) {
    view.cursor()->step(StepKind::task, 1);
    checkTogether();
  }
}

void CompareTest::whateverIsDoneTheyStandTogether_data() {
  QTest::addColumn<quint32>("seed");
  const auto count = static_cast<quint32>(std::max(2, qEnvironmentVariableIntValue("RUNAHEAD_SEEDS")));
  for (quint32 seed = 1; seed <= count; ++seed) QTest::addRow("seed %u", seed) << seed;
}

void CompareTest::whateverIsDoneTheyStandTogether() {
  QFETCH(const quint32, seed);
  open({incrementLoopTrace(50, true), incrementLoopTrace(20), incrementLoopTrace(35)});
  QRandomGenerator random(seed);
  ViewState& view = *m_window->viewState();
  if (seed % 2 == 0) m_window->presentation()->present();
  const std::vector<Qt::Key> keys = {Qt::Key_C,
                                     Qt::Key_C,
                                     Qt::Key_W,
                                     Qt::Key_S,
                                     Qt::Key_A,
                                     Qt::Key_D,
                                     Qt::Key_F,
                                     Qt::Key_0,
                                     Qt::Key_Home,
                                     Qt::Key_End,
                                     Qt::Key_Left,
                                     Qt::Key_Right,
                                     Qt::Key_Up,
                                     Qt::Key_Down,
                                     Qt::Key_Q,
                                     Qt::Key_H,
                                     Qt::Key_Tab,
                                     Qt::Key_BracketLeft,
                                     Qt::Key_BracketRight,
                                     Qt::Key_Escape,
                                     Qt::Key_Return};
  QStringList done;
  for (int i = 0; i < 80; ++i) {
    view.visible()->setAnimationMs(random.bounded(3) == 0 ? 40 : 0);
    switch (random.bounded(9)) {
      case 0:
        view.cursor()->setFutureVisibility(static_cast<FutureVisibility>(random.bounded(3)));
        done << QStringLiteral("after %1").arg(static_cast<int>(view.cursor()->futureVisibility()));
        break;
      case 1: {
        const auto& runs = m_window->workbench()->runs()->runs();
        m_window->workbench()->runs()->show(runs[random.bounded(static_cast<quint32>(runs.size()))].id);
        done << QStringLiteral("show");
        break;
      }
      case 2:
        m_window->workbench()->runs()->setAlignment(random.bounded(2) ? Alignment::begin : Alignment::end,
                                                    {});
        done << QStringLiteral("align");
        break;
      case 3:
        if (random.bounded(4) != 0) break;
        m_window->presentation()->present();
        done << QStringLiteral("present");
        break;
      case 4: {
        const double end = view.visible()->ownLimitNs(), from = random.bounded(end);
        view.visible()->zoomTo(from, from + random.bounded(end));
        done << QStringLiteral("zoom");
        break;
      }
      default: {
        const Qt::Key key = keys[random.bounded(static_cast<quint32>(keys.size()))];
        done << QKeySequence(key).toString();
        QTest::keyClick(m_window.get(), key);
      }
    }
    if (random.bounded(4) == 0) QTest::qWait(random.bounded(2) == 0 ? 1 : 60);
    if (i % 4 != 3) continue;
    if (!QTest::qWaitFor([this] { return togetherNow(); }, 2000)) {
      for (const auto* pane : m_window->findChildren<ComparePane*>())
        for (const auto& part : pane->parts())
          qWarning() << part.shiftNs << part.view->visible()->fromNs() << part.view->visible()->toNs()
                     << part.view->cursor()->ns() << part.view->visible()->fitting();
      QFAIL(qPrintable(done.join(u' ')));
    }
  }
}
