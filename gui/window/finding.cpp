// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the strips is meant.
#include "gui/window/finding.h"

#include "gui/listing/listing_pane.h"
#include "gui/listing/text_find.h"
#include "gui/session/workbench.h"
#include "gui/widgets/commands.h"
#include "gui/window/find_strip.h"
#include "gui/window/keys_overlay.h"
#include "gui/window/notice_strip.h"
#include "gui/window/work_page.h"

namespace runahead::gui {

Finding::Finding(Commands* commands, Workbench* bench, ListingPane* listing, WorkPage* page,
                 NoticeStrip* notice, KeysOverlay* keys, QObject* parent)
    : QObject(parent), m_bench(bench), m_listing(listing), m_page(page), m_notice(notice), m_keys(keys) {
  commands->on(WindowCommand::find, this, &Finding::find);
  commands->on(WindowCommand::findTasks, this, &Finding::findTasks);
  commands->on(WindowCommand::findNext, this, [this] { findAgain(false); });
  commands->on(WindowCommand::findPrevious, this, [this] { findAgain(true); });
  commands->on(WindowCommand::replace, this, [this] { m_listing->find()->open(true); });
  commands->on(WindowCommand::clear, this, &Finding::clearOne);
}

void Finding::find() {
  if (m_listing->hasTextFocus()) return m_listing->find()->open(false);
  findTasks();
}

void Finding::findTasks() {
  m_bench->open() && m_page->showsRun() ? m_page->find()->open() : scenariosWanted();
}

void Finding::findAgain(bool back) {
  if (m_listing->find()->isVisible()) {
    back ? m_listing->find()->previous() : m_listing->find()->next();
  } else if (m_page->find()->isVisible()) {
    back ? m_bench->view()->search()->previousMatch() : m_bench->view()->search()->nextMatch();
  } else {
    find();
  }
}

void Finding::clearOne() {
  if (m_listing->typing()) {
    if (m_listing->cancelCompletion()) return;
    if (m_listing->find()->isVisible()) return m_listing->find()->close();
    m_notice->isVisible() ? m_notice->hide() : typingLeft();
  } else if (m_keys->isVisible()) {
    m_keys->hide();
  } else if (m_notice->isVisible()) {
    m_notice->hide();
  } else if (m_listing->find()->isVisible()) {
    m_listing->find()->close();
  } else if (!m_bench->view()->clearOne() && m_page->find()->isVisible()) {
    m_page->find()->close();
  }
}

}  // namespace runahead::gui
