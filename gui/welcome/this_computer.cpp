// SPDX-License-Identifier: GPL-3.0-or-later
// Not here: measuring anything.
#include "gui/welcome/this_computer.h"

#include <QObject>
#include <QThread>

#include "core/scenario/session.h"

namespace runahead::gui {

QStringList describeComputer() {
  const int cores = QThread::idealThreadCount();
  return {cores == 1 ? QObject::tr("1 core") : QObject::tr("%1 cores").arg(cores),
          QString::fromStdString(blas_description())};
}

}  // namespace runahead::gui
