// SPDX-License-Identifier: GPL-3.0-or-later
// The options of pictures: what they refuse, what they write, and that nothing of a picture leaves its page
// or covers other words, for every scenario. Not here: what each part shows (tests/gui).
#include <gmock/gmock.h>

#include <QFontMetricsF>
#include <QGuiApplication>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPolygonF>
#include <QTransform>
#include <QXmlStreamReader>
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>

#include "core/io/session_file.h"
#include "core/scenario/scenario.h"
#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

struct Words {
  QString text;
  QRectF box;  // of its letters, in the page's units
};

struct Picture {
  QSizeF page;
  std::vector<Words> words;
  std::vector<QRectF> boxes;  // of filled rectangles
  QString error;
};

QTransform transform_of(const QString& text) {
  const qsizetype open = text.indexOf(QLatin1Char('('));
  QStringList numbers = text.mid(open + 1).chopped(1).split(QLatin1Char(','));
  if (!text.startsWith(QLatin1String("matrix")) || numbers.size() != 6) return {};
  return {numbers[0].toDouble(), numbers[1].toDouble(), numbers[2].toDouble(),
          numbers[3].toDouble(), numbers[4].toDouble(), numbers[5].toDouble()};
}

Picture picture_of(const std::string& svg) {
  Picture picture;
  QXmlStreamReader xml(QByteArray::fromStdString(svg));
  std::vector<QTransform> transforms{QTransform()};
  while (!xml.atEnd()) {
    const auto token = xml.readNext();
    if (token == QXmlStreamReader::EndElement) {
      transforms.pop_back();
      continue;
    }
    if (token != QXmlStreamReader::StartElement) continue;
    const auto attributes = xml.attributes();
    const auto number = [&](const char* name) { return attributes.value(QLatin1String(name)).toDouble(); };
    transforms.push_back(transform_of(attributes.value(QLatin1String("transform")).toString()) *
                         transforms.back());
    const QTransform& at = transforms.back();
    if (xml.name() == QLatin1String("svg")) {
      const QStringList box = attributes.value(QLatin1String("viewBox")).toString().split(QLatin1Char(' '));
      picture.page = {box[2].toDouble(), box[3].toDouble()};
    } else if (xml.name() == QLatin1String("rect")) {
      picture.boxes.push_back(
          at.mapRect(QRectF(number("x"), number("y"), number("width"), number("height"))));
    } else if (xml.name() == QLatin1String("text")) {
      QFont font;
      QStringList families;
      for (const QString& one :
           attributes.value(QLatin1String("font-family")).toString().split(QStringLiteral(", ")))
        families << QString(one).remove(QLatin1Char('\''));
      font.setFamilies(families);
      font.setPixelSize(static_cast<int>(number("font-size")));
      font.setWeight(static_cast<QFont::Weight>(static_cast<int>(number("font-weight"))));
      font.setHintingPreference(QFont::PreferNoHinting);
      const double x = number("x"), y = number("y");
      const QString text = xml.readElementText().trimmed();
      transforms.pop_back();
      const QFontMetricsF metrics(font);
      // Letters without the room above and below a line.
      const QRectF letters(x, y - metrics.capHeight(), metrics.horizontalAdvance(text), metrics.capHeight());
      if (!text.isEmpty()) picture.words.push_back({text, at.mapRect(letters)});
    }
  }
  if (xml.hasError()) picture.error = xml.errorString();
  return picture;
}

class Figures : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static int count = 1;
    static char name[] = "figures";
    static char* words[] = {name, nullptr};
    application_ = std::make_unique<QGuiApplication>(count, words);
  }
  /// Not at the end of the program, when Qt cannot give its fonts back any more.
  static void TearDownTestSuite() { application_.reset(); }

 private:
  static inline std::unique_ptr<QGuiApplication> application_;
};

