// SPDX-License-Identifier: GPL-3.0-or-later
// OnHost: while it lives, calls without arrays make arrays of the host, or of the run's own.
#pragma once

#include "core/tensor/frontend.h"

namespace runahead {

class OnHost {
 public:
  OnHost(Frontend& frontend, bool on) : frontend_(frontend) { frontend_.compute_on_host(on); }
  OnHost(const OnHost&) = delete;
  OnHost& operator=(const OnHost&) = delete;
  ~OnHost() { frontend_.compute_on_host(false); }

 private:
  Frontend& frontend_;
};

}  // namespace runahead
