// SPDX-License-Identifier: GPL-3.0-or-later
// The card of what this program runs on, row by row.
#include "gui/window/this_computer.h"

#include <QObject>
#include <QThread>

#include "core/scenario/devices.h"
#include "core/scenario/run_execution.h"

namespace runahead::gui {

QStringList describeComputer() {
  const int cores = QThread::idealThreadCount();
  return {cores == 1 ? QObject::tr("1 core") : QObject::tr("%1 cores").arg(cores),
          QString::fromStdString(blas_description())};
}

QStringList describeGpu() {
  const Result<CudaDevice> device = describe_cuda();
  if (!device) return {QString::fromStdString(device.error())};
  return {QString::fromStdString(device->name), QString::fromStdString(device->libraries)};
}

}  // namespace runahead::gui
