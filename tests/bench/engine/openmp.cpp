// SPDX-License-Identifier: GPL-3.0-or-later
// OpenMP tasks with depend clauses; built with g++ it measures libgomp, with clang libomp.
// Not comparable on e: the thread that waits runs the task itself.
#include <omp.h>

#include <vector>

#include "tests/bench/engine/child.h"

int main(int argc, char** argv) {
  const bench::Job job(argc, argv);
  static int x = 0;
  static std::vector<char> fresh(static_cast<std::size_t>(job.tasks) + 1);
  char* y = fresh.data();
  const int us = job.body_us;
  omp_set_num_threads(job.workers + 1);  // the producer is one of them
#pragma omp parallel
#pragma omp single
  bench::measure(
      job,
      [&](int tasks) {
        for (int i = 0; i < tasks; ++i) {
          switch (job.shape) {
            case 'b':
#pragma omp task depend(out : x) firstprivate(us)
              bench::body(us);
              break;
            case 'c':
#pragma omp task depend(in : x) depend(out : y[i]) firstprivate(us)
              bench::body(us);
              break;
            case 'd':
              if (i % 66 == 0) {
#pragma omp task depend(out : x) firstprivate(us)
                bench::body(us);
              } else {
#pragma omp task depend(in : x) firstprivate(us)
                bench::body(us);
              }
              break;
            case 'e':
#pragma omp task depend(out : x) firstprivate(us)
              bench::body(us);
#pragma omp taskwait
              break;
            default:
#pragma omp task firstprivate(us)
              bench::body(us);
          }
        }
      },
      [] {
#pragma omp taskwait
      });
}
