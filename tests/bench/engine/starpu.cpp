// SPDX-License-Identifier: GPL-3.0-or-later
// StarPU: tasks with data handles on CPU workers.
// Not with its performance models; the default scheduler is used.
#include <starpu.h>

#include <vector>

#include "tests/bench/engine/child.h"

namespace {
void run_body(void**, void* argument) {
  int us = 0;
  starpu_codelet_unpack_args(argument, &us);
  bench::body(us);
}
}  // namespace

int main(int argc, char** argv) {
  const bench::Job job(argc, argv);
  setenv("STARPU_SILENT", "1", 1);
  starpu_conf conf;
  starpu_conf_init(&conf);
  conf.ncpus = job.workers;
  conf.ncuda = 0;
  conf.nopencl = 0;
  if (starpu_init(&conf) != 0) return 1;
  starpu_codelet codelet;
  starpu_codelet_init(&codelet);
  codelet.cpu_funcs[0] = run_body;
  codelet.nbuffers = STARPU_VARIABLE_NBUFFERS;
  int x = 0;
  starpu_data_handle_t x_handle;
  starpu_variable_data_register(&x_handle, STARPU_MAIN_RAM, reinterpret_cast<uintptr_t>(&x), sizeof x);
  std::vector<int> y(64);
  std::vector<starpu_data_handle_t> y_handles(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    starpu_variable_data_register(&y_handles[i], STARPU_MAIN_RAM, reinterpret_cast<uintptr_t>(&y[i]),
                                  sizeof(int));
  }
  const int us = job.body_us;
  bench::measure(
      job,
      [&](int tasks) {
        for (int i = 0; i < tasks; ++i) {
          switch (job.shape) {
            case 'b':
            case 'e':
              starpu_task_insert(&codelet, STARPU_VALUE, &us, sizeof us, STARPU_W, x_handle, 0);
              if (job.shape == 'e') starpu_task_wait_for_all();
              break;
            case 'c':
              starpu_task_insert(&codelet, STARPU_VALUE, &us, sizeof us, STARPU_R, x_handle, STARPU_W,
                                 y_handles[static_cast<std::size_t>(i) % y.size()], 0);
              break;
            case 'd':
              starpu_task_insert(&codelet, STARPU_VALUE, &us, sizeof us, i % 66 == 0 ? STARPU_W : STARPU_R,
                                 x_handle, 0);
              break;
            default:
              starpu_task_insert(&codelet, STARPU_VALUE, &us, sizeof us, 0);
          }
        }
      },
      [] { starpu_task_wait_for_all(); });
  starpu_data_unregister(x_handle);
  for (auto& handle : y_handles) starpu_data_unregister(handle);
  starpu_shutdown();
}
