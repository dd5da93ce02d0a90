// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a picture of a run, for devices that keep them apart: what they stand for, and between which
// events they are to be seen. Other devices get the whole picture. Not here: such a device
// (export/picture_recorder.h).
#pragma once

#include <QPainter>

#include "core/base/ids.h"

namespace runahead::gui {

enum class PartKind : std::uint8_t {
  run,      ///< all of the run with this number
  passing,  ///< what lies on the axis of time: to be seen up to the cursor
  task,
  wait,
  statement,
  other,  ///< of no name
};

struct Part {
  PartKind kind = PartKind::other;
  std::uint32_t id = 0;
  Seq from = 0;        ///< the cursor from which on it is to be seen
  Seq until = kNever;  ///< and that from which on it is not
};

/// A device that asks for names is one of these, too.
class PartNames {
 public:
  virtual ~PartNames() = default;
  virtual void beginPart(const Part& part) = 0;
  virtual void endPart() = 0;
  /// Null where the painter's device does not ask.
  static PartNames* of(const QPainter& painter) { return dynamic_cast<PartNames*>(painter.device()); }
};

/// What is painted as long as it lives is of that part, and of those around it.
class Named {
 public:
  Named(PartNames* names, const Part& part) : m_names(names) {
    if (m_names) m_names->beginPart(part);
  }
  ~Named() {
    if (m_names) m_names->endPart();
  }
  Named(const Named&) = delete;
  Named& operator=(const Named&) = delete;

 private:
  PartNames* m_names;
};

}  // namespace runahead::gui