TEST_F(Figures, WhatCannotBeAPictureIsRefusedInOneLine) {
  TemporaryDirectory directory;
  const std::vector<std::vector<std::string>> cases = {
      {"--size", "0x0"},        {"--size", "0x900"},       {"--size", "40000x900"}, {"--size", "-5x5"},
      {"--size", "nanxnan"},    {"--size", "wide"},        {"--size", "16:10"},     {"--size", "1600x"},
      {"--dpi", "0"},           {"--dpi", "1e3"},          {"--dpi", "2401"},       {"--theme", "blue"},
      {"--parts", "timeline,"}, {"--parts", "pictures"},   {"--steps", "wait"},     {"--align", "middle"},
      {"--align", "mark:"},     {"--size", "32000x32000"}, {"--size", "0x0mm"},     {"--size", "infx9"},
  };
  for (const auto& words : cases) {
    std::vector<std::string> all = {"run", "four-statements", "--export", directory.file("a.svg")};
    all.insert(all.end(), words.begin(), words.end());
    const Finished finished = run_program(all);
    EXPECT_EQ(finished.status, 2) << words[1];
    EXPECT_THAT(finished.err, HasSubstr(words[0])) << words[1];
    EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1) << finished.err;
    if (words[1] == "32000x32000") {
      EXPECT_THAT(finished.err, HasSubstr("too large; fewer runs, or a smaller --size, are needed"));
    }
  }
  const Finished large = run_program(
      {"run", "four-statements", "--export", directory.file("a.png"), "--size", "a4", "--dpi", "2400"});
  EXPECT_EQ(large.status, 2);
  EXPECT_THAT(large.err, HasSubstr("too large; fewer --dpi are needed"));
  EXPECT_EQ(run_program({"run", "four-statements", "--size", "a4"}).status, 2);
  const Finished told = run_program(
      {"run", "four-statements", "--export", directory.file("a.svg"), "--worksheet", "--steps", "task"});
  EXPECT_EQ(told.status, 2);
  EXPECT_THAT(told.err, HasSubstr("--steps: a worksheet has none"));
  EXPECT_EQ(directory.entries(), 0);
}

/// All modes of a scenario, or all its waits where it has one mode only; else workers.
std::vector<std::string> compared(const Scenario& scenario) {
  std::vector<std::string> words = {"run", scenario.id, "--preset", "step", "--clock", "virtual"};
  const auto each = [&](const char* option, const auto& values, auto text) {
    for (const auto& value : values) words.insert(words.end(), {option, text(value)});
  };
  if (scenario.modes.size() > 1) {
    each("--mode", scenario.modes, [](const auto& mode) { return std::string(to_string(mode)); });
  } else if (scenario.waits.size() > 1) {
    each("--waits", scenario.waits, [](const std::string& waits) { return waits; });
  } else {
    each("--workers", std::vector<std::string>{"1", "2"}, [](const std::string& count) { return count; });
  }
  return words;
}

constexpr const char* kSizes[] = {"800x450", "1600x900", "a4"};

void expect_tidy(const Picture& picture, const std::string& what) {
  ASSERT_TRUE(picture.error.isEmpty()) << picture.error.toStdString();
  const QRectF page = QRectF(QPointF(), picture.page).adjusted(-3, -3, 3, 3);
  ASSERT_GT(picture.words.size(), 15U) << what;
  for (const QRectF& box : picture.boxes) {
    EXPECT_TRUE(page.contains(box.topLeft()) && page.contains(box.bottomRight()))
        << what << ": a box at " << box.x() << ' ' << box.y() << ' ' << box.width() << ' ' << box.height();
  }
  for (std::size_t i = 0; i < picture.words.size(); ++i) {
    const Words& one = picture.words[i];
    EXPECT_TRUE(page.contains(one.box)) << what << ": " << one.text.toStdString();
    for (std::size_t k = 0; k < i; ++k) {
      const QRectF both = one.box.intersected(picture.words[k].box);
      EXPECT_FALSE(both.width() > 1 && both.height() > 1)
          << what << ": \"" << one.text.toStdString() << "\" and \"" << picture.words[k].text.toStdString()
          << "\" overlap";
    }
  }
}

