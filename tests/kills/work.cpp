// SPDX-License-Identifier: GPL-3.0-or-later
// Two sessions, the old one and the new one, which have a run in common. Which of them a file holds is told
// by all of it: it is read whole.
#include "tests/kills/work.h"

#include <stdlib.h>

#include <filesystem>
#include <set>

#include "core/base/atomic_file.h"
#include "core/io/session_file.h"
#include "tests/support/random_trace.h"

namespace runahead::kills {
namespace {

namespace fs = std::filesystem;
using gui::RecoveryStore;
using gui::SessionToRecover;
using Kept = std::shared_ptr<RecoveryStore>;

const std::string kOld = "old", kNew = "new", kNone = "none";

class Sessions {
 public:
  explicit Sessions(int steps) {
    for (const std::uint32_t seed : {1U, 2U, 3U}) {
      runs_.push_back(testing_support::random_trace({.seed = seed, .steps = steps}));
    }
  }

  /// The old one has the first two runs, the new one the last two.
  SessionToRecover session(const std::string& which) const {
    SessionToRecover made;
    Session state;
    Workspace workspace{{.scenario = "increment-loop"}, {}, 0};
    for (std::size_t i = 0; i < 2; ++i) {
      const std::size_t run = first(which) + i;
      made.session.runs.emplace_back(runs_[run]);
      made.keys.emplace_back(static_cast<RunId>(run) + 1, 1);
      state.runs.push_back({.bookmarks = {{{}, runahead::kNone, which}}});
      workspace.runs.push_back(static_cast<std::uint32_t>(i));
    }
    state.workspaces.push_back(std::move(workspace));
    made.session.state = std::move(state);
    return made;
  }

  /// kOld, kNew, kNone, or what is wrong with it.
  std::string which(const std::string& file) const {
    if (!fs::exists(file)) return kNone;
    const Result<SessionFile> read = read_session(file);
    if (!read) return read.error();
    if (!read->state || read->runs.size() != 2) return file + " is not whole";
    const std::string note = read->state->runs[0].bookmarks.at(0).text;
    for (std::size_t i = 0; i < 2; ++i) {
      if (read->runs[i].trace->size() != runs_[first(note) + i].size()) return file + " has other runs";
      if (read->state->runs[i].bookmarks.at(0).text != note) return file + " has other notes";
    }
    return note;
  }

  bool save(const Home& home, const std::string& which) const {
    return write_session(session(which).session, home.mine()).ok();
  }

  Kept keep(const std::string& which) const {
    Kept place = RecoveryStore::create("increment-loop");
    return place->write(place->takeTurn(), session(which)) ? place : nullptr;
  }

  /// A window that goes on with what was left, and has read what it needs.
  Kept go_on() const {
    const auto left = RecoveryStore::left();
    return left.empty() ? nullptr : RecoveryStore::claim(left.front().place);
  }

  /// The run that both have is not written again.
  bool note(RecoveryStore& place) const {
    const Result<SessionFile> old = open_session(place.file().toStdString());
    if (!old || old->runs.size() != 2 || !old->runs[1].load()) return false;
    SessionToRecover next = session(kNew);
    next.session.runs[0] = SessionTrace(old->runs[1].stored);
    return place.write(place.takeTurn(), next).ok();
  }

  /// What is offered, each as which() has it.
  std::vector<std::string> offered() const {
    std::vector<std::string> all;
    for (const RecoveryStore::Left& one : RecoveryStore::left()) {
      all.push_back(which((one.place + "/session.runahead").toStdString()));
      // What is said of it is there a moment later, and then whole.
      if (one.runs != 2 && fs::exists((one.place + "/about").toStdString()))
        all.back() = "it says that it has other runs";
    }
    return all;
  }

