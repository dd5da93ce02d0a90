// SPDX-License-Identifier: GPL-3.0-or-later
// Pages that step: that what is in the file for each step is what core says, that nothing shows before its
// time, and that what others wrote stays text. Not here: a browser (tests/page).
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QRegularExpression>
#include <QTest>

#include "core/analysis/narration.h"
#include "core/analysis/question.h"
#include "core/analysis/schedule.h"
#include "core/analysis/summary.h"
#include "core/scenario/run_execution.h"
#include "gui/export/figure_page.h"
#include "gui/export/page.h"
#include "gui/export/page_picture.h"
#include "gui/panes/state_facts.h"
#include "gui/text/format.h"
#include "tests/gui/figure_driver.h"
#include "tests/gui/recorded_traces.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/timeline_tests.h"
#include "tests/support/page_data.h"

using namespace runahead;
using namespace runahead::gui;

namespace {

/// The states of a page, out of its bytes.
struct ReadPage {
  explicit ReadPage(const QByteArray& page) {
    data = testing_support::page_data(page);
    std::map<QString, QString> state;
    for (const QJsonValue& step : data["steps"].toArray()) {
      const QJsonArray changes = step.toArray();
      for (qsizetype i = 0; i + 1 < changes.size(); i += 2)
        state[data["keys"][changes[i].toInt()].toString()] = data["texts"][changes[i + 1].toInt()].toString();
      states.push_back(state);
    }
  }
  QString at(std::size_t step, const QString& key) const {
    const auto found = states[step].find(key);
    return found == states[step].end() ? QString() : found->second;
  }
  QJsonObject data;
  std::vector<std::map<QString, QString>> states;
};

class PageTest : public QObject, private test::FigureFiles {
  Q_OBJECT
 private slots:
  void everyStateIsWhatTheFoldsSay_data();
  void everyStateIsWhatTheFoldsSay();
  void comparedRunsStepByTheirCommonTime();
  void settingsStandWithWhatTheyAre();
  void questionsAreAskedAndJudged();
  void aLectureShowsWhatItsStopsShow();
  void whatWasMarkedAndWhatIsDrawnIsAsked();
  void aPictureIsTheSameInEveryTheme();
  void nothingShowsBeforeItsTime();
  void whatIsOpenHasNoLength();
  void waitsThatARunLeavesOutAreMarked();
  void whatIsPendingIsInThePicture();
  void whatOthersWroteStaysText();
  void aPageIsTheSameEveryTime();
  void writingIsCancelled();
};

void PageTest::everyStateIsWhatTheFoldsSay_data() {
  QTest::addColumn<Trace>("trace");
  QTest::newRow("a task fails") << test::smallTrace();
  QTest::newRow("a loop") << test::incrementLoopTrace(6);
  QTest::newRow("recorded first") << test::lazyLoopTrace(5);
  QTest::newRow("traced") << test::functionTrace();
}

void PageTest::everyStateIsWhatTheFoldsSay() {
  QFETCH(Trace, trace);
  FigureOptions options = m_options;
  options.listing = {"1", "2", "3", "4", "5", "6", "7"};
  const ReadPage page(pageOf(std::span(&trace, 1), options));
  QCOMPARE(page.states.size(), std::size_t{trace.size()} + 1);
  LineFold fold;
  std::int64_t ns = 0;
  for (Seq cursor = 0; cursor <= trace.size(); ++cursor) {
    QCOMPARE(page.at(cursor, "said"), QString::fromStdString(to_text(narrate(trace, cursor))));
    ns += static_cast<std::int64_t>(page.data["times"][static_cast<qsizetype>(cursor)].toDouble());
    if (cursor > 0) QCOMPARE(ns, trace.time_ns(cursor - 1));
    const Counters counters = trace.counters_at(cursor);
    QCOMPARE(page.at(cursor, "0.queue"), QStringLiteral("Queue %1").arg(counters.ready + counters.blocked));
    QCOMPARE(page.at(cursor, "0.live"), formatBytes(counters.live_bytes));
    QStringList tasks;
    for (const QueueEntry& entry : queueAt(trace, cursor, ns, PageStates::kTasks)) {
      tasks << QStringLiteral("%1.%2").arg(entry.task).arg(static_cast<int>(entry.state));
      QVERIFY(page.data["tasks"][0][static_cast<qsizetype>(entry.task)].toString().startsWith(
          taskLabel(trace, entry.task)));
    }
    if (counters.depth() > PageStates::kTasks)
      tasks << QStringLiteral("+%1").arg(counters.depth() - PageStates::kTasks);
    QCOMPARE(page.at(cursor, "0.tasks"), tasks.join(u' '));
    while (!fold.moveTo(trace, cursor)) continue;
    for (int line = 1; line <= 7; ++line) {
      const LineStatus status = fold.at(trace, line);
      const QStringList cell = page.at(cursor, QStringLiteral("0.line.%1").arg(line)).split(u'\t');
      QCOMPARE(cell.value(1).toUInt(), status.iterations);
      QCOMPARE(cell.value(3) == QLatin1String("1"), status.current);
    }
    const std::vector<VariableEntry> variables = variablesAt(trace, cursor, PageStates::kVariables);
    for (std::size_t i = 0; i < PageStates::kVariables; ++i) {
      const QString row = page.at(cursor, QStringLiteral("0.variable.%1").arg(i));
      QCOMPARE(row.section(u'\t', 0, 0),
               i < variables.size() ? variableLabel(trace, variables[i].variable) : QString());
    }
  }
}

void PageTest::comparedRunsStepByTheirCommonTime() {
  const Trace traces[] = {test::incrementLoopTrace(4), test::incrementLoopTrace(4, true)};
  const FigureOptions options = m_options;
  const ReadPage page(pageOf(traces, options));
  const auto steps = figureSteps(traces, options, StepKind::event, 10'000);
  QCOMPARE(page.states.size(), steps.size() + 1);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Trace& trace = traces[steps[i].run];
    if (i + 1 < steps.size())
      QCOMPARE(page.at(i + 1, "said"),
               QStringLiteral("%1: ").arg(QChar('A' + static_cast<int>(steps[i].run))) +
                   QString::fromStdString(to_text(narrate(trace, steps[i].cursors[steps[i].run]))));
    for (std::size_t run = 0; run < 2; ++run) {
      const Counters counters = traces[run].counters_at(steps[i].cursors[run]);
      QCOMPARE(page.at(i + 1, QStringLiteral("%1.live").arg(run)), formatBytes(counters.live_bytes));
    }
  }
  QCOMPARE(
      page.at(steps.size(), "said"),
      QStringLiteral("A: The run is over; its total time is %1. B: The run is over; its total time is %2.")
          .arg(formatTime(total_ns(traces[0])), formatTime(total_ns(traces[1]))));
}

void PageTest::settingsStandWithWhatTheyAre() {
  const auto made = [](std::int64_t t1) {
    TraceInfo info;
    info.source.scenario = "loop-model";
    info.set = {{"n", 16}, {"t1_ns", t1}, {"t2_ns", 10000}};
    TraceBuilder builder(info);
    test::incrementLoop(builder, 2);
    builder.publish(true);
    return builder.snapshot();
  };
  const Trace traces[] = {made(1000), made(12000), made(1000)};
  const auto page = [&](std::size_t runs) { return pageOf(std::span(traces).first(runs), {}); };
  QVERIFY(page(1).contains("t1 = 1.00 µs, until a task is in the queue; t2"));
  QVERIFY(
      page(2).contains("n = 16, iterations of the loop; t1 = 1.00 µs in A and 12.0 µs in B, until a task "
                       "is in the queue; t2 = 10.0 µs, execution of a task</p>"));
  QVERIFY(page(3).contains("t1 = 1.00 µs in A, C and 12.0 µs in B, until"));
}

/// Asked where they are asked, answered as core judges, and nothing of an answer outside of the data.
void PageTest::questionsAreAskedAndJudged() {
  const Trace trace = test::incrementLoopTrace(6);
  const QByteArray bytes = pageOf(std::span(&trace, 1), m_options);
  const QByteArray html = bytes.left(bytes.indexOf("<script type"));
  const QJsonArray asked = ReadPage(bytes).data["questions"].toArray();
  qsizetype place = 0;
  for (const Question& question : questions(trace)) {
    // The scales of the picture are those of the whole run.
    if (question.kind == QuestionKind::run_over || question.kind == QuestionKind::most_pending ||
        question.kind == QuestionKind::peak_memory)
      continue;
    const QJsonObject own = asked[place++].toObject();
    QCOMPARE(own["asked"].toInt(), static_cast<int>(question.asked_at));
    QCOMPARE(own["shown"].toInt(), static_cast<int>(question.shown_at));
    QVERIFY(html.contains("<summary>" + QByteArray::fromStdString(to_text(question.text)) + "</summary>"));
    QVERIFY(!html.contains(QByteArray::fromStdString(to_text(question.why))));
    QCOMPARE(own["verdicts"].toArray().size(), static_cast<qsizetype>(question.options.size()));
    for (std::size_t i = 0; i < question.options.size(); ++i) {
      const QString verdict = own["verdicts"][static_cast<qsizetype>(i)].toString();
      const bool right = question.options[i].value == question.right;
      QCOMPARE(verdict.startsWith("Right."), right);
      QVERIFY(verdict.contains(
          QString::fromStdString(to_text(right ? question.why : question.options[i].if_only))));
    }
  }
  QVERIFY(place > 2);
  QCOMPARE(asked.size(), place);
}

void PageTest::aLectureShowsWhatItsStopsShow() {
  const QString evil = QStringLiteral("</script><img src=x onerror=alert(1)>");
  const PageRuns runs[] = {{{test::incrementLoopTrace(6)}, m_options}, {{test::smallTrace()}, m_options}};
  const Trace& trace = runs[0].traces[0];
  Question own{.asked_at = 9,
               .text = verbatim(evil.toStdString()),
               .why = verbatim(evil.toStdString()),
               .shown_at = 20};
  own.options = {{0, verbatim(evil.toStdString()), {}}, {1, verbatim("nobody"), {}}};
  own.right = 0;
  Question open = own;
  open.right = -1;
  open.why = {};
  const auto made = question(trace, QuestionKind::run_over, 0);
  QVERIFY(made);
  const TimeRange range{0, trace.time_ns(12)};
  const PageSlide slides[] = {
      {evil, evil, 0, 0, {0, 12}, range, FutureVisibility::show, {}, made},
      {"lost", "It was here."},
      {"dim", {}, 0, 0, {9}, range, FutureVisibility::dim, {}, own},
      {"nobody knows", {}, 1, 0, {1}, {}, FutureVisibility::hide, {}, open},
  };
  const QByteArray page = lecturePageOf(evil, runs, slides);
  QCOMPARE(page.count("<img"), 0);
  QCOMPARE(page.count("<script"), 4);
  QCOMPARE(page.count("</script"), 4);
  const QJsonArray way = testing_support::page_data(page, " id=\"way\"")["stops"].toArray();
  QCOMPARE(way.size(), 4);
  QCOMPARE(way[0]["halts"].toArray(), (QJsonArray{0, 12}));
  QCOMPARE(way[0]["after"].toString(), QStringLiteral("show"));
  QCOMPARE(way[2]["after"].toString(), QStringLiteral("dim"));
  // One picture of the range, and one of what is known at each question.
  QCOMPARE(way[0]["picture"].toInt(), 1);
  QCOMPARE(way[2]["picture"].toInt(), 1);
  QCOMPARE(way[3]["picture"].toInt(), 0);
  QCOMPARE(way[0]["question"]["picture"].toInt(), 2);
  QCOMPARE(way[2]["question"]["picture"].toInt(), 3);
  QStringList pictures = QString::fromUtf8(page.left(page.indexOf("<script type"))).split("<div hidden>");
  QCOMPARE(pictures.size(), 4);
  QVERIFY(pictures[1].contains(QStringLiteral("data-from=\"0\" data-to=\"%1\"").arg(range.to_ns)));
  // Before anything is known: neither how long it takes, nor what there will be.
  QVERIFY(pictures[0].contains("data-n=\"t1\"") && !pictures[2].contains("data-n=\"t"));
  QVERIFY(pictures[2].contains(
      "data-to=\"" + QString::number(double(made->scale_to), 'g', QLocale::FloatingPointShortest) + '"'));
  // The author of the question says what is right, or it is not said; it is in the data alone.
  const QString why = QString::fromStdString(to_text(made->why));
  QVERIFY(way[0]["question"]["answer"].toString().endsWith(why) && !page.contains(why.toUtf8()));
  QCOMPARE(way[2]["question"]["right"].toInt(), 0);
  QCOMPARE(way[2]["question"]["verdicts"][0].toString(), "Right. " + evil);
  QCOMPARE(way[3]["question"]["right"].toInt(), -1);
  QVERIFY(way[3]["question"]["verdicts"][0].toString().startsWith("No answer"));
  // What it showed is lost; what was said about it is not.
  QVERIFY(way[1].toObject().isEmpty());
  QVERIFY(page.contains("It was here.") && page.contains("could not be found"));
  QVERIFY(lecturePageOf({}, {}, {}).contains("<h1>"));
}

/// With options like what is made from the trace; and what is drawn, with what one has to know for that.
void PageTest::whatWasMarkedAndWhatIsDrawnIsAsked() {
  RunRequest request = default_request("wait-on-intermediate", Preset::step);
  request.clock = Clock::virtual_time;
  RunExecution session(*check(request));
  session.start();
  session.wait();
  const PageRuns runs[] = {{{session.snapshot()}, m_options}};
  const Trace& trace = runs[0].traces[0];
  std::optional<Question> draw;
  for (WaitId id = 0; id < trace.wait_count() && !draw; ++id)
    draw = question(trace, QuestionKind::draw, trace.wait(id).begin + 1);
  QVERIFY(draw);
  Question marked{
      .form = AnswerForm::task, .asked_at = draw->asked_at, .text = verbatim("Which?"), .right = 3};
  marked.why = verbatim("It is " + to_text(answer_text(trace, marked.form, marked.right)) + ".");
  marked.shown_at = trace.size();
  const std::vector<Seq> steps = {draw->asked_at};
  const PageSlide slides[] = {
      {"marked", {}, 0, 0, steps, {}, FutureVisibility::hide, ThemeKind::dark, marked},
      {"drawn", {}, 0, 0, steps, {}, FutureVisibility::hide, ThemeKind::light, draw},
      {"nothing", {}, 0, 0, steps},
  };
  const QByteArray page = lecturePageOf("A lecture", runs, slides);
  const QJsonArray way = testing_support::page_data(page, " id=\"way\"")["stops"].toArray();
  const QString text = QString::fromUtf8(page.left(page.indexOf("<article")));
  const QString first = text.section("<section", 1, 1), second = text.section("<section", 2, 2);
  const QJsonValue which = way[0]["question"], what = way[1]["question"];
  QVERIFY(first.contains("dot 3</button>"));
  QCOMPARE(first.count("<button type=\"button\">"), which["verdicts"].toArray().size());
  QCOMPARE(which["verdicts"][which["right"].toInt()].toString(), QStringLiteral("Right. It is dot 3."));
  QCOMPARE(which["answer"].toString(), QStringLiteral("It is dot 3."));
  QCOMPARE(which["verdicts"][0].toString(), QStringLiteral("Not right."));
  QVERIFY(!which["runs"].toBool() && what["runs"].toBool());
  QCOMPARE(what["right"].toInt(), -1);
  QVERIFY(what["answer"].toString().contains("what was ready first starts first"));
  const Drawing drawn = drawing(trace, draw->asked_at).value();
  for (const DrawnBar& bar : drawn.recorded) {
    QVERIFY(second.contains(taskLabel(trace, bar.task)));
    QVERIFY(second.contains("takes " + formatTime(bar.end_ns - bar.start_ns)));
    QVERIFY(!second.contains(formatTime(bar.end_ns)));
  }
  QVERIFY(second.contains(", needs dot 1</td>"));
  QVERIFY(second.contains("Worker 1") && second.contains("runs until " + formatTime(drawn.given[0].end_ns)));
  QCOMPARE(way[0]["theme"].toString(), QStringLiteral("dark"));
  QCOMPARE(way[1]["theme"].toString(), QStringLiteral("light"));
  QVERIFY(way[2]["theme"].isUndefined());
}

/// So an element's colours in each theme are one colour of the page.
void PageTest::aPictureIsTheSameInEveryTheme() {
  for (const Trace& trace :
       {test::smallTrace(), test::incrementLoopTrace(90), test::lazyLoopTrace(40), test::streamTrace()}) {
    std::vector<PictureElement> first;
    for (const ThemeKind theme : kPageThemes) {
      FigureOptions options = m_options;
      options.theme = theme;
      const FigureContent content(std::span(&trace, 1), options);
      const FigurePage page(content, FigureRows::usual, {.words = false}, 900);
      PictureRecorder recorder({900, 600});
      QPainter painter(&recorder);
      page.paint(painter, page.neededHeight());
      painter.end();
      if (first.empty()) first = recorder.elements();
      QVERIFY(first.size() > 30);
      QCOMPARE(recorder.elements().size(), first.size());
      for (std::size_t i = 0; i < first.size(); ++i) {
        QVERIFY2(recorder.elements()[i].shape == first[i].shape, first[i].shape.tag.constData());
        QVERIFY(recorder.elements()[i].place == first[i].place);
      }
    }
  }
}

/// In the small trace: the length of the wait before it is over, a failure before it happens.
void PageTest::nothingShowsBeforeItsTime() {
  const Trace trace = test::smallTrace();
  const QString page = QString::fromUtf8(pageOf(std::span(&trace, 1), m_options));
  // Of every text in a group: from which step on, and until which.
  struct Shown {
    int from = 0, until = 1000;
    QString text;
  };
  std::vector<Shown> shown;
  Shown group;
  QRegularExpressionMatchIterator tags =
      QRegularExpression("<(/?)(g|text|svg|rect|path|ellipse)\\b([^>]*)>([^<]*)").globalMatch(page);
  while (tags.hasNext()) {
    const QRegularExpressionMatch tag = tags.next();
    const auto number = [&](const char* name, int otherwise) {
      const auto found =
          QRegularExpression(QStringLiteral("data-%1=\"(\\d+)\"").arg(name)).match(tag.captured(3));
      return found.hasMatch() ? found.captured(1).toInt() : otherwise;
    };
    const Shown own{number("a", 0), number("z", 1000), tag.captured(4)};
    if (tag.captured(2) == QLatin1String("g")) group = tag.captured(1).isEmpty() ? own : Shown{};
    if (tag.captured(2) == QLatin1String("text"))
      shown.push_back({std::max(group.from, own.from), std::min(group.until, own.until), own.text});
  }
  const auto first = [&](const QString& word) {
    int step = 1000;
    for (const Shown& one : shown) {
      if (one.text.contains(word)) step = std::min(step, one.from);
    }
    return step;
  };
  const auto after = [&](EventKind kind, std::uint32_t id) {
    Seq seq = 0;
    while (trace.event(seq).kind != kind || trace.event(seq).id != id) ++seq;
    return static_cast<int>(seq) + 1;
  };
  QCOMPARE(first("450.0 µs"), after(EventKind::wait_end, 0));
  QCOMPARE(first("wait_to_read"), after(EventKind::wait_begin, 0));
  QCOMPARE(first("✕ add 1"), after(EventKind::end, 1));
  QCOMPARE(first("dot 0"), after(EventKind::start, 0));
  QCOMPARE(first("failed"), after(EventKind::error, 0));
  QCOMPARE(first("1.00 ms"), after(EventKind::region_end, 0));
  QVERIFY(page.contains(QStringLiteral("data-n=\"t1\"")) && page.contains(QStringLiteral("data-n=\"w0\"")));
}

/// Where a slide asks something: a mark and a wait that have not ended are not labelled as if they had.
void PageTest::whatIsOpenHasNoLength() {
  const PageRuns runs[] = {{{test::smallTrace()}, m_options}};
  const Trace& trace = runs[0].traces[0];
  Question question{.asked_at = trace.wait(0).end, .text = verbatim("Which?"), .shown_at = trace.size()};
  question.options = {{0, verbatim("this"), {}}, {1, verbatim("that"), {}}};
  const PageSlide slides[] = {
      {"asked", {}, 0, 0, {question.asked_at}, {}, FutureVisibility::hide, {}, question}};
  const QString page = QString::fromUtf8(lecturePageOf("A lecture", runs, slides));
  const QStringList pictures = page.left(page.indexOf("<script type")).split("<div hidden>");
  QCOMPARE(pictures.size(), 2);
  const QRegularExpression length(">(Benchmark|all|wait_to_read)[^<]*\\d (ns|µs|ms)");
  QVERIFY(pictures[0].contains(length));
  QVERIFY(pictures[1].contains(">wait_to_read<") && pictures[1].contains(">all<"));
  QVERIFY2(!pictures[1].contains(length), qPrintable(length.match(pictures[1]).captured()));
}

void PageTest::waitsThatARunLeavesOutAreMarked() {
  std::vector<Trace> traces;
  FigureOptions options = m_options;
  options.listing = {"1", "2", "3", "4", "5", "y.wait_to_read()", "7"};
  for (const Waits& waits : {Waits::each(), Waits::none(), Waits::none()}) {
    RunRequest request = default_request("increment-loop", Preset::step);
    request.clock = Clock::virtual_time;
    request.waits = waits;
    RunExecution session(*check(request));
    session.start();
    session.wait();
    traces.push_back(session.snapshot());
  }
  const auto page = [&](std::size_t first, std::size_t runs) {
    return pageOf(std::span(traces).subspan(first, runs), options);
  };
  const QByteArray mark = "\"line\">not in B</td>", struck = "<s>y.wait_to_read()</s>";
  QCOMPARE(page(0, 2).count(mark), 1);
  QVERIFY(page(0, 2).contains("data-k=\"1.line.6\" data-as=" + mark));
  QVERIFY(!page(0, 2).contains(struck));
  // Of programs that differ, each run has its own lines.
  options.listings = {options.listing, options.listing};
  options.listings[1][0] = QStringLiteral("other");
  QVERIFY(page(0, 2).contains("data-as=\"line\"></td>\n<td class=\"mark\"></td><th scope=\"row\">1 A</th>"));
  QVERIFY(page(0, 2).contains("data-k=\"1.line.1\" data-as=\"line\"></td>\n<th scope=\"row\">1 B</th>"));
  options.listings.clear();
  // What none of them makes is struck out.
  QVERIFY(!page(1, 2).contains("not in") && page(1, 2).contains(struck));
}

/// As threads in the gutter; also what is skipped in the end, which never starts.
void PageTest::whatIsPendingIsInThePicture() {
  RunRequest request = default_request("late-error", Preset::step);
  request.clock = Clock::virtual_time;
  RunExecution session(*check(request));
  session.start();
  session.wait();
  const Trace trace = session.snapshot();
  const QByteArray page = pageOf(std::span(&trace, 1), m_options);
  std::map<QString, std::vector<std::pair<std::size_t, std::size_t>>> seen;
  QRegularExpressionMatchIterator parts =
      QRegularExpression("<path[^>]* data-n=\"t(\\d+)\" data-a=\"(\\d+)\"(?: data-z=\"(\\d+)\")?")
          .globalMatch(QString::fromUtf8(page));
  while (parts.hasNext()) {
    const QRegularExpressionMatch part = parts.next();
    const bool ends = !part.captured(3).isEmpty();
    seen[part.captured(1)].emplace_back(part.captured(2).toULong(),
                                        ends ? part.captured(3).toULong() : trace.size() + 1);
  }
  const ReadPage read(page);
  int pending = 0;
  for (std::size_t step = 0; step < read.states.size(); ++step) {
    for (const QString& entry : read.at(step, QStringLiteral("0.tasks")).split(u' ', Qt::SkipEmptyParts)) {
      if (entry.startsWith(u'+')) continue;
      const QString task = entry.section(u'.', 0, 0);
      QVERIFY2(std::ranges::any_of(seen[task],
                                   [&](const auto& at) { return at.first <= step && step < at.second; }),
               qPrintable(QString("%1 at %2").arg(task).arg(step)));
      ++pending;
    }
  }
  QVERIFY(pending > 10);
}

void PageTest::whatOthersWroteStaysText() {
  const QString evil = QStringLiteral("</script><img src=x onerror=alert(1)>\"'&\x01");
  TraceInfo info;
  info.source.scenario = evil.toStdString();
  info.mode = Mode::async;
  info.clock = Clock::virtual_time;
  TraceBuilder b(info);
  b.add_lane(LaneKind::frontend, evil.toStdString());
  const LaneId worker = b.add_lane(LaneKind::worker, evil.toStdString());
  const RegionId mark = b.begin_region(0, RegionKind::benchmark, b.intern(evil.toStdString()));
  const StatementId statement = b.begin_statement(0, 1);
  const VariableId x = b.add_variable(b.intern(evil.toStdString()));
  const UseRequest writes[] = {{x, true}};
  b.enqueue(10, b.intern(evil.toStdString()), statement, writes, true);
  b.end_statement(10, statement);
  b.start(20, 0, worker);
  b.end(90000, 0, Outcome::failed);
  b.error(90000, ErrorKind::raised, 0, 0, kNone, b.intern(evil.toStdString()));
  b.end_region(90000, mark);
  b.publish(true);
  const Trace traces[] = {b.snapshot(), b.snapshot()};
  const RunEntry aside{.bookmarks = {{{1, 5}, kNone, evil.toStdString()}}, .name = evil.toStdString()};
  for (const std::size_t runs : {1U, 2U}) {
    const QByteArray page = pageOf(
        std::span(traces, runs),
        {.title = evil, .question = evil, .caption = evil, .listing = {evil}, .asides = {aside, aside}});
    QCOMPARE(page.count("<img"), 0);
    QCOMPARE(page.count("<script"), 2);
    QCOMPARE(page.count("</script"), 2);
    QVERIFY(!page.contains('\x01') && !page.contains("\"'&"));
    QVERIFY(page.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"));
    const ReadPage read(page);
    QVERIFY(read.at(2, "0.variable.0").isEmpty());
    QVERIFY(read.states.back().at("0.variable.0").contains("</script><img"));
  }
}

void PageTest::aPageIsTheSameEveryTime() {
  const Trace trace = test::incrementLoopTrace(8);
  const QByteArray page = pageOf(std::span(&trace, 1), m_options);
  QCOMPARE(pageOf(std::span(&trace, 1), m_options), page);
  QVERIFY(writePage(path("page.html"), std::span(&trace, 1), m_options).ok());
  QCOMPARE(test::read(path("page.html")), page);
  const Status failed = writePage(path("none/page.html"), std::span(&trace, 1), m_options);
  QVERIFY(!failed && QString::fromStdString(failed.error()).contains("none/page.html"));
}

void PageTest::writingIsCancelled() {
  const Trace trace = test::incrementLoopTrace(30);
  const QString file = path("kept.html");
  QVERIFY(writePage(file, std::span(&trace, 1), m_options).ok());
  const QByteArray before = test::read(file);
  std::vector<std::uint64_t> told;
  // Asked until the last moment, when the file is put in place.
  const auto asks = [&](std::size_t times) {
    told.clear();
    return [&told, times](std::uint64_t done, std::uint64_t total) {
      told.push_back(done);
      return done <= total && told.size() < times;
    };
  };
  FigureOptions other = m_options;
  other.title = QStringLiteral("another");
  QVERIFY(writePage(file, std::span(&trace, 1), other, asks(1000)).ok());
  QVERIFY(test::read(file) != before);
  QVERIFY(writePage(file, std::span(&trace, 1), m_options).ok());
  const std::size_t all = told.size();
  QVERIFY(all > 3 && std::is_sorted(told.begin(), told.end() - 1));
  for (const std::size_t times : {std::size_t{1}, all / 2, all}) {
    const Status status = writePage(file, std::span(&trace, 1), other, asks(times));
    QVERIFY(status.cancelled());
    QCOMPARE(told.size(), times);
    QCOMPARE(test::read(file), before);
  }
}

}  // namespace

int runahead::test::pageTest(int argc, char** argv) {
  PageTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "page_test.moc"
