// SPDX-License-Identifier: GPL-3.0-or-later
// What the keys of a presentation do. Not here: which they are (text/presentation_keys.h).
#include <QCursor>
#include <QKeyEvent>
#include <QKeySequence>
#include <bit>
#include <optional>

#include "gui/lecture/asking.h"
#include "gui/lecture/curtain.h"
#include "gui/lecture/lecture.h"
#include "gui/lecture/presenter.h"
#include "gui/runs/compare_pane.h"
#include "gui/text/presentation_keys.h"
#include "gui/timeline/timeline_view.h"

namespace runahead::gui {
namespace {

constexpr double kLarger = 1.1;

const PresentationKey* meaning(const QKeyEvent& event) {
  const PresentationKey* best = nullptr;
  int most = -1;
  for (const PresentationKey& row : kPresentationKeys) {
    for (const QKeySequence& keys : QKeySequence::listFromString(QLatin1String(row.keys))) {
      const Qt::KeyboardModifiers with = keys[0].keyboardModifiers();
      const int named = std::popcount(static_cast<unsigned>(with.toInt()));
      if (keys[0].key() != event.key() || (event.modifiers() & with) != with || named <= most) continue;
      best = &row;
      most = named;
    }
  }
  return best;
}

bool isModifier(int key) {
  return key == Qt::Key_Shift || key == Qt::Key_Control || key == Qt::Key_Alt || key == Qt::Key_AltGr ||
         key == Qt::Key_Meta;
}

}  // namespace

void Presenter::keyPressEvent(QKeyEvent* event) {
  if (isModifier(event->key())) return;
  const PresentationKey* key = meaning(*event);
  const bool dark = m_curtain->isDown(), again = key && key->steady && event->isAutoRepeat();
  if (key && key->what == PresentationCommand::end) {
    if (event->key() != Qt::Key_Escape || !m_asking->takeKey(*event)) close();
  } else if (key && key->what == PresentationCommand::darken) {
    if (!again) m_curtain->setDown(!dark);
  } else if (key && key->what == PresentationCommand::spotlight) {
    if (!again && !dark) {
      m_curtain->follow(mapFromGlobal(QCursor::pos()));
      m_curtain->setLight(true);
    }
  } else if (dark) {
    m_curtain->setDown(false);  // brings the light back, and does nothing else
  } else if (m_asking->takeKey(*event)) {
    return;
  } else if (!key) {
    QWidget::keyPressEvent(event);
  } else if (!again &&
             !(key->what == PresentationCommand::nextStep && m_asking->question() && event->isAutoRepeat())) {
    carryOut(key->what);
  }
}

void Presenter::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_S && !event->isAutoRepeat()) m_curtain->setLight(false);
}

void Presenter::carryOut(PresentationCommand what) {
  const bool alone = m_compared->parts().empty();
  switch (what) {
    case PresentationCommand::nextStep:
      return turnPage(1, false);
    case PresentationCommand::previousStep:
      return turnPage(-1, false);
    case PresentationCommand::nextSlide:
      return turnPage(1, true);
    case PresentationCommand::previousSlide:
      return turnPage(-1, true);
    case PresentationCommand::backToSlide:
      return m_lecture->back();
    case PresentationCommand::nextEvent:
      return m_view->cursor()->step(StepKind::event, 1);
    case PresentationCommand::previousEvent:
      return m_view->cursor()->step(StepKind::event, -1);
    case PresentationCommand::goToStart:
      return m_view->cursor()->goToStart();
    case PresentationCommand::goToEnd:
      return m_view->cursor()->goToEnd();
    case PresentationCommand::ask:
      if (alone && !askOfSlide()) m_asking->askNext();
      return;
    case PresentationCommand::draw:
      if (alone) m_asking->askToDraw();
      return;
    case PresentationCommand::programAlone:
      m_alone = !m_alone;
      return arrange();
    case PresentationCommand::pending:
      m_charts.pending = !m_charts.pending;
      return arrange();
    case PresentationCommand::memory:
      m_charts.memory = !m_charts.memory;
      return arrange();
    case PresentationCommand::larger:
      return setLarger(m_larger * kLarger);
    case PresentationCommand::smaller:
      return setLarger(m_larger / kLarger);
    case PresentationCommand::normalSize:
      return setLarger(1);
    case PresentationCommand::zoomIn:
      return m_timeline->zoomIn();
    case PresentationCommand::zoomOut:
      return m_timeline->zoomOut();
    case PresentationCommand::fitAll:
      return m_view->visible()->fitAll();
    case PresentationCommand::end:
    case PresentationCommand::darken:
    case PresentationCommand::spotlight:  // in the dark, too: keyPressEvent()
      return;
  }
}

}  // namespace runahead::gui
