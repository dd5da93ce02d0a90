// SPDX-License-Identifier: GPL-3.0-or-later
// Later: calls a function once, some time after it was last started.
#pragma once

#include <QTimer>

namespace runahead::gui {

class Later : public QTimer {
 public:
  template <class Receiver, class Function>
  Later(int ms, Receiver* receiver, Function function) : QTimer(receiver) {
    setSingleShot(true);
    setInterval(ms);
    callOnTimeout(receiver, function);
  }
};

}  // namespace runahead::gui
