// SPDX-License-Identifier: GPL-3.0-or-later
// NoteStrip: one line above the timeline in which a note is written, changed or taken away.
// Not here: how notes look (timeline/bookmarks.h).
#pragma once

#include "gui/view/annotations.h"
#include "gui/view/shown_trace.h"
#include "gui/widgets/field_strip.h"

namespace runahead::gui {

class NoteStrip : public FieldStrip {
  Q_OBJECT
 public:
  NoteStrip(const ShownTrace* shown, Annotations* annotations, QWidget* parent = nullptr);
  /// The note at `bookmark`'s place, or a new one.
  void open(const Bookmark& bookmark);
  /// What was typed counts. Nothing while it is closed.
  void finish();

 signals:
  /// It closed with the keyboard's focus in it.
  void left();

 private:
  bool takesKey(const QKeyEvent& key) override;
  void close() override;
  void remove();

  const ShownTrace* m_shown;
  Annotations* m_annotations;
  TextLabel* m_place;
  Button* m_remove;
  Bookmark m_bookmark;
};

}  // namespace runahead::gui
