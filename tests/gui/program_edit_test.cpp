// SPDX-License-Identifier: GPL-3.0-or-later
// Writing on a program: keys, undo, finding and replacing, comments.
// Not here: its runs, files and output (program_window_test.cpp).
#include <dlfcn.h>

#include <QClipboard>
#include <QRegularExpression>

#include "gui/export/page.h"
#include "gui/jobs/background.h"
#include "gui/lecture/presenter.h"
#include "gui/runs/run_settings.h"
#include "tests/gui/program_driver.h"
#include "tests/gui/program_window_test.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

void ProgramTest::textIsFoundByKeys() {
  open(QStringLiteral("import torch\nxx = torch.ones(2, 2)\nx = xx + 1\nX = x\n"));
  code(*m_window)->setFocus();
  code(*m_window)->setCursorPosition(0, 0);
  QTest::keyClick(code(*m_window), Qt::Key_F, Qt::ControlModifier);
  auto* field = part<QLineEdit>(*m_window, "textFindField");
  QVERIFY(field->hasFocus());
  QVERIFY(!part(*m_window, "textReplace")->isVisible());
  QTest::keyClicks(field, QStringLiteral("x"));
  QCOMPARE(textOf(*m_window, "textFindCount"), QStringLiteral("1 of 7"));
  click(*m_window, "textFindCase");
  QCOMPARE(textOf(*m_window, "textFindCount"), QStringLiteral("1 of 6"));
  click(*m_window, "textFindWord");
  QCOMPARE(textOf(*m_window, "textFindCount"), QStringLiteral("1 of 2"));
  const auto line = [this] {
    int at = 0, column = 0, to = 0, toColumn = 0;
    code(*m_window)->getSelection(&at, &column, &to, &toColumn);
    return at + 1;
  };
  QCOMPARE(line(), 3);
  QTest::keyClick(field, Qt::Key_Return);
  QCOMPARE(line(), 4);
  QTest::keyClick(field, Qt::Key_Return);
  QCOMPARE(line(), 3);  // behind the last comes the first
  QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
  QCOMPARE(line(), 4);
  QTest::keyClick(field, Qt::Key_F3, Qt::ShiftModifier);
  QCOMPARE(line(), 3);
  QTest::keyClick(field, Qt::Key_F3);
  QCOMPARE(textOf(*m_window, "textFindCount"), QStringLiteral("2 of 2"));
  QTest::keyClicks(field, QStringLiteral("y"));
  QCOMPARE(textOf(*m_window, "textFindCount"), QStringLiteral("none"));
  QTest::keyClick(field, Qt::Key_Escape);
  QVERIFY(!field->isVisible());
  QVERIFY(code(*m_window)->hasFocus());
  // What is selected is looked for; F3 goes on from where one types.
  code(*m_window)->setSelection(1, 5, 1, 10);
  QTest::keyClick(code(*m_window), Qt::Key_F, Qt::ControlModifier);
  QCOMPARE(field->text(), QStringLiteral("torch"));
  QCOMPARE(textOf(*m_window, "textFindCount"), QStringLiteral("2 of 2"));
  code(*m_window)->setFocus();
  QTest::keyClick(code(*m_window), Qt::Key_F3);
  QCOMPARE(line(), 1);
  QTest::keyClick(code(*m_window), Qt::Key_Escape);
  QVERIFY(!field->isVisible() && code(*m_window)->hasFocus());
}

