// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers into values, and values as floats.
#include "core/tensor/values.h"

namespace runahead {

using kernels::Type;

void Values::set(std::int64_t i, kernels::Number number) {
  const auto put = [&](auto value) {
    std::memcpy(bytes_.data() + static_cast<std::size_t>(i) * sizeof value, &value, sizeof value);
  };
  switch (type_) {
    case Type::float32:
      return put(static_cast<float>(number.real));
    case Type::float64:
      return put(number.real);
    case Type::int32:
      return put(static_cast<std::int32_t>(number.whole));
    case Type::int64:
      return put(number.whole);
    case Type::boolean:
      return put(static_cast<std::uint8_t>(number.whole != 0));
  }
}

std::vector<float> Values::floats() const {
  if (type_ == Type::float32) {
    const auto* const first = reinterpret_cast<const float*>(bytes_.data());
    return {first, first + size()};
  }
  std::vector<float> floats(static_cast<std::size_t>(size()));
  for (std::int64_t i = 0; i < size(); ++i)
    floats[static_cast<std::size_t>(i)] =
        is_floating(type_) ? static_cast<float>(real(i)) : static_cast<float>(whole(i));
  return floats;
}

}  // namespace runahead
