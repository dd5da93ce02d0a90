// SPDX-License-Identifier: GPL-3.0-or-later
// What is killed: the ways in which sessions come to the disk and leave it, and what of them has to be there
// at any moment. Not here: killing (followed.h).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gui/session/recovery_store.h"
#include "tests/kills/disk.h"
#include "tests/support/temporary_directory.h"

namespace runahead::kills {

/// A user's files, and what the program keeps for them.
class Home {
 public:
  Home();
  std::string folder() const { return directory_.path(); }
  std::string documents() const { return directory_.file("documents"); }
  std::string mine() const { return documents() + "/mine.runahead"; }
  std::string data() const { return directory_.file("data"); }
  /// The places in which sessions are kept.
  std::vector<std::string> places() const;
  /// From now on, copies are kept here.
  void use() const;

 private:
  testing_support::TemporaryDirectory directory_;
};

struct Work {
  std::string name;
  std::function<void(const Home&)> prepare;
  /// Whether it succeeded.
  std::function<bool(const Home&)> run;
  /// What is not as it has to be; empty: nothing. `through`: the work was told to be done.
  std::function<std::string(const Home&, bool through)> lost;
};

/// `steps`: of their runs, which are drawn at random, so that they cannot be packed small.
std::vector<Work> works(int steps);
/// Of a real window, with its threads.
Work work_of_the_window();

/// A session of two runs that another window keeps, or null.
std::shared_ptr<gui::RecoveryStore> kept_by_another();
/// Keeps and writes something else here, as the next window does; then, what is there of no session.
std::string orphans(const Home& home);

}  // namespace runahead::kills
