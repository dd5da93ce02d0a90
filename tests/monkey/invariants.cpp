// SPDX-License-Identifier: GPL-3.0-or-later
// Asked of what parts of the window tell in public, and of widgets by their names.
#include "tests/monkey/invariants.h"

#include <QAction>
#include <QTabBar>
#include <algorithm>
#include <cmath>
#include <set>

#include "gui/lecture/asking.h"
#include "gui/lecture/lecture.h"
#include "gui/listing/code_view.h"
#include "gui/runs/compare_pane.h"
#include "gui/runs/run_list.h"
#include "gui/session/session_keeper.h"
#include "gui/window/window_session.h"

namespace runahead::monkey {
namespace {

using namespace runahead::gui;

class Invariants {
 public:
  explicit Invariants(const MainWindow& window)
      : m_window(window), m_view(*window.viewState()), m_runs(*window.workbench()->runs()) {}

  QStringList broken() {
    checkView(m_view, m_window.record()->trace(), "the view");
    checkRuns();
    checkCompared();
    checkParts();
    checkLecture();
    return m_broken;
  }

 private:
  void require(bool holds, const QString& what) {
    if (!holds) m_broken << what;
  }

  void checkView(const ViewState& view, const Trace& recorded, const char* whose) {
    const QString of = QString::fromLatin1(whose) + QStringLiteral(": ");
    const double from = view.visible()->fromNs(), to = view.visible()->toNs();
    require(std::isfinite(from) && std::isfinite(to) && from < to,
            of + QStringLiteral("the visible range is from %1 to %2").arg(from).arg(to));
    require(view.cursor()->seq() <= recorded.size(), of + QStringLiteral("the cursor is at %1 of %2 events")
                                                              .arg(view.cursor()->seq())
                                                              .arg(recorded.size()));
    if (view.cursor()->seq() > 0 && view.cursor()->seq() <= recorded.size()) {
      require(recorded.time_ns(view.cursor()->seq() - 1) <= view.cursor()->ns(),
              of + QStringLiteral("the cursor's time is before its event"));
    }
    if (view.cursor()->seq() < recorded.size()) {
      require(view.cursor()->ns() <= recorded.time_ns(view.cursor()->seq()),
              of + QStringLiteral("the cursor's time is after the event that follows it"));
    }
    const bool hides = view.cursor()->futureVisibility() == FutureVisibility::hide;
    require(view.shown()->trace().size() == (hides ? view.cursor()->seq() : recorded.size()),
            of + QStringLiteral("%1 events are shown").arg(view.shown()->trace().size()));
    require(view.selection()->task() == kNone || view.selection()->wait() == kNone,
            of + QStringLiteral("a task and a wait are selected"));
    if (const auto& range = view.selection()->range()) {
      require(range->length_ns() > 0, of + QStringLiteral("a range without a length is selected"));
    }
    require(std::ranges::is_sorted(view.annotations()->bookmarks(), Bookmark::earlier),
            of + QStringLiteral("flags are not in their order"));
    for (const Bookmark& bookmark : view.annotations()->bookmarks()) {
      require(bookmark.moment.seq <= recorded.size(), of + QStringLiteral("a flag is behind the run"));
    }
  }

  void checkRuns() {
    std::set<RunId> ids;
    for (const RunList::Workspace* workspace : m_runs.workspaces()) {
      std::set<RunId> here = {kNone};
      for (const RunList::Run& run : workspace->runs) {
        require(ids.insert(run.id).second, QStringLiteral("two runs have the id %1").arg(run.id));
        here.insert(run.id);
        require(!run.here || run.events == run.trace.size(),
                QStringLiteral("a run's record is not all here"));
        require(!run.label.isEmpty(), QStringLiteral("a run has no label"));
      }
      for (const RunId id : {workspace->shown, workspace->wanted, workspace->other})
        require(here.contains(id), QStringLiteral("a workspace knows a run that it has not"));
    }
    const RunList::Run* shown = m_runs.shown();
    const RunId inView = m_window.workbench()->inView();
    if (inView == kNone) {
      require(!m_view.shown()->hasRun(), QStringLiteral("there are events in view, and no run"));
      return;
    }
    require(m_window.workbench()->open(), QStringLiteral("a run is in view on the first page"));
    require(shown && shown->id == inView, QStringLiteral("another run is on show than is in view"));
    if (!shown) return;
    require(shown->here, QStringLiteral("the run in view is not here"));
    require(shown->trace.size() == m_window.record()->trace().size(),
            QStringLiteral("%1 of %2 events are in view")
                .arg(m_window.record()->trace().size())
                .arg(shown->trace.size()));
  }

