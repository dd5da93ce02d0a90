// SPDX-License-Identifier: GPL-3.0-or-later
// The threads of background.h. They end before QCoreApplication does, so that none outlives what it uses.
// Not here: cancelling; a job that may be given up checks a flag of its own.
#include "gui/jobs/background.h"

#include <QCoreApplication>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace runahead::gui {
namespace {

constexpr auto kPatience = std::chrono::seconds(2);

struct Job {
  std::thread thread;
  Ends ends;
  std::shared_ptr<std::atomic<bool>> done;
};

std::mutex mutex;
std::vector<Job> jobs;

void joinAtExit() {
  static bool added = false;
  if (std::exchange(added, true)) return;
  qAddPostRoutine([] {
    joinBackground();
    added = false;  // a later QCoreApplication (tests) has post routines of its own
  });
}

}  // namespace

void runInBackground(std::function<void()> work, Ends ends) {
  const auto kept = std::make_shared<std::function<void()>>(std::move(work));
  const auto run = [kept] {
    (*kept)();
    *kept = nullptr;  // what the work holds is destroyed here, not with the thread's handle
  };
  try {
    const std::lock_guard lock(mutex);
    joinAtExit();
    std::erase_if(jobs, [](Job& job) {
      if (!job.done->load()) return false;
      job.thread.join();
      return true;
    });
    auto done = std::make_shared<std::atomic<bool>>(false);
    jobs.push_back({std::thread(), ends, done});
    try {
      jobs.back().thread = std::thread([run, done] {
        run();
        done->store(true);
      });
    } catch (...) {
      jobs.pop_back();
      throw;
    }
  } catch (const std::system_error&) {
    run();  // slower for the caller, and done all the same
  }
}

void endWithoutWaiting(int status) {
  const auto until = std::chrono::steady_clock::now() + kPatience;
  const std::lock_guard lock(mutex);
  for (const Job& job : jobs) {
    while (!*job.done && (job.ends == Ends::surely || std::chrono::steady_clock::now() < until))
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  const bool all = std::ranges::all_of(jobs, [](const Job& job) { return job.done->load(); });
  if (!all) std::_Exit(status);
}

bool backgroundEnds() {
  const std::lock_guard lock(mutex);
  return std::ranges::all_of(jobs, [](const Job& job) { return job.ends == Ends::surely || *job.done; });
}

void joinBackground() {
  std::vector<Job> ending;
  {
    const std::lock_guard lock(mutex);
    ending.swap(jobs);
  }
  for (Job& job : ending) job.thread.join();
}

}  // namespace runahead::gui
