// SPDX-License-Identifier: GPL-3.0-or-later
// OnHost: while it lives, calls without arrays make arrays of the host, or of the run's own. WriteInto: the
// first call that can writes its result into an array. StandIns: arrays that are made stand for views.
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

class StandIns {
 public:
  StandIns(Frontend& frontend, bool on) : frontend_(frontend) { frontend_.make_stand_ins(on); }
  StandIns(const StandIns&) = delete;
  StandIns& operator=(const StandIns&) = delete;
  ~StandIns() { frontend_.make_stand_ins(false); }

 private:
  Frontend& frontend_;
};

class WriteInto {
 public:
  WriteInto(Frontend& frontend, NDArray& target, bool of_others = false)
      : WriteInto(frontend, &target, of_others) {}
  /// Null: none does.
  WriteInto(Frontend& frontend, NDArray* target, bool of_others) : frontend_(frontend) {
    frontend_.write_into(target, of_others);
  }
  WriteInto(const WriteInto&) = delete;
  WriteInto& operator=(const WriteInto&) = delete;
  ~WriteInto() { frontend_.write_into(nullptr); }

 private:
  Frontend& frontend_;
};

}  // namespace runahead
