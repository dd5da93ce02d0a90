// SPDX-License-Identifier: GPL-3.0-or-later
// Opening OpenBLAS with settings of ours, and where the address space is limited, with its memory.
// Not here: products (matmul.cpp).
//
// It computes a product in a buffer that it maps when it needs one more than it has, and where none can be
// mapped it tries again for ever. So it gets as many as fit while none computes, and no more products at a
// time than that. Its own threads would want one each as soon as it is opened.
#include "kernels/cpu/blas.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "kernels/cpu/blas_library.h"

namespace runahead::kernels {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{128} << 20;  // as large as on any processor
constexpr std::size_t kRestBytes = std::size_t{32} << 20;     // what else a run wants

/// Before main, where no other thread reads the environment.
[[maybe_unused]] const bool one_thread = [] {
  const char* const given = std::getenv("OPENBLAS_NUM_THREADS");
  return given && std::strcmp(given, "1") == 0 ? true : ::setenv("OPENBLAS_NUM_THREADS", "1", 1) == 0;
}();

bool fits(std::size_t bytes) {
  void* const place = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return place != MAP_FAILED && ::munmap(place, bytes) == 0;
}

bool limited() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY || !fits(kBufferBytes);
}

template <class Function>
Function function(const char* name) {
  // What was loaded before it may stand in its place (tests/cli/counting_sgemm.cpp).
  return reinterpret_cast<Function>(::dlsym(RTLD_DEFAULT, name));
}

/// So many that it will not map any more for as many products.
void take_buffers(std::size_t count) {
  const auto take = function<void* (*)(int)>("blas_memory_alloc");
  const auto give = function<void (*)(void*)>("blas_memory_free");
  std::vector<void*> buffers;
  for (std::size_t i = 0; i < count; ++i) buffers.push_back(take(0));
  for (void* const buffer : buffers) give(buffer);
}

void open(BlasLibrary& library) {
  void* opened = nullptr;
  for (const char* const name : {RUNAHEAD_OPENBLAS, "libopenblas.so.0"}) {
    if (!opened) opened = ::dlopen(name, RTLD_NOW | RTLD_GLOBAL);
  }
  if (!opened) throw std::runtime_error(std::string("OpenBLAS cannot be opened: ") + ::dlerror());
  library.sgemm = function<decltype(library.sgemm)>("cblas_sgemm");
  library.dgemm = function<decltype(library.dgemm)>("cblas_dgemm");
  library.config = function<decltype(library.config)>("openblas_get_config");
  library.corename = function<decltype(library.corename)>("openblas_get_corename");
  const auto threads = function<decltype(&openblas_get_num_threads)>("openblas_get_num_threads");
  const auto set_threads = function<decltype(&openblas_set_num_threads)>("openblas_set_num_threads");
  const bool whole =
      library.sgemm && library.dgemm && library.config && library.corename && threads && set_threads;
  if (!whole) throw std::runtime_error("OpenBLAS cannot be used: it lacks a function");
  if (!limited()) {
    // It may have been there before the environment was set.
    if (threads() != 1) set_threads(1);
    return;
  }
  if (threads() != 1 || !function<void*>("blas_memory_alloc") || !function<void*>("blas_memory_free") ||
      !fits(kBufferBytes + kRestBytes)) {
    throw std::runtime_error(
        "no product can be computed: OpenBLAS wants 160 MB of address space, more than this process may "
        "still "
        "have; raise its limit (ulimit -v)");
  }
  std::size_t seats = std::max(1U, std::thread::hardware_concurrency());
  while (seats > 1 && !fits(2 * seats * kBufferBytes)) --seats;
  take_buffers(seats);
  library.seats.emplace(static_cast<std::ptrdiff_t>(seats));
}

struct Opened {
  Opened() {
    try {
      open(library);
    } catch (const std::exception& error) {
      failure = error.what();
    }
  }
  BlasLibrary library;
  std::string failure;
};

Opened& opened() {
  static Opened only;
  return only;
}

}  // namespace

BlasLibrary& blas_library() {
  Opened& found = opened();
  if (!found.failure.empty()) throw std::runtime_error(found.failure);
  return found.library;
}

void open_blas() {
  opened();
}

const char* blas_description() {
  // Copied once: the library composes its answer in one buffer for all threads. Name and version come first.
  static const std::string description = []() -> std::string {
    const BlasLibrary& library = opened().library;
    if (!library.config || !library.corename) return "no OpenBLAS";
    const std::string config = library.config();
    const std::size_t version = config.find(' ');
    return config.substr(0, config.find(' ', version + 1)) + ", " + library.corename();
  }();
  return description.c_str();
}

}  // namespace runahead::kernels
