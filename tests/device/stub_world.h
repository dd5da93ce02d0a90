// SPDX-License-Identifier: GPL-3.0-or-later
// What the stub of a device consists of, and how it was told to behave. Not what it does (stub_device.cpp).
#pragma once

#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "kernels/device.h"

namespace runahead::kernels {

struct Stream {
  int device = 0;
  std::deque<std::function<void()>> work;
  bool busy = false, over = false;
  std::thread thread;
};

struct Event {
  int device = 0;
  std::uint64_t recorded = 0, passed = 0;
  std::int64_t device_ns = 0;
};

namespace {

constexpr int kMostDevices = 2;

struct OneDevice {
  std::map<const char*, std::int64_t> blocks;
  std::int64_t bytes = 0, executed = 0;
  bool lost = false;
};

/// Everything that streams share, under one lock.
struct World {
  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::string, std::int64_t> settings;
  OneDevice devices[kMostDevices];
  std::set<Stream*> streams;
  std::int64_t launches = 0, executed = 0, calls = 0, looks = 0;
  bool call_failed = false;
  /// Noted and not handed over, with the questions that are still to come before that; handed over.
  std::deque<std::pair<WorkRecord, std::int64_t>> noted;
  std::deque<WorkRecord> handed_over;
  std::int64_t kept = 0, questions = 0, events = 0;  ///< of records
};

/// What this thread launches is under that id.
thread_local std::uint64_t launch_id = 0;
thread_local int launch_count = 0;

World& world() {
  static World* const only = new World;  // outlives threads that are not joined
  return *only;
}

void set(const char* text) {
  World& w = world();
  const std::lock_guard lock(w.mutex);
  w.settings.clear();
  w.launches = w.executed = w.calls = w.looks = w.kept = w.questions = w.events = 0;
  w.call_failed = false;
  for (OneDevice& device : w.devices) {
    device.executed = 0;
    device.lost = false;
  }
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const auto equals = word.find('=');
    w.settings[word.substr(0, equals)] =
        equals == std::string::npos ? 1 : std::stoll(word.substr(equals + 1));
  }
}

std::int64_t setting(const char* name) {
  const auto found = world().settings.find(name);
  return found == world().settings.end() ? 0 : found->second;
}

/// Counts this call, with the lock held.
void count_call(const char* name) {
  World& w = world();
  const bool look = std::strcmp(name, "passed") == 0;
  if (look ? ++w.looks != setting("look") : ++w.calls != setting("call")) return;
  w.call_failed = true;
  throw std::runtime_error(std::string("stub: ") + name + " failed");
}

}  // namespace
}  // namespace runahead::kernels
