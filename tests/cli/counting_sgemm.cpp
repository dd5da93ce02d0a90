// SPDX-License-Identifier: GPL-3.0-or-later
// A cblas_sgemm to be preloaded: appends a byte to the file RUNAHEAD_TEST_SGEMM_LOG for each product, lets it
// last RUNAHEAD_TEST_SGEMM_NS longer, and calls the library's. Not part of the program.
#include <dlfcn.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <cstdlib>

namespace {

using Sgemm = void (*)(int, int, int, int, int, int, float, const float*, int, const float*, int, float,
                       float*, int);

int log_file() {
  const char* path = std::getenv("RUNAHEAD_TEST_SGEMM_LOG");
  return path ? ::open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
}

long extra_ns() {
  const char* text = std::getenv("RUNAHEAD_TEST_SGEMM_NS");
  return text ? std::atol(text) : 0;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void cblas_sgemm(int order, int transpose_a,
                                                                   int transpose_b, int m, int n, int k,
                                                                   float alpha, const float* a, int lda,
                                                                   const float* b, int ldb, float beta,
                                                                   float* c, int ldc) {
  static const auto real = reinterpret_cast<Sgemm>(::dlsym(RTLD_NEXT, "cblas_sgemm"));
  static const int log = log_file();
  static const timespec extra{extra_ns() / 1'000'000'000, extra_ns() % 1'000'000'000};
  const char byte = 1;
  if (log >= 0) (void)!::write(log, &byte, 1);
  timespec rest = extra;
  while (::nanosleep(&rest, &rest) != 0) {
  }
  real(order, transpose_a, transpose_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
