// SPDX-License-Identifier: GPL-3.0-or-later
// FindStrip: search for tasks by name, above the timeline.
// Not here: matching and stepping (view/view_state.h).
#pragma once

#include "gui/view/view_state.h"
#include "gui/widgets/field_strip.h"

namespace runahead::gui {

class FindStrip : public FieldStrip {
  Q_OBJECT
 public:
  explicit FindStrip(ViewState* view, QWidget* parent = nullptr);
  void open();
  void close() override;

 private:
  bool takesEnter(bool back) override;
  void showCount();

  ViewState* m_view;
  TextLabel* m_count;
};

}  // namespace runahead::gui
