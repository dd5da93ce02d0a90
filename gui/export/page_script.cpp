// SPDX-License-Identifier: GPL-3.0-or-later
// keys, texts: tables, of which the first text is empty. steps: of each [key, text, ...]. times: each more
// than the one before, in ns. slides: steps at which a statement begins. tasks: of each run, by number, label
// and uses of those that stand in a queue. questions: the step at which each is asked, the one that shows the
// answer, what is said of each option. states: words of the glyphs.
#include "gui/export/page_script.h"

#include <QJsonArray>
#include <algorithm>

#include "gui/export/page_question.h"
#include "gui/export/page_text.h"
#include "gui/text/format.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

constexpr std::size_t kAskEvery = 64;  ///< steps

/// Texts, each once, by number.
class TextTable {
 public:
  int place(const QString& text) {
    const auto found = m_places.constFind(text);
    if (found != m_places.constEnd()) return *found;
    const auto place = static_cast<int>(m_texts.size());
    m_places.insert(text, place);
    m_texts.append(text);
    return place;
  }
  const QJsonArray& texts() const { return m_texts; }

 private:
  QHash<QString, int> m_places;
  QJsonArray m_texts;
};

/// In the order of TaskState.
QJsonArray stateWords() {
  return {tr("blocked"), tr("ready"),    tr("running"),    tr("done"),    tr("failed"),
          tr("skipped"), tr("recorded"), tr("eliminated"), tr("waiting"), tr("issued")};
}

}  // namespace

PageScript::PageScript(std::span<const Trace> traces, PageStates& states, std::span<const Question> asked,
                       const Progress& progress) {
  TextTable texts;
  texts.place(QString());
  QJsonArray steps, times, slides;
  std::int64_t last_ns = 0;
  for (std::size_t i = 0; i < states.steps().size(); ++i) {
    if (progress && i % kAskEvery == 0 && !progress(i, states.steps().size())) throw Stopped();
    QJsonArray changes;
    for (const auto& [key, text] : states.next()) {
      keys.insert(states.keys()[key]);
      changes.append(key);
      changes.append(texts.place(text));
      if (key == PageStates::kSaid) longestSaid = std::max(longestSaid, text.size());
    }
    steps.append(changes);
    times.append(static_cast<double>(states.steps()[i].ns - last_ns));
    last_ns = states.steps()[i].ns;
    if (states.isStop(i)) slides.append(static_cast<int>(i));
  }
  QJsonArray tasks;
  for (std::size_t run = 0; run < traces.size(); ++run) {
    const Trace& trace = traces[run];
    QJsonArray labels;
    for (const TaskId id : states.queued(run)) {
      while (static_cast<TaskId>(labels.size()) < id) labels.append(QString());
      labels.append(taskLabel(trace, id).simplified() + QLatin1Char('\t') +
                    usesLabel(trace, id).simplified());
    }
    tasks.append(labels);
  }
  QJsonArray questions;
  for (const Question& question : asked) questions.append(questionData(question, traces.front(), 0, states));
  data = dataElement({{QStringLiteral("keys"), QJsonArray::fromStringList(states.keys())},
                      {QStringLiteral("texts"), texts.texts()},
                      {QStringLiteral("steps"), steps},
                      {QStringLiteral("times"), times},
                      {QStringLiteral("stops"), slides},
                      {QStringLiteral("tasks"), tasks},
                      {QStringLiteral("questions"), questions},
                      {QStringLiteral("states"), stateWords()}});
}

}  // namespace runahead::gui