/// Every scenario's comparison on pages of each size, as it comes or with all parts: the page holds all of
/// it, and no words cover others.
TEST_F(Figures, NothingLeavesThePageAndNoWordsOverlap) {
  bool all = false;
  for (const Scenario& scenario : scenarios()) {
    TemporaryDirectory directory;
    std::vector<std::string> words = compared(scenario);
    words.insert(words.end(), {"--export", directory.file("a.json")});
    ASSERT_EQ(run_program(words).status, 0);
    for (const char* size : kSizes) {
      all = !all;
      words = {"open", directory.file("a.json"), "--export", directory.file("a.svg"), "--size", size};
      if (all) {
        words.insert(words.end(),
                     {"--parts", "timeline,charts,listing,table", "--caption", "Bild 1: größer, 异步."});
      }
      const Finished finished = run_program(words);
      ASSERT_EQ(finished.status, 0) << finished.err;
      expect_tidy(picture_of(read_file(directory.file("a.svg"))),
                  scenario.id + ' ' + size + (all ? ", all parts" : ""));
    }
  }
}

struct Bar {
  double left, right, top;
};

/// The bars of running tasks, row by row and from left to right, in px of the page.
std::vector<std::vector<Bar>> running_bars(const std::string& svg) {
  std::vector<Bar> bars;
  QXmlStreamReader xml(QByteArray::fromStdString(svg));
  bool running = false;
  QTransform at;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    const auto attributes = xml.attributes();
    if (xml.name() == QLatin1String("g") && attributes.hasAttribute(QLatin1String("fill"))) {
      running = attributes.value(QLatin1String("fill")) == QLatin1String("#075e53") &&
                attributes.value(QLatin1String("stroke")) == QLatin1String("none");
      at = transform_of(attributes.value(QLatin1String("transform")).toString());
    }
    QRectF box;
    if (xml.name() == QLatin1String("path")) {
      QPolygonF points;
      for (QString point : attributes.value(QLatin1String("d")).toString().split(QLatin1Char(' '))) {
        const QStringList xy = point.remove(QLatin1Char('M'))
                                   .remove(QLatin1Char('L'))
                                   .remove(QLatin1Char('C'))
                                   .split(QLatin1Char(','));
        if (xy.size() == 2) points << QPointF(xy[0].toDouble(), xy[1].toDouble());
      }
      box = points.boundingRect();
    } else if (xml.name() == QLatin1String("rect")) {
      const auto number = [&](const char* name) { return attributes.value(QLatin1String(name)).toDouble(); };
      box = {number("x"), number("y"), number("width"), number("height")};
    }
    box = at.mapRect(box);
    if (running && box.width() > 0) bars.push_back({box.left(), box.right(), box.top()});
  }
  std::map<int, std::vector<Bar>> rows;  // tops differ by rounding only
  for (const Bar& bar : bars) rows[static_cast<int>(std::lround(bar.top / 3))].push_back(bar);
  std::vector<std::vector<Bar>> result;
  for (auto& [top, row] : rows) {
    std::sort(row.begin(), row.end(), [](const Bar& a, const Bar& b) { return a.left < b.left; });
    result.push_back(std::move(row));
  }
  return result;
}

struct Executed {
  double start_ns, end_ns;
};

