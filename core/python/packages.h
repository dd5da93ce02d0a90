// SPDX-License-Identifier: GPL-3.0-or-later
// What programs can import of this program's own: the texts of packages/, in the module.
#pragma once

#include <cstddef>

namespace runahead::python {

struct Package {
  const char* name;  ///< "mxnet.gluon"
  bool is_package;   ///< it has others below it
  const char* text;
};
extern const Package kPackages[];
extern const std::size_t kPackageCount;

}  // namespace runahead::python
