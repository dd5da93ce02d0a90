// SPDX-License-Identifier: GPL-3.0-or-later
// Products and convolutions count their multiplications; all else one for each element of the largest tensor.
#include "core/pytorch/work.h"

#include <algorithm>
#include <array>

namespace runahead::pytorch {

namespace {

std::int64_t bytes_in(const at::Tensor& tensor) {
  return tensor.defined() ? tensor.numel() * static_cast<std::int64_t>(tensor.itemsize()) : 0;
}

/// Multiplications and additions of a product whose result has so many elements.
std::int64_t product(std::int64_t elements, std::int64_t inner) {
  return 2 * elements * inner;
}

constexpr std::array kProducts = {"mm", "bmm",   "addmm", "baddbmm", "addbmm",
                                  "mv", "addmv", "dot",   "vdot",    "addr"};

}  // namespace

Work work_of(std::string_view operation, const torch::jit::Stack& arguments,
             const std::vector<at::Tensor>& made) {
  Work work;
  std::vector<at::Tensor> given;
  for (const c10::IValue& value : arguments) {
    if (value.isTensor() && value.toTensor().defined()) given.push_back(value.toTensor());
    if (!value.isTensorList()) continue;
    for (const at::Tensor& one : value.toTensorVector()) given.push_back(one);
  }
  std::int64_t most = 0;  // elements of the largest
  for (const std::vector<at::Tensor>* all : {static_cast<const std::vector<at::Tensor>*>(&given), &made}) {
    for (const at::Tensor& one : *all) {
      work.bytes += bytes_in(one);
      most = std::max(most, one.defined() ? one.numel() : 0);
    }
  }
  work.flops = most;
  const std::int64_t out = made.empty() ? (given.empty() ? 0 : given.front().numel()) : made.front().numel();
  if (std::find(kProducts.begin(), kProducts.end(), operation) != kProducts.end() && given.size() >= 2) {
    const at::Tensor& left = given.at(operation.starts_with("add") || operation == "baddbmm" ? 1 : 0);
    work.flops = product(out, operation == "addr" ? 1 : left.size(-1));
  } else if (operation.starts_with("convolution") && given.size() >= 2) {
    const bool backward = operation == "convolution_backward";
    const at::Tensor& weight = given.at(backward ? 2 : 1);
    const std::int64_t outputs = backward ? given.front().numel() : out;
    const std::int64_t inner = weight.size(0) > 0 ? weight.numel() / weight.size(0) : 0;
    work.flops = product(outputs, inner) * (backward ? 2 : 1);
  }
  const bool doubles = !given.empty() && given.front().scalar_type() == at::kDouble;
  if (doubles) work.flops *= 2;
  return work;
}

}  // namespace runahead::pytorch
