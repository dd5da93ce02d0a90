// SPDX-License-Identifier: GPL-3.0-or-later
// Models whose numbers are known.
#include "tests/gui/model_picture_test.h"

#include <QImage>
#include <QTest>
#include <algorithm>
#include <random>

#include "gui/panes/log_slider.h"
#include "gui/panes/loop_chart.h"
#include "gui/panes/loop_model_pane.h"
#include "gui/panes/loop_table.h"

using namespace runahead;
using namespace runahead::gui;

namespace {

constexpr LoopModel kExample{.n = 1000, .t1 = 1000, .t2 = 10'000, .t3 = 2000, .workers = 1};
const QRectF kRect(0, 0, 520, 300);

LoopModel with(std::int64_t t1, int workers = 1, std::int64_t n = 1000) {
  LoopModel model = kExample;
  model.t1 = t1;
  model.workers = workers;
  model.n = n;
  return model;
}

LoopFacts factsOf(const LoopModel& model) {
  return loopFacts(model, {model.waiting_ns(), model.running_ahead_ns()});
}

QString sentence(const LoopModel& model) {
  const LoopFacts facts = factsOf(model);
  return facts.bottleneck + QLatin1Char(' ') + facts.because;
}

QImage painted(const LoopModel& model, const Theme& theme, QSize size = {520, 300}) {
  QImage image(size, QImage::Format_RGB32);
  image.fill(theme.paper);
  QPainter painter(&image);
  paintLoop(painter, model, QRectF(image.rect()), theme);
  return image;
}

}  // namespace

void ModelPictureTest::slidersStandAtRoundNumbers() {
  const std::vector<std::int64_t> values = roundValues(1, 1'000'000);
  QCOMPARE(values.front(), 1);
  QCOMPARE(values.back(), 1'000'000);
  for (const std::int64_t wanted : {1, 2, 5, 9, 10, 11, 16, 20, 50, 100, 500, 1000, 2000, 10'000, 100'000}) {
    QVERIFY2(std::binary_search(values.begin(), values.end(), wanted), qPrintable(QString::number(wanted)));
  }
  for (std::size_t i = 1; i < values.size(); ++i) {
    QVERIFY(values[i] > values[i - 1]);
    if (values[i - 1] >= 10) QVERIFY(values[i] <= values[i - 1] * 1.16);
  }
  QCOMPARE(roundValues(0, 100).front(), 0);
  QCOMPARE(roundValues(0, 100)[1], 1);
  QCOMPARE(wholeValues(1, 16).size(), std::size_t{16});

  LogSlider slider(values);
  slider.showNumber(1040);  // between 1000 and 1100
  QCOMPARE(values[static_cast<std::size_t>(slider.value())], 1000);
  slider.showNumber(5'000'000);
  QCOMPARE(slider.value(), slider.maximum());
}

void ModelPictureTest::sentencesNameTheBottleneck() {
  QCOMPARE(sentence(kExample), QStringLiteral("The worker is the bottleneck: t2 = 10 × t1."));
  QCOMPARE(sentence(with(20'000)),
           QStringLiteral("The frontend is the bottleneck: the worker waits for it, t1 = 2 × t2."));
  QCOMPARE(sentence(with(10'000)), QStringLiteral("Neither the worker nor the frontend waits: t1 = t2."));
  QCOMPARE(sentence(with(1000, 4)), QStringLiteral("The workers are the bottleneck: t2 / 4 = 2.5 × t1."));
  QCOMPARE(sentence(with(2500, 4)),
           QStringLiteral("Neither the workers nor the frontend wait: t1 = t2 / 4."));
  QCOMPARE(sentence(with(10'000, 4)),
           QStringLiteral("The frontend is the bottleneck: the workers wait for it, t1 = 4 × t2 / 4."));
  QCOMPARE(sentence(with(10'001)),
           QStringLiteral("The frontend is the bottleneck: the worker waits for it, t1 = 1.0001 × t2."));
  QCOMPARE(sentence(with(100'000'000)).section(QLatin1Char('='), 1), QStringLiteral(" 10,000 × t2."));
}

void ModelPictureTest::rowsHaveFormulaAndSimulation() {
  LoopFacts facts = factsOf(with(20'000));
  QCOMPARE(facts.rows.size(), std::size_t{3});
  const auto row = [&](std::size_t i) {
    const LoopRow& r = facts.rows[i];
    return QStringList{r.name, r.formula, r.shortFormula, r.predicted, r.simulated, r.off};
  };
  QCOMPARE(row(0),
           (QStringList{"each", "n (t1 + t2 + t3)", "n (t1 + t2 + t3)", "32.0 ms", "32.0 ms", "0 ns"}));
  QCOMPARE(row(1), (QStringList{"none", "t1 + t2 + (n − 1) max(t1, t2) + t3", "n t1 + t2 + t3", "20.0 ms",
                                "20.0 ms", "0 ns"}));
  QCOMPARE(row(2),
           (QStringList{"book", "t1 + n t2 + t3", "t1 + n t2 + t3", "10.0 ms", "20.0 ms", "−9.99 ms"}));
  QCOMPARE(facts.ratio, QStringLiteral("1.60"));
  QCOMPARE(facts.simulatedRatio, QStringLiteral("1.60"));

  facts = factsOf(with(1000, 4, 1003));  // 251 rounds, three tasks in the last
  QCOMPARE(facts.rows[1].formula, QStringLiteral("3 t1 + 251 t2 + t3"));
  QCOMPARE(facts.rows[2].formula, QStringLiteral("t1 + n t2 / 4 + t3"));
  // Simulations are shown as they are, not as they should be.
  facts = loopFacts(kExample, {13'000'000, 10'003'004});
  QCOMPARE(facts.rows[0].off, QStringLiteral("0 ns"));
  QCOMPARE(facts.rows[1].off, QStringLiteral("−4 ns"));
  facts = loopFacts(kExample, {std::nullopt, 10'003'000});
  QCOMPARE(facts.rows[0].simulated, QStringLiteral("…"));
  QCOMPARE(facts.rows[0].off, QString());
  QCOMPARE(facts.rows[2].off, QStringLiteral("0 ns"));
  QCOMPARE(facts.simulatedRatio, QStringLiteral("…"));
}

void ModelPictureTest::theBooksFormulaHoldsOrNot() {
  const auto book = [](const LoopModel& model) { return factsOf(model).book; };
  QVERIFY(book(kExample).startsWith(QStringLiteral("n t2 > (n − 1) t1: the book’s formula holds.")));
  QVERIFY(
      book(with(20'000)).startsWith(QStringLiteral("n t2 < (n − 1) t1: the book’s formula does not hold.")));
  // Two tasks: n t2 = 20000 is more than t1, and yet the worker waits once.
  QVERIFY(book(with(15'000, 1, 2)).startsWith(QStringLiteral("n t2 > (n − 1) t1, but t1 > t2")));
  QVERIFY(book(with(15'000, 1, 2)).contains(QStringLiteral("5.00 µs short")));
  QVERIFY(book(with(20'000, 1, 2)).startsWith(QStringLiteral("n t2 = (n − 1) t1")));
  QVERIFY(book(with(1000, 4)).contains(QStringLiteral("3.00 µs off")));
  QVERIFY(book(with(1000, 1, 1)).contains(QStringLiteral("holds")));
  for (const LoopModel& model : {kExample, with(20'000), with(1000, 4)}) {
    const LoopFacts facts = factsOf(model);
    QVERIFY(facts.book.startsWith(facts.shortBook));
  }
}

void ModelPictureTest::axesStandStillWhileT1IsDragged() {
  const LoopGeometry place = layoutLoop(kExample, kRect);
  for (const std::int64_t t1 : {1000, 2000, 5000, 10'000, 40'000, 99'000}) {
    const LoopGeometry other = layoutLoop(with(t1), kRect);
    QCOMPARE(other.fromT1, place.fromT1);
    QCOMPARE(other.toT1, place.toT1);
    QCOMPARE(other.from_ns, place.from_ns);
    QCOMPARE(other.to_ns, place.to_ns);
    QCOMPARE(other.present_x, place.x(static_cast<double>(t1)));
  }
  // Beyond their reach the present point is still in sight.
  for (const std::int64_t t1 : {1, 10, 1'000'000, 100'000'000}) {
    const LoopGeometry other = layoutLoop(with(t1), kRect);
    QVERIFY(other.present_x >= other.plot.left() && other.present_x <= other.plot.right());
    QVERIFY(other.bend_x && *other.bend_x > other.plot.left() && *other.bend_x < other.plot.right());
  }
  for (const double x : {place.plot.left(), 200.0, place.plot.right()}) {
    QVERIFY(std::abs(place.x(place.t1(x)) - x) < 1e-6);
  }
}

void ModelPictureTest::theBendIsWhereTheLineBends() {
  for (const LoopModel& model : {kExample, with(20'000), with(2500, 4), with(300, 16)}) {
    const LoopGeometry place = layoutLoop(model, kRect);
    QVERIFY(place.bend_x.has_value());
    QVERIFY(std::abs(place.t1(*place.bend_x) * model.workers - static_cast<double>(model.t2)) < 1e-3);
    const std::vector<QPointF> line = loopPoints(model, place, LoopLine::none);
    // All but level left of it, steep to its right.
    double before = 0, after = 0;
    for (std::size_t i = 1; i < line.size(); ++i) {
      const double slope = (line[i - 1].y() - line[i].y()) / (line[i].x() - line[i - 1].x());
      if (line[i].x() <= *place.bend_x + 0.01) before = std::max(before, slope);
      if (line[i - 1].x() >= *place.bend_x - 0.01 && after == 0) after = slope;
    }
    QVERIFY(before < 0.05);
    QVERIFY(after > 0.3);
  }
  // Less than a ns: left of everything.
  QVERIFY(!layoutLoop({.n = 10, .t1 = 5, .t2 = 1, .t3 = 0, .workers = 16}, kRect).bend_x);
}

void ModelPictureTest::linesAreTheModel() {
  for (const LoopModel& model : {kExample, with(20'000, 1, 2), with(700, 5), with(1'000'000)}) {
    const LoopGeometry place = layoutLoop(model, kRect);
    for (const LoopLine line : {LoopLine::each, LoopLine::none, LoopLine::book, LoopLine::issuing}) {
      const std::vector<QPointF> points = loopPoints(model, place, line);
      QVERIFY(points.size() > 20);
      QVERIFY(std::abs(points.front().x() - place.plot.left()) < 1);
      QVERIFY(std::abs(points.back().x() - place.plot.right()) < 1);
      for (std::size_t i = 0; i < points.size(); ++i) {
        if (i > 0) QVERIFY(points[i].x() > points[i - 1].x());
        LoopModel there = model;
        there.t1 = std::llround(place.t1(points[i].x()));
        const std::int64_t ns = line == LoopLine::each   ? there.waiting_ns()
                                : line == LoopLine::none ? there.running_ahead_ns()
                                : line == LoopLine::book ? there.book_ns()
                                                         : there.issuing_ns();
        QVERIFY(std::abs(points[i].y() - place.y(static_cast<double>(ns))) < 1e-6);
        if (line != LoopLine::issuing) QVERIFY(points[i].y() <= place.plot.bottom());
        QVERIFY(points[i].y() >= place.plot.top());
      }
    }
  }
}

void ModelPictureTest::whatTheBookGetsWrongIsShaded() {
  const Theme& theme = Theme::of(ThemeKind::light);
  for (const LoopModel& model : {kExample, with(1000, 1, 3), with(5000, 4)}) {
    const LoopGeometry place = layoutLoop(model, kRect);
    QVERIFY(place.broken_x.has_value());
    const double share = static_cast<double>(model.t2) / model.workers;
    const double broken = share * static_cast<double>(model.n) / static_cast<double>(model.n - 1);
    QVERIFY(std::abs(*place.broken_x - place.x(broken)) < 1e-6);
    const QImage image = painted(model, theme);
    // High up, where no line iterations.
    const int y = static_cast<int>(place.plot.top()) + 3;
    int shaded = 0, plain = 0;
    for (int x = static_cast<int>(place.plot.left()) + 2; x < place.plot.right() - 2; ++x) {
      const QColor pixel = image.pixelColor(x, y);
      if (pixel == theme.grid && x > *place.broken_x + 1) ++shaded;
      if (pixel == theme.paper && x < *place.broken_x - 1) ++plain;
    }
    QVERIFY(shaded > (place.plot.right() - *place.broken_x) * 0.8);
    QVERIFY(plain > (*place.broken_x - place.plot.left()) * 0.8);
  }
  QVERIFY(!layoutLoop(with(1000, 1, 1), kRect).broken_x);  // one iteration: the condition is always true
}

void ModelPictureTest::everythingCanBePainted() {
  std::mt19937_64 random(9);
  const auto up_to = [&random](std::int64_t most) {
    return static_cast<std::int64_t>(
        std::pow(static_cast<double>(most), static_cast<double>(random() % 1000) / 999));
  };
  for (int i = 0; i < 150; ++i) {
    const LoopModel model{.n = up_to(1'000'000),
                          .t1 = up_to(100'000'000'000),
                          .t2 = up_to(100'000'000'000),
                          .t3 = up_to(100'000'000'000) - 1,
                          .workers = static_cast<int>(up_to(256))};
    const Theme& theme = Theme::of(i % 3 == 0   ? ThemeKind::light
                                   : i % 3 == 1 ? ThemeKind::dark
                                                : ThemeKind::print);
    const QSize size = i % 2 == 0 ? QSize(520, 300) : QSize(300, 110);
    const QImage image = painted(model, theme, size);
    // The present point, drawn last on its lines.
    const LoopGeometry place = layoutLoop(model, QRectF(QPointF(0, 0), QSizeF(size)));
    const double y = place.y(static_cast<double>(model.running_ahead_ns()));
    QCOMPARE(image.pixelColor(qRound(place.present_x), qRound(y)), theme.text);
    QImage table(340, 260, QImage::Format_RGB32);
    table.fill(theme.paper);
    const QImage before = table;
    QPainter painter(&table);
    paintLoopTable(painter, factsOf(model), QRectF(table.rect()), i % 2 ? TableForm::low : TableForm::tall,
                   theme);
    painter.end();
    QVERIFY(table != before);
  }
  // In a pane that was dragged together nothing has room.
  for (int side = 1; side <= 110; ++side) {
    painted(kExample, Theme::of(ThemeKind::light), {520, side});
    painted(kExample, Theme::of(ThemeKind::light), {side, 300});
  }
}

void ModelPictureTest::partsOfThePaneKeepApart() {
  for (const QSize size : {QSize(1208, 430), QSize(1208, 330), QSize(1208, 256), QSize(988, 310),
                           QSize(731, 262), QSize(731, 226)}) {
    const LoopPaneLayout place = layoutLoopPane(size);
    for (const QRect& rect : {place.sliders, place.chart, place.table}) {
      QVERIFY(QRect(QPoint(0, 0), size).contains(rect));
      QVERIFY(rect.isValid());
    }
    QVERIFY(!place.sliders.intersects(place.chart));
    QVERIFY(!place.sliders.intersects(place.table));
    QVERIFY(!place.chart.intersects(place.table));
    QVERIFY(place.table.height() >= (place.tall ? kTallTablePx : kLowTablePx));
    QVERIFY(place.chart.height() >= 90);
    QVERIFY(place.chart.width() >= 380);
  }
  QVERIFY(layoutLoopPane({1208, 330}).tall);
  QVERIFY(!layoutLoopPane({988, 330}).tall);
}
