// SPDX-License-Identifier: GPL-3.0-or-later
// cuBLAS, opened at run time: the module starts without it, and only products need it.
// Not here: products (products.cpp).
#pragma once

#include <cublas_v2.h>

#include <string>

namespace runahead::kernels::cuda {

struct Cublas {
  decltype(&cublasCreate_v2) create;
  decltype(&cublasDestroy_v2) destroy;
  decltype(&cublasSetStream_v2) set_stream;
  decltype(&cublasSetWorkspace_v2) set_workspace;
  decltype(&cublasSetMathMode) set_math_mode;
  decltype(&cublasSgemm_v2) sgemm;
  decltype(&cublasGetProperty) get_property;
  decltype(&cublasGetStatusString) status_string;
};

/// Throws std::runtime_error with the reason where there is none.
const Cublas& cublas();

/// "cuBLAS 13.0.2", or that there is none.
std::string cublas_version();

}  // namespace runahead::kernels::cuda
