// SPDX-License-Identifier: GPL-3.0-or-later
// Every piece of work, stopped at every call. RUNAHEAD_KILLS=long has longer runs in the sessions, so that
// there are more calls.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/kills/followed.h"
#include "tests/kills/work.h"

namespace {

/// In the processes of the work: the file system has no files without names.
bool all_files_have_names = false;

}  // namespace

/// In place of the one of the C library.
extern "C" int open(const char* path, int flags, ...) {
  std::va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  if (all_files_have_names && (flags & O_TMPFILE) == O_TMPFILE) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

namespace runahead::kills {
namespace {

bool is_long() {
  const char* form = std::getenv("RUNAHEAD_KILLS");
  return form && std::string(form) == "long";
}

/// Of the runs.
int steps() {
  return is_long() ? 20'000 : 100;
}

void work_in_memory() {
  // On a disk, flushing it takes all the time.
  if (::access("/dev/shm", W_OK) == 0) ::setenv("TMPDIR", "/dev/shm", 0);
}

void expect_nothing_lost(const Work& work, const Home& home, bool through) {
  home.use();
  EXPECT_EQ(work.lost(home, through), "");
  EXPECT_EQ(orphans(home), "");
}

/// Over every piece of work, on both kinds of file systems: of their calls every second each, unless in the
/// long form.
class Kills : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    if (!can_follow()) GTEST_SKIP() << "no process may be traced here";
    all_files_have_names = GetParam();
    work_in_memory();
  }
  void TearDown() override {
    all_files_have_names = false;
    std::cout << "  " << calls_ << " calls, " << states_ << " states of the disk\n";
  }

  static std::size_t apart() { return is_long() ? 1 : 2; }
  static std::size_t first() { return is_long() || GetParam() ? 1 : 2; }

  std::size_t calls_ = 0, states_ = 0;
};

TEST_P(Kills, AtEachCall) {
  for (const Work& work : works(steps())) {
    bool killed = true;
    for (std::size_t last = first(); killed; last += apart()) {
      const Home home;
      work.prepare(home);
      std::string call = "the end";
      const Followed end = follow([&] { return work.run(home); }, home.folder(),
                                  [&](std::size_t number, const std::string& name) {
                                    if (number < last) return Then::go_on;
                                    call = name;
                                    return Then::kill;
                                  });
      killed = end.killed;
      SCOPED_TRACE(work.name + ", killed at call " + std::to_string(last) + ", " + call);
      EXPECT_EQ(end.status, 0);
      expect_nothing_lost(work, home, !killed);
      if (HasFailure()) return;
      calls_ += killed ? 1 : 0;
    }
  }
}

TEST_P(Kills, WithoutPowerAfterEachCall) {
  for (const Work& work : works(steps())) {
    const Home home;
    work.prepare(home);
    Disk disk(home.folder());
    std::set<Files> seen;
    const auto look = [&](const std::string& moment, bool through) {
      SCOPED_TRACE(work.name + ", without power after " + moment);
      for (const Files& state : disk.after_power_cut()) {
        if (HasFailure() || !seen.insert(state).second) continue;
        ++states_;
        const Home after;
        put(state, after.folder());
        expect_nothing_lost(work, after, through);
      }
    };
    const Followed end = follow([&] { return work.run(home); }, home.folder(), {},
                                [&](const FileCall& call) {
                                  ++calls_;
                                  disk.did(call);
                                  look("call " + std::to_string(calls_) + ", " + call.text(), false);
                                });
    seen.clear();
    EXPECT_EQ(end.status, 0) << work.name;
    look("the end", true);
    if (HasFailure()) return;
  }
}

TEST_P(Kills, WithAnotherWindowAtEachCall) {
  for (const Work& work : works(steps())) {
    bool more = true;
    for (std::size_t last = first(); more; last += apart()) {
      const Home home;
      work.prepare(home);
      more = false;
      const Followed end =
          follow([&] { return work.run(home); }, home.folder(),
                 [&](std::size_t number, const std::string& name) {
                   if (number != last) return Then::go_on;
                   more = true;
                   ++calls_;
                   SCOPED_TRACE(work.name + ", another window at call " + std::to_string(last) + ", " + name);
                   const auto another = kept_by_another();
                   EXPECT_TRUE(another);
                   EXPECT_EQ(gui::RecoveryStore::left().size() <= 1, true);
                   if (another) another->remove(another->takeTurn());
                   return Then::go_on;
                 });
      SCOPED_TRACE(work.name + ", another window at call " + std::to_string(last));
      EXPECT_EQ(end.status, 0);
      expect_nothing_lost(work, home, true);
      if (HasFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, Kills, testing::Bool(), [](const auto& which) {
  return std::string(which.param ? "FilesWithNames" : "FilesWithoutNames");
});

/// Every tenth call, in the long form each; its threads need not come to the same number of them.
TEST(KilledWindow, OffersWhatItHadKept) {
  if (!can_follow()) GTEST_SKIP() << "no process may be traced here";
  work_in_memory();
  const Work work = work_of_the_window();
  bool killed = true;
  std::size_t last = 1;
  for (; killed; last += is_long() ? 1 : 10) {
    const Home home;
    std::string call = "the end";
    const Followed end = follow([&] { return work.run(home); }, home.data(),
                                [&](std::size_t number, const std::string& name) {
                                  if (number < last) return Then::go_on;
                                  call = name;
                                  return Then::kill;
                                });
    killed = end.killed;
    SCOPED_TRACE("killed at call " + std::to_string(last) + ", " + call);
    EXPECT_EQ(end.status, 0);
    expect_nothing_lost(work, home, !killed);
    if (HasFailure()) return;
  }
  std::cout << "  " << last << " calls\n";
}

/// What all of this rests on.
TEST(Followed, ACallAtWhichItIsKilledIsNotMade) {
  if (!can_follow()) GTEST_SKIP() << "no process may be traced here";
  const Home home;
  const auto work = [&] {
    return ::mkdir((home.documents() + "/a").c_str(), 0777) == 0 &&
           ::mkdir((home.documents() + "/b").c_str(), 0777) == 0;
  };
  std::vector<std::string> names;
  const Followed end = follow(work, home.folder(), [&](std::size_t number, const std::string& name) {
    names.push_back(name);
    return number == 2 ? Then::kill : Then::go_on;
  });
  EXPECT_TRUE(end.killed);
  EXPECT_THAT(names, testing::ElementsAre("mkdir a", "mkdir b"));
  EXPECT_EQ(files_in(home.documents()), (Files{{"a", std::nullopt}}));
}

TEST(Disk, OnlyWhatWasFlushedIsSure) {
  const Home home;
  const std::string folder = home.documents(), part = folder + "/part", file = folder + "/file";
  testing_support::write_file(file, "old");
  Disk disk(folder);
  disk.did({.kind = Kind::open, .path = part, .file = 1, .makes = true});
  disk.did({.kind = Kind::write, .path = part, .file = 1, .bytes = "new"});
  const Files before = {{"file", "old"}};
  EXPECT_THAT(disk.after_power_cut(),
              testing::UnorderedElementsAre(before, Files{{"file", "old"}, {"part", "new"}},
                                            Files{{"file", "old"}, {"part", ""}},
                                            Files{{"file", "old"}, {"part", std::string(3, '\0')}}));
  disk.did({.kind = Kind::rename, .path = part, .to = file});
  EXPECT_THAT(disk.after_power_cut(), testing::Contains(Files{{"file", ""}}));
  disk.did({.kind = Kind::sync, .path = part, .file = 1});
  EXPECT_THAT(disk.after_power_cut(), testing::UnorderedElementsAre(before, Files{{"file", "new"}},
                                                                    Files{{"file", "old"}, {"part", "new"}}));
  disk.did({.kind = Kind::open, .path = folder, .file = 2});
  disk.did({.kind = Kind::sync, .path = folder, .file = 2});
  EXPECT_THAT(disk.after_power_cut(), testing::ElementsAre(Files{{"file", "new"}}));
}

}  // namespace
}  // namespace runahead::kills
