// SPDX-License-Identifier: GPL-3.0-or-later
// Looking at the text, and writing it, beside the window.
#include "gui/listing/written_program.h"

#include <QRegularExpression>
#include <utility>

#include "core/base/atomic_file.h"
#include "gui/text/program_file.h"

namespace runahead::gui {

WrittenProgram::WrittenProgram(ProgramText text, bool elsewhere, QObject* parent)
    : QObject(parent),
      m_text(std::move(text)),
      m_code(QString::fromStdString(m_text.text)),
      m_savedText(m_text.text),
      m_revision(m_text.text),
      m_elsewhere(elsewhere),
      m_looking([this](const std::shared_ptr<const Look>& look) { take(*look); },
                // It waits for the interpreter, which a run may hold for as long as a call takes.
                Ends::perhaps) {
  look();
}

void WrittenProgram::setCode(const QString& code) {
  if (code == m_code) return;
  m_code = code;
  m_text.text = code.toStdString();
  m_revision.change(m_text.text);
  m_waiting.clear();
  m_later.start();
  emit changed();
}

QString WrittenProgram::file() const {
  return m_text.folder.empty() ? QString()
                               : QString::fromStdString(m_text.folder) + QLatin1Char('/') + name();
}

FileJobs::Write WrittenProgram::saving(const ProgramText& to, bool replaces) const {
  return [to, before = m_savedText, replaces](const Progress&) -> Status {
    const std::string file = to.folder + "/" + to.name;
    // What another program has written there meanwhile is not lost unasked.
    const Result<ReadProgram> there = readProgram(file);
    if (!replaces && there && there->program.text != before) {
      return Failure{file +
                     ": it holds something else than what was read from it or written to it; File, "
                     "Save Program As replaces it, or keeps both"};
    }
    AtomicFile out(file);
    out.write(to.text);
    return out.commit();
  };
}

void WrittenProgram::saved(const ProgramText& written) {
  m_savedText = written.text;
  m_elsewhere = true;
  m_text.name = written.name;
  m_text.folder = written.folder;
  if (!isChecked()) look();
  emit changed();
}

void WrittenProgram::whenChecked(std::function<void()> then) {
  if (isChecked()) return then();
  m_waiting.push_back(std::move(then));
  look();
}

void WrittenProgram::look() {
  m_later.stop();
  m_looking.start([text = m_text](const std::atomic<bool>&) {
    const Result<const Scenario*> found = scenario_of(text);
    if (!found) return Look{text, nullptr, found.error(), {}};
    const Result<std::vector<std::string>> completions = completions_of(text);
    return Look{text, *found, {}, completions ? *completions : std::vector<std::string>()};
  });
}

void WrittenProgram::take(const Look& look) {
  m_checkedText = look.of;
  if (look.scenario) {
    m_scenario = look.scenario;
    m_completions.clear();
    for (const std::string& one : look.completions) m_completions << QString::fromStdString(one);
  }
  m_problem = QString::fromStdString(look.problem);
  static const QRegularExpression kLine(QStringLiteral("[,;] line (\\d+)[: ]"));
  m_problemLines.clear();
  for (const QRegularExpressionMatch& line : kLine.globalMatch(m_problem.section(QLatin1Char('\n'), 0, 0)))
    m_problemLines.insert(line.captured(1).toInt());
  emit checked();
  if (!isChecked()) return;
  for (const auto& then : std::exchange(m_waiting, {})) then();
}

}  // namespace runahead::gui
