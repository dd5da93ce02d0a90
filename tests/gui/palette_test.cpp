// SPDX-License-Identifier: GPL-3.0-or-later
// That colours which stand beside one another are told apart with deuteranopia, and those of the theme for
// printers without colours in grey: as a distance in CIE Lab.
#include <QTest>
#include <array>
#include <cmath>

#include "gui/widgets/theme.h"
#include "tests/gui/timeline_tests.h"

using namespace runahead::gui;

namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

Vector times(const Matrix& matrix, const Vector& v) {
  Vector result{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t i = 0; i < 3; ++i) result[row] += matrix[row][i] * v[i];
    result[row] = std::clamp(result[row], 0.0, 1.1);
  }
  return result;
}

/// Machado, Oliveira and Fernandes (2009), complete deuteranopia; of linear light.
constexpr Matrix kDeuteranopia = {
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kGrey = {{{0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}}};
constexpr Matrix kToXyz = {{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}};

Vector lab(const QColor& colour, const Matrix& seen) {
  const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  const Vector light{linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())};
  const Vector xyz = times(kToXyz, times(seen, light));
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f(xyz[0] / 0.9505), y = f(xyz[1]), z = f(xyz[2] / 1.089);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double distance(const QColor& one, const QColor& two, const Matrix& seen) {
  const Vector a = lab(one, seen), b = lab(two, seen);
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

struct Pair {
  const char* name;
  QColor Theme::*one;
  QColor Theme::*two;
};
/// Bars of one row or of rows that touch, layers of one chart, lines of one chart.
const Pair kBeside[] = {
    {"enqueue and statement", &Theme::enqueue, &Theme::statementFill},
    {"enqueue and wait", &Theme::enqueue, &Theme::waitStripe},
    {"statement and wait", &Theme::statementFill, &Theme::waitStripe},
    {"enqueue and running", &Theme::enqueue, &Theme::running},
    {"wait and running", &Theme::waitStripe, &Theme::running},
    {"running and failed", &Theme::running, &Theme::error},
    {"running and copy", &Theme::running, &Theme::copyFill},
    {"failed and copy", &Theme::error, &Theme::copyFill},
    {"running and ready", &Theme::running, &Theme::ready},
    {"ready and blocked", &Theme::ready, &Theme::blocked},
    {"ready and paper", &Theme::ready, &Theme::paper},
    {"running and paper", &Theme::running, &Theme::paper},
    {"live and what is below it", &Theme::live, &Theme::liveFill},
    {"live and pool", &Theme::live, &Theme::pool},
    {"live and resident", &Theme::live, &Theme::resident},
};
constexpr double kApart = 11;

class PaletteTest : public QObject {
  Q_OBJECT
 private slots:
  void coloursAreApartWithDeuteranopia() {
    for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark, ThemeKind::print, ThemeKind::mono}) {
      const Theme& theme = Theme::of(kind);
      for (const Pair& pair : kBeside) {
        const double apart = distance(theme.*pair.one, theme.*pair.two, kDeuteranopia);
        QVERIFY2(
            apart >= kApart,
            qPrintable(QString("%1 of theme %2: %3").arg(pair.name).arg(static_cast<int>(kind)).arg(apart)));
      }
    }
  }

  void coloursAreApartInGrey() {
    const Theme& theme = Theme::of(ThemeKind::mono);
    for (const Pair& pair : kBeside) {
      const double apart = distance(theme.*pair.one, theme.*pair.two, kGrey);
      QVERIFY2(apart >= kApart, qPrintable(QString("%1: %2").arg(pair.name).arg(apart)));
    }
  }
};

}  // namespace

int runahead::test::paletteTest(int argc, char** argv) {
  PaletteTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "palette_test.moc"
