// SPDX-License-Identifier: GPL-3.0-or-later
// Output: what a program in Python printed, and in which statements. Like a trace it grows on the thread of
// the program; a copy stays what it was when it was taken, costs nothing, and is read on any thread without a
// lock. Not here: how much is kept (Program::print), showing it (gui/listing/output_pane.h).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/ids.h"

namespace runahead {

struct OutputData;

class Output {
 public:
  /// Nothing was printed.
  Output() = default;

  /// Pieces, each what one statement printed without another in between; in their order.
  std::size_t size() const { return pieces_; }
  bool empty() const { return pieces_ == 0; }
  /// kNone: what was said when the program had ended.
  StatementId statement(std::size_t piece) const;
  /// Where its text begins; of size(), where all of it ends.
  std::size_t begin(std::size_t piece) const;
  /// UTF-8 between two such places, or within.
  std::string text(std::size_t from, std::size_t to) const;
  std::string text(std::size_t piece) const { return text(begin(piece), begin(piece + 1)); }
  std::string text() const { return text(0, bytes_); }

  bool operator==(const Output& other) const;
  /// Whether it is the same output, and at least as much of it.
  bool continues(const Output& before) const { return data_ == before.data_ && bytes_ >= before.bytes_; }

 private:
  friend class OutputWriter;
  std::shared_ptr<const OutputData> data_;
  std::size_t pieces_ = 0;
  std::size_t bytes_ = 0;
};

/// One thread at a time writes.
class OutputWriter {
 public:
  /// Text in UTF-8, and whether it is of standard error.
  using Passer = std::function<void(std::string_view text, bool error)>;

  OutputWriter();
  /// Everything goes there as it is printed, whether it is kept or not.
  void pass_to(Passer passer) { passer_ = std::move(passer); }
  void pass(std::string_view text, bool error) const {
    if (passer_) passer_(text, error);
  }
  void add(StatementId statement, std::string_view text);
  /// So far; from any thread.
  Output output() const;

 private:
  std::shared_ptr<OutputData> data_;
  Passer passer_;
};

}  // namespace runahead
