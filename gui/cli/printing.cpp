// SPDX-License-Identifier: GPL-3.0-or-later
// Each piece with a write of its own: whatever ends the process, it has gone out.
// Not here: how much of it a run keeps (core/scenario/program.h).
#include "gui/cli/printing.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "core/base/quote.h"

namespace runahead::gui {
namespace {

/// What cannot be written is dropped: the code that writes the numbers behind it says why.
void writeAll(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

std::string forTerminals(std::string_view text) {
  std::string shown;
  for (;;) {
    const std::size_t tab = text.find('\t');
    shown += without_controls(text.substr(0, tab), true);
    if (tab == std::string_view::npos) return shown;
    shown += '\t';
    text.remove_prefix(tab + 1);
  }
}

Printing::Printing(std::size_t runs, bool document) : m_runs(runs), m_document(document) {
  if (!document) return;
  m_standardOutput = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (m_standardOutput >= 0) ::dup2(STDERR_FILENO, STDOUT_FILENO);
}

void Printing::giveBack() {
  if (m_standardOutput < 0) return;
  std::fflush(stdout);
  ::dup2(m_standardOutput, STDOUT_FILENO);
  ::close(std::exchange(m_standardOutput, -1));
}

void Printing::begin(RunExecution& session) {
  ++m_run;
  m_printed = false;
  m_endsLine = true;
  m_kept = {};
  session.pass_output_to([this](std::string_view text, bool error) { take(text, error); });
}

void Printing::take(std::string_view text, bool error) {
  if (m_document) (error ? m_kept.error : m_kept.output) += text;
  if (error || !m_document) {
    std::string shown;
    if (!error) {
      if (!m_printed && m_runs > 1) shown.append("run ").append(std::to_string(m_run)).append(" printed\n");
      m_printed = true;
      m_endsLine = text.ends_with('\n');
    }
    shown += forTerminals(text);
    writeAll(error ? STDERR_FILENO : STDOUT_FILENO, shown);
  }
}

Printing::Printed Printing::end() {
  if (m_printed) writeAll(STDOUT_FILENO, m_endsLine ? "\n" : "\n\n");
  return std::exchange(m_kept, {});
}

}  // namespace runahead::gui
