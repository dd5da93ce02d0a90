// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of copies beside the program, until that has waited for them or let go of their memory.
#include "core/pytorch/beside.h"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

namespace runahead::pytorch {

namespace {

struct CopyBeside {
  c10::weak_intrusive_ptr<c10::StorageImpl> storage;  ///< gone: so is who could use it
  Extent extent;
  EarlyUse use;
  StreamClock clock;

  bool meets(const Extent& other, bool writes) const {
    return (use.arrives || writes) && extent.from < other.to && other.from < extent.to;
  }
};

std::vector<CopyBeside>& copies() {
  static auto* const all = new std::vector<CopyBeside>;
  return *all;
}
std::atomic<bool> any_copies{false};

void forget_waited(const Frontend& frontend) {
  std::erase_if(copies(), [&](const CopyBeside& copy) {
    return copy.storage.expired() || frontend.has_waited_for(copy.clock);
  });
  any_copies.store(!copies().empty(), std::memory_order_relaxed);
}

}  // namespace

bool copies_beside() {
  return any_copies.load(std::memory_order_relaxed);
}

Extent extent_of(const at::Tensor& on_host) {
  const auto* const first = static_cast<const char*>(on_host.data_ptr());
  if (on_host.numel() == 0) return {first, first};
  std::int64_t last = 0;
  for (std::int64_t axis = 0; axis < on_host.dim(); ++axis) {
    last += (on_host.size(axis) - 1) * on_host.stride(axis);
  }
  return {first, first + (last + 1) * static_cast<std::int64_t>(on_host.itemsize())};
}

void note_copy_beside(Frontend& frontend, const at::Tensor& on_host, bool arrives, TaskId copy,
                      VariableId array) {
  forget_waited(frontend);
  CopyBeside made{
      on_host.storage().getWeakStorageImpl(), extent_of(on_host), {copy, array, arrives}, frontend.clock()};
  const auto other = std::find_if(copies().begin(), copies().end(), [&](const CopyBeside& its) {
    return its.meets(made.extent, arrives) && !frontend.comes_after(its.clock);
  });
  if (other != copies().end()) frontend.record_race(copy, other->use.copy);
  copies().push_back(std::move(made));
  any_copies.store(true, std::memory_order_relaxed);
}

std::optional<EarlyUse> early_use(Frontend& frontend, const Extent& used, bool writes) {
  forget_waited(frontend);
  const auto met = std::find_if(copies().begin(), copies().end(),
                                [&](const CopyBeside& copy) { return copy.meets(used, writes); });
  return met == copies().end() ? std::nullopt : std::optional(met->use);
}

void forget_copies_beside() {
  copies().clear();
  any_copies.store(false, std::memory_order_relaxed);
}

}  // namespace runahead::pytorch
