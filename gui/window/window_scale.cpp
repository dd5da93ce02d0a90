// SPDX-License-Identifier: GPL-3.0-or-later
// Steps, and which of them fits.
#include "gui/window/window_scale.h"

#include <QGuiApplication>
#include <QScreen>
#include <algorithm>
#include <array>

#include "gui/widgets/settings.h"

namespace runahead::gui {
namespace {

constexpr std::array kScales = {75, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400};
/// Less than this, in what the window takes for pixels, cannot be worked in.
constexpr QSize kLeast(800, 440);
constexpr QLatin1String kScaleKey("scale");
int g_scale = 100;

bool fits(int percent, QSize room) {
  return percent <= 100 ||
         (room.width() * 100 >= kLeast.width() * percent && room.height() * 100 >= kLeast.height() * percent);
}

}  // namespace

int windowScale() {
  return g_scale;
}

void setWindowScale(int percent) {
  g_scale = percent;
}

int storedScale() {
  const int stored = settings().value(kScaleKey, 100).toInt();
  return std::ranges::find(kScales, stored) != kScales.end() ? stored : 100;
}

void storeScale(int percent) {
  settings().setValue(kScaleKey, percent);
}

int scaleWithin(int percent, QSize room) {
  while (!fits(percent, room)) percent = *std::prev(std::ranges::lower_bound(kScales, percent));
  return percent;
}

std::optional<int> scaleBeside(int percent, int by, QSize room) {
  const auto at = std::ranges::find(kScales, percent);
  if (at == kScales.end() || (by < 0 ? at == kScales.begin() : at + 1 == kScales.end())) return std::nullopt;
  const int beside = by < 0 ? *(at - 1) : *(at + 1);
  return fits(beside, room) ? std::optional(beside) : std::nullopt;
}

const QScreen* screenNamed(const QString& name) {
  const QList<QScreen*> all = QGuiApplication::screens();
  const auto found = std::ranges::find(all, name, &QScreen::name);
  return found == all.end() ? QGuiApplication::primaryScreen() : *found;
}

}  // namespace runahead::gui
