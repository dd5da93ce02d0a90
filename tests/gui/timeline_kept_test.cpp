// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept from picture to picture, or drawn in a faster way, is what would be drawn from nothing.
// Not here: whether that is right (timeline_painter_test.cpp, timeline_chart_test.cpp).
#include <QImage>
#include <QPainter>
#include <QTest>
#include <random>

#include "gui/timeline/fill_rects.h"
#include "tests/gui/timeline_tests.h"

using namespace runahead;
using namespace runahead::gui;

namespace {

class KeptTest : public QObject {
  Q_OBJECT
 private slots:
  void rectsCoverWhatQtWouldCover();
  void neighboursMeetInTheMiddleOfAPixel();
};

constexpr double kRatios[] = {1, 1.25, 1.5, 2};
const QColor kInk(10, 120, 200);

QImage picture(double ratio, const std::function<void(QPainter&)>& paint) {
  QImage image(QSize(100, 80) * ratio, QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  image.fill(Qt::white);
  QPainter painter(&image);
  painter.setClipRect(QRectF(4, 3, 90, 70));
  paint(painter);
  painter.end();
  return image;
}

void KeptTest::rectsCoverWhatQtWouldCover() {
  std::mt19937 random(1);
  // Of a device pixel never the middle, where rounding errors decide.
  const auto edge = [&](double below, double ratio) {
    const auto pixel = static_cast<double>(random() % static_cast<std::uint32_t>((below + 10) * ratio));
    return (pixel + 0.01 + 0.48 * static_cast<double>(random() % 1000) / 1000) / ratio - 5;
  };
  for (int round = 0; round < 200; ++round) {
    const double ratio = kRatios[round % 4];
    std::vector<QRectF> rects;
    for (int i = 0; i < 12; ++i) {
      const QPointF one(edge(100, ratio), edge(80, ratio)), other(edge(100, ratio), edge(80, ratio));
      rects.push_back(QRectF(one, other).normalized());
    }
    const QImage expected = picture(ratio, [&](QPainter& painter) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(kInk);
      painter.drawRects(rects.data(), static_cast<int>(rects.size()));
    });
    QCOMPARE(picture(ratio, [&](QPainter& painter) { fillRects(painter, rects, kInk); }), expected);
  }
}

void KeptTest::neighboursMeetInTheMiddleOfAPixel() {
  // A pane that begins at an odd pixel begins within a device pixel at 150 %.
  constexpr double kRatio = 1.5, kColumn = 1 / kRatio;
  std::vector<QRectF> rects;
  for (int i = 0; i < 100; ++i) {
    const double left = 5 + i * kColumn, right = 5 + (i + 1) * kColumn;
    rects.emplace_back(left, 11, right - left, 20);
  }
  const QImage image = picture(kRatio, [&](QPainter& painter) { fillRects(painter, rects, kInk); });
  for (int x = 8; x < 108; ++x) QCOMPARE(image.pixelColor(x, 30), kInk);
  QCOMPARE(image.pixelColor(108, 30), QColor(Qt::white));
}

}  // namespace

int test::keptTest(int argc, char** argv) {
  KeptTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "timeline_kept_test.moc"
