// SPDX-License-Identifier: GPL-3.0-or-later
// OpenBLAS as it was opened, and the right to call it.
// Not here: its name and when it is opened (blas.h).
#pragma once

#include <cblas.h>

#include <optional>
#include <semaphore>

namespace runahead::kernels {

struct BlasLibrary {
  decltype(&cblas_sgemm) sgemm = nullptr;
  decltype(&cblas_dgemm) dgemm = nullptr;
  decltype(&openblas_get_config) config = nullptr;
  decltype(&openblas_get_corename) corename = nullptr;
  /// Products at a time, where the address space is limited; none where it is not.
  std::optional<std::counting_semaphore<>> seats;
};

/// Opens it the first time. Throws std::runtime_error, with a line that says why, where it cannot be used.
BlasLibrary& blas_library();

/// Held during a call.
class BlasSeat {
 public:
  explicit BlasSeat(BlasLibrary& library) : library_(library) {
    if (library_.seats) library_.seats->acquire();
  }
  ~BlasSeat() {
    if (library_.seats) library_.seats->release();
  }
  BlasSeat(const BlasSeat&) = delete;
  BlasSeat& operator=(const BlasSeat&) = delete;

 private:
  BlasLibrary& library_;
};

}  // namespace runahead::kernels
