// SPDX-License-Identifier: GPL-3.0-or-later
// What may be repeated, and the thread that does it.
#include "gui/runs/repeater.h"

#include <algorithm>
#include <chrono>
#include <semaphore>
#include <string>
#include <utility>

#include "core/trace/rounds.h"
#include "gui/text/format.h"
#include "gui/text/log.h"
#include "gui/text/refusal_text.h"
#include "gui/text/run_text.h"

namespace runahead::gui {
namespace {

constexpr int kTellMs = 100;
constexpr std::chrono::milliseconds kLookForStop(10);

bool live(const RunList::Run& run) {
  return run.trace.info().clock == Clock::live;
}

/// To its end, unless it is stopped. False: it was.
bool runToEnd(RunExecution& session, const std::atomic<bool>& stop, const std::atomic<bool>& abandoned) {
  std::binary_semaphore over(0);
  logStart(session);
  session.start([&over] { over.release(); });
  while (!over.try_acquire_for(kLookForStop)) {
    if (stop || abandoned) session.stop();
  }
  session.wait();
  logEnd(session);
  return !stop && !abandoned;
}

}  // namespace

Repeater::Repeater(RunList* runs, QObject* parent)
    : QObject(parent),
      m_runs(runs),
      m_job([this](std::shared_ptr<const Repeats> repeats) { finished(*repeats); }) {
  m_timer.setInterval(kTellMs);
  connect(&m_timer, &QTimer::timeout, this, &Repeater::tell);
  connect(runs, &RunList::changed, this, &Repeater::follow);
}

Repeater::~Repeater() {
  if (m_shared) m_shared->stop = true;
}

double Repeater::progress() const {
  if (m_state != State::making || m_shared->planned == 0) return 0;
  const auto all = static_cast<double>((m_shared->planned - 1) * m_parts.size());
  return all > 0 ? std::min(1.0, static_cast<double>(m_shared->made) / all) : 0;
}

void Repeater::set(State state, const QString& words) {
  if (state == m_state && words == m_words) return;
  m_state = state;
  m_words = words;
  emit changed();
}

void Repeater::follow() {
  if (m_state != State::making) return look();
  // Whatever else happens, rounds of runs that are no longer there or not compared are not wanted.
  const auto compared = m_runs->comparing() ? m_runs->compared() : std::vector<const RunList::Run*>();
  const bool all = std::ranges::all_of(m_parts, [&](const Part& part) {
    return std::ranges::any_of(compared, [&](const RunList::Run* run) {
      return run->id == part.id && run->version == part.version;
    });
  });
  if (!all) stop();
}

void Repeater::look() {
  const auto runs = m_runs->comparing() ? m_runs->compared() : std::vector<const RunList::Run*>();
  if (runs.size() < 2 || std::ranges::none_of(runs, [](auto* run) { return live(*run); }))
    return set(State::none, {});
  const auto refuse = [this](const QString& why) { set(State::refused, tr("Not repeated: %1.").arg(why)); };
  std::vector<RunTotal> totals;
  std::vector<Part> parts;
  std::vector<RepeatedRun> all;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!runs[i]->finished) return set(State::none, {});
    totals.push_back({&runs[i]->trace.info(), runs[i]->total_ns.value_or(0)});
    all.push_back({&runs[i]->trace.info(), runLetter(static_cast<int>(i)).toStdString(), runs[i]->status,
                   !runs[i]->errors.empty()});
    if (live(*runs[i])) parts.push_back({runs[i]->id, runs[i]->version});
  }
  const ComparedRow row = compare_totals(totals);
  bool once = false;
  for (std::size_t run = 1; run < runs.size(); ++run) once |= row.evidence(run) == Evidence::once;
  if (!once) {
    const std::size_t rounds = row.interval(1) ? row.interval(1)->rounds : 0;
    return set(State::made,
               rounds == 0 ? QString() : tr("%1 rounds, alternately; numbers are medians.").arg(rounds));
  }
  if (const Status worth = worth_repeating(all); !worth) return refuse(QString::fromStdString(worth.error()));
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!live(*runs[i])) continue;
    if (!runs[i]->request) {
      return refuse(tr("%1 comes from a file, perhaps from another computer; run it anew")
                        .arg(runLetter(static_cast<int>(i))));
    }
    const CheckedRun config = check(*runs[i]->request);
    if (!config) {
      return refuse(QString::fromStdString(refusalText(config.failure(), FrontEnd::window)));
    }
  }
  if (parts == m_ended) return refuse(m_why);
  set(State::offered, tr("Real times differ from run to run. Repeat the runs alternately to compare them."));
}

void Repeater::start() {
  if (m_state != State::offered) return;
  std::vector<Repeats::Made> made;
  std::vector<RunConfig> configs;
  std::vector<std::string> names;
  m_parts.clear();
  m_ended.clear();
  const auto runs = m_runs->compared();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!live(*runs[i])) continue;
    const CheckedRun config = check(*runs[i]->request);
    if (!config) return look();
    configs.push_back(*config);
    names.push_back(runLetter(static_cast<int>(i)).toStdString());
    made.push_back({runs[i]->trace, runs[i]->trace.end_ns()});
    m_parts.push_back({runs[i]->id, runs[i]->version});
  }
  m_shared = std::make_shared<Shared>();
  set(State::making, tr("Round 2 begins …"));
  m_timer.start();
  m_job.start([shared = m_shared, made = std::move(made), configs = std::move(configs),
               names = std::move(names)](const std::atomic<bool>& abandoned) {
    Repeats repeats(made);
    std::size_t runs_begun = 0;
    make_rounds(
        repeats, configs, names,
        [&](RunExecution& session) { return runToEnd(session, shared->stop, abandoned); },
        [&] {
          shared->planned = repeats.planned();
          shared->round = repeats.rounds() + 1;
          shared->made = runs_begun++;
        });
    return repeats;
  });
}

void Repeater::stop() {
  if (m_state == State::making) m_shared->stop = true;
}

void Repeater::tell() {
  if (m_state != State::making) return m_timer.stop();
  const std::size_t planned = m_shared->planned;
  if (planned == 0) return;
  set(State::making,
      m_shared->stop ? tr("Stopping …") : tr("Round %1 of %2").arg(m_shared->round.load()).arg(planned));
  emit changed();  // the bar
}

void Repeater::finished(const Repeats& repeats) {
  m_timer.stop();
  const std::vector<Part> parts = std::exchange(m_parts, {});
  m_state = State::none;
  if (!repeats.enough()) {
    m_ended = parts;
    m_why = repeats.stopped() ? QString() : toText(repeats.why());
    if (m_why.isEmpty()) m_ended.clear();  // it may be asked for again
    return look();
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const RunList::Run* run = m_runs->find(parts[i].id);
    if (!run || run->version != parts[i].version) continue;
    Trace record = repeats.record(i);
    if (!run->bookmarks.empty()) {
      // What the user has pinned to a record stays with it: that of the first round.
      Rounds rounds = *record.info().rounds;
      rounds.kept = 0;
      record = run->trace.with_rounds(std::make_shared<const Rounds>(std::move(rounds)));
    }
    m_runs->repeated(parts[i].id, record);
    emit recordChanged(parts[i].id);
  }
  look();
}

}  // namespace runahead::gui
