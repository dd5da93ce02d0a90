// SPDX-License-Identifier: GPL-3.0-or-later
// keys, texts: tables, of which the first text is empty. steps: of each [key, text, ...]. times: each more
// than the one before, in ns. stops: steps at which a statement begins. tasks: of each run, by number, label
// and uses of those that stand in a queue. questions: the step at which each is asked, the one that shows the
// answer, what is said of each option. states: words of the glyphs.
#include "gui/page/page_script.h"

#include <QJsonArray>
#include <algorithm>

#include "gui/page/page_question.h"
#include "gui/page/page_text.h"
#include "gui/text/format.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

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

PageScript::PageScript(std::span<const Trace> traces, PageStates& states, std::span<const Question> asked) {
  TextTable keyTable, texts;
  texts.place(QString());
  QJsonArray steps, times, stops;
  PageState before;
  std::int64_t last_ns = 0;
  std::vector<QSet<TaskId>> queued(traces.size());
  for (std::size_t i = 0; i < states.steps().size(); ++i) {
    PageState now = states.at(i);
    QJsonArray changes;
    for (const auto& [key, text] : now) {
      const auto old = before.find(key);
      if (text == (old == before.end() ? QString() : old->second)) continue;
      keys.insert(key);
      changes.append(keyTable.place(key));
      changes.append(texts.place(text));
      if (key == QLatin1String("said")) longestSaid = std::max(longestSaid, text.size());
      if (!key.endsWith(QLatin1String(".tasks"))) continue;
      for (const QString& entry : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (!entry.startsWith(QLatin1Char('+')))
          queued[key.section(QLatin1Char('.'), 0, 0).toUInt()].insert(
              entry.section(QLatin1Char('.'), 0, 0).toUInt());
      }
    }
    steps.append(changes);
    times.append(static_cast<double>(states.steps()[i].ns - last_ns));
    last_ns = states.steps()[i].ns;
    if (states.isStop(i)) stops.append(static_cast<int>(i));
    before = std::move(now);
  }
  QJsonArray tasks;
  for (std::size_t run = 0; run < traces.size(); ++run) {
    const Trace& trace = traces[run];
    QJsonArray labels;
    TaskId end = 0;
    for (const TaskId id : queued[run]) end = std::max(end, id + 1);
    for (TaskId id = 0; id < end; ++id) {
      labels.append(queued[run].contains(id) ? taskLabel(trace, id).simplified() + QLatin1Char('\t') +
                                                   usesLabel(trace, id).simplified()
                                             : QString());
    }
    tasks.append(labels);
  }
  QJsonArray questions;
  for (const Question& question : asked) questions.append(questionData(question, 0, states));
  data = scriptText({{QStringLiteral("keys"), keyTable.texts()},
                     {QStringLiteral("texts"), texts.texts()},
                     {QStringLiteral("steps"), steps},
                     {QStringLiteral("times"), times},
                     {QStringLiteral("stops"), stops},
                     {QStringLiteral("tasks"), tasks},
                     {QStringLiteral("questions"), questions},
                     {QStringLiteral("states"), stateWords()}});
}

}  // namespace runahead::gui
