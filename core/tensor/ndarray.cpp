// SPDX-License-Identifier: GPL-3.0-or-later
// Binding of names, and reading values on the frontend.
// Not here: operations (operations.cpp).
#include "core/tensor/ndarray.h"

#include <charconv>

#include "core/base/error.h"
#include "core/tensor/frontend.h"

namespace runahead {

void ArrayBody::drop_handle() {
  if (--handles > 0) return;
  if (base) base->drop_handle();
  if (graph_uses == 0) frontend->forget(*this);
}

NDArray& NDArray::bind(ArrayBody* body) {
  if (body) body->add_handle();
  drop();
  body_ = body;
  if (body_ && !name_.empty()) body_->frontend->name(*body_, name_);
  return *this;
}

void NDArray::drop() {
  if (body_) body_->drop_handle();
  body_ = nullptr;
}

void NDArray::wait_to_read() const {
  body_->frontend->wait_to_read(*body_);
}

std::vector<float> NDArray::asnumpy() const {
  return body_->frontend->read(*body_, WaitReason::asnumpy).floats();
}

float NDArray::scalar(WaitReason reason) const {
  if (shape().elements() != 1) {
    throw Error(std::string("[") + to_string(reason) + "] an array of shape " + shape().text() +
                " is not a single number");
  }
  return body_->frontend->read(*body_, reason).floats().front();
}

namespace {

std::string number_text(float value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return std::string(buffer, end);
}

/// Rows and columns beyond six are shown as "...".
std::string row_text(const float* data, std::int64_t count) {
  std::string text = "[";
  for (std::int64_t i = 0; i < count; ++i) {
    if (i > 0) text += ", ";
    if (count > 6 && i == 3) {
      text += "...";
      i = count - 4;
      continue;
    }
    text += number_text(data[i]);
  }
  return text + "]";
}

}  // namespace

std::string NDArray::print() const {
  const std::vector<float> values = body_->frontend->read(*body_, WaitReason::print).floats();
  const float* data = values.data();
  const Shape& sizes = shape();
  if (sizes.rank() == 0) return number_text(data[0]);
  if (sizes.rank() == 1) return row_text(data, sizes[0]);
  if (sizes.rank() > 2) return "array of shape " + sizes.text();
  std::string text = "[";
  for (std::int64_t row = 0; row < sizes[0]; ++row) {
    if (row > 0) text += ",\n ";
    if (sizes[0] > 6 && row == 3) {
      text += "...";
      row = sizes[0] - 4;
      continue;
    }
    text += row_text(data + row * sizes[1], sizes[1]);
  }
  return text + "]";
}

}  // namespace runahead
