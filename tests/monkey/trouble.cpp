// SPDX-License-Identifier: GPL-3.0-or-later
// Which call fails next, and how.
#include "tests/monkey/trouble.h"

#include <QFileInfo>
#include <cerrno>
#include <cstdio>
#include <vector>

#include "tests/faults/call_kinds.h"
#include "tests/monkey/draws.h"

namespace runahead::faults {
/// There in builds whose calls can fail.
[[gnu::weak]] void use_board(Board* board);
}  // namespace runahead::faults

namespace runahead::monkey {
namespace {

using faults::Board;

constexpr int kInARow = 10;
constexpr int kChance = 90;
constexpr int kMostNth = 4;

Board& board() {
  static Board only{};
  return only;
}

}  // namespace

Trouble::Trouble(std::uint64_t seed, std::uint64_t number, const QString& folder) {
  Draws draws(~seed, number / kInARow);
  if (!draws.percent(kChance)) return;
  const std::vector<faults::CallKind>& calls = faults::file_calls();
  const faults::CallKind& kind = calls[static_cast<std::size_t>(draws.below(static_cast<int>(calls.size())))];
  faults::Fault& fault = board().fault;
  fault = {};
  fault.call = kind.call;
  fault.error = draws.of(kind.errors);
  fault.nth = static_cast<std::uint64_t>(draws.between(1, kMostNth));
  // A call that is interrupted is tried again.
  fault.lasting = fault.error != EINTR && draws.percent(50);
  std::snprintf(fault.below, sizeof fault.below, "%s/",
                QFileInfo(folder).canonicalFilePath().toUtf8().constData());
  board().calls = 0;
  m_words = QStringLiteral(", in trouble: %1 %2%3, error %4")
                .arg(QLatin1String(kind.name))
                .arg(fault.nth)
                .arg(fault.lasting ? QStringLiteral(" and all after it") : QString())
                .arg(fault.error);
  faults::use_board(&board());
}

bool Trouble::possible() {
  return &faults::use_board != nullptr;
}

Trouble::~Trouble() {
  faults::use_board(nullptr);
}

std::uint64_t Trouble::failedCalls() {
  return board().failed;
}

}  // namespace runahead::monkey
