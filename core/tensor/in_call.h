// SPDX-License-Identifier: GPL-3.0-or-later
// InCall: another library computes inside the call, from here to end(). Live, the record waits for that.
#pragma once

#include <string_view>

#include "core/tensor/frontend.h"

namespace runahead {

/// On the frontend's thread. Without end(), nothing is recorded.
class InCall {
 public:
  explicit InCall(Frontend& frontend);
  ~InCall();
  InCall(const InCall&) = delete;
  InCall& operator=(const InCall&) = delete;
  /// It was a task of the statement that has begun. Throws Stopped.
  void end(std::string_view operation, const Work& work);

 private:
  Frontend& frontend_;
  EventWriter* const expecting_;  ///< null under the virtual clock, and where nothing is recorded
  const Ticks since_;
};

}  // namespace runahead
