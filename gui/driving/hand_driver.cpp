// SPDX-License-Identifier: GPL-3.0-or-later
// The window's side of driving, and the thread that takes decisions one after another.
// Not here: which decision leads on, back or aside (decisions.cpp).
#include "gui/driving/hand_driver.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

#include "gui/bridge/background.h"
#include "gui/driving/decisions.h"

namespace runahead::gui {
namespace {

/// A cursor that moves on within this time is not looked at.
constexpr int kRestMs = 60;

}  // namespace

struct HandDriver::Command {
  enum class Kind { begin, decide, apply, run, look };
  Kind kind;
  Choice choice = {.kind = Choice::Kind::issue};
  Script::Then then = Script::Then::park;
  std::set<int> lines = {};
  std::optional<Place> from = {};
  std::uint32_t times = 1;
  int look = 0;
};

struct HandDriver::Work {
  // Of the thread alone.
  RunConfig config;
  HandState state;
  int branches = 1;
  std::optional<DrivenRun> looked;  ///< at by the last look

  // Between the two.
  std::atomic<bool> stop{false};
  std::mutex mutex;
  HandDriver* receiver = nullptr;  ///< null once all of it was forgotten
  std::deque<Command> commands;
  bool running = false;
  bool looking = false;
  bool posted = false;
  std::vector<HandState> moved;  ///< one of each run that has grown, and the latest
  std::optional<std::pair<int, DrivenRun>> seen;
  QString failure;

