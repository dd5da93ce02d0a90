// SPDX-License-Identifier: GPL-3.0-or-later
// engine_stress: random programs on every driver against the serial oracle, as many tasks as one likes, while
// the process is left alone, crowded, pinned, held or stopped. Says its seed, and of what goes wrong how to
// have it again.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>

#include "tests/stress/disturbance.h"
#include "tests/stress/round.h"

namespace runahead::stress {
namespace {

constexpr const char* kUsage =
    "usage: engine_stress [--how free|crowded|pinned|held|stopped] [--tasks N] [--seed N] [--from ROUND]\n"
    "  free     1 to 6 workers\n"
    "  crowded  16 workers for each core\n"
    "  pinned   everything on one core\n"
    "  held     single threads sleep where they are, at any moment\n"
    "  stopped  the process gets SIGSTOP and SIGCONT, at any moment\n";

struct Options {
  std::string how = "free";
  std::uint64_t tasks = 10'000'000;
  std::uint32_t seed = std::random_device()();
  std::uint64_t from = 0;
};

std::optional<Options> options_of(int count, char** words) {
  Options options;
  if (count % 2 == 0) return {};
  for (int i = 1; i < count; i += 2) {
    const std::string name = words[i];
    char* end = nullptr;
    // 1e9 is a number, too.
    const double number = std::strtod(words[i + 1], &end);
    if (name != "--how" && (*end != '\0' || end == words[i + 1] || number < 0)) return {};
    if (name == "--how") {
      options.how = words[i + 1];
    } else if (name == "--tasks") {
      options.tasks = static_cast<std::uint64_t>(number);
    } else if (name == "--seed") {
      options.seed = static_cast<std::uint32_t>(number);
    } else if (name == "--from") {
      options.from = static_cast<std::uint64_t>(number);
    } else {
      return {};
    }
  }
  for (const char* how : {"free", "crowded", "pinned", "held", "stopped"}) {
    if (options.how == how) return options;
  }
  return {};
}

/// Ends the process where a round does not end: a wake-up was lost. Counts by its own sleep, so that the time
/// for which the process was stopped is none.
class Watch {
 public:
  Watch()
      : thread_([this] {
          std::uint64_t seen = 0;
          for (int quiet = 0; !done_.load(std::memory_order_relaxed); ++quiet) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            const std::uint64_t now = rounds_.load(std::memory_order_relaxed);
            if (now != seen) quiet = 0;
            seen = now;
            if (quiet == 1200) {
              const std::lock_guard lock(mutex_);
              std::printf("no end: %s\n", text_.c_str());
              std::fflush(stdout);
              std::abort();
            }
          }
        }) {}
  ~Watch() {
    done_.store(true, std::memory_order_relaxed);
    thread_.join();
  }
  void begin(std::string text) {
    const std::lock_guard lock(mutex_);
    text_ = std::move(text);
    rounds_.fetch_add(1, std::memory_order_relaxed);
  }

 private:
  std::mutex mutex_;
  std::string text_;
  std::atomic<std::uint64_t> rounds_{0};
  std::atomic<bool> done_{false};
  std::thread thread_;
};

int run_rounds(const Options& options) {
  if (options.how == "pinned") pin_to_one_core();
  std::optional<int> crowd;
  if (options.how == "crowded")
    crowd = 16 * static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  std::optional<ThreadHolder> holder;
  if (options.how == "held") holder.emplace(options.seed);
  Watch watch;
  const auto begin = std::chrono::steady_clock::now();
  double told = 0;
  std::uint64_t done = 0, number = options.from;
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  for (; done < options.tasks; ++number) {
    const Round round(options.seed, number, crowd);
    const std::string text = "round " + std::to_string(number) + " (" + round.text() + ")";
    watch.begin(text);
    std::string wrong;
    try {
      wrong = round.run();
    } catch (const std::exception& error) {
      wrong = error.what();
    }
    if (!wrong.empty()) {
      std::printf("%s: %s\nagain: engine_stress --how %s --seed %u --from %llu\n", text.c_str(),
                  wrong.c_str(), options.how.c_str(), options.seed, static_cast<unsigned long long>(number));
      return 1;
    }
    done += round.task_count();
    if (const double now = seconds(); now - told > 60) {
      told = now;
      std::printf("  %.3g tasks in %.0f s\n", static_cast<double>(done), now);
      std::fflush(stdout);
    }
  }
  std::printf("%s: %llu tasks in %llu rounds, as the oracle says; %.1f s\n", options.how.c_str(),
              static_cast<unsigned long long>(done), static_cast<unsigned long long>(number - options.from),
              seconds());
  return 0;
}

int run(const Options& options) {
  std::printf("%s, seed %u, %.3g tasks\n", options.how.c_str(), options.seed,
              static_cast<double>(options.tasks));
  std::fflush(stdout);
  if (options.how != "stopped") return run_rounds(options);
  const pid_t process = ::fork();
  if (process < 0) {
    std::perror("fork");
    return 1;
  }
  if (process == 0) {
    const int status = run_rounds(options);
    std::fflush(stdout);
    ::_exit(status);
  }
  const int status = stop_and_continue(process, options.seed);
  if (WIFSIGNALED(status)) std::printf("signal %d ended it\n", WTERMSIG(status));
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace
}  // namespace runahead::stress

int main(int count, char** words) {
  const auto options = runahead::stress::options_of(count, words);
  if (!options) {
    std::fputs(runahead::stress::kUsage, stderr);
    return 2;
  }
  return runahead::stress::run(*options);
}
