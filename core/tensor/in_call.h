// SPDX-License-Identifier: GPL-3.0-or-later
// InCall: another library computes inside the call, from here to end(). Live, the record waits for that.
#pragma once

#include <optional>
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
  /// It was a task of the statement that has begun, and that `early` where it was; `written`: an array of its
  /// own for the memory that it wrote. Throws Stopped.
  void end(std::string_view operation, const Work& work, const std::optional<EarlyUse>& early = {},
           ArrayBody* written = nullptr);

 private:
  Frontend& frontend_;
  EventWriter* const expecting_;  ///< null under the virtual clock, and where nothing is recorded
  const Ticks since_;
};

}  // namespace runahead
