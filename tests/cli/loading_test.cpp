// SPDX-License-Identifier: GPL-3.0-or-later
// Which libraries a command loads: the window's only where a picture or the window is asked for.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The files that the program has mapped while it writes its result, which is longer than the pipe.
std::string loaded_by(std::vector<std::string> words) {
  constexpr int kPipeBytes = 4096;
  const TemporaryDirectory directory;
  const std::string pipe = directory.file("pipe");
  if (::mkfifo(pipe.c_str(), 0600) != 0) throw std::runtime_error("mkfifo");
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (::fcntl(reader, F_SETPIPE_SZ, kPipeBytes) != kPipeBytes) throw std::runtime_error("no pipe so small");
  Program program(std::move(words));
  program.standard_output(pipe).start();
  for (int bytes = 0; bytes < kPipeBytes; ::ioctl(reader, FIONREAD, &bytes)) ::sched_yield();
  const std::string files = program.mapped_files();
  ::close(reader);
  program.wait();
  return files;
}

const std::vector<std::string> kRun = {"run", "four-statements", "--clock", "virtual", "--json", "--seed",
                                       "1",   "--seed",          "2"};

TEST(Loading, NoWindowWhereNobodyAsksForOne) {
  for (const auto& words : {std::vector<std::string>{"list", "--json"}, kRun}) {
    const std::string files = loaded_by(words);
    EXPECT_THAT(files, HasSubstr("libQt6Core")) << words[0];
    for (const char* library :
         {"runahead_window", "libQt6Gui", "libQt6Widgets", "libQt6Charts", "qscintilla"})
      EXPECT_THAT(files, Not(HasSubstr(library))) << words[0];
  }
}

TEST(Loading, NoBlasWhereNothingIsComputed) {
  EXPECT_THAT(loaded_by({"list", "--json"}), Not(HasSubstr("openblas")));
  EXPECT_THAT(loaded_by(kRun), HasSubstr("openblas"));
}

TEST(Loading, APictureOpensTheWindowsLibrary) {
  const TemporaryDirectory directory;
  std::vector<std::string> words = kRun;
  words.insert(words.end(), {"--export", directory.file("run.svg")});
  EXPECT_THAT(loaded_by(words), HasSubstr("runahead_window.so"));
}

}  // namespace
}  // namespace runahead::testing_support
