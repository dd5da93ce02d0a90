// SPDX-License-Identifier: GPL-3.0-or-later
// ManualStrip: above the timeline while a run is scheduled manually: what the frontend and each worker may do
// next, or why not, and how far all may run; or why the run cannot be continued. What does not fit is in a
// list.
// Not here: taking the decisions (manual_run.h), the words (actors.h).
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "gui/runs/actors.h"
#include "gui/view/view_state.h"
#include "gui/widgets/later.h"

class QMenu;

namespace runahead::gui {

class ActorField;
class Button;
class ManualRun;
class TextLabel;

class ManualStrip : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kHeightPx = 60;
  static constexpr int kLowHeightPx = 50;

  ManualStrip(ManualRun* driver, ViewState* view, QWidget* parent = nullptr);
  void setLow(bool low);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void follow();
  void fill();
  QString keyOf(const Actor& actor) const;
  void place();
  void addLines(QMenu* menu);
  void openMore();
  void openLines();
  void openRunTo();

  ManualRun* m_driver;
  ViewState* m_view;
  std::vector<Actor> m_actors;
  Trace m_trace;
  std::optional<Choice> m_start, m_end;  ///< what the keys for them mean
  bool m_over = false;
  bool m_known = false;
  Later m_unknown{200, this, [this] {
                    m_known = false;
                    fill();
                  }};
  std::vector<ActorField*> m_fields;  ///< as many actors as there is room for
  Button* m_more;
  TextLabel* m_runTo;
  TextLabel* m_whyNot;  ///< in the place of everything else
  Button* m_toWait;
  Button* m_toLine;
  Button* m_toBreakPoint;
  Button* m_toEnd;
  Button* m_runToList;  ///< these four, where there is no room for them
  int m_lineFrom_px = 0;
  bool m_low = false;
};

}  // namespace runahead::gui