void ProgramTest::whatIsFoundIsReplaced() {
  open(QString::fromLatin1(kSums));
  QTest::mouseClick(code(*m_window)->viewport(), Qt::LeftButton, {},
                    code(*m_window)->breakPointRect(4).center());
  code(*m_window)->setFocus();
  code(*m_window)->setCursorPosition(0, 0);
  QTest::keyClick(code(*m_window), Qt::Key_H, Qt::ControlModifier);
  auto* field = part<QLineEdit>(*m_window, "textFindField");
  auto* with = part<QLineEdit>(*m_window, "textReplaceField");
  click(*m_window, "textFindWord");
  QTest::keyClicks(field, QStringLiteral("x"));
  QCOMPARE(textOf(*m_window, "textFindCount"), QStringLiteral("1 of 4"));
  with->setFocus();
  with->setText(QStringLiteral("größe"));
  QTest::keyClick(with, Qt::Key_Return);
  QCOMPARE(m_window->workbench()->program()->code(),
           QString::fromLatin1(kSums).replace(QLatin1String("\nx"), QStringLiteral("\ngröße")));
  QCOMPARE(textOf(*m_window, "textFindCount"), QStringLiteral("1 of 3"));
  click(*m_window, "textReplaceAll");
  QCOMPARE(textOf(*m_window, "textFindCount"), QStringLiteral("3 replaced"));
  const QString all = QString::fromLatin1(kSums).replace(QLatin1String("x"), QStringLiteral("größe"));
  QCOMPARE(m_window->workbench()->program()->code(), all);
  QCOMPARE(m_window->viewState()->annotations()->breakPoints(), std::set<int>{4});
  QTest::keyClick(with, Qt::Key_Escape);
  QVERIFY(code(*m_window)->hasFocus());
  // Two steps: all, and one.
  QTest::keyClick(code(*m_window), Qt::Key_Z, Qt::ControlModifier);
  QCOMPARE(m_window->workbench()->program()->code().count(QStringLiteral("größe")), 1);
  QTest::keyClick(code(*m_window), Qt::Key_Z, Qt::ControlModifier);
  QCOMPARE(m_window->workbench()->program()->code(), QString::fromLatin1(kSums));
}

void ProgramTest::whatIsOnlyReadIsSearchedOnly() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  QVERIFY(!part<QAction>(*m_window, "actionReplace")->isEnabled());
  code(*m_window)->setFocus();
  QTest::keyClick(code(*m_window), Qt::Key_F, Qt::ControlModifier);
  auto* field = part<QLineEdit>(*m_window, "textFindField");
  QTest::keyClicks(field, QStringLiteral("for"));
  QVERIFY(textOf(*m_window, "textFindCount").startsWith(QLatin1String("1 of ")));
  QVERIFY(!part(*m_window, "textReplace")->isVisible());
  // Another text is searched for the same.
  open(QString::fromLatin1(kSums));
  QCOMPARE(textOf(*m_window, "textFindCount"), QStringLiteral("1"));
  QTest::keyClick(m_window.get(), Qt::Key_H, Qt::ControlModifier);
  QVERIFY(part(*m_window, "textReplace")->isVisible());
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  QVERIFY(field->isVisible() && !part(*m_window, "textReplace")->isVisible());
  // Where the text has not got the focus, tasks are looked for.
  QTest::keyClick(field, Qt::Key_Escape);
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->centralWidget()->setFocus();
  QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
  QTRY_VERIFY(m_window->workbench()->runs()->shown() && m_window->workbench()->runs()->shown()->finished);
  QTest::keyClick(m_window->centralWidget(), Qt::Key_F, Qt::ControlModifier);
  QVERIFY(part(*m_window, "findStrip")->isVisible());
  QTest::keyClicks(part<QLineEdit>(*m_window, "findField"), QStringLiteral("a"));
  QTest::keyClick(part<QLineEdit>(*m_window, "findField"), Qt::Key_F3);
  QVERIFY(m_window->viewState()->selection()->task() != kNone);
}

