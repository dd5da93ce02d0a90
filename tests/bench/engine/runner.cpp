// SPDX-License-Identifier: GPL-3.0-or-later
// Runs every contestant on every shape in interleaved rounds, each in a process of its own, and prints
// medians and the ratios to this project's engine. Not a test: it judges nothing.
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace {

struct Contestant {
  std::string name;
  std::string program;
  int tasks;
  bool runs_on_waiter;  ///< on shape e, so its round trip is not a hand-over
};

struct Sample {
  double enqueue_ns = 0, total_ns = 0, growth_mb = 0;
};

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

bool run(const std::string& command, Sample& sample) {
  std::FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (!pipe) return false;
  const bool read =
      std::fscanf(pipe, "%lf %lf %lf", &sample.enqueue_ns, &sample.total_ns, &sample.growth_mb) == 3;
  return pclose(pipe) == 0 && read;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s FOLDER [ROUNDS]: the folder holds the contestants\n", argv[0]);
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const std::string folder = std::string(argv[1]) + "/";
  const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
  std::vector<Contestant> contestants;
  for (const Contestant& one : {Contestant{"runahead", "engine_ours", 1000000, false},
                                {"runahead, recorded", "engine_traced", 1000000, false},
                                {"ranked", "engine_ranked", 1000000, false},
                                {"ranked, recorded", "engine_ranked_traced", 1000000, false},
                                {"libgomp", "engine_libgomp", 1000000, true},
                                {"libomp", "engine_libomp", 1000000, true},
                                {"oneTBB", "engine_tbb", 1000000, true},
                                {"StarPU", "engine_starpu", 50000, false}}) {
    if (access((folder + one.program).c_str(), X_OK) == 0) {
      contestants.push_back(one);
    } else {
      std::printf("%s: not built, its packages were not found\n", one.name.c_str());
    }
  }
  for (const int workers : {1, 2}) {
    std::printf(
        "\n%d worker%s, median of %d rounds: ns per task to enqueue / in total, growth of peak RSS, total as "
        "a "
        "multiple of runahead's\n",
        workers, workers > 1 ? "s" : "", rounds);
    for (const char shape : std::string("abcdef")) {
      // f: shape b with bodies of 5 us, few enough for the window: what the producer alone pays.
      const bool enqueue_only = shape == 'f';
      std::map<std::string, std::array<std::vector<double>, 3>> samples;
      for (int round = 0; round < rounds; ++round) {
        for (const Contestant& one : contestants) {
          const int tasks = enqueue_only ? 4000 : shape == 'e' ? one.tasks / 5 : one.tasks;
          Sample sample;
          const std::string command = folder + one.program + " " + (enqueue_only ? 'b' : shape) + " " +
                                      std::to_string(workers) + " " + std::to_string(tasks) +
                                      (enqueue_only ? " 5" : " 0");
          if (!run(command, sample)) continue;
          samples[one.name][0].push_back(sample.enqueue_ns);
          samples[one.name][1].push_back(sample.total_ns);
          samples[one.name][2].push_back(sample.growth_mb);
        }
      }
      const int which = enqueue_only ? 0 : 1;
      const double ours = median(samples["runahead"][static_cast<std::size_t>(which)]);
      for (const Contestant& one : contestants) {
        const auto& [enqueue, total, growth] = samples[one.name];
        if (total.empty()) continue;
        std::printf("  %s %-20s %8.1f / %8.1f ns  %7.1f MB  x %.2f%s\n",
                    enqueue_only ? "b 5us" : std::string(1, shape).c_str(), one.name.c_str(), median(enqueue),
                    median(total), median(growth), (enqueue_only ? median(enqueue) : median(total)) / ours,
                    shape == 'e' && one.runs_on_waiter ? "  (runs on the thread that waits)" : "");
      }
    }
  }
}
