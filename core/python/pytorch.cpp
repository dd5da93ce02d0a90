// SPDX-License-Identifier: GPL-3.0-or-later
// The real PyTorch in a program: opens the module that is its device (core/pytorch), and is to that what it
// needs of the run. Not here: what torch.cuda has (packages/_torch_cuda.py).
#include "core/python/pytorch.h"

#include <dlfcn.h>
#include <pybind11/stl.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/misuse.h"
#include "core/base/module_path.h"
#include "core/python/calls.h"
#include "core/pytorch/host.h"

namespace runahead::python {

namespace py = pybind11;

namespace {

class ProgramHost final : public pytorch::Host {
 public:
  Frontend& begin_call() override {
    Run& run = Run::current();
    if (run.on_its_thread()) {
      const py::gil_scoped_acquire interpreter;
      return run.call();
    }
    run.program.frontend().engine().check_running();
    held.push_back(PyGILState_Ensure());
    run.program.frontend().lend();
    return run.program.frontend();
  }
  void end_call() override {
    if (held.empty()) return;
    PyGILState_Release(held.back());
    held.pop_back();
  }
  Frontend* own_frontend() override {
    if (!Run::any()) return nullptr;
    Run& run = Run::current();
    return run.on_its_thread() && !run.forked ? &run.program.frontend() : nullptr;
  }
  void made(NDArray& array) override {
    if (!Run::current().on_its_thread()) return;
    const py::gil_scoped_acquire interpreter;
    Run::current().lines.made(array);
  }
  void stands_for(NDArray& array, const void* bytes) override {
    Run& run = Run::current();
    if (!run.on_its_thread()) return;
    const py::gil_scoped_acquire interpreter;
    const py::object tensors = py::module_::import("torch").attr("Tensor");
    const std::string name = run.lines.name_of([&](PyObject* value) {
      const py::handle tensor(value);
      if (!py::isinstance(tensor, tensors) || !tensor.attr("is_pinned")().cast<bool>()) return false;
      return tensor.attr("storage")().attr("data_ptr")().cast<std::intptr_t>() ==
             reinterpret_cast<std::intptr_t>(bytes);
    });
    if (!name.empty()) run.program.frontend().name(array.body(), name);
  }
  void stopped() override { Run::current().stopped = true; }
  int devices() const override {
    const RunConfig& config = Run::current().program.config();
    return static_cast<int>(config.devices);
  }

 private:
  static thread_local std::vector<PyGILState_STATE>
      held;  ///< by a thread that is not the run's, until its calls end
};

thread_local std::vector<PyGILState_STATE> ProgramHost::held = {};

const pytorch::Table* opened = nullptr;

const pytorch::Table& table() {
  if (!opened) throw Error("[torch] the real PyTorch is not open");
  return *opened;
}

constexpr const char* kFile = "runahead_torch.so";

/// Before PyTorch is imported, which asks once what it has.
void open() {
  if (opened) return;
  const std::filesystem::path path = module_path(kFile);
  if (path.empty())
    throw Error(std::string("[torch] ") + kFile +
                " is not there; it is built where libtorch-dev is installed");
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) throw Error(std::string("[torch] the module cannot be opened: ") + ::dlerror());
  const auto function = reinterpret_cast<pytorch::TableFunction*>(::dlsym(library, pytorch::kTableSymbol));
  const pytorch::Table* const found = function ? function() : nullptr;
  if (!found || found->version != pytorch::kTableVersion)
    throw Error("[torch] " + path.string() + " belongs to another version of this program");
  static auto* const host = new ProgramHost;
  found->open(*host);
  opened = found;
}

void on_stream(int device, std::int64_t stream,
               const std::function<void(Frontend& frontend, std::uint8_t number)>& part) {
  table().with_stream(device, stream, part);
}

StreamEvent& event_of(std::int64_t number) {
  auto& made = Run::current().events[number];
  if (!made) made = std::make_unique<StreamEvent>(Run::current().program.frontend().engine());
  return *made;
}

}  // namespace

bool copies_beside() {
  return opened && opened->copies_beside();
}

std::optional<EarlyUse> early_use(const void* from, const void* to, bool writes) {
  return copies_beside() ? opened->early_use(from, to, writes) : std::nullopt;
}

void end_pytorch() {
  if (opened) opened->end_run();
}