/// What was running, by run and lane, from the recording.
std::vector<std::vector<Executed>> executed_tasks(const std::string& json) {
  std::map<std::pair<int, int>, std::vector<Executed>> lanes;
  const QJsonArray events = QJsonDocument::fromJson(QByteArray::fromStdString(json))
                                .object()[QLatin1String("traceEvents")]
                                .toArray();
  std::set<std::pair<int, int>> copies;
  for (const QJsonValue& value : events) {
    const QJsonObject event = value.toObject();
    const std::pair lane{event[QLatin1String("pid")].toInt(), event[QLatin1String("tid")].toInt()};
    const QJsonObject args = event[QLatin1String("args")].toObject();
    if (args[QLatin1String("kind")] == QLatin1String("copy")) copies.insert(lane);
    if (event[QLatin1String("cat")] != QLatin1String("task") || !event.contains(QLatin1String("dur")))
      continue;
    if (args[QLatin1String("outcome")] != QLatin1String("ok")) continue;
    const double start_ns = event[QLatin1String("ts")].toDouble() * 1000;
    lanes[lane].push_back({start_ns, start_ns + event[QLatin1String("dur")].toDouble() * 1000});
  }
  std::vector<std::vector<Executed>> result;
  for (auto& [lane, tasks] : lanes) {
    if (copies.count(lane) > 0) continue;
    std::sort(tasks.begin(), tasks.end(),
              [](const Executed& a, const Executed& b) { return a.start_ns < b.start_ns; });
    result.push_back(std::move(tasks));
  }
  return result;
}

/// In all runs of a comparison by the same scale; wherever no tasks had to be merged.
TEST_F(Figures, BarsAreAsLongAsTheirTasks) {
  int compared_rows = 0, compared_pages = 0;
  for (const Scenario& scenario : scenarios()) {
    TemporaryDirectory directory;
    std::vector<std::string> words = compared(scenario);
    words.insert(words.end(), {"--export", directory.file("a.json")});
    ASSERT_EQ(run_program(words).status, 0);
    const auto lanes = executed_tasks(read_file(directory.file("a.json")));
    for (const char* size : kSizes) {
      ASSERT_EQ(run_program({"open", directory.file("a.json"), "--parts", "timeline", "--size", size,
                             "--export", directory.file("a.svg")})
                    .status,
                0);
      const auto rows = running_bars(read_file(directory.file("a.svg")));
      if (rows.size() != lanes.size()) continue;
      double px_per_ns = 0;
      for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto& bars = rows[row];
        const auto& tasks = lanes[row];
        if (bars.size() != tasks.size() || tasks.size() < 2) continue;
        if (px_per_ns == 0) {
          ++compared_pages;
          px_per_ns =
              (bars.back().left - bars.front().left) / (tasks.back().start_ns - tasks.front().start_ns);
        }
        ++compared_rows;
        for (std::size_t i = 0; i < tasks.size(); ++i) {
          // Snapped to units of the page, one of them left free.
          EXPECT_NEAR(bars[i].right - bars[i].left, (tasks[i].end_ns - tasks[i].start_ns) * px_per_ns, 4.5)
              << scenario.id << ' ' << size << ", row " << row << ", task " << i;
        }
      }
    }
  }
  EXPECT_GE(compared_pages, 24);
  EXPECT_GE(compared_rows, 60);
}

TEST_F(Figures, RunsOfSeveralFilesStandInOne) {
  TemporaryDirectory directory;
  for (const char* id : {"four-statements", "barriers"}) {
    ASSERT_EQ(run_program({"run", id, "--preset", "step", "--clock", "virtual", "--export",
                           directory.file(std::string(id) + ".json")})
                  .status,
              0);
  }
  const Finished finished =
      run_program({"open", directory.file("four-statements.json"), directory.file("barriers.json"),
                   "--export", directory.file("a.svg"), "--export", directory.file("a.csv")});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const std::string svg = read_file(directory.file("a.svg"));
  EXPECT_THAT(svg, HasSubstr("Four statements · Two kinds of barrier"));
  EXPECT_THAT(svg, HasSubstr("2 runs on one time scale"));
  EXPECT_THAT(read_file(directory.file("a.csv")), HasSubstr("\n2,barriers,"));
}

