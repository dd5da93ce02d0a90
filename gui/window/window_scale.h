// SPDX-License-Identifier: GPL-3.0-or-later
// The size of everything in the window, in per cent: its steps, which of them a screen has room for, and the
// one that is remembered. Qt takes a size only while it starts, so a window hands its session to the next
// one. Not here: the type of a presentation, which has its own size (lecture/presenter.h).
#pragma once

#include <QRect>
#include <QSize>
#include <QString>
#include <memory>
#include <optional>

#include "gui/session/recovery_store.h"

class QScreen;

namespace runahead::gui {

/// A session on its way from one window to the next.
struct HandedSession {
  SessionToRecover content;
  QString name;  ///< in the title while there is no file
  QString file;
  QByteArray seen;  ///< of that file
  bool modified = false;
  QString screen;  ///< its name
  QRect geometry;  ///< there, at windowScale()
  int scale = 100;
  Qt::WindowStates state;
  int slide = -1, step = 0;              ///< of the lecture, where one was on its way
  bool shown = false;                    ///< not the first page
  std::shared_ptr<RecoveryStore> place;  ///< where its copy is; null: none is kept
};

/// What this process shows; 100 until it says something else.
int windowScale();
void setWindowScale(int percent);
/// What the next start shows.
int storedScale();
void storeScale(int percent);
/// The primary one where none has that name.
const QScreen* screenNamed(const QString& name);
/// The largest step up to `percent` with room on a screen of `room` pixels; 100 or less always has it.
int scaleWithin(int percent, QSize room);
/// The step after `percent`, or before it with `by` < 0. None: there is none, or no room for it.
std::optional<int> scaleBeside(int percent, int by, QSize room);

}  // namespace runahead::gui
