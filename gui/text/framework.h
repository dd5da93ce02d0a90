// SPDX-License-Identifier: GPL-3.0-or-later
// Frameworks: whose names a listing has, and whose way of working a mode is.
// Not here: what the modes do (core/tensor), the listings (resources/listings).
#pragma once

#include <QString>
#include <QStringList>

#include "core/trace/trace.h"

namespace runahead::gui {

/// "mxnet", "pytorch", "tensorflow".
QStringList frameworks();
/// "MXNet"
QString frameworkName(const QString& framework);
/// The framework that works as the mode does: MXNet in async and lazy, PyTorch in stream, TensorFlow in sync
/// (eager) and function.
QString frameworkOf(Mode mode);
/// Whose names the listing of a scenario has in a mode. Computing at once is something that every framework
/// can be told, so in sync it has those with which the scenario begins.
QString listingFramework(const QString& scenario, Mode mode);
/// "stream · PyTorch"
QString modeName(Mode mode);

/// The program that the user wrote, of the run; empty: it is none such.
QString writtenText(const TraceInfo& info);
/// A text as listings have it.
QString withoutLastLines(QString text);
/// The program of a scenario as a resource has it; empty when there is none.
QString listingText(const QString& scenario, const QString& framework);
/// The lines of the run's program: of a scenario in the names of the framework, or, where that is empty or
/// has none, of listingFramework(). None: it has no listing.
QStringList programLines(const TraceInfo& info, const QString& framework = {});

}  // namespace runahead::gui
