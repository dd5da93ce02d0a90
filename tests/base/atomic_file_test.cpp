// SPDX-License-Identifier: GPL-3.0-or-later
// AtomicFile: whole or not at all, wherever it fails.
// Not here: the program's messages and exit codes (tests/cli).
#include "core/base/atomic_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <utility>
#include <vector>

#include "tests/support/temporary_directory.h"

namespace runahead {
namespace {

using testing::HasSubstr;
using testing_support::read_file;
using testing_support::TemporaryDirectory;
using testing_support::write_file;

TEST(AtomicFile, AppearsOnCommit) {
  TemporaryDirectory directory;
  AtomicFile file(directory.file("a"));
  file.write("one ");
  file.write(std::string(200'000, 'x'));
  EXPECT_NE(::access(directory.file("a").c_str(), F_OK), 0);
  ASSERT_TRUE(file.commit().ok());
  EXPECT_EQ(read_file(directory.file("a")), "one " + std::string(200'000, 'x'));
  EXPECT_EQ(directory.entries(), 1);
}

TEST(AtomicFile, LeavesNothingWithoutCommit) {
  TemporaryDirectory directory;
  write_file(directory.file("a"), "old");
  {
    AtomicFile file(directory.file("a"));
    file.write("new");
  }
  EXPECT_EQ(read_file(directory.file("a")), "old");
  EXPECT_EQ(directory.entries(), 1);
}

TEST(AtomicFile, GivenUpItLeavesTheOldFile) {
  TemporaryDirectory directory;
  write_file(directory.file("a"), "old");
  std::vector<std::pair<std::uint64_t, std::uint64_t>> asked;
  std::size_t last = 1000;
  const auto write = [&] {
    asked.clear();
    AtomicFile file(
        directory.file("a"),
        [&](std::uint64_t done, std::uint64_t total) {
          asked.emplace_back(done, total);
          return asked.size() < last;
        },
        250'000);
    for (int i = 0; i < 300; ++i) file.write(std::string(1000, 'x'));
    return file.commit();
  };
  for (last = 1; last <= 6; ++last) {
    const Status status = write();
    ASSERT_TRUE(status.cancelled());
    EXPECT_EQ(asked.size(), last);  // the caller is not asked again
    EXPECT_EQ(read_file(directory.file("a")), "old");
    EXPECT_EQ(directory.entries(), 1);
  }
  ASSERT_TRUE(write().ok());
  EXPECT_EQ(asked.front().second, 250'000U);
  // What was expected was an estimate; the last question comes before the new file is in its place.
  EXPECT_EQ(asked.back(), (std::pair<std::uint64_t, std::uint64_t>{300'000, 300'000}));
  EXPECT_EQ(read_file(directory.file("a")).size(), 300'000U);
}

TEST(AtomicFile, NobodyIsAskedOnceItIsInItsPlace) {
  TemporaryDirectory directory;
  write_file(directory.file("a"), "old");
  AtomicFile file(directory.file("a"), [&](std::uint64_t, std::uint64_t) {
    EXPECT_EQ(read_file(directory.file("a")), "old");
    return true;
  });
  file.write("new");
  ASSERT_TRUE(file.commit().ok());
  EXPECT_EQ(read_file(directory.file("a")), "new");
}

TEST(AtomicFile, ClearsAwayWhatKilledWritersLeft) {
  TemporaryDirectory directory;
  const std::string orphan = directory.file(".runahead-1-0.tmp"),
                    written = directory.file(".runahead-1-1.tmp");
  for (const char* name : {".runahead-1-0.tmp", ".runahead-1-1.tmp", ".runahead.tmp", "x.runahead-1-0.tmp"}) {
    write_file(directory.file(name), "part");
  }
  // A program that still writes has a lock.
  const int writer = ::open(written.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(::flock(writer, LOCK_EX), 0);
  { const AtomicFile file(directory.file("a")); }
  EXPECT_NE(::access(orphan.c_str(), F_OK), 0);
  EXPECT_EQ(directory.entries(), 3);
  ::close(writer);
  { const AtomicFile file(directory.file("a")); }
  EXPECT_NE(::access(written.c_str(), F_OK), 0);
  EXPECT_EQ(directory.entries(), 2);
}

TEST(AtomicFile, AKilledWriterLeavesNothingForLong) {
  TemporaryDirectory directory;
  write_file(directory.file("a"), "old");
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    AtomicFile file(directory.file("a"));
    for (int i = 0; i < 300; ++i) file.write(std::string(1000, 'x'));
    (void)!::write(ready[1], "x", 1);
    ::pause();
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  ::kill(child, SIGKILL);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  ::close(ready[0]);
  ::close(ready[1]);
  { const AtomicFile file(directory.file("b")); }
  EXPECT_EQ(read_file(directory.file("a")), "old");
  EXPECT_EQ(directory.entries(), 1);
}

TEST(AtomicFile, KeepsLinksAndPermissions) {
  TemporaryDirectory directory;
  write_file(directory.file("a"), "old");
  ASSERT_EQ(::chmod(directory.file("a").c_str(), 0640), 0);
  ASSERT_EQ(::symlink("a", directory.file("link").c_str()), 0);
  AtomicFile file(directory.file("link"));
  file.write("new");
  ASSERT_TRUE(file.commit().ok());
  EXPECT_EQ(read_file(directory.file("a")), "new");
  struct stat status;
  ASSERT_EQ(::lstat(directory.file("link").c_str(), &status), 0);
  EXPECT_TRUE(S_ISLNK(status.st_mode));
  ASSERT_EQ(::stat(directory.file("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
}

TEST(AtomicFile, NamesWhatCannotBeWritten) {
  TemporaryDirectory directory;
  EXPECT_THAT(AtomicFile(directory.path()).commit().error(), HasSubstr("Is a directory"));
  EXPECT_THAT(AtomicFile(directory.file("no/file")).commit().error(),
              HasSubstr("no/file: No such file or directory"));
  EXPECT_THAT(AtomicFile("/dev/full").commit().error(), HasSubstr("/dev/full: it is not a regular file"));
  EXPECT_THAT(AtomicFile("/proc/x").commit().error(), HasSubstr("cannot write /proc/x: "));
}

TEST(AtomicFile, AFullDiskLeavesTheOldFile) {
  TemporaryDirectory directory;
  write_file(directory.file("a"), "old");
  rlimit before;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{100'000, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  std::string error;
  {
    AtomicFile file(directory.file("a"));
    for (int i = 0; i < 300; ++i) file.write(std::string(1000, 'x'));
    EXPECT_TRUE(file.failed());
    const Status status = file.commit();
    if (!status.ok()) error = status.error();
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, handler);
  EXPECT_THAT(error, HasSubstr("File too large"));
  EXPECT_EQ(read_file(directory.file("a")), "old");
  EXPECT_EQ(directory.entries(), 1);
}

TEST(AtomicFile, NobodyKnowsTheNameBeforehand) {
  const TemporaryDirectory directory;
  // Names as they would be if they were counted.
  for (int i = 0; i < 64; ++i) {
    const std::string name = ".runahead-" + std::to_string(::getpid()) + "-" + std::to_string(i) + ".tmp";
    ASSERT_EQ(::symlink("elsewhere", directory.file(name).c_str()), 0);
  }
  const int before = directory.entries();
  AtomicFile file(directory.file("a"));
  file.write("text");
  ASSERT_TRUE(file.commit().ok());
  EXPECT_EQ(read_file(directory.file("a")), "text");
  EXPECT_NE(::access(directory.file("elsewhere").c_str(), F_OK), 0);
  EXPECT_EQ(directory.entries(), before + 1);
}

TEST(AtomicFile, RespectsTheUmaskAndRunsNothingAsSomebodyElse) {
  const TemporaryDirectory directory;
  const mode_t mask = ::umask(027);
  AtomicFile made(directory.file("new"));
  ASSERT_TRUE(made.commit().ok());
  write_file(directory.file("old"), "old");
  ASSERT_EQ(::chmod(directory.file("old").c_str(), 06751), 0);
  AtomicFile replaced(directory.file("old"));
  ASSERT_TRUE(replaced.commit().ok());
  ::umask(mask);
  struct stat status;
  ASSERT_EQ(::stat(directory.file("new").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
  ASSERT_EQ(::stat(directory.file("old").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0751u);
}

TEST(AtomicFile, DoesNotFollowSomebodyElsesLinkInASharedFolder) {
  const TemporaryDirectory directory;
  write_file(directory.file("mine"), "mine");
  const std::string shared = directory.file("shared"), link = shared + "/link";
  ASSERT_EQ(::mkdir(shared.c_str(), 0700), 0);
  ASSERT_EQ(::chmod(shared.c_str(), 01777), 0);
  ASSERT_EQ(::symlink("../mine", link.c_str()), 0);
  {
    AtomicFile own(link);
    own.write("own");
    ASSERT_TRUE(own.commit().ok());
  }
  EXPECT_EQ(read_file(directory.file("mine")), "own");
  if (::lchown(link.c_str(), 65534, 65534) != 0) GTEST_SKIP() << "needs root, to have a second user";
  AtomicFile file(link);
  EXPECT_THAT(file.error(), HasSubstr("a link that another user made"));
  EXPECT_EQ(read_file(directory.file("mine")), "own");
  // Nor where it is a folder on the way, or what a link of one's own leads to.
  const std::string folder = shared + "/folder";
  ASSERT_EQ(::symlink("..", folder.c_str()), 0);
  ASSERT_EQ(::lchown(folder.c_str(), 65534, 65534), 0);
  EXPECT_THAT(AtomicFile(folder + "/mine").error(), HasSubstr("a link that another user made"));
  ASSERT_EQ(::symlink(link.c_str(), directory.file("ours").c_str()), 0);
  EXPECT_THAT(AtomicFile(directory.file("ours")).error(), HasSubstr("a link that another user made"));
  EXPECT_EQ(read_file(directory.file("mine")), "own");
}

TEST(AtomicFile, MakesWhatALinkNames) {
  const TemporaryDirectory directory;
  ASSERT_EQ(::mkdir(directory.file("there").c_str(), 0700), 0);
  ASSERT_EQ(::symlink("there/./new", directory.file("link").c_str()), 0);
  ASSERT_EQ(::symlink("round", directory.file("round").c_str()), 0);
  AtomicFile file(directory.file("link"));
  file.write("text");
  ASSERT_TRUE(file.commit().ok());
  EXPECT_EQ(read_file(directory.file("there/new")), "text");
  struct stat status;
  ASSERT_EQ(::lstat(directory.file("link").c_str(), &status), 0);
  EXPECT_TRUE(S_ISLNK(status.st_mode));
}

}  // namespace
}  // namespace runahead
