// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of the next run beside the run on show.
#include "gui/window/next_run.h"

#include <optional>
#include <vector>

#include "gui/jobs/run_bridge.h"
#include "gui/listing/code_view.h"
#include "gui/listing/listing_pane.h"
#include "gui/runs/header_bar.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/session/workbench.h"
#include "gui/window/notice_strip.h"
#include "gui/window/work_page.h"

namespace runahead::gui {

NextRun::NextRun(Workbench* bench, RunSettings* settings, HeaderBar* header, ListingPane* listing,
                 WorkPage* page, NoticeStrip* notice, QObject* parent)
    : QObject(parent),
      m_bench(bench),
      m_settings(settings),
      m_header(header),
      m_listing(listing),
      m_page(page),
      m_notice(notice) {
  connect(settings, &RunSettings::changed, this, &NextRun::follow);
  connect(listing, &ListingPane::waitToggled, this, [this](int line) {
    m_settings->setWaits(toggledWait(*m_settings->scenario(), m_settings->waits(), line));
  });
  connect(listing, &ListingPane::linesMoved, bench, &Workbench::moveLines);
  connect(listing, &ListingPane::shownChanged, this, &NextRun::updateWaits);
  connect(bench, &Workbench::programsChanged, this, &NextRun::compare);
  connect(bench, &Workbench::changed, this, [this] {
    compare();
    updateWaits();
  });
}

void NextRun::follow() {
  compare();
  m_page->setRunText(m_settings->clock() == Clock::manual ? tr("Start") : tr("Run"));
  m_listing->setNextMode(m_settings->mode());
  updateWaits();
  check();
}

void NextRun::compare() {
  using Shown = HeaderBar::Shown;
  const std::optional<bool> same = m_bench->madeAsSet();
  m_header->setShown(!same ? Shown::none : *same ? Shown::same : Shown::other);
}

void NextRun::updateWaits() {
  // A program's lines can be asked about as they were when it was looked at last.
  const Scenario* scenario = m_listing->showsNext() ? m_settings->scenario() : nullptr;
  const RunList::Run* run = m_bench->runs()->shown();
  if (run && scenario && scenario->written && run->info.program() != scenario->written->text) run = nullptr;
  CodeView* const code = m_listing->code();
  code->setWaits(scenario ? lineWaits(*scenario, m_settings->mode(), m_settings->waits(),
                                      run ? &run->trace.info() : nullptr, code->lines(),
                                      run ? seenWaits(run->trace) : SeenWaits())
                          : std::vector<LineWait>());
}

void NextRun::check() {
  if (m_bench->bridge()->running() || !m_settings->scenario()) return;
  const Result<RunConfig> config = m_settings->checked();
  if (!config) {
    m_notice->showError(tr("The next run will not start: %1").arg(QString::fromStdString(config.error())),
                        {});
  } else if (m_refused) {
    m_notice->hide();
  }
  m_refused = !config;
}

}  // namespace runahead::gui
