// SPDX-License-Identifier: GPL-3.0-or-later
// NDArray: the frontend's handle of an array, row-major. Behaves like a Python name: assignment
// binds the name to another array, copies share the array. A view is an array of its own in the memory of
// another one, whose variable it shares: what uses either is ordered as uses of one array. Not the data
// (storage.h). Lives on the frontend thread; only Storage is shared with workers.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/engine/variable.h"
#include "core/tensor/latest_use.h"
#include "core/tensor/shape.h"
#include "core/tensor/storage.h"
#include "core/trace/event.h"

namespace runahead {

class Frontend;

/// The array behind one or several handles. Of a view, what the engine and graphs need to know stands in its
/// root, the array whose memory it is.
struct ArrayBody {
  ArrayBody& root() { return base ? *base : *this; }
  const ArrayBody& root() const { return base ? *base : *this; }
  EngineVariable& variable() { return root().own_variable; }
  const EngineVariable& variable() const { return root().own_variable; }
  /// A root has those of its views too, as long as they have some.
  void add_handle() {
    if (handles++ == 0 && base) base->add_handle();
  }
  void drop_handle();

  ArrayBody* next_free = nullptr;
  Frontend* frontend = nullptr;
  Shape shape;
  kernels::Type type = kernels::Type::float32;
  ArrayBody* base = nullptr;    ///< of a view
  std::int64_t first = 0;       ///< of a view: the root's element where it begins
  ArrayBody* origin = nullptr;  ///< of a view made while a function was traced: what it was taken from, if
  std::uint32_t traced_in = 0;  ///< that trace, by its number, goes on
  bool detached = false;        ///< a view that gradients do not go through
  int views = 0;
  std::uint32_t version = 0;   ///< of the root: how often it was written in place
  ArrayBody* whole = nullptr;  ///< of a root that stands for a part of that array: it keeps it
  /// The latest that the program gave it.
  const std::string* name = nullptr;
  EngineVariable own_variable;
  Storage* storage = nullptr;
  int handles = 0;               ///< names
  int graph_uses = 0;            ///< by nodes, and views
  std::uint32_t node = kNone;    ///< of the graph, that will make the current version
  std::uint32_t reader = kNone;  ///< of the graph, the latest of the current version (a ReaderLink)
  bool on_host = false;          ///< NumPy's: what is called on it computes inside the call
  bool two_sided = false;        ///< of a root: arrays of the host and others share it
  bool pinned = false;           ///< of the host: copies of devices need not wait
  std::uint32_t streams = 0;     ///< that use it, as record_stream() told, a bit each
  LatestUse::Use used = {};      ///< on a device: the last task that uses it, while there is one stream
  LatestUse::Use written = {};   ///< on a device: the last task that writes it
  bool left_trace = false;       ///< made while a function was traced, and not returned by it: has no value
  std::uint32_t tape = 0;        ///< the tape that knows it, and its place there (nn/tape.h)
  std::uint32_t tape_slot = 0;
};

class NDArray {
 public:
  NDArray() = default;
  /// A name without an array yet; arrays that are assigned to it carry it in the trace.
  explicit NDArray(std::string name) : name_(std::move(name)) {}
  explicit NDArray(ArrayBody* body) : body_(body) { body_->add_handle(); }
  NDArray(const NDArray& other) : body_(other.body_) {
    if (body_) body_->add_handle();
  }
  /// The name moves too: names may live in a vector that grows.
  NDArray(NDArray&& other) noexcept
      : body_(std::exchange(other.body_, nullptr)), name_(std::move(other.name_)) {}
  /// Binds this name to the other's array; the name stays. bind() takes before it drops.
  // NOLINTBEGIN(bugprone-unhandled-self-assignment,misc-unconventional-assign-operator,performance-noexcept-*)
  NDArray& operator=(const NDArray& other) { return bind(other.body_); }
  NDArray& operator=(NDArray&& other) {
    bind(other.body_);
    if (this != &other) other.drop();
    return *this;
  }
  // NOLINTEND(bugprone-unhandled-self-assignment,misc-unconventional-assign-operator,performance-noexcept-*)
  ~NDArray() { drop(); }

  const Shape& shape() const { return body_->shape; }
  kernels::Type type() const { return body_->type; }
  bool bound() const { return body_ != nullptr; }
  ArrayBody& body() const { return *body_; }

  /// Blocks until the array's last write is done; throws TaskError if that failed.
  void wait_to_read() const;
  /// Waits, then copies the data to the frontend. Of float32.
  std::vector<float> asnumpy() const;
  /// Waits; the array must have one element, of float32.
  float asscalar() const { return scalar(WaitReason::asscalar); }
  float item() const { return scalar(WaitReason::item); }
  /// Waits; the values as Python would print them.
  std::string print() const;

 private:
  NDArray& bind(ArrayBody* body);
  void drop();
  float scalar(WaitReason reason) const;

  ArrayBody* body_ = nullptr;
  std::string name_;
};

}  // namespace runahead
