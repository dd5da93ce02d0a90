// SPDX-License-Identifier: GPL-3.0-or-later
// FindStrip: search for tasks by name, above the timeline.
// Not here: matching and stepping (view/search.h).
#pragma once

#include "gui/view/search.h"
#include "gui/widgets/field_strip.h"

namespace runahead::gui {

class FindStrip : public FieldStrip {
  Q_OBJECT
 public:
  FindStrip(Search* search, const Selection* selection, QWidget* parent = nullptr);
  void open();
  void close() override;

 private:
  bool takesEnter(bool back) override;
  void showCount();

  Search* m_search;
  const Selection* m_selection;
  TextLabel* m_count;
};

}  // namespace runahead::gui