void ProgramTest::linesBecomeCommentsAndBack() {
  open(QString::fromLatin1(kSums));
  const auto now = [this] { return m_window->workbench()->program()->code(); };
  code(*m_window)->setFocus();
  code(*m_window)->setCursorPosition(3, 6);
  QTest::keyClick(code(*m_window), Qt::Key_Slash, Qt::ControlModifier);
  QVERIFY(now().contains(QLatin1String("\n    # x = x + 1\n")));
  QTest::keyClick(code(*m_window), Qt::Key_Slash, Qt::ControlModifier);
  QCOMPARE(now(), QString::fromLatin1(kSums));
  // Several keep their shape; the line up to whose beginning is selected is none of them.
  code(*m_window)->setSelection(2, 3, 5, 0);
  QTest::keyClick(code(*m_window), Qt::Key_Slash, Qt::ControlModifier);
  QVERIFY(now().endsWith(
      QLatin1String("# for i in range(3):\n#     x = x + 1\n#     print(i, x.sum().item())\n")));
  QTest::keyClick(code(*m_window), Qt::Key_Z, Qt::ControlModifier);
  QCOMPARE(now(), QString::fromLatin1(kSums));
}

void ProgramTest::undoGoesBackBeyondARun() {
  open(QString::fromLatin1(kSums));
  code(*m_window)->setFocus();
  code(*m_window)->setCursorPosition(0, 0);
  type(QStringLiteral("# "));
  run();
  m_window->chooseScenario(QStringLiteral("four-statements"));
  m_window->chooseScenario(QStringLiteral("mine.py"));
  code(*m_window)->setFocus();
  while (code(*m_window)->isUndoAvailable()) QTest::keyClick(code(*m_window), Qt::Key_Z, Qt::ControlModifier);
  QCOMPARE(code(*m_window)->text(), QString::fromLatin1(kSums));
}

void ProgramTest::keysAreTheEditorsWhileOneTypes() {
  open(QString::fromLatin1(kSums));
  run();
  code(*m_window)->setFocus();
  code(*m_window)->setCursorPosition(5, 0);
  const Seq cursor = m_window->viewState()->cursor()->seq();
  type(QStringLiteral("c = 1 # wasd?n."));
  QTest::keyClick(code(*m_window), Qt::Key_Left);
  QVERIFY(code(*m_window)->text().endsWith(QLatin1String("c = 1 # wasd?n.")));
  QCOMPARE(m_window->viewState()->cursor()->seq(), cursor);
  QTest::keyClick(code(*m_window), Qt::Key_Escape);
  QVERIFY(!code(*m_window)->hasFocus());
  QTest::keyClick(m_window->focusWidget(), Qt::Key_Left);
  QVERIFY(m_window->viewState()->cursor()->seq() < cursor);
}

void ProgramTest::waitsAndBreakpointsMoveWithTheirLines() {
  open(QStringLiteral("import torch\nx = torch.ones(2, 2)\ny = x + 1\nz = y + 1\n"));
  QTest::mouseClick(code(*m_window)->viewport(), Qt::LeftButton, {}, code(*m_window)->waitRect(3).center());
  QTest::mouseClick(code(*m_window)->viewport(), Qt::LeftButton, {},
                    code(*m_window)->breakPointRect(4).center());
  QCOMPARE(m_window->runSettings()->waits().text(), std::string("3"));
  code(*m_window)->setFocus();
  code(*m_window)->setCursorPosition(0, 12);
  QTest::keyClick(code(*m_window), Qt::Key_Return);
  QTest::keyClick(code(*m_window), Qt::Key_Return);
  QCOMPARE(m_window->viewState()->annotations()->breakPoints(), std::set<int>{6});
  QTRY_COMPARE(m_window->runSettings()->waits().text(), std::string("5"));
  QTRY_COMPARE(code(*m_window)->waits()[4].kind, LineWait::Kind::taken);
}

