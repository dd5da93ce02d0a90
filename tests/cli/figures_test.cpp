// SPDX-License-Identifier: GPL-3.0-or-later
// The options of pictures: what they refuse, what they write, and that nothing of a picture leaves its page
// or covers other words, for every scenario. Not here: what each part shows (tests/gui).
#include <gmock/gmock.h>

#include <QFontMetricsF>
#include <QGuiApplication>
#include <QImage>
#include <QPolygonF>
#include <QTransform>
#include <QXmlStreamReader>
#include <algorithm>

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
      font.setFamilies({attributes.value(QLatin1String("font-family")).toString()});
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
    static QGuiApplication application(count, words);
  }
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
  }
  const Finished large = run_program(
      {"run", "four-statements", "--export", directory.file("a.png"), "--size", "a4", "--dpi", "2400"});
  EXPECT_EQ(large.status, 2);
  EXPECT_THAT(large.err, HasSubstr("too large"));
  EXPECT_EQ(run_program({"run", "four-statements", "--size", "a4"}).status, 2);
  EXPECT_EQ(directory.entries(), 0);
}

/// Scenarios with every part: the page holds all of it, and no words cover others.
TEST_F(Figures, NothingLeavesThePageAndNoWordsOverlap) {
  for (const Scenario& scenario : scenarios()) {
    TemporaryDirectory directory;
    ASSERT_EQ(run_program({"run", scenario.id, "--preset", "step", "--clock", "virtual", "--workers", "1",
                           "--workers", "2", "--export", directory.file("a.json")})
                  .status,
              0);
    for (const char* size : {"800x450", "1600x900", "a4"}) {
      const Finished finished =
          run_program({"open", directory.file("a.json"), "--export", directory.file("a.svg"), "--size", size,
                       "--parts", "timeline,charts,listing,table", "--caption", "Bild 1: größer, 异步."});
      ASSERT_EQ(finished.status, 0) << finished.err;
      const Picture picture = picture_of(read_file(directory.file("a.svg")));
      ASSERT_TRUE(picture.error.isEmpty()) << picture.error.toStdString();
      const QRectF page = QRectF(QPointF(), picture.page).adjusted(-3, -3, 3, 3);
      ASSERT_GT(picture.words.size(), 20U) << scenario.id;
      for (const QRectF& box : picture.boxes) {
        EXPECT_TRUE(page.contains(box.topLeft()) && page.contains(box.bottomRight()))
            << scenario.id << ' ' << size << ": a box at " << box.x() << ' ' << box.y() << ' ' << box.width()
            << ' ' << box.height();
      }
      for (std::size_t i = 0; i < picture.words.size(); ++i) {
        const Words& one = picture.words[i];
        EXPECT_TRUE(page.contains(one.box)) << scenario.id << ' ' << size << ": " << one.text.toStdString();
        for (std::size_t k = 0; k < i; ++k) {
          const QRectF both = one.box.intersected(picture.words[k].box);
          EXPECT_FALSE(both.width() > 1 && both.height() > 1)
              << scenario.id << ' ' << size << ": \"" << one.text.toStdString() << "\" and \""
              << picture.words[k].text.toStdString() << "\" overlap";
        }
      }
    }
  }
}

/// The bars of running tasks from left to right, as [x0, x1) of the page.
std::vector<std::pair<double, double>> running_bars(const std::string& svg) {
  std::vector<std::pair<double, double>> bars;
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
    if (running && box.width() > 0) bars.emplace_back(box.left(), box.right());
  }
  std::sort(bars.begin(), bars.end());
  return bars;
}

/// Wherever no tasks had to be merged.
TEST_F(Figures, BarsAreAsLongAsTheirTasks) {
  int compared = 0;
  for (const Scenario& scenario : scenarios()) {
    TemporaryDirectory directory;
    ASSERT_EQ(run_program({"run", scenario.id, "--preset", "step", "--clock", "virtual", "--workers", "1",
                           "--export", directory.file("a.json")})
                  .status,
              0);
    for (const char* size : {"800x450", "1600x900", "a4"}) {
      ASSERT_EQ(run_program({"open", directory.file("a.json"), "--parts", "timeline", "--size", size,
                             "--export", directory.file("a.svg"), "--export", directory.file("a.csv")})
                    .status,
                0);
      std::vector<std::pair<double, double>> tasks;
      for (const QString& row :
           QString::fromStdString(read_file(directory.file("a.csv"))).split(u'\n').mid(1)) {
        const QStringList cells = row.split(u',');
        if (cells.size() < 16 || cells[14].isEmpty()) continue;
        tasks.emplace_back(cells[14].toDouble(), cells[15].toDouble());
      }
      std::sort(tasks.begin(), tasks.end());
      const auto bars = running_bars(read_file(directory.file("a.svg")));
      if (bars.size() != tasks.size() || tasks.size() < 2) continue;
      ++compared;
      const double px_per_ns =
          (bars.back().first - bars.front().first) / (tasks.back().first - tasks.front().first);
      for (std::size_t i = 0; i < tasks.size(); ++i) {
        // Snapped to units of the page, one of them left free.
        EXPECT_NEAR(bars[i].second - bars[i].first, (tasks[i].second - tasks[i].first) * px_per_ns, 4.5)
            << scenario.id << ' ' << size << ", task " << i;
      }
    }
  }
  EXPECT_GE(compared, 12);
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
}

/// A worksheet must not give away what is to be drawn, not even beneath something white.
TEST_F(Figures, AWorksheetHasASolution) {
  TemporaryDirectory directory;
  const Finished finished = run_program({"run", "four-statements", "--clock", "virtual", "--export",
                                         directory.file("a.svg"), "--worksheet", "--size", "16:9"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const std::string sheet = read_file(directory.file("a.svg"));
  const std::string solution = read_file(directory.file("a-solution.svg"));
  EXPECT_THAT(sheet, HasSubstr("Draw when each task runs."));
  EXPECT_THAT(solution, testing::Not(HasSubstr("Draw when each task runs.")));
  const std::string running = "#075e53";
  EXPECT_THAT(sheet, testing::Not(HasSubstr(running)));
  EXPECT_THAT(solution, HasSubstr(running));
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
