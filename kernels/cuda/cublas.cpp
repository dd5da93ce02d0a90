// SPDX-License-Identifier: GPL-3.0-or-later
// Finding cuBLAS and its functions.
#include "kernels/cuda/cublas.h"

#include <dlfcn.h>

#include <stdexcept>

namespace runahead::kernels::cuda {

namespace {

/// The newest first. What is used here looks the same in all of them.
constexpr const char* kNames[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"};

void* open() {
  std::string reason;
  for (const char* name : kNames) {
    if (void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
    const char* const error = dlerror();
    if (reason.empty()) reason = error != nullptr ? error : name;
  }
  throw std::runtime_error("no cuBLAS: " + reason);
}

template <class Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) throw std::runtime_error(std::string("no cuBLAS: it is too old for ") + name);
}

}  // namespace

const Cublas& cublas() {
  static const Cublas functions = [] {
    Cublas found{};
    void* const library = open();
    find(library, "cublasCreate_v2", found.create);
    find(library, "cublasDestroy_v2", found.destroy);
    find(library, "cublasSetStream_v2", found.set_stream);
    find(library, "cublasSetWorkspace_v2", found.set_workspace);
    find(library, "cublasSetMathMode", found.set_math_mode);
    find(library, "cublasSgemm_v2", found.sgemm);
    find(library, "cublasGetProperty", found.get_property);
    find(library, "cublasGetStatusString", found.status_string);
    return found;
  }();
  return functions;
}

std::string cublas_version() try {
  int numbers[3] = {};
  constexpr libraryPropertyType kParts[] = {MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL};
  for (int i = 0; i < 3; ++i) cublas().get_property(kParts[i], &numbers[i]);
  return "cuBLAS " + std::to_string(numbers[0]) + '.' + std::to_string(numbers[1]) + '.' +
         std::to_string(numbers[2]);
} catch (const std::runtime_error&) {
  return "no cuBLAS";
}

}  // namespace runahead::kernels::cuda
