// SPDX-License-Identifier: GPL-3.0-or-later
// What this computer brings to a run, in words: cores and the library that multiplies matrices.
// Not a benchmark.
#pragma once

#include <QStringList>

namespace runahead::gui {

/// "2 cores", "OpenBLAS 0.3.21 (Haswell)".
QStringList describeComputer();
/// Its CUDA device with driver and libraries, or why there is none. The first question to a driver takes its
/// time.
QStringList describeGpu();

}  // namespace runahead::gui
