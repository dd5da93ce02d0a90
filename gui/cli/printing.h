// SPDX-License-Identifier: GPL-3.0-or-later
// Printing: what programs in Python print, on its way to standard output and standard error as they print it.
// Not here: tables and documents (run_table.h, run_json.h).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/scenario/run_execution.h"

namespace runahead::gui {

/// Text of others on its way to a terminal is text like any other; lines and columns stay. JSON says the same
/// with codes.
std::string forTerminals(std::string_view text);

class Printing {
 public:
  /// `runs` of them follow. `document`: standard output is that of a document, so what goes there is kept
  /// for it, and what others write there, a child of the program say, goes to standard error.
  Printing(std::size_t runs, bool document);
  ~Printing() { giveBack(); }
  Printing(const Printing&) = delete;
  Printing& operator=(const Printing&) = delete;

  struct Printed {
    std::string output, error;  ///< kept for a document alone
  };
  /// Before the next run starts.
  void begin(RunExecution& session);
  /// It is over.
  Printed end();
  /// Standard output is anybody's again.
  void giveBack();

 private:
  void take(std::string_view text, bool error);

  const std::size_t m_runs;
  const bool m_document;
  std::size_t m_run = 0;
  bool m_printed = false;
  bool m_endsLine = true;
  Printed m_kept;
  int m_standardOutput = -1;  ///< while it is a document's
};

}  // namespace runahead::gui
