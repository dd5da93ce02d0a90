// SPDX-License-Identifier: GPL-3.0-or-later
// What pages of figures show and do not show: steps, worksheets, notes, how a run ended, and the use of their
// room. Not here: files and their parts (timeline_figure_test.cpp).
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <algorithm>

#include "core/analysis/comparison.h"
#include "core/analysis/narration.h"
#include "core/analysis/scope.h"
#include "gui/export/figure.h"
#include "gui/export/worksheet.h"
#include "gui/text/format.h"
#include "tests/gui/figure_driver.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/timeline_tests.h"

using namespace runahead;
using namespace runahead::gui;
using test::read;
using test::texts;

namespace {

class PagesTest : public QObject, private test::FigureFiles {
  Q_OBJECT
 private slots:
  void aStepShowsNothingOfWhatComes();
  void stepsOfSeveralRunsShareTheTime();
  void aWorksheetGivesWhatIsNeededAndNoMore();
  void notesAreNumberedAndWhole();
  void endsAreSaid();
  void chartsTakeTheRoomBesideAListing();
  void aGraphSaysWhatItLeavesOut();
};

/// In no part: whatever comes later, the picture is the same.
void PagesTest::aStepShowsNothingOfWhatComes() {
  FigureOptions options = m_options;
  options.parts = {true, true, true, true, false};
  const Trace trace = test::incrementLoopTrace(8);
  const auto steps = figureSteps(std::span(&trace, 1), options, StepKind::task, 100);
  QVERIFY(steps.size() > 8);
  QCOMPARE(stepFrom(trace, steps.back().cursors.front(), StepKind::task, 1), steps.back().cursors.front());
  options.step = steps[5];
  QVERIFY(writeFigure(path("step.png"), std::span(&trace, 1), options).ok());
  const QImage image(path("step.png"));
  const Theme& theme = Theme::of(ThemeKind::print);
  // The cursor's line is the highest of ink; nothing coloured stands right of it, above the legend.
  int cursor = 0, most = 0;
  for (int x = 200; x < image.width(); ++x) {
    int ink = 0;
    for (int y = 0; y < image.height(); ++y) ink += image.pixelColor(x, y) == theme.cursor ? 1 : 0;
    if (ink > most) most = ink, cursor = x;
  }
  QVERIFY(most > 200 && cursor > 200 && cursor < image.width() - 300);
  for (int y = 250; y < 600; ++y) {
    for (int x = cursor + 8; x < image.width(); ++x) {
      const QColor colour = image.pixelColor(x, y);
      const auto [least, greatest] = std::minmax({colour.red(), colour.green(), colour.blue()});
      QVERIFY2(greatest - least < 40, qPrintable(QString("%1 %2 %3").arg(x).arg(y).arg(colour.name())));
    }
  }
  QVERIFY(writeFigure(path("step.svg"), std::span(&trace, 1), options).ok());
  const QString words = texts(read(path("step.svg"))).join(u'\n');
  QVERIFY(words.contains(QString::fromStdString(to_text(narrate(trace, steps[5].cursors.front()))).left(20)));
  const TaskId later = trace.state_at(steps[5].cursors.front()).issued;
  for (TaskId id = later; id < trace.task_count(); ++id)
    QVERIFY2(!words.contains(QString("add %1").arg(id)), qPrintable(words));
}

void PagesTest::stepsOfSeveralRunsShareTheTime() {
  const Trace traces[] = {test::incrementLoopTrace(4, true), test::incrementLoopTrace(4)};
  FigureOptions options = m_options;
  const auto steps = figureSteps(traces, options, StepKind::task, 100);
  std::size_t alone = 0;
  for (const Trace& trace : traces)
    alone += figureSteps(std::span(&trace, 1), {}, StepKind::task, 100).size();
  QCOMPARE(steps.size(), alone);
  const std::vector<std::int64_t> shifts = shifts_ns(traces, Alignment::begin, {});
  for (std::size_t i = 0; i < steps.size(); ++i) {
    QVERIFY(i == 0 || steps[i].ns >= steps[i - 1].ns);
    for (std::size_t run = 0; run < 2; ++run) {
      const Trace& trace = traces[run];
      const std::int64_t now = steps[i].ns - shifts[run];
      const Seq cursor = steps[i].cursors[run];
      // All that happened before this time, and nothing after it.
      QVERIFY(cursor >= trace.first_at(now) && cursor <= trace.first_after(now));
      QVERIFY(i == 0 || cursor >= steps[i - 1].cursors[run]);
    }
  }
  options.step = steps[6];
  QVERIFY(writeFigure(path("pair.svg"), traces, options).ok());
  const QStringList words = texts(read(path("pair.svg")));
  const QChar letter = steps[6].run == 0 ? u'A' : u'B';
  QVERIFY(std::any_of(words.begin(), words.end(), [&](const QString& one) {
    return one.startsWith(QString(letter) + QStringLiteral(": "));
  }));
}

void PagesTest::aWorksheetGivesWhatIsNeededAndNoMore() {
  const Trace trace = test::incrementLoopTrace(8);
  FigureOptions options = m_options;
  options.worksheet = true;
  const auto words = [&](bool solution) {
    options.solution = solution;
    return writeFigure(path("w.svg"), std::span(&trace, 1), options) ? texts(read(path("w.svg")))
                                                                     : QStringList();
  };
  const QStringList sheet = words(false), solved = words(true);
  for (const QStringList& page : {sheet, solved}) {
    QVERIFY2(page.contains("x = dot(a, b)"), "the program");
    QVERIFY2(page.contains("add, 8 times") && page.contains("31.0 µs"), "what tasks take");
    QVERIFY(page.join(u' ').contains("One worker takes the ready tasks"));
  }
  // The last wait is waitall(); how long it takes is what is to be found out.
  const Wait wait = trace.wait(trace.wait_count() - 1);
  const QString length = formatTime(trace.time_ns(wait.end) - trace.time_ns(wait.begin));
  QVERIFY(solved.join(u' ').contains(length));
  QVERIFY(!sheet.join(u' ').contains(length));
  QVERIFY(sheet.contains("waitall"));
  QVERIFY(!sheet.join(u' ').contains(formatTime(scope_of(trace, loop_region(trace)).length_ns())));
  QVERIFY(!sheet.contains("Queue depth"));
  // Nor do the axis' ticks tell: they go on beyond it.
  QVERIFY(sheetEnd(100) >= 120 && sheetEnd(99) == sheetEnd(101));
}

void PagesTest::notesAreNumberedAndWhole() {
  const Trace traces[] = {test::incrementLoopTrace(8, true), test::incrementLoopTrace(8)};
  QString text;
  for (int i = 0; i < 60; ++i) text += QStringLiteral("word%1 ").arg(i);
  FigureOptions options = m_options;
  const auto bookmark = [&](std::size_t run, std::int64_t ns, const std::string& said) {
    return Bookmark{{traces[run].first_after(ns), ns}, kNone, said};
  };
  options.asides = {{.bookmarks = {bookmark(0, 200'000, text.toStdString()),
                                   bookmark(0, 90'000, "first\nof two lines"), bookmark(0, 50'000, {})}},
                    {.bookmarks = {bookmark(1, 100'000, "of B")}}};
  for (const std::size_t runs : {std::size_t{1}, std::size_t{2}}) {
    QVERIFY(writeFigure(path("n.svg"), std::span(traces).first(runs), options).ok());
    const QStringList words = texts(read(path("n.svg")));
    for (const char* number : {"1", "2"}) QVERIFY(words.count(number) >= 2);  // on the ruler, and below
    QCOMPARE(words.contains("of B"), runs == 2);
    QCOMPARE(words.contains("B 100.0 µs"), runs == 2);
    QVERIFY(words.contains("first") && words.contains("of two lines"));
    for (int i = 0; i < 60; ++i) QVERIFY(words.join(u' ').contains(QStringLiteral("word%1").arg(i)));
  }
  // Of a moment, those before it.
  options.step = FigureStep{{traces[0].first_after(150'000)}, 150'000, 0};
  QVERIFY(writeFigure(path("n.svg"), std::span(traces).first(1), options).ok());
  const QString then = texts(read(path("n.svg"))).join(u' ');
  QVERIFY(then.contains("of two lines") && !then.contains("word7"));
}

void PagesTest::endsAreSaid() {
  const Trace traces[] = {test::incrementLoopTrace(8, true), test::incrementLoopTrace(8)};
  FigureOptions options = m_options;
  options.asides = {{RunResult::Status::stopped}, {RunResult::Status::failed}};
  QVERIFY(writeFigure(path("s.svg"), std::span(traces).first(1), options).ok());
  QVERIFY(texts(read(path("s.svg"))).contains("This run was stopped before its end."));
  QVERIFY(writeFigure(path("s.svg"), traces, options).ok());
  const QString words = texts(read(path("s.svg"))).join(u'\n');
  QVERIFY(words.contains(", stopped\n") && words.contains(", failed\n"));
  // Where the end is not shown it is not told either.
  const auto told = [&](std::size_t runs, std::size_t step) {
    const auto steps = figureSteps(std::span(traces).first(runs), options, StepKind::task, 100);
    options.step = steps[std::min(step, steps.size() - 1)];
    if (!writeFigure(path("s.svg"), std::span(traces).first(runs), options).ok())
      return QStringLiteral("not written");
    return texts(read(path("s.svg"))).join(u'\n');
  };
  for (const std::size_t runs : {std::size_t{1}, std::size_t{2}}) {
    const QString before = told(runs, 4);
    QVERIFY2(!before.contains("stopped") && !before.contains("failed"), qPrintable(before));
    const QString after = told(runs, 100);
    QVERIFY2(after.contains("stopped") || after.contains("failed"), qPrintable(after));
  }
  options.step.reset();
  options.worksheet = true;
  QVERIFY(writeFigure(path("s.svg"), std::span(traces).first(1), options).ok());
  QVERIFY(!texts(read(path("s.svg"))).join(u'\n').contains("stopped"));
}

void PagesTest::chartsTakeTheRoomBesideAListing() {
  const Trace traces[] = {test::incrementLoopTrace(8, true), test::incrementLoopTrace(8)};
  FigureOptions options = m_options;
  options.parts.listing = true;
  options.listing = QStringList(44, QStringLiteral("y = x + 1"));
  QVERIFY(writeFigure(path("l.png"), std::span(traces).first(1), options).ok());
  for (const std::size_t runs : {std::size_t{1}, std::size_t{2}}) {
    for (const char* size : {"", "a4", "4:3"}) {
      if (*size != 0) QVERIFY(setFigureSize(options, size).ok());
      QVERIFY(writeFigure(path("l.svg"), std::span(traces).first(runs), options).ok());
      // Between the heads of the two charts lies a plot.
      QXmlStreamReader xml(read(path("l.svg")));
      double depth = 0, memory = 0;
      for (QString matrix; !xml.atEnd();) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == QLatin1String("g") && xml.attributes().hasAttribute(QLatin1String("transform")))
          matrix = xml.attributes().value(QLatin1String("transform")).toString();
        if (xml.name() != QLatin1String("text")) continue;
        const QStringList numbers = matrix.mid(7).chopped(1).split(u',');
        const double y = numbers[3].toDouble() * xml.attributes().value(QLatin1String("y")).toDouble() +
                         numbers[5].toDouble();
        const QString text = xml.readElementText().trimmed();
        if (text == QLatin1String("Pending tasks")) depth = y;
        if (text == QLatin1String("Memory")) memory = y;
      }
      // Where a page is too low for all its parts, it has no charts rather than flat ones.
      QVERIFY2(depth == 0 || memory - depth > 130,
               qPrintable(QString("%1 %2").arg(size).arg(memory - depth)));
    }
  }
}

void PagesTest::aGraphSaysWhatItLeavesOut() {
  const auto words = [&](const Trace& trace) {
    FigureOptions options = m_options;
    options.parts = {true, false, false, true, false};
    return writeFigure(path("g.svg"), std::span(&trace, 1), options) ? texts(read(path("g.svg")))
                                                                     : QStringList();
  };
  QVERIFY(!words(test::smallTrace()).join(u' ').contains("left out"));
  const QString many = words(test::largeTrace(500, 4)).join(u' ');
  QVERIFY2(many.contains("of 500 tasks;") && many.contains("more are left out."), qPrintable(many));
}

}  // namespace

int runahead::test::pagesTest(int argc, char** argv) {
  PagesTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "timeline_pages_test.moc"