  void checkCompared() {
    if (!m_runs.comparing()) return;
    const auto compared = m_runs.compared();
    if (m_runs.shown())
      require(std::ranges::find(compared, m_runs.shown()) != compared.end(),
              QStringLiteral("the run on show takes no part in the comparison"));
    for (const ComparePane* pane : m_window.findChildren<ComparePane*>()) {
      if (!pane->isVisible()) continue;
      require(pane->parts().size() == compared.size(), QStringLiteral("%1 of %2 runs stand under one another")
                                                           .arg(pane->parts().size())
                                                           .arg(compared.size()));
      if (pane->parts().size() != compared.size()) return;
      for (std::size_t i = 0; i < compared.size(); ++i) {
        const ComparePane::Part& part = pane->parts()[i];
        require(part.id == compared[i]->id,
                QStringLiteral("compared runs stand in another order than in the list"));
        checkView(*part.view, compared[i]->trace, "a compared run");
        const double shift = pane->parts().front().shiftNs - part.shiftNs;
        const ViewState& first = *pane->parts().front().view;
        const double length = first.visible()->toNs() - first.visible()->fromNs();
        require(
            std::abs(part.view->visible()->fromNs() - first.visible()->fromNs() - shift) <=
                    length / 100 + 1 &&
                std::abs(part.view->visible()->toNs() - first.visible()->toNs() - shift) <= length / 100 + 1,
            QStringLiteral("compared runs are on different scales: %1 to %2, and %3 to %4 shifted by %5")
                .arg(first.visible()->fromNs())
                .arg(first.visible()->toNs())
                .arg(part.view->visible()->fromNs())
                .arg(part.view->visible()->toNs())
                .arg(shift));
        require(std::abs(static_cast<double>(part.view->cursor()->ns() - first.cursor()->ns()) - shift) <= 2,
                QStringLiteral("compared runs have different cursors: %1, and %2 shifted by %3")
                    .arg(first.cursor()->ns())
                    .arg(part.view->cursor()->ns())
                    .arg(shift));
      }
    }
  }

  void checkParts() {
    const auto* tabs = m_window.findChild<QTabBar*>(QStringLiteral("runTabBar"));
    if (tabs && tabs->isVisible()) {
      require(tabs->count() == static_cast<int>(m_runs.runs().size()),
              QStringLiteral("%1 tabs for %2 runs").arg(tabs->count()).arg(m_runs.runs().size()));
      const RunList::Run* current = m_runs.current();
      require(!current || tabs->tabData(tabs->currentIndex()).toUInt() == current->id,
              QStringLiteral("another tab is chosen than the run on show"));
    }
    require(m_window.isWindowModified() == m_window.session()->keeper()->modified(),
            QStringLiteral("the title says something else about what is not saved than the keeper"));
    const auto* compare = m_window.findChild<QAction*>(QStringLiteral("actionCompare"));
    require(compare && compare->isChecked() == m_runs.comparing(),
            QStringLiteral("the menu says something else about comparing than the list"));
    const auto* slide = m_window.findChild<QAction*>(QStringLiteral("actionStop"));
    require(
        slide && slide->isEnabled() == (m_window.workbench()->runsHere() || m_window.workbench()->drivesOn()),
        QStringLiteral("the menu says something else about stopping than the workbench"));
    const auto* code = m_window.findChild<CodeView*>(QStringLiteral("code"));
    if (code && code->isVisible() && code->editing()) {
      const WrittenProgram* program = m_window.workbench()->program();
      require(program && program->code() == code->text(),
              QStringLiteral("the editor has another text than the program"));
    }
  }

  void checkLecture() {
    const Lecture& lecture = *m_window.lecture();
    const Lecture::At at = lecture.at();
    require(at.slide < static_cast<int>(lecture.slides().size()),
            QStringLiteral("the lecture is behind its last stop"));
    for (const Slide& slide : lecture.slides()) {
      require(!slide.steps.empty(), QStringLiteral("a stop has no halt"));
      require(slide.run == kNone || m_runs.find(slide.run),
              QStringLiteral("a stop shows a run that is not there"));
    }
    if (at.slide >= 0 && at.slide < static_cast<int>(lecture.slides().size())) {
      const auto steps = static_cast<int>(lecture.current()->steps.size());
      require(at.step >= 0 && at.step < steps,
              QStringLiteral("the lecture is at halt %1 of %2").arg(at.step).arg(steps));
    }
    const Asking& asking = *m_window.asking();
    require(!asking.question() || m_view.shown()->hasRun(),
            QStringLiteral("something is asked, and there is no run"));
  }

  const MainWindow& m_window;
  const ViewState& m_view;
  const RunList& m_runs;
  QStringList m_broken;
};

}  // namespace

QStringList brokenInvariants(const MainWindow& window) {
  return Invariants(window).broken();
}

}  // namespace runahead::monkey