 private:
  static std::size_t first(const std::string& which) { return which == kOld ? 0 : 1; }
  std::vector<Trace> runs_;
};

std::string said(const std::string& what, const std::vector<std::string>& found) {
  std::string text = what + ":";
  for (const std::string& one : found) text += ' ' + one;
  return text;
}

using Wanted = std::set<std::vector<std::string>>;

/// The user's file and what is offered have to be one of these.
std::string expected(const Sessions& sessions, const Home& home, const Wanted& wanted) {
  std::vector<std::string> found = sessions.offered();
  found.insert(found.begin(), sessions.which(home.mine()));
  return wanted.count(found) > 0 ? "" : said("the file and what is offered", found);
}

std::vector<Work> works_of_files(const std::shared_ptr<const Sessions>& all) {
  return {
      {"a session is saved", [](const Home&) {}, [all](const Home& home) { return all->save(home, kNew); },
       [all](const Home& home, bool through) {
         return expected(*all, home, through ? Wanted{{kNew}} : Wanted{{kNone}, {kNew}});
       }},
      {"a session is saved over an old one", [all](const Home& home) { all->save(home, kOld); },
       [all](const Home& home) { return all->save(home, kNew); },
       [all](const Home& home, bool through) {
         return expected(*all, home, through ? Wanted{{kNew}} : Wanted{{kOld}, {kNew}});
       }},
  };
}

std::vector<Work> works_of_copies(const std::shared_ptr<const Sessions>& all) {
  const auto keep_old = [all](const Home&) { all->keep(kOld); };
  return {
      {"a session is kept for the first time", [](const Home&) {},
       [all](const Home&) { return all->keep(kNew) != nullptr; },
       [all](const Home& home, bool through) {
         return expected(*all, home, through ? Wanted{{kNone, kNew}} : Wanted{{kNone}, {kNone, kNew}});
       }},
      {"a session is kept again", keep_old,
       [all](const Home&) {
         const Kept place = all->go_on();
         return place && all->note(*place);
       },
       [all](const Home& home, bool through) {
         return expected(*all, home, through ? Wanted{{kNone, kNew}} : Wanted{{kNone, kOld}, {kNone, kNew}});
       }},
      {"what was left is forgotten", keep_old,
       [all](const Home&) {
         const Kept place = all->go_on();
         if (place) place->remove(place->takeTurn());
         return place != nullptr;
       },
       [all](const Home& home, bool through) {
         return expected(*all, home, through ? Wanted{{kNone}} : Wanted{{kNone}, {kNone, kOld}});
       }},
  };
}

/// Wherever it is, it is somewhere.
std::vector<Work> works_of_both(const std::shared_ptr<const Sessions>& all) {
  return {
      {"a session is saved, and its copy goes with the window",
       [all](const Home& home) {
         all->save(home, kOld);
         all->keep(kNew);
       },
       [all](const Home& home) {
         const Kept place = all->go_on();
         if (!place || !all->save(home, kNew)) return false;
         place->remove(place->takeTurn());
         return true;
       },
       [all](const Home& home, bool through) {
         return expected(*all, home, through ? Wanted{{kNew}} : Wanted{{kOld, kNew}, {kNew, kNew}, {kNew}});
       }},
      {"a session is saved, and the window goes on", [all](const Home& home) { all->save(home, kOld); },
       [all](const Home& home) {
         const Kept place = all->keep(kNew);
         if (!place || !all->save(home, kNew)) return false;
         place->empty(place->takeTurn());
         return true;
       },
       [all](const Home& home, bool through) {
         return expected(*all, home,
                         through ? Wanted{{kNew}} : Wanted{{kOld}, {kOld, kNew}, {kNew, kNew}, {kNew}});
       }},
      {"what was left is continued, noted in and saved",
       [all](const Home& home) {
         all->save(home, kOld);
         all->keep(kOld);
       },
       [all](const Home& home) {
         const Kept place = all->go_on();
         if (!place || !all->note(*place) || !all->save(home, kNew)) return false;
         place->remove(place->takeTurn());
         return true;
       },
       [all](const Home& home, bool through) {
         return expected(*all, home,
                         through ? Wanted{{kNew}} : Wanted{{kOld, kOld}, {kOld, kNew}, {kNew, kNew}, {kNew}});
       }},
  };
}

/// Names that nothing there speaks of.
std::string strangers(const fs::path& folder, const std::set<std::string>& known) {
  std::string found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (known.count(name) == 0) found += ' ' + folder.filename().string() + '/' + name;
  }
  return found;
}

}  // namespace

Home::Home() {
  fs::create_directory(documents());
  use();
}

void Home::use() const {
  ::setenv("XDG_DATA_HOME", data().c_str(), 1);
}

std::vector<std::string> Home::places() const {
  std::vector<std::string> found;
  std::error_code none;
  for (const auto& place : fs::directory_iterator(data() + "/runahead/sessions", none))
    found.push_back(place.path().string());
  return found;
}

std::vector<Work> works(int steps) {
  const auto sessions = std::make_shared<const Sessions>(steps);
  std::vector<Work> all = works_of_files(sessions);
  for (auto* more : {&works_of_copies, &works_of_both}) {
    for (Work& one : more(sessions)) all.push_back(std::move(one));
  }
  return all;
}

std::shared_ptr<RecoveryStore> kept_by_another() {
  static const Sessions kAnother(10);
  return kAnother.keep(kOld);
}

std::string orphans(const Home& home) {
  if (!kept_by_another()) return "nothing can be kept";
  AtomicFile other(home.documents() + "/other");
  if (!other.commit()) return "nothing can be written";
  std::string found = strangers(home.documents(), {"mine.runahead", "other"});
  for (const std::string& place : home.places()) {
    std::set<std::string> known = {"session.runahead", "about", "lock"};
    const Result<SessionFile> kept = open_session(place + "/session.runahead");
    if (!kept) return kept.error();
    for (const SessionTrace& run : kept->runs)
      known.insert(fs::path(run.stored->place().file->path()).filename().string());
    found += strangers(place, known);
  }
  return found.empty() ? "" : "this belongs to no session:" + found;
}

}  // namespace runahead::kills
