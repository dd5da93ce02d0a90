// SPDX-License-Identifier: GPL-3.0-or-later
// Figures as files: text stays text, bars are as long as their tasks, failures leave nothing behind.
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QSettings>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <map>
#include <thread>

#include "core/trace/rounds.h"
#include "core/trace/trace_builder.h"
#include "gui/export/export_dialog.h"
#include "gui/export/figure.h"
#include "gui/export/figure_parts.h"
#include "gui/export/figure_table.h"
#include "gui/text/compared_listing.h"
#include "gui/text/endings.h"
#include "gui/text/format.h"
#include "gui/text/run_text.h"
#include "gui/timeline/painter.h"
#include "tests/gui/figure_driver.h"
#include "tests/gui/recorded_traces.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/timeline_tests.h"

using namespace runahead;
using namespace runahead::gui;
using test::read;
using test::texts;

namespace {

class FigureTest : public QObject, private test::FigureFiles {
  Q_OBJECT
 private slots:
  void svgHoldsTextAndProportionalBars();
  void svgOfALargeTraceStaysSmall();
  void pngHasTheSize();
  void pdfIsOnePage();
  void pdfHasNoDateAndFindsItsObjects();
  void virtualTimeIsSaid();
  void severalTracesShareOneScale();
  void aLowPageShowsLessOfEachRun();
  void aTableHasRatiosToTheFirstRun();
  void aListingSaysWhichRunsWaited();
  void eachRunHasTheListingOfItsMode();
  void wrongPathsAreNamed();
  void runLineNamesTheAxes();
  void recordedTasksAreInTheLegend();
  void devicesAreNamed();
  void aRaceIsSaid();
  void aSweepIsDrawnAgainstK();
  void partsAreThoseChosen();
  void anEmptyRunIsAPage();
  void anEmptyRunStandsAmongOthers();
  void aFigureIsTheSameOnAnyThread();
  void runsFarApartShareOneScale();
  void theDialogFollowsItsFields();
  void theDialogOffersRuns();
  void theDialogKnowsNamesAndRunsOnDisk();
  void thePreviewIsPaintedBesideTheWindow();
};

void FigureTest::svgHoldsTextAndProportionalBars() {
  const Trace trace = test::smallTrace();
  const Status status = writeFigure(path("a.svg"), std::span(&trace, 1), m_options);
  QVERIFY2(status.ok(), status.ok() ? "" : status.error().c_str());
  const QByteArray svg = read(path("a.svg"));
  const QStringList words = texts(svg);
  for (const char* wanted :
       {"A title", "Why?", "Frontend", "Worker 1", "dot 0", "Pending tasks", "Memory",
        "Runahead · small, async, waits as in the program · real time · 1 worker · n = 2"}) {
    QVERIFY2(words.contains(QString::fromUtf8(wanted)), wanted);
  }
  QVERIFY(svg.contains("viewBox=\"0 0 1600 900\""));
  QVERIFY(svg.contains("url(#wait)") && svg.contains("id=\"wait\""));

  // Rendered by a reader: dot 0 runs 400 µs, add 1 fails after 200 µs.
  QSvgRenderer renderer(svg);
  QVERIFY(renderer.isValid());
  QImage image(1600, 900, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  renderer.render(&painter);
  painter.end();
  const Theme& theme = Theme::of(ThemeKind::print);
  int running = 0, failed = 0;
  for (int y = 0; y < image.height() && running == 0; ++y) {
    int teal = 0, red = 0;
    for (int x = 0; x < image.width(); ++x) {
      teal += image.pixelColor(x, y) == theme.running ? 1 : 0;
      red += image.pixelColor(x, y) == theme.error ? 1 : 0;
    }
    if (teal > 300 && red > 150) running = teal, failed = red;
  }
  QVERIFY2(std::abs(running - 2 * failed) <= 6, qPrintable(QString("%1 %2").arg(running).arg(failed)));
}

void FigureTest::svgOfALargeTraceStaysSmall() {
  const Trace trace = test::largeTrace(100'000, 4);
  QVERIFY(writeFigure(path("large.svg"), std::span(&trace, 1), m_options).ok());
  QVERIFY(QFileInfo(path("large.svg")).size() < 2'000'000);
}

void FigureTest::pngHasTheSize() {
  const Trace trace = test::smallTrace();
  QVERIFY(writeFigure(path("a.png"), std::span(&trace, 1), m_options).ok());
  QCOMPARE(QImage(path("a.png")).size(), QSize(1600, 900));
  FigureOptions small = m_options;
  small.size = {800, 450};
  QVERIFY(writeFigure(path("a.png"), std::span(&trace, 1), small).ok());
  QCOMPARE(QImage(path("a.png")).size(), QSize(800, 450));
}

void FigureTest::pdfIsOnePage() {
  const Trace trace = test::smallTrace();
  QVERIFY(writeFigure(path("a.pdf"), std::span(&trace, 1), m_options).ok());
  const QByteArray pdf = read(path("a.pdf"));
  QVERIFY(pdf.startsWith("%PDF"));
  QVERIFY(pdf.contains("/Count 1"));
  QVERIFY(pdf.contains("/MediaBox [0 0 1200"));  // 1600 px at 96 per inch, in points
}

/// Every place in the table of objects is that of the object, also behind what was cut out.
void FigureTest::pdfHasNoDateAndFindsItsObjects() {
  const Trace trace = test::smallTrace();
  QVERIFY(writeFigure(path("a.pdf"), std::span(&trace, 1), m_options).ok());
  const QByteArray pdf = read(path("a.pdf"));
  QVERIFY(!pdf.contains("Date"));
  const QByteArray word = "startxref\n";
  const qsizetype start = pdf.lastIndexOf(word) + word.size();
  const qsizetype table = pdf.mid(start, pdf.indexOf('\n', start) - start).toLongLong();
  const QList<QByteArray> lines = pdf.mid(table).split('\n');
  QCOMPARE(lines[0], "xref");
  const int count = lines[1].split(' ').last().toInt();
  QVERIFY(count > 10);
  for (int object = 1; object < count; ++object) {
    const QByteArray& line = lines[2 + object];
    QCOMPARE(line.size(), 19);
    const QByteArray begin = QByteArray::number(object) + " 0 obj";
    QVERIFY2(pdf.mid(line.left(10).toLongLong()).startsWith(begin), begin.constData());
  }
  QVERIFY(writeFigure(path("b.pdf"), std::span(&trace, 1), m_options).ok());
  QVERIFY(read(path("b.pdf")) == pdf);
}

void FigureTest::virtualTimeIsSaid() {
  const auto words = [&](Clock clock) {
    const Trace trace = test::smallTrace(clock);
    const Status written = writeFigure(path("v.svg"), std::span(&trace, 1), m_options);
    return written ? texts(read(path("v.svg"))) : QStringList();
  };
  const QStringList simulated = words(Clock::virtual_time);
  QVERIFY(simulated.contains("Simulated time") && !simulated.contains("time"));
  QVERIFY(
      simulated.contains("Runahead · small, async, waits as in the program · simulated · 1 worker · n = 2"));
  const QStringList live = words(Clock::live);
  QVERIFY(live.contains("time") && !live.contains("Simulated time"));
}

void FigureTest::severalTracesShareOneScale() {
  const Trace traces[] = {test::incrementLoopTrace(8, true), test::incrementLoopTrace(8)};
  QVERIFY(writeFigure(path("two.svg"), traces, m_options).ok());
  const QStringList words = texts(read(path("two.svg")));
  QCOMPARE(words.count("Frontend"), 2);
  QCOMPARE(words.count("time"), 1);  // one ruler
  // One chart each for all runs: a letter in its head, and one at the line.
  QCOMPARE(words.count("Pending tasks"), 1);
  QCOMPARE(words.count("Memory"), 1);
  for (const char* letter : {"A", "B"}) QCOMPARE(words.count(letter), 1 + 2 * 2);
  for (const char* wanted : {"no synchronization", "no synchronization #2"}) {
    QVERIFY2(words.contains(QString::fromUtf8(wanted)), wanted);
  }
  QVERIFY(Figure(traces, m_options).size().height() > 900);
}

void FigureTest::aLowPageShowsLessOfEachRun() {
  const Trace traces[] = {test::incrementLoopTrace(8, true), test::incrementLoopTrace(8)};
  FigureOptions options = m_options;
  const auto words = [&](QSizeF size) {
    options.size = size;
    return writeFigure(path("low.svg"), traces, options) ? texts(read(path("low.svg"))) : QStringList();
  };
  const QStringList tall = words({1600, 1600});
  QVERIFY(tall.contains("Pending tasks") && tall.contains("Queue") && tall.contains("statement, by line"));
  const QStringList slide = words({1600, 900});
  QVERIFY(slide.contains("Pending tasks") && slide.contains("Worker 1"));
  QVERIFY(!slide.contains("Queue") && !slide.contains("statement, by line"));
  const QStringList small = words({800, 450});
  QVERIFY(!small.contains("Pending tasks") && small.contains("Worker 1") &&
          small.contains("no synchronization #2"));
}

void FigureTest::aTableHasRatiosToTheFirstRun() {
  const Trace traces[] = {test::incrementLoopTrace(8, true), test::incrementLoopTrace(8)};
  const FigureTable table = figureTable(traces);
  QCOMPARE(table.heads, (std::vector<QString>{"no synchronization", "no synchronization #2"}));
  QCOMPARE(table.rows.front().what, "total");
  QCOMPARE(table.rows.front().cells[1].ratio, QStringLiteral("no result"));  // live, and one run each
  const auto inRounds = [&](int run, std::vector<std::int64_t> totals) {
    return traces[run].with_rounds(std::make_shared<const Rounds>(
        Rounds{.set = 1, .kept = 0, .metrics = {{"total", std::move(totals)}}}));
  };
  const Trace repeated[] = {inRounds(0, {2000, 2000, 2100}), inRounds(1, {3000, 3100, 2900})};
  const FigureTable inTurn = figureTable(repeated);
  QCOMPARE(inTurn.rows[0].cells[0].value, formatTime(2000));
  QCOMPARE(inTurn.rows[0].cells[1].ratio, QString::fromUtf8("1.50 ×"));
  QCOMPARE(inTurn.rows[1].cells[1].value, QStringLiteral("3"));
  QCOMPARE(inTurn.rows[3].cells[1].value, formatTime(3100));
  QVERIFY(figureFooter(traces, Alignment::begin, false).contains(QStringLiteral("one run each")));
  QVERIFY(!figureFooter(repeated, Alignment::begin, false).contains(QStringLiteral("one run each")));
  QVERIFY(runHeadings(repeated)[1].remark.contains(QStringLiteral("median of 3 rounds")));
  TraceBuilder crowded{TraceInfo{{.source = {"increment-loop", {}}}}};
  crowded.set_processor_wait(5'000'000);
  crowded.publish(true);
  const Trace waited[] = {crowded.snapshot(), traces[0]};
  const QString said = QStringLiteral("waited 5.00 ms for processors");
  QVERIFY(figureFooter({waited, 1}, Alignment::begin, false).contains(said));
  QVERIFY(runHeadings(waited)[0].remark.contains(said) && !runHeadings(waited)[1].remark.contains(said));
  // A name that the user gave, in place of what sets the run apart, which then stands beside it.
  const QStringList given{QString(), QStringLiteral("Tuesday")};
  QCOMPARE(figureTable(traces, given).heads, (std::vector<QString>{"no synchronization", "Tuesday"}));
  QCOMPARE(runHeadings(traces, given)[0].label, QStringLiteral("no synchronization"));
  QCOMPARE(runHeadings(traces, given)[1].label, QStringLiteral("Tuesday"));
  QVERIFY(table.rows.front().cells[0].ratio.isEmpty());
  // Narrow: a run beneath the other, and its numbers with it.
  QVERIFY(tableHeight(table, 200) > 1.5 * tableHeight(table, 800));
}

void FigureTest::aListingSaysWhichRunsWaited() {
  const Trace traces[] = {test::smallTrace(), test::incrementLoopTrace(8)};
  const QStringList program(7, QStringLiteral("y = x + 1"));
  const ListedLine line = comparedListing(traces, program)[3];
  QVERIFY(line.waited && line.letters.isEmpty());
  QCOMPARE(line.waiters, "A");
  // All of one run.
  const ListedLine alone = comparedListing(std::span(traces).first(1), program)[3];
  QVERIFY(alone.waited && alone.waiters.isEmpty());
}

void FigureTest::eachRunHasTheListingOfItsMode() {
  const auto inMode = [](Mode mode) {
    TraceInfo info = test::incrementLoopInfo(8);
    info.mode = mode;
    TraceBuilder builder(info);
    builder.publish(true);
    return builder.snapshot();
  };
  const Trace traces[] = {inMode(Mode::async), inMode(Mode::stream)};
  FigureOptions options = saidOf(m_options, traces);
  options.parts.listing = true;
  QStringList own;
  for (const ListedLine& line : comparedListing(traces, options.listing, options.listings))
    own << line.letters + QString::number(line.number) + line.text.trimmed();
  QVERIFY(own.contains("A6y.wait_to_read()") && own.contains("B6torch.cuda.synchronize()"));
  QVERIFY(own.contains("5y = x + 1"));  // of both, once
  QVERIFY(writeFigure(path("modes.svg"), traces, options).ok());
  const QStringList said = texts(read(path("modes.svg")));
  for (const char* wanted :
       {"y.wait_to_read()", "torch.cuda.synchronize()", "A letter: only that run has the line"})
    QVERIFY2(said.join('|').contains(wanted), wanted);
  // Names that the user chose are those of all; a run alone has its own.
  m_options.framework = QStringLiteral("mxnet");
  QVERIFY(saidOf(m_options, traces).listings.empty());
  m_options.framework.clear();
  QCOMPARE(saidOf(m_options, std::span(traces).last(1)).listing.value(1), "torch.cuda.synchronize()");
}

void FigureTest::wrongPathsAreNamed() {
  const Trace trace = test::smallTrace();
  const Status ending = writeFigure(path("a.bmp"), std::span(&trace, 1), m_options);
  QVERIFY(!ending.ok());
  QVERIFY(QString::fromStdString(ending.error()).contains("a.bmp"));
  const Status place = writeFigure(path("absent/a.png"), std::span(&trace, 1), m_options);
  QVERIFY(!place.ok());
  QVERIFY(QString::fromStdString(place.error()).contains("absent/a.png"));
  QVERIFY(!QFile::exists(path("absent/a.png")) && !QFile::exists(path("a.bmp")));
  QVERIFY(isFigurePath("x/y.SVG") && !isFigurePath("y.json"));
}

void FigureTest::runLineNamesTheAxes() {
  TraceInfo info = test::incrementLoopInfo(1000);
  QCOMPARE(runLine(info), "increment-loop, async, no synchronization · real time · 1 worker · n = 1000");
  info.workers = 4;
  QVERIFY(runLine(info).contains("4 workers"));
  info.clock = Clock::virtual_time;
  info.costs = "here.json";
  QVERIFY2(runLine(info).endsWith("simulated · 4 workers · n = 1000 · costs from here.json"),
           qPrintable(runLine(info)));
  // Parameters as the tabs say them, with their units.
  info.set = {{"t1_ns", 1000}, {"t2_ns", 12345}, {"t3_ns", 0}, {"memory_bound_mb", 64}};
  QVERIFY2(runLine(info).contains("t1 = 1.00 µs · t2 = 12345 ns · t3 = 0 ns · memory_bound = 64 MB"),
           qPrintable(runLine(info)));
}

void FigureTest::recordedTasksAreInTheLegend() {
  const auto words = [&](const Trace& trace) {
    const Status written = writeFigure(path("r.svg"), std::span(&trace, 1), m_options);
    return written ? texts(read(path("r.svg"))) : QStringList();
  };
  const QStringList lazy = words(test::lazyLoopTrace(12));
  QVERIFY(lazy.contains("recorded") && lazy.contains("eliminated"));
  const QStringList crowded = words(test::lazyLoopTrace(2000));
  QVERIFY2(crowded.contains("2,001 recorded, 1,999 eliminated"), qPrintable(crowded.join('|')));
  const QStringList function = words(test::functionTrace());
  QVERIFY2(function.contains("traces f((1, 2)), 300.0 µs"), qPrintable(function.join('|')));
  QVERIFY(!function.join(' ').contains("Benchmark"));
  const QStringList plain = words(test::smallTrace());
  QVERIFY(!plain.contains("recorded") && !plain.contains("eliminated") && !plain.contains("copy ›"));
}

void FigureTest::devicesAreNamed() {
  const Trace trace = test::streamTrace();
  QVERIFY(writeFigure(path("s.svg"), std::span(&trace, 1), m_options).ok());
  const QStringList words = texts(read(path("s.svg")));
  for (const char* wanted : {"Stream 1", "Copy to host", "Queue", "copy 1", "copy ›"}) {
    QVERIFY2(words.contains(QString::fromUtf8(wanted)), wanted);
  }
  QCOMPARE(words.count("emulated"), 2);
}

void FigureTest::aRaceIsSaid() {
  TraceBuilder b{TraceInfo{{.source = {"race", {}}, .mode = Mode::stream, .device = DeviceKind::emulated}}};
  b.add_lane(LaneKind::frontend, "Frontend");
  const StatementId statement = b.begin_statement(0, 1);
  const UseRequest shared[] = {{b.add_variable(b.intern("b")), true}};
  for (const int number : {1, 2}) {
    const TaskId task = b.enqueue(number, b.intern(number == 1 ? "dot" : "add"), statement, shared, true);
    b.start(number, task, b.add_lane(LaneKind::stream, "Stream (emulated)"));
  }
  b.error(3, ErrorKind::race, 1, 0, statement, b.intern(""));
  b.end_statement(4, statement);
  for (const TaskId task : {0U, 1U}) b.end(5, task, Outcome::ok);
  b.publish(true);
  const Trace traces[] = {b.snapshot(), test::streamTrace()};
  QVERIFY(writeFigure(path("race.svg"), std::span(traces).first(1), m_options).ok());
  const QString said = texts(read(path("race.svg"))).join(' ');
  QVERIFY2(said.contains("A race for b: nothing makes add 1 wait for dot 0"), qPrintable(said));
  QVERIFY(writeFigure(path("races.svg"), traces, m_options).ok());
  QVERIFY(texts(read(path("races.svg"))).join('|').contains(", race|"));
}

void FigureTest::aSweepIsDrawnAgainstK() {
  const Trace trace = test::sweepTrace();
  for (const QSizeF size : {QSizeF(), QSizeF(800, 450)}) {
    FigureOptions options = m_options;
    options.size = size;
    QVERIFY(writeFigure(path("k.svg"), std::span(&trace, 1), options).ok());
    const QStringList words = texts(read(path("k.svg")));
    for (const char* wanted : {"Total time", "Peak memory", "knee: every:8", "every:1", "every:32", "none",
                               "Frontend", "Worker 1"}) {
      QVERIFY2(words.contains(QString::fromUtf8(wanted)), wanted);
    }
    QVERIFY(!words.contains("Pending tasks"));
  }
  for (const char* name : {"k.png", "k.pdf"}) {
    QVERIFY(writeFigure(path(name), std::span(&trace, 1), m_options).ok());
    QVERIFY(QFileInfo(path(name)).size() > 0);
  }
}

void FigureTest::partsAreThoseChosen() {
  const Trace traces[] = {test::incrementLoopTrace(8, true), test::incrementLoopTrace(8)};
  FigureOptions options = m_options;
  options.caption = "Below all of it.";
  const auto words = [&](const char* parts) {
    if (!setFigureParts(options, parts)) return QStringList();
    return writeFigure(path("p.svg"), traces, options) ? texts(read(path("p.svg"))) : QStringList();
  };
  const QStringList all = words("timeline,charts,listing,graph,table");
  for (const char* wanted :
       {"Frontend", "Pending tasks", "x = dot(a, b)", "total", "tasks", "Below all of it."}) {
    QVERIFY2(all.contains(QString::fromUtf8(wanted)), wanted);
  }
  const QStringList table = words("table");
  QVERIFY(table.contains("total") && !table.contains("Frontend") && !table.contains("Pending tasks"));
  const QStringList charts = words("charts");
  QVERIFY(charts.contains("Pending tasks") && charts.contains("time") && !charts.contains("Frontend"));
}

void FigureTest::anEmptyRunIsAPage() {
  const Trace trace;
  FigureOptions options = m_options;
  options.parts = {true, true, true, true, true};
  for (const char* name : {"e.svg", "e.png", "e.pdf"}) {
    QVERIFY(writeFigure(path(name), std::span(&trace, 1), options).ok());
  }
  QVERIFY(texts(read(path("e.svg"))).contains("A title"));
}

/// Beside runs of which one has recorded nothing.
void FigureTest::anEmptyRunStandsAmongOthers() {
  const Trace traces[] = {test::smallTrace(), Trace(), test::incrementLoopTrace(8)};
  FigureOptions options = m_options;
  options.parts = {true, true, true, true, true};
  for (const QSizeF size : {QSizeF(), QSizeF(800, 450)}) {
    options.size = size;
    QVERIFY(writeFigure(path("e.svg"), traces, options).ok());
    QVERIFY(texts(read(path("e.svg"))).join(' ').contains("3 runs on one time scale"));
  }
}

void FigureTest::aFigureIsTheSameOnAnyThread() {
  const Trace traces[] = {test::incrementLoopTrace(8, true), test::incrementLoopTrace(8), test::sweepTrace()};
  FigureOptions options = m_options;
  options.parts = {true, true, true, true, true};
  for (const char* ending : {"png", "svg", "pdf"}) {
    const QString here = path("here.") + ending, there = path("there.") + ending;
    for (const std::size_t runs : {std::size_t{1}, std::size(traces)}) {
      const auto shown = std::span(traces).last(runs);
      QVERIFY(writeFigure(here, shown, options).ok());
      bool written = false;
      std::thread([&] { written = writeFigure(there, shown, options).ok(); }).join();
      QVERIFY(written);
      QVERIFY(!read(here).isEmpty());
      QVERIFY2(read(here) == read(there), ending);
    }
  }
}

void FigureTest::runsFarApartShareOneScale() {
  const Trace traces[] = {test::incrementLoopTrace(2), test::largeTrace(100'000, 2)};
  FigureOptions options = m_options;
  options.alignment = Alignment::end;
  QVERIFY(writeFigure(path("far.svg"), traces, options).ok());
  const QStringList words = texts(read(path("far.svg")));
  QCOMPARE(words.count("time"), 1);
  // The grid, 50 µs apart, is the ruler's in every run, also where the runs' own times are others.
  const Trace moved[] = {test::incrementLoopTrace(8, true), test::incrementLoopTrace(8)};
  options.theme = ThemeKind::print;
  options.parts = {true, false, false, false, false};
  options.size = {1200, 900};
  QVERIFY(writeFigure(path("moved.png"), moved, options).ok());
  const QImage image(path("moved.png"));
  std::map<int, int> columns;  // pixels of the grid's colour
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      if (image.pixelColor(x, y) == Theme::of(ThemeKind::print).grid) ++columns[x];
    }
  }
  QStringList lines;
  for (const auto& [x, pixels] : columns) {
    if (pixels > 20) lines << QString::number(x);
  }
  QVERIFY2(lines.size() == 9, qPrintable(lines.join(' ')));
  // Whose times the ruler shows.
  QVERIFY2(words.join(' ').contains("aligned at their ends; times are those of A"),
           qPrintable(words.join('|')));
}

/// As the window does it, at once.
static void saveByItself(ExportDialog& dialog) {
  QObject::connect(&dialog, &ExportDialog::pictureWanted, &dialog,
                   [&dialog](const QString& path, const FigureOptions& options) {
                     QVERIFY(writeFigureWithSolution(path, dialog.traces(), options).ok());
                   });
}

void FigureTest::theDialogFollowsItsFields() {
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_directory.path());
  const Trace trace = test::smallTrace();
  {
    ExportDialog dialog({{trace}}, m_options, nullptr);
    auto* const size = dialog.findChild<QComboBox*>("exportSize");
    size->setCurrentText("0x0");
    QVERIFY(!dialog.chosen());
    saveByItself(dialog);
    dialog.save(path("d.svg"));
    QVERIFY(!QFile::exists(path("d.svg")));
    size->setCurrentText("800x450");
    dialog.findChild<QComboBox*>("exportTheme")->setCurrentText("dark");
    dialog.findChild<QCheckBox*>("exportPart-charts")->setChecked(false);
    dialog.findChild<QCheckBox*>("exportWorksheet")->setChecked(true);
    dialog.findChild<QLineEdit*>("exportCaption")->setText("Said below");
    const Result<FigureOptions> chosen = dialog.chosen();
    QVERIFY(chosen && chosen->size == QSizeF(800, 450) && chosen->theme == ThemeKind::dark);
    dialog.save(path("d.svg"));
    const QStringList words = texts(read(path("d.svg")));
    QVERIFY(words.contains("Said below") && !words.contains("Pending tasks"));
    QVERIFY(words.join(' ').contains("Draw when each task runs"));
    QVERIFY(QFile::exists(path("d-solution.svg")));
    dialog.show();
    QTRY_VERIFY(!dialog.findChild<QLabel*>("exportPreview")->pixmap().isNull());
    QTRY_COMPARE(dialog.findChild<QLabel*>("exportMessage")->text(), QString::fromUtf8("800 × 450 pixels"));
  }
  const ExportDialog again({{trace}}, m_options, nullptr);
  const Result<FigureOptions> kept = again.chosen();
  QVERIFY(kept && kept->size == QSizeF(800, 450) && !kept->parts.charts && kept->worksheet);
  QVERIFY(kept->caption.isEmpty());
}

void FigureTest::theDialogOffersRuns() {
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_directory.path());
  const Trace small = test::smallTrace();
  const auto noted = [](const char* text) { return RunEntry{.bookmarks = {{{}, kNone, text}}}; };
  ExportDialog dialog({{test::incrementLoopTrace(8, true), true, noted("of A")},
                       {small, false, noted("of nobody")},
                       {test::incrementLoopTrace(8), true, noted("of B")}},
                      m_options, nullptr);
  QCOMPARE(dialog.traces().size(), 2U);
  QCOMPARE(dialog.chosen()->asides.size(), std::size_t{2});
  QCOMPARE(dialog.chosen()->asides[1].bookmarks.front().text, "of B");
  auto* const alignment = dialog.findChild<QComboBox*>("exportAlignment");
  alignment->setCurrentIndex(alignment->findData("end"));
  dialog.findChild<QComboBox*>("exportSize")->setCurrentText("160x90mm");
  dialog.findChild<QComboBox*>("exportDpi")->setCurrentText("600");
  const Result<FigureOptions> chosen = dialog.chosen();
  QVERIFY(chosen && chosen->alignment == Alignment::end && chosen->dpi == 600);
  saveByItself(dialog);
  dialog.save(path("runs.svg"));
  QVERIFY(
      texts(read(path("runs.svg"))).join(' ').contains("2 runs on one time scale, aligned at their ends"));
  auto* const list = dialog.findChild<QListWidget*>("exportRuns");
  list->item(1)->setCheckState(Qt::Checked);
  QCOMPARE(dialog.traces().size(), 3U);
  QVERIFY(dialog.chosen()->question.isEmpty());  // of another program
  for (int row = 0; row < list->count(); ++row) list->item(row)->setCheckState(Qt::Unchecked);
  QVERIFY(!dialog.chosen());
  QTRY_COMPARE(dialog.findChild<QLabel*>("exportMessage")->text(), "No run is chosen");
}

/// Names that were given stand in the list and in the picture; what lies on disk is listed, and says what to
/// do.
void FigureTest::theDialogKnowsNamesAndRunsOnDisk() {
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_directory.path());
  RunEntry named;
  named.name = "Tuesday";
  ExportDialog dialog({{test::incrementLoopTrace(8, true), true, named, QStringLiteral("Tuesday")},
                       {test::incrementLoopTrace(8)},
                       {Trace(), false, {}, QStringLiteral("Monday · on disk"), false}},
                      m_options, nullptr);
  auto* const list = dialog.findChild<QListWidget*>("exportRuns");
  QCOMPARE(list->item(0)->text(), QStringLiteral("Tuesday"));
  QCOMPARE(list->item(2)->text(), QStringLiteral("Monday · on disk"));
  QVERIFY(!list->item(2)->flags().testFlag(Qt::ItemIsEnabled) &&
          list->item(2)->toolTip().contains("show the run"));
  QCOMPARE(dialog.traces().size(), 2U);
  saveByItself(dialog);
  dialog.save(path("named.svg"));
  QVERIFY(texts(read(path("named.svg"))).contains(QStringLiteral("Tuesday")));
}

/// Nothing of a picture is painted on the window's thread, and of what was asked for in the meantime only the
/// last.
void FigureTest::thePreviewIsPaintedBesideTheWindow() {
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_directory.path());
  ExportDialog dialog({{test::largeTrace(100'000, 2)}}, m_options, nullptr);
  auto* const preview = dialog.findChild<QLabel*>("exportPreview");
  QVERIFY(preview->pixmap().isNull());
  dialog.show();
  dialog.findChild<QComboBox*>("exportSize")->setCurrentText("1600x900");
  QTRY_COMPARE(dialog.findChild<QLabel*>("exportMessage")->text(), QString::fromUtf8("1600 × 900 pixels"));
  QVERIFY(!preview->pixmap().isNull());
}

}  // namespace

int test::figureTest(int argc, char** argv) {
  FigureTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "tests/support/patience.h"
#include "timeline_figure_test.moc"