  DrivenRun simulate(const Script& script) { return drive(config, script, stop); }
  DrivenRun standing(const Place& place);
  void take(const Command& command);
  void tell();
  /// With the mutex held.
  void wake();
};

void HandDriver::Work::wake() {
  if (!receiver || std::exchange(posted, true)) return;
  emit receiver->woken();
}

DrivenRun HandDriver::Work::standing(const Place& place) {
  const Script script = decisions_at(place.trace, place.cursor);
  if (place.branch == state.branch && script == state.at.decisions) return state.at;
  if (looked && script == looked->decisions) return *looked;
  return simulate(script);
}

void HandDriver::Work::take(const Command& command) {
  if (command.kind == Command::Kind::begin) {
    state.at = simulate({});
    state.trace = state.at.trace;
    state.cursor = state.told = state.trace.size();
    tell();
    return;
  }
  if (command.kind == Command::Kind::look) {
    looked = standing(*command.from);
    const std::lock_guard lock(mutex);
    seen.emplace(command.look, *looked);
    wake();
    return;
  }
  HandState next = state;
  if (command.from) {
    next.at = standing(*command.from);
    next.cursor = next.told = command.from->cursor;
    next.decided = kNone;
    // The run may have grown since somebody looked at it.
    if (command.from->branch != state.branch) next.trace = command.from->trace;
    next.branch = command.from->branch;
  }
  std::optional<Script> script;
  Choice choice = command.choice;
  if (command.kind == Command::Kind::run) {
    if (!next.at.over) script = next.at.decisions;
  } else if (command.kind == Command::Kind::apply) {
    if (offers(next.at, choice)) script = with(next.at.decisions, choice);
  } else if (const auto found = firstOf(next.at, choice.kind)) {
    choice = *found;
    script = with(next.at.decisions, choice);
    script->statements += command.times - 1;
  }
  if (script) {
    script->then = command.then;
    script->lines = command.lines;
    lead(next, simulate(*script), branches);
    next.decided = choice.task;
    // After a run to somewhere, and at the end of the program, it is the place that counts.
    if (command.kind == Command::Kind::run || next.at.over) next.told = next.cursor;
    if (!next.atEnd()) next.at = simulate(decisions_at(next.trace, next.cursor));
  } else if (!command.from) {
    return;
  }
  state = std::move(next);
  branches = std::max(branches, state.branch + 1);
  tell();
}

void HandDriver::Work::tell() {
  const std::lock_guard lock(mutex);
  std::erase_if(moved, [&](const HandState& older) {
    return !older.atEnd() || (older.branch == state.branch && state.atEnd());
  });
  moved.push_back(state);
  wake();
}

void HandDriver::work(const std::shared_ptr<Work>& work) {
  for (;;) {
    Command command{.kind = Command::Kind::look};
    {
      const std::lock_guard lock(work->mutex);
      if (work->commands.empty() || !work->receiver) {
        work->running = false;
        work->wake();
        return;
      }
      command = std::move(work->commands.front());
      work->commands.pop_front();
      // Statements that are issued one after another are one simulation: what a wait holds up is not begun.
      const auto issues = [](const Command& one) {
        return one.kind == Command::Kind::decide && one.choice.kind == Choice::Kind::issue;
      };
      while (issues(command) && !work->commands.empty() && issues(work->commands.front()) &&
             !work->commands.front().from) {
        ++command.times;
        work->commands.pop_front();
      }
      work->looking = command.kind == Command::Kind::look;
      work->stop = false;
    }
    try {
      work->take(command);
    } catch (const Stopped&) {  // forgotten, or there is something to decide meanwhile
    } catch (const std::exception& error) {
      const std::lock_guard lock(work->mutex);
      work->failure = QString::fromUtf8(error.what());
      work->commands.clear();
    }
  }
}

HandDriver::HandDriver(QObject* parent) : QObject(parent) {
  m_rest.setSingleShot(true);
  m_rest.setInterval(kRestMs);
  connect(&m_rest, &QTimer::timeout, this, &HandDriver::look);
  connect(this, &HandDriver::woken, this, &HandDriver::collect, Qt::QueuedConnection);
}

HandDriver::~HandDriver() {
  forget();
}

void HandDriver::forget() {
  m_rest.stop();
  if (!m_work) return;
  const std::lock_guard lock(m_work->mutex);
  m_work->receiver = nullptr;
  m_work->stop = true;
}

void HandDriver::start(const RunConfig& config) {
  stop();
  m_work = std::make_shared<Work>();
  m_work->config = config;
  m_work->receiver = this;
  m_branches = 0;
  push({.kind = Command::Kind::begin});
}

void HandDriver::stop() {
  if (!m_work) return;
  forget();
  m_work = nullptr;
  m_state = {};
  m_from.reset();
  m_here.reset();
  setBusy(false);
  emit hereChanged();
}

void HandDriver::cancel() {
  if (!m_busy) return;
  if (m_branches == 0) return stop();
  forget();
  auto work = std::make_shared<Work>();
  work->config = m_work->config;
  work->state = m_state;
  work->branches = m_branches;
  work->receiver = this;
  m_work = std::move(work);
  setBusy(false);
  if (!m_here) look();
}

void HandDriver::decide(Choice::Kind kind) {
  push({.kind = Command::Kind::decide, .choice = {.kind = kind}});
}

void HandDriver::apply(const Choice& choice) {
  push({.kind = Command::Kind::apply, .choice = choice});
}

void HandDriver::runTo(Script::Then then, const std::set<int>& lines) {
  push({.kind = Command::Kind::run, .then = then, .lines = lines});
}

void HandDriver::goTo(int branch, const Trace& trace, Seq cursor) {
  if (!m_work || m_branches == 0) return;
  m_from = Place{branch, trace, cursor};
  if (branch == m_state.branch && cursor == m_state.cursor) {
    m_rest.stop();
    ++m_looks;
    m_here = m_state.at;
  } else {
    m_here.reset();
    m_rest.start();
  }
  emit hereChanged();
}

void HandDriver::look() {
  if (!m_from) return;
  push({.kind = Command::Kind::look, .from = m_from, .look = ++m_looks});
}

void HandDriver::push(Command command) {
  if (!m_work) return;
  const bool decides = command.kind != Command::Kind::look;
  if (decides) {
    m_rest.stop();
    if (m_from) command.from = std::exchange(m_from, std::nullopt);
  }
  bool idle = false;
  {
    const std::lock_guard lock(m_work->mutex);
    auto& commands = m_work->commands;
    // Nobody looks at that place any more.
    std::erase_if(commands, [](const Command& waiting) { return waiting.kind == Command::Kind::look; });
    if (m_work->looking) m_work->stop = true;
    commands.push_back(std::move(command));
    idle = !std::exchange(m_work->running, true);
  }
  if (idle) runInBackground([work = m_work] { HandDriver::work(work); });
  if (decides) setBusy(true);
}

void HandDriver::collect() {
  if (!m_work) return;
  std::vector<HandState> moved;
  std::optional<std::pair<int, DrivenRun>> seen;
  QString failure;
  bool running = false;
  {
    const std::lock_guard lock(m_work->mutex);
    moved.swap(m_work->moved);
    seen.swap(m_work->seen);
    failure.swap(m_work->failure);
    running = m_work->running;
    m_work->posted = false;
  }
  const auto work = m_work;
  if (!moved.empty()) {
    m_rest.stop();
    ++m_looks;
    // Unless a decision was made there meanwhile, the place on show is left for where the last one has led.
    m_from.reset();
    m_state = moved.back();
    m_here = m_state.at;
    for (const HandState& state : moved) {
      m_branches = std::max(m_branches, state.branch + 1);
      emit this->moved(state);
      if (m_work != work) return;
    }
    emit hereChanged();
  } else if (seen && seen->first == m_looks) {
    m_here = std::move(seen->second);
    emit hereChanged();
  }
  if (!running) setBusy(false);
  if (!failure.isEmpty()) emit failed(failure);
}

void HandDriver::setBusy(bool busy) {
  if (std::exchange(m_busy, busy) != busy) emit busyChanged(busy);
}

}  // namespace runahead::gui
