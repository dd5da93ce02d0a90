// SPDX-License-Identifier: GPL-3.0-or-later
// NDArray: the frontend's handle of an array, row-major. Behaves like a Python name: assignment
// binds the name to another array, copies share the array. Not the data (storage.h). Lives on the frontend
// thread; only Storage is shared with workers.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/engine/variable.h"
#include "core/tensor/shape.h"
#include "core/tensor/storage.h"
#include "core/trace/event.h"

namespace runahead {

class Frontend;

/// The array behind one or several handles.
struct ArrayBody {
  ArrayBody* next_free = nullptr;
  Frontend* frontend = nullptr;
  Shape shape;
  kernels::Type type = kernels::Type::float32;
  EngineVariable variable;
  Storage* storage = nullptr;
  int handles = 0;  ///< names
  int graph_uses = 0;
  std::uint32_t node = kNone;    ///< of the graph, that will make the current version
  std::uint32_t reader = kNone;  ///< of the graph, the latest of the current version (a ReaderLink)
  bool on_host = false;          ///< NumPy's: what is called on it computes inside the call
  bool left_trace = false;       ///< made while a function was traced, and not returned by it: has no value
  std::uint32_t tape = 0;        ///< the tape that knows it, and its place there (nn/tape.h)
  std::uint32_t tape_slot = 0;
};

class NDArray {
 public:
  NDArray() = default;
  /// A name without an array yet; arrays that are assigned to it carry it in the trace.
  explicit NDArray(std::string name) : name_(std::move(name)) {}
  explicit NDArray(ArrayBody* body) : body_(body) { ++body_->handles; }
  NDArray(const NDArray& other) : body_(other.body_) {
    if (body_) ++body_->handles;
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
