// SPDX-License-Identifier: GPL-3.0-or-later
// From the largest size down.
#include "gui/lecture/presenter_text.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "gui/export/wrapped_text.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

constexpr int kStep_px = 2;
constexpr double kSentenceLine = 1.22;  ///< of the type's size, from line to line
constexpr double kProgramLine = 1.45;

int scaled(int px, double scale) {
  return static_cast<int>(std::lround(px * scale));
}

constexpr std::size_t kFewBroken = 4;  ///< one of so many
constexpr qsizetype kLongest = 600;    ///< letters of a line; the rest is cut

/// Rows of at most `room` letters; what goes on in another row stands four letters farther in.
std::vector<PresentedRow> broken(const QStringList& lines, qsizetype room) {
  std::vector<PresentedRow> rows;
  for (qsizetype line = 0; line < lines.size(); ++line) {
    QString rest = lines[line].size() > kLongest ? lines[line].left(kLongest) + u'…' : lines[line];
    const auto indented = std::ranges::find_if(rest, [](QChar letter) { return !letter.isSpace(); });
    qsizetype from = indented - rest.begin();
    const qsizetype indent = std::min<qsizetype>(from + 4, room / 2);
    bool first = true;
    while (rest.size() > room) {
      // At a space, before a point, or behind a bracket or comma, where that leaves something in the row.
      qsizetype end = room;
      while (end > indent && rest[end] != u' ' && rest[end] != u'.' &&
             !QStringLiteral("([,").contains(rest[end - 1])) {
        --end;
      }
      if (end <= indent) end = room;
      rows.push_back({static_cast<int>(line) + 1, rest.left(end), first, from});
      const QString behind = rest.mid(end).trimmed();
      from += rest.indexOf(behind, end) - (first ? from : indent);
      rest = QString(indent, QLatin1Char(' ')) + behind;
      first = false;
    }
    rows.push_back({static_cast<int>(line) + 1, rest, first, from});
  }
  return rows;
}

}  // namespace

double presentedScale(QSizeF screen, double ratio) {
  return std::max(1 / ratio, std::min(screen.width() / 1280, screen.height() / 720));
}

PresentedSentence presentedSentence(const QString& text, QSizeF place, double scale) {
  PresentedSentence sentence;
  for (int px = kSentence_px; px >= kLeastPresented_px; px -= kStep_px) {
    sentence.font = uiFont(scaled(px, scale), QFont::Medium);
    const int most = std::max(1, static_cast<int>(place.height() / (px * scale * kSentenceLine)));
    sentence.lines = wrapped(text, sentence.font, place.width(), most + 1);
    if (sentence.lines.size() <= most) break;
    if (px - kStep_px < kLeastPresented_px)
      sentence.lines = wrapped(text, sentence.font, place.width(), most);
  }
  return sentence;
}

PresentedProgram presentedProgram(const QStringList& lines, double least_px, double most_px, double beside_px,
                                  double scale) {
  PresentedProgram program;
  const auto count = static_cast<std::size_t>(lines.size());
  for (int px = kProgram_px; px >= kLeastPresented_px; px -= kStep_px) {
    program.font = monoFont(scaled(px, scale));
    program.row_px = std::round(px * scale * kProgramLine);
    const double letter = QFontMetricsF(program.font).horizontalAdvance(QLatin1Char('0'));
    const auto room = std::max<qsizetype>(8, static_cast<qsizetype>((most_px - beside_px) / letter));
    program.rows = broken(lines, room);
    qsizetype longest = 0;
    for (const PresentedRow& row : program.rows) longest = std::max(longest, row.text.size());
    program.width_px =
        std::clamp(std::ceil(static_cast<double>(longest) * letter) + beside_px, least_px, most_px);
    if (program.rows.size() <= count + count / kFewBroken) break;
  }
  return program;
}

std::size_t firstPresentedRow(const PresentedProgram& program, int currentLine, std::size_t room) {
  const std::size_t count = program.rows.size();
  const auto current = static_cast<std::size_t>(
      std::ranges::find(program.rows, std::max(1, currentLine), &PresentedRow::line) - program.rows.begin());
  return std::min(current - std::min(current, room / 2), count - std::min(count, room));
}

}  // namespace runahead::gui
