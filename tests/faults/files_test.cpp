// SPDX-License-Identifier: GPL-3.0-or-later
// Readers and writers of files in one process: every allocation and every call on a file fails once. The old
// file stays as it was, or the new one is whole; nothing else is in its folder, nothing stays in memory, and
// what went wrong is one line. With what the window keeps by itself: runs in files of their own, copies of
// them, and a manifest. Not here: what the program says (fault_loop.cpp).
#include <gmock/gmock.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <new>
#include <string>
#include <vector>

#include "core/device/standard_machine.h"
#include "core/io/costs_file.h"
#include "core/io/run_file.h"
#include "core/io/session_file.h"
#include "core/io/trace_file.h"
#include "tests/faults/armed.h"
#include "tests/scenario/runs.h"
#include "tests/support/temporary_directory.h"

namespace runahead::faults {
namespace {

using testing_support::read_file;
using testing_support::TemporaryDirectory;
using testing_support::write_file;

const Trace& recorded() {
  static const Trace trace = [] {
    RunRequest request = testing_support::small("four-statements", "async");
    request.clock = Clock::virtual_time;
    return testing_support::run(request).trace;
  }();
  return trace;
}

/// What came of one attempt: "" where it succeeded.
std::string attempted(const std::function<Status()>& work) {
  try {
    const Status status = work();
    return status ? "" : status.error();
  } catch (const std::bad_alloc&) {
    return "the system has no memory left";
  }
}

struct Kind {
  Call call;
  std::vector<int> errors;
};
const std::vector<Kind> kWriting = {{Call::make, {ENOSPC, EACCES}},
                                    {Call::write, {ENOSPC, EIO, EINTR, kHalf}},
                                    {Call::sync, {EIO}},
                                    {Call::link, {EIO}},
                                    {Call::rename, {EIO}},
                                    {Call::close, {EIO, EINTR}}};
const std::vector<Kind> kReading = {{Call::open, {EIO}}, {Call::read, {EIO, EINTR, kHalf, kShrink}}};

/// A document that nlohmann makes needs memory to be given back, too: without any, the process ends, in one
/// line (gui/app/main.cpp). So their allocations fail in fault_loop alone.
std::vector<Kind> kinds_of(std::vector<Kind> kinds, bool documents) {
  if (!documents) kinds.push_back({Call::allocate, {ENOMEM}});
  return kinds;
}

void expect_line(const std::string& message, int error) {
  if (error == EINTR || error == kHalf) {
    EXPECT_EQ(message, "");  // it goes on
  } else if (error > 0 && error != ENOMEM && !message.empty()) {
    EXPECT_THAT(message, testing::HasSubstr(std::strerror(error)));
  }
  EXPECT_THAT(message, testing::Not(testing::HasSubstr("\n")));
  EXPECT_THAT(message, testing::Not(testing::HasSubstr("bad_alloc")));
}

class FileFaults : public testing::Test {
 protected:
  /// `write` puts a new file in the place of one that is there.
  void writes(const std::function<Status(const std::string&)>& write, const std::string& name,
              bool documents = false) {
    SCOPED_TRACE(name);
    const std::string path = directory_.file(name);
    ASSERT_EQ(attempted([&] { return write(path); }), "");
    const std::string fresh = read_file(path);
    const int entries = directory_.entries();
    for (const Kind& kind : kinds_of(kWriting, documents)) {
      for (const int error : kind.errors) {
        SCOPED_TRACE(testing::Message() << "kind " << static_cast<int>(kind.call) << ", error " << error);
        std::string came;
        write_file(path, "old");
        until_none_is_left(
            fault_of(kind.call, error, directory_.path() + "/"),
            [&] { came = attempted([&] { return write(path); }); },
            [&] {
              expect_line(came, error);
              const std::string now = read_file(path);
              EXPECT_TRUE(now == fresh || (now == "old" && !came.empty())) << came;
              EXPECT_EQ(directory_.entries(), entries);
              write_file(path, "old");
              came = std::string();
            });
      }
    }
    write_file(path, fresh);
  }

  void reads(const std::function<Status(const std::string&)>& read, const std::string& name,
             bool documents = false) {
    SCOPED_TRACE("reading " + name);
    const std::string path = directory_.file(name);
    const std::string text = read_file(path);
    ASSERT_EQ(attempted([&] { return read(path); }), "");
    for (const Kind& kind : kinds_of(kReading, documents)) {
      for (const int error : kind.errors) {
        SCOPED_TRACE(testing::Message() << "kind " << static_cast<int>(kind.call) << ", error " << error);
        std::string came;
        until_none_is_left(
            fault_of(kind.call, error, directory_.path() + "/"),
            [&] { came = attempted([&] { return read(path); }); },
            [&] {
              expect_line(came, error);
              write_file(path, text);
              came = std::string();
            });
      }
    }
  }

  TemporaryDirectory directory_;
};

template <class T>
Status status_of(const Result<T>& result) {
  return result ? success() : Status(result.failure());
}

TEST_F(FileFaults, Traces) {
  const Trace& trace = recorded();
  writes([&](const std::string& path) { return write_trace_json({&trace, 1}, path); }, "a.json");
  writes([&](const std::string& path) { return write_trace_csv({&trace, 1}, path); }, "a.csv");
  reads([](const std::string& path) { return status_of(read_traces(path)); }, "a.json");
}

/// The document that nlohmann makes of one needs memory to be given back: without any, the process ends, in
/// one line (gui/app/main.cpp).
TEST_F(FileFaults, Costs) {
  const Machine machine = standard_machine();
  writes([&](const std::string& path) { return write_costs(machine, path); }, "costs");
  reads([](const std::string& path) { return status_of(read_costs(path)); }, "costs", true);
}

TEST_F(FileFaults, SessionsAndWhatAWindowKeeps) {
  const Trace& trace = recorded();
  writes(
      [&](const std::string& path) {
        return write_session({{SessionTrace(trace)}, Session{}}, path);
      },
      "a.runahead", true);
  reads([](const std::string& path) { return status_of(read_session(path)); }, "a.runahead", true);
  writes([&](const std::string& path) { return write_run(path, trace); }, "run-1.run", true);
  const auto stored = open_run(directory_.file("run-1.run"));
  ASSERT_TRUE(stored);
  reads([](const std::string& path) { return status_of(open_run(path)); }, "run-1.run", true);
  writes([&](const std::string& path) { return copy_run(path, **stored); }, "run-2.run");
  writes(
      [&](const std::string& path) {
        return write_session_manifest({{SessionTrace(*stored)}, Session{}}, path);
      },
      "session.runahead", true);
  reads([](const std::string& path) { return status_of(read_session(path)); }, "session.runahead", true);
}

}  // namespace
}  // namespace runahead::faults