void ProgramTest::whatGoesWithAWaitIsStruckEverywhere() {
  open(
      QStringLiteral("from mxnet import np, npx\nx = np.ones((2, 2))\nfor i in range(2):\n"
                     "    é = np.dot(x, x); np.dot(é, x).wait_to_read()\n    x.wait_to_read()\n"
                     "    np.dot(\n        x, x,\n    ).wait_to_read()\nnpx.waitall()\n"));
  const QString wanted = QStringLiteral(".wait_to_read()|x.wait_to_read()|.wait_to_read()");
  const auto inEditor = [this] {
    QByteArray struck;
    unsigned long indicator = 0;
    while (code(*m_window)->SendScintilla(QsciScintillaBase::SCI_INDICGETSTYLE, indicator) !=
           QsciScintillaBase::INDIC_STRIKE)
      ++indicator;
    const QByteArray text = code(*m_window)->text().toUtf8();
    bool out = false;
    for (qsizetype at = 0; at < text.size(); ++at) {
      const bool was = std::exchange(
          out, code(*m_window)->SendScintilla(QsciScintillaBase::SCI_INDICATORVALUEAT, indicator, at) != 0);
      if (out && !was && !struck.isEmpty()) struck += '|';
      if (out) struck += text[at];
    }
    return QString::fromUtf8(struck);
  };
  QCOMPARE(inEditor(), QString());
  m_window->runSettings()->setWaits(Waits::none());
  QTRY_COMPARE(inEditor(), wanted);
  run();
  const Trace trace = m_window->viewState()->shown()->trace();
  FigureOptions options;
  options.listing = m_window->viewState()->shown()->listing();
  QStringList onPage;
  QRegularExpressionMatchIterator parts =
      QRegularExpression(QStringLiteral("<s>(.*?)</s>"))
          .globalMatch(QString::fromUtf8(pageOf(std::span(&trace, 1), options)));
  while (parts.hasNext()) onPage << parts.next().captured(1);
  QCOMPARE(onPage.join(u'|'), wanted);
  QTest::keyClick(m_window.get(), Qt::Key_F11);
  auto* presenter = m_window->findChild<Presenter*>();
  QVERIFY(presenter && QTest::qWaitForWindowExposed(presenter));
  QStringList presented;
  for (const PresentedRow& row : presenter->program().rows) {
    for (const TextPiece& piece : presenter->piecesIn(row))
      presented << (piece.struck ? piece.text : QString());
  }
  presented.removeAll(QString());
  QCOMPARE(presented.join(u'|'), wanted);
}

void ProgramTest::aLineOfMegabytesIsReadInPart() {
  const QString many(3'000'000, QLatin1Char('a'));
  open(QStringLiteral("import torch\nx = '%1'\nprint(len(x))\n").arg(many));
  QVERIFY(!code(*m_window)->editing());
  QVERIFY(code(*m_window)->text().size() < CodeView::kMostLine);
  QVERIFY(textOf(*m_window, "problem").startsWith(QLatin1String("Line 2 has more than ")));
  run();
  QCOMPARE(output(*m_window), QStringLiteral("3000000"));
  QVERIFY(code(*m_window)->text().size() < CodeView::kMostLine);
  open(QStringLiteral("import torch\n"), QStringLiteral("other.py"));
  QTRY_COMPARE(code(*m_window)->text(), QStringLiteral("import torch\n"));
  QGuiApplication::clipboard()->setText(many);
  code(*m_window)->setFocus();
  QTest::keyClick(code(*m_window), Qt::Key_V, Qt::ControlModifier);
  QCOMPARE(code(*m_window)->text(), QStringLiteral("import torch\n"));
}

void ProgramTest::closingDoesNotWaitForALookAtTheText() {
  open(QStringLiteral("import torch\n"));
  // As one long call of Python's does, which cannot be ended.
  const auto hold = reinterpret_cast<int (*)()>(::dlsym(RTLD_DEFAULT, "PyGILState_Ensure"));
  const auto let = reinterpret_cast<void (*)(int)>(::dlsym(RTLD_DEFAULT, "PyGILState_Release"));
  QVERIFY(hold && let && backgroundEnds());
  const int held = hold();
  code(*m_window)->append(QStringLiteral("abc = 5\n"));
  const bool waits = QTest::qWaitFor([] { return !backgroundEnds(); });
  let(held);
  QVERIFY(waits);
  QTRY_VERIFY(m_window->workbench()->program()->isChecked());
}
