// SPDX-License-Identifier: GPL-3.0-or-later
// Finding CUPTI and its functions.
#include "kernels/cuda/cupti.h"

#include <dlfcn.h>

#include <stdexcept>

namespace runahead::kernels::cuda {

namespace {

/// The newest first, each by its name, which LD_LIBRARY_PATH and the system know, then where toolkits have
/// it. What is used here looks the same in all of them (records.cpp).
constexpr const char* kFiles[] = {"libcupti.so.13", "libcupti.so.12"};
constexpr const char* kFolders[] = {"", "/usr/local/cuda/lib64/", "/usr/local/cuda/extras/CUPTI/lib64/"};

void* open_library() {
  std::string reason;
  for (const char* file : kFiles) {
    for (const char* folder : kFolders) {
      if (void* const library = dlopen((std::string(folder) + file).c_str(), RTLD_NOW | RTLD_LOCAL))
        return library;
      const char* const error = dlerror();
      if (reason.empty()) reason = error != nullptr ? error : file;
    }
  }
  throw std::runtime_error("no CUPTI: " + reason);
}

template <class Function>
void find_function(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) throw std::runtime_error(std::string("no CUPTI: it is too old for ") + name);
}

}  // namespace

const Cupti& cupti() {
  static const Cupti functions = [] {
    Cupti found{};
    void* const library = open_library();
    find_function(library, "cuptiGetResultString", found.result_string);
    find_function(library, "cuptiGetTimestamp", found.timestamp);
    find_function(library, "cuptiActivityRegisterCallbacks", found.register_callbacks);
    find_function(library, "cuptiActivityEnable", found.enable);
    find_function(library, "cuptiActivityDisable", found.disable);
    find_function(library, "cuptiActivityEnableRuntimeApi", found.enable_call);
    find_function(library, "cuptiActivityFlushAll", found.flush);
    find_function(library, "cuptiActivityGetNextRecord", found.next_record);
    find_function(library, "cuptiActivityPushExternalCorrelationId", found.push_id);
    find_function(library, "cuptiActivityPopExternalCorrelationId", found.pop_id);
    return found;
  }();
  return functions;
}

void check(CUptiResult answer) {
  if (answer == CUPTI_SUCCESS) return;
  const char* text = nullptr;
  if (cupti().result_string(answer, &text) != CUPTI_SUCCESS || text == nullptr)
    text = "an error without a name";
  throw std::runtime_error(std::string("CUPTI: ") + text);
}

}  // namespace runahead::kernels::cuda