TEST_F(Figures, HeadingsSayThatADeviceIsEmulated) {
  TemporaryDirectory directory;
  const Finished finished =
      run_program({"run", "two-devices", "--clock", "virtual", "--set", "products=3", "--set", "products=4",
                   "--export", directory.file("a.svg"), "--size", "800x450"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const std::string svg = read_file(directory.file("a.svg"));
  const std::string word = ">emulated<";
  std::size_t headings = 0;
  for (std::size_t at = svg.find(word); at != std::string::npos; at = svg.find(word, at + 1)) ++headings;
  EXPECT_EQ(headings, 2U);  // lanes are too low here to say it on a line of their own
}

/// The longest is a thousand times as long as the shortest.
TEST_F(Figures, RunsOfVeryDifferentLengthShareOneScale) {
  TemporaryDirectory directory;
  const Finished finished = run_program({"run", "tiny-tasks", "--clock", "virtual", "--waits", "none",
                                         "--set", "n=8", "--set", "n=80", "--set", "n=800", "--set", "n=8000",
                                         "--export", directory.file("a.svg"), "--size", "1600x900"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const std::string svg = read_file(directory.file("a.svg"));
  expect_tidy(picture_of(svg), "tiny-tasks");
  for (const char* label : {"n 8<", "n 80<", "n 800<", "n 8000<"}) EXPECT_THAT(svg, HasSubstr(label));
}

TEST_F(Figures, APageOnPaperHasMorePixelsWithMoreDots) {
  TemporaryDirectory directory;
  ASSERT_EQ(run_program({"run", "four-statements", "--clock", "virtual", "--export", directory.file("a.png"),
                         "--size", "100x50mm", "--dpi", "254"})
                .status,
            0);
  const QByteArray png = QByteArray::fromStdString(read_file(directory.file("a.png")));
  EXPECT_EQ(QImage::fromData(png).size(), QSize(1000, 500));
  EXPECT_EQ(QImage::fromData(png).dotsPerMeterX(), 10'000);
}

TEST_F(Figures, EveryStepIsAPictureOfItsOwn) {
  TemporaryDirectory directory;
  const Finished finished = run_program({"run", "four-statements", "--clock", "virtual", "--export",
                                         directory.file("a.svg"), "--steps", "task"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  EXPECT_GT(directory.entries(), 6);
  const std::string first = read_file(directory.file("a-001.svg"));
  EXPECT_THAT(first, HasSubstr("</svg>"));
  EXPECT_NE(first, read_file(directory.file("a-002.svg")));
  EXPECT_THAT(read_file(directory.file("a.svg")), IsEmpty());
  // Of the last task nothing is said, or drawn, before it is issued.
  EXPECT_THAT(first, testing::Not(HasSubstr("add 3")));
}

TEST_F(Figures, StepsOfTwoRunsStandInOnePicture) {
  TemporaryDirectory directory;
  const Finished finished =
      run_program({"run", "four-statements", "--mode", "async", "--mode", "sync", "--clock", "virtual",
                   "--export", directory.file("a.svg"), "--steps", "task"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  EXPECT_GT(directory.entries(), 12);
  expect_tidy(picture_of(read_file(directory.file("a-005.svg"))), "a step of two runs");
}

/// The window's graph holds 48 tasks; what is not in that of a page is told.
TEST_F(Figures, AGraphHasEveryTask) {
  TemporaryDirectory directory;
  ASSERT_EQ(run_program({"run", "overlap-copy", "--preset", "step", "--clock", "virtual", "--parts",
                         "timeline,graph", "--export", directory.file("a.svg")})
                .status,
            0);
  const std::string svg = read_file(directory.file("a.svg"));
  EXPECT_THAT(svg, testing::AnyOf(HasSubstr("copy_to_host 12"), HasSubstr("more are left out")));
}

/// What the window kept with a run is on its picture, from whichever file it comes.
TEST_F(Figures, NotesOfASessionAreExported) {
  TemporaryDirectory directory;
  ASSERT_EQ(run_program({"run", "four-statements", "--clock", "virtual", "--export",
                         directory.file("a.runahead"), "--export", directory.file("b.json")})
                .status,
            0);
  Result<SessionFile> session = read_session(directory.file("a.runahead"));
  ASSERT_TRUE(session.ok());
  const std::string text = "Here the frontend is ahead of the worker by two tasks, and nobody waits.";
  session->state->runs.front().bookmarks = {{{3, traces_of(*session).front().time_ns(2)}, kNone, text}};
  session->state->runs.front().status = RunResult::Status::stopped;
  ASSERT_TRUE(write_session(*session, directory.file("a.runahead")).ok());
  for (const bool two : {false, true}) {
    std::vector<std::string> words = {"open", directory.file("a.runahead"), "--export",
                                      directory.file("n.svg")};
    if (two) words.insert(words.begin() + 1, directory.file("b.json"));
    ASSERT_EQ(run_program(words).status, 0);
    const Picture picture = picture_of(read_file(directory.file("n.svg")));
    expect_tidy(picture, two ? "a note of the second run" : "a note");
    QString all;
    for (const Words& one : picture.words) all += one.text + u' ';
    EXPECT_TRUE(all.contains(QString::fromStdString(text))) << all.toStdString();
    EXPECT_TRUE(all.contains("stopped")) << all.toStdString();
  }
}

TEST_F(Figures, AWorksheetSaysWhichWaitIsTheLast) {
  TemporaryDirectory directory;
  const auto asks = [&](const std::string& scenario) {
    EXPECT_EQ(run_program({"run", scenario, "--clock", "virtual", "--preset", "step", "--waits", "program",
                           "--export", directory.file("a.svg"), "--worksheet"})
                  .status,
              0);
    return read_file(directory.file("a.svg"));
  };
  EXPECT_THAT(asks("four-statements"), HasSubstr("after its first wait."));
  // Its initialisation, which is drawn, has waited.
  EXPECT_THAT(asks("increment-loop"), HasSubstr("after the last wait shown."));
}

/// A worksheet must not give away what is to be drawn, not even beneath something white.
TEST_F(Figures, AWorksheetHasASolution) {
  TemporaryDirectory directory;
  const Finished finished = run_program({"run", "four-statements", "--clock", "virtual", "--export",
                                         directory.file("a.svg"), "--worksheet", "--size", "16:9"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const std::string sheet = read_file(directory.file("a.svg"));
  const std::string solution = read_file(directory.file("a-solution.svg"));
  EXPECT_THAT(sheet, HasSubstr("Draw when each task runs"));
  EXPECT_THAT(solution, testing::Not(HasSubstr("Draw when each task runs")));
  for (const std::string& page : {sheet, solution}) {
    expect_tidy(picture_of(page), "a worksheet");
    EXPECT_THAT(page, HasSubstr("What each task takes"));
    EXPECT_THAT(page, HasSubstr("c = a * b + 2"));
  }
  // What the students find is said in numbers, too.
  for (const std::string& page : {sheet, solution}) EXPECT_THAT(page, HasSubstr("When each task runs"));
  const auto times = [](const std::string& page) {
    std::size_t count = 0;
    for (std::size_t at = page.find(" µs</text>"); at != std::string::npos;
         at = page.find(" µs</text>", at + 1))
      ++count;
    return count;
  };
  EXPECT_GE(times(solution), times(sheet) + 8);
  // Its only wait is that of print(c), whose length says when the last task ends.
  EXPECT_THAT(sheet, HasSubstr(">print<"));
  EXPECT_THAT(solution, HasSubstr("print  "));
  EXPECT_THAT(sheet, testing::Not(HasSubstr("print  ")));
  const std::string running = "#075e53";
  EXPECT_THAT(sheet, testing::Not(HasSubstr(running)));
  EXPECT_THAT(solution, HasSubstr(running));
}

/// A reader without the fonts gets others, as wide as these.
TEST_F(Figures, WordsKeepTheirWidthInOtherFonts) {
  TemporaryDirectory directory;
  const Finished finished = run_program({"run", "increment-loop", "--clock", "virtual", "--preset", "step",
                                         "--export", directory.file("a.svg")});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const std::string page = read_file(directory.file("a.svg"));
  std::size_t texts = 0;
  for (std::size_t at = page.find("<text "); at != std::string::npos;
       at = page.find("<text ", at + 1), ++texts) {
    const std::string element = page.substr(at, page.find('>', at) - at);
    EXPECT_TRUE(element.find(", sans-serif\"") != std::string::npos ||
                element.find(", monospace\"") != std::string::npos)
        << element;
  }
  EXPECT_GT(texts, 10U);
  EXPECT_THAT(page, HasSubstr("textLength=\""));
}

/// As the listing of the window does.
TEST_F(Figures, WaitsThatTheRunLeftOutAreStruckThrough) {
  TemporaryDirectory directory;
  std::vector<std::size_t> rects;
  for (const std::string waits : {"each", "none"}) {
    const Finished finished =
        run_program({"run", "increment-loop", "--clock", "virtual", "--preset", "step", "--waits", waits,
                     "--worksheet", "--theme", "print", "--export", directory.file(waits + ".svg")});
    ASSERT_EQ(finished.status, 0) << finished.err;
    const std::string page = read_file(directory.file(waits + ".svg"));
    std::size_t count = 0;
    for (std::size_t at = page.find("height=\"1.2\""); at != std::string::npos;
         at = page.find("height=\"1.2\"", at + 1))
      ++count;
    rects.push_back(count);
  }
  EXPECT_EQ(rects[0], 0U);
  EXPECT_EQ(rects[1], 1U);
}

/// What stays of such a line keeps its colour, and what goes has that of a line that goes.
TEST_F(Figures, WhatGoesOfALineIsGreyAsWholeLinesAre) {
  TemporaryDirectory directory;
  const std::string program = directory.file("program.py"), svg = directory.file("a.svg");
  write_file(program,
             "from mxnet import np\n"
             "x = np.ones(3)\n"
             "x.wait_to_read()\n"
             "np.dot(x, x).wait_to_read()\n");
  const Finished finished = run_program(
      {"run", program, "--clock", "virtual", "--waits", "2", "--parts", "listing", "--export", svg});
  if (finished.err.find("Python") != std::string::npos) GTEST_SKIP() << finished.err;
  ASSERT_EQ(finished.status, 0) << finished.err;
  std::map<std::string, std::string> colours;
  QXmlStreamReader xml(QByteArray::fromStdString(read_file(svg)));
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement || xml.name() != QLatin1String("text")) continue;
    const std::string colour = xml.attributes().value(QLatin1String("fill")).toString().toStdString();
    colours[xml.readElementText().trimmed().toStdString()] = colour;
  }
  EXPECT_EQ(colours.at(".wait_to_read()"), colours.at("x.wait_to_read()"));
  EXPECT_EQ(colours.at("np.dot(x, x)"), colours.at("x = np.ones(3)"));
  EXPECT_NE(colours.at("np.dot(x, x)"), colours.at(".wait_to_read()"));
}

TEST_F(Figures, AnyNameIsAValidFile) {
  TemporaryDirectory directory;
  for (const std::string title : {"\x01\x02 <&>\"' 异步 \xEF\xBF\xBF عربي 🚀", "\xFF\xFE broken"}) {
    const Finished finished =
        run_program({"run", "four-statements", "--clock", "virtual", "--export", directory.file("a.svg"),
                     "--title", title, "--caption", title, "--theme", "mono"});
    ASSERT_EQ(finished.status, 0) << finished.err;
    const Picture picture = picture_of(read_file(directory.file("a.svg")));
    EXPECT_TRUE(picture.error.isEmpty()) << picture.error.toStdString();
  }
}

}  // namespace
}  // namespace runahead::testing_support
