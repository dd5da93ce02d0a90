// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors in what an operation is given or gives: alone, in lists, in lists with gaps.
#pragma once

#include <ATen/ATen.h>
#include <ATen/core/List.h>
#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>

namespace runahead::pytorch {

/// In every tensor of `value`, `change(tensor)` in its place; a device becomes `device`.
template <class Change>
c10::IValue changed(const c10::IValue& value, const Change& change, c10::Device device) {
  if (value.isTensor()) return value.toTensor().defined() ? c10::IValue(change(value.toTensor())) : value;
  if (value.isTensorList()) {
    c10::List<at::Tensor> made;
    for (const at::Tensor& one : value.toTensorVector()) made.push_back(change(one));
    return made;
  }
  if (value.isDevice()) return c10::IValue(device);
  if (!value.isList()) return value;
  const c10::List<c10::IValue> list = value.toList();
  const c10::TypePtr type = list.elementType();
  if (type->kind() != c10::TypeKind::OptionalType ||
      type->containedType(0)->kind() != c10::TypeKind::TensorType)
    return value;
  c10::List<c10::optional<at::Tensor>> made;
  for (const c10::IValue& one : list) {
    made.push_back(one.isNone() || !one.toTensor().defined()
                       ? c10::optional<at::Tensor>()
                       : c10::optional<at::Tensor>(change(one.toTensor())));
  }
  return made;
}

template <class Visit>
void each_tensor(const c10::IValue& value, const Visit& visit) {
  changed(
      value,
      [&](const at::Tensor& one) {
        visit(one);
        return one;
      },
      c10::kCPU);
}

}  // namespace runahead::pytorch
