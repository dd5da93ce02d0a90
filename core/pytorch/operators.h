// SPDX-License-Identifier: GPL-3.0-or-later
// Operators: what becomes of each of PyTorch's operations on tensors of the device: a task, whose body is
// PyTorch's own kernel of the CPU. Not here: those with kernels of our own (copies.cpp), shapes of results
// that PyTorch does not tell (shapes.h).
#pragma once

#include <ATen/core/stack.h>

#include <functional>
#include <optional>
#include <vector>

#include "core/engine/failures.h"
#include "core/pytorch/memory.h"
#include "core/pytorch/turn.h"

namespace runahead::pytorch {

/// Calls what waits; an error of a task, or a stop, becomes PyTorch's.
template <class Part>
decltype(auto) translated(const Part& part) {
  try {
    return part();
  } catch (const c10::Error&) {
    throw;
  } catch (const Stopped& stop) {
    host().stopped();
    TORCH_CHECK(false, stop.what());
  } catch (const MemoryError& error) {
    TORCH_CHECK_WITH(OutOfMemoryError, false, "CUDA out of memory. ", error.what());
  } catch (const TaskError& error) {
    device_failed(error.what());
    TORCH_CHECK(false, error.what());
  } catch (const std::exception& error) {
    TORCH_CHECK(false, error.what());
  }
}

/// The body of a task, whose errors are PyTorch's words without its places in C++.
std::function<void()> in_words(std::function<void()> body);
/// A task that uses the memory of these tensors: `written` is made, `changed` is read too.
void submit(Frontend& frontend, const char* name, const std::vector<at::Tensor>& read,
            const std::vector<at::Tensor>& changed, const std::vector<at::Tensor>& written, Work work,
            std::function<void()> body, std::optional<CopyWay> copies = {});
/// A task in the order of the current stream, and a wait for it; throws what the body throws.
void submit_and_await(Frontend& frontend, const char* name, const std::vector<at::Tensor>& read,
                      const std::vector<at::Tensor>& changed, Work work, std::function<void()> body,
                      WaitReason reason);
/// Until everything is there that these need, for what computes inside the call. The first of them that waits
/// gives the wait its name.
void await(Frontend& frontend, const std::vector<at::Tensor>& tensors, WaitReason reason);

/// Every operation that PyTorch has a kernel of the CPU for, but for `own`. How many.
int take_over();
/// Those that copies.cpp has.
const std::vector<const char*>& own_operators();

}  // namespace runahead::pytorch