void add_pytorch(py::module_& module) {
  module.attr("torch_bytes") = pytorch::kDeviceBytes;
  module.def("torch_open", open);
  module.def("torch_take_over", [] { return table().take_over(); });
  module.def("torch_begin_run",
             [] { table().begin_run(Run::current().program.config().clock != Clock::live); });
  module.def("torch_read", [](std::intptr_t from, std::int64_t bytes) {
    const auto* const first = reinterpret_cast<const char*>(from);
    if (const auto early = early_use(first, first + bytes, false))
      Run::current().call().record_race(kNone, early->copy, early->array);
  });
  module.def("torch_devices", [] { return Run::any() ? ProgramHost().devices() : 0; });
  module.def("torch_device", [] { return table().current_device(); });
  module.def("torch_set_device", [](int device) { table().set_device(device); });
  module.def("torch_stream", [](int device) { return table().current_stream(device); });
  module.def("torch_set_stream", [](int device, std::int64_t stream) { table().set_stream(device, stream); });
  // As PyTorch counts: 0 is a device's default stream, and the only one where the run has none.
  module.def("torch_new_stream", [](int device) -> std::int64_t {
    std::int64_t number = 0;
    on_stream(device, 0, [&](Frontend& frontend, std::uint8_t) {
      if (frontend.devices() > 0) number = frontend.make_stream(device) + 1;
    });
    return number;
  });
  module.def("torch_wait_stream", [](int device, std::int64_t stream, int other, std::int64_t of) {
    on_stream(other, of, [&](Frontend& frontend, std::uint8_t first) {
      on_stream(device, stream, [&](Frontend&, std::uint8_t waits) { frontend.wait_stream(waits, first); });
    });
  });
  module.def("torch_synchronize_stream", [](int device, std::int64_t stream) {
    on_stream(device, stream, [](Frontend& frontend, std::uint8_t number) {
      frontend.devices() == 0 ? frontend.waitall() : frontend.synchronize_stream(number);
    });
  });
  module.def("torch_synchronize", [](int device) {
    on_stream(device, 0, [device](Frontend& frontend, std::uint8_t) {
      frontend.devices() == 0 ? frontend.waitall() : frontend.synchronize_device(device);
    });
  });
  module.def("torch_idle", [](int device, std::int64_t stream) {
    bool idle = false;
    on_stream(device, stream, [&](Frontend& frontend, std::uint8_t number) { idle = frontend.idle(number); });
    return idle;
  });
  module.def("torch_new_event", [] {
    auto& events = Run::current().events;
    return events.empty() ? std::int64_t{1} : events.rbegin()->first + 1;
  });
  module.def("torch_record", [](std::int64_t event, int device, std::int64_t stream) {
    StreamEvent& its = event_of(event);
    on_stream(device, stream, [&](Frontend& frontend, std::uint8_t number) {
      if (frontend.devices() > 0) frontend.record_event(its, number);
    });
  });
  module.def("torch_wait_event", [](int device, std::int64_t stream, std::int64_t event) {
    StreamEvent& its = event_of(event);
    on_stream(device, stream, [&](Frontend& frontend, std::uint8_t number) {
      if (frontend.devices() > 0) frontend.wait_event(number, its);
    });
  });
  module.def("torch_synchronize_event", [](std::int64_t event) {
    StreamEvent& its = event_of(event);
    on_stream(table().current_device(), 0, [&](Frontend& frontend, std::uint8_t) {
      frontend.devices() == 0 ? frontend.waitall() : frontend.synchronize(its);
    });
  });
  module.def("torch_passed", [](std::int64_t event) {
    StreamEvent& its = event_of(event);
    bool passed = false;
    on_stream(table().current_device(), 0,
              [&](Frontend& frontend, std::uint8_t) { passed = frontend.passed(its); });
    return passed;
  });
  module.def("torch_ns", [](std::int64_t event) {
    const StreamEvent& its = event_of(event);
    if (!its.recorded())
      throw MisuseError(Misuse::missing,
                        "[elapsed_time] events have times in mode stream, whose streams they are in");
    return its.passed_ns();
  });
  module.def("torch_drop_event", [](std::int64_t event) {
    if (Run::any()) drop(Run::current().events, event);
  });
  module.def("torch_memory", [](int device, bool reserved, bool most) {
    std::int64_t bytes = 0;
    on_stream(device, 0, [&](Frontend& frontend, std::uint8_t) {
      MemoryUse& use = frontend.memory_use(device);
      const ByteCount& count = reserved ? use.reserved : use.in_use;
      bytes = most ? count.most() : count.now();
    });
    return bytes;
  });
  module.def("torch_begin_most", [](int device) {
    MemoryUse& use = Run::current().program.frontend().memory_use(device);
    use.in_use.begin_most();
    use.reserved.begin_most();
  });
}

}  // namespace runahead::python
