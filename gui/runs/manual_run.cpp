// SPDX-License-Identifier: GPL-3.0-or-later
// The window's side of manual runs, and the thread that takes decisions one after another.
// Not here: which decision leads on, back or aside (decisions.cpp).
#include "gui/runs/manual_run.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

#include "gui/jobs/background.h"
#include "gui/runs/decisions.h"
#include "gui/text/refusal_text.h"

namespace runahead::gui {
namespace {

QString whyNotFollowed(const Scenario& scenario) {
  if (scenario.written) {
    return ManualRun::tr(
        "The program does not reach this point again: something that it reads from outside has changed");
  }
  return ManualRun::tr("It was made under older rules and can only be viewed");
}

}  // namespace

struct ManualRun::Command {
  enum class Kind { begin, decide, apply, run, look };
  Kind kind;
  Choice choice = {.kind = Choice::Kind::issue};
  RunTo to = RunTo::end;
  std::set<int> lines = {};
  std::optional<DecisionPoint> from = {};
  int look = 0;
};

struct ManualRun::Work {
  /// What a look has found.
  struct Seen {
    int look;
    ManualState at;
    QString whyNot;
  };
  using Run = std::unique_ptr<ManualSimulation>;

  // Of the thread alone.
  RunConfig config;
  ManualRunState state;
  int branches = 1;
  Run run;     ///< stands where `state` does; null: is to be led there
  Run looked;  ///< stands at `lookedAt`
  std::optional<DecisionPoint> lookedAt;

  // Between the two.
  explicit Work(Wake& wake) : box(wake) {}
  std::atomic<bool> stop{false};
  std::mutex mutex;
  bool forgotten = false;
  std::deque<Command> commands;
  bool running = false;
  bool looking = false;  ///< a simulation is led to where the user looks; `stop` gives that up
  struct News {
    std::vector<ManualRunState> moved = {};  ///< one of each run that has grown, and the latest
    std::optional<Seen> seen = {};
    QString failure = {};
  };
  Mailbox<News> box;

  /// Null where the record is not what the simulation comes to.
  Run simulate(const Trace& trace, Seq cursor);
  bool isState(const DecisionPoint& point) const {
    return point.branch == state.branch && point.cursor == state.cursor;
  }
  bool wasLookedAt(const DecisionPoint& point) const {
    return looked && lookedAt->branch == point.branch && lookedAt->cursor == point.cursor;
  }
  /// A simulation that stands is not to be stopped by who decides: a program in Python would not go on.
  bool isLedTo(const Command& command) const {
    return command.kind != Command::Kind::look || (isState(*command.from) && run) ||
           wasLookedAt(*command.from);
  }
  void look(const Command& command);
  void take(const Command& command);
  void tell();
  void see(Seen found);
};

ManualRun::Work::Run ManualRun::Work::simulate(const Trace& trace, Seq cursor) {
  auto led = std::make_unique<ManualSimulation>(config, decisions_at(trace, cursor), stop);
  const bool same = led->followed() && common_events(trace, led->at().trace, cursor) == cursor;
  return same ? std::move(led) : nullptr;
}

void ManualRun::Work::see(Seen found) {
  box.leave([&](News& news) { news.seen = std::move(found); });
}

void ManualRun::Work::look(const Command& command) {
  const DecisionPoint& point = *command.from;
  if (isState(point) && run) return see({command.look, run->at(), {}});
  if (!wasLookedAt(point)) {
    looked = nullptr;
    if (config.scenario->written) run = nullptr;  // one program in Python at a time
    looked = simulate(point.trace, point.cursor);
    lookedAt = point;
    {
      const std::lock_guard lock(mutex);
      looking = false;
    }
    if (stop) {  // it came too late to be thrown here, and the program may have seen it all the same
      looked = nullptr;
      throw Stopped();
    }
  }
  if (looked) return see({command.look, looked->at(), {}});
  see({command.look, {}, whyNotFollowed(*config.scenario)});
}

void ManualRun::Work::take(const Command& command) {
  if (command.kind == Command::Kind::look) return look(command);
  if (command.kind == Command::Kind::begin) {
    run = std::make_unique<ManualSimulation>(config, Script{}, stop);
    state.at = run->at();
    state.trace = state.at.trace;
    state.output = state.at.output;
    state.cursor = state.told = state.trace.size();
    return tell();
  }
  ManualRunState next = state;
  if (command.from && !isState(*command.from)) {
    const DecisionPoint& point = *command.from;
    if (wasLookedAt(point)) {
      run = std::move(looked);
    } else {
      run = nullptr;  // what it holds is not needed beside the next one
      if (config.scenario->written) looked = nullptr;
      run = simulate(point.trace, point.cursor);
    }
    // The run may have grown since the user looked at it.
    if (point.branch != state.branch) {
      next.trace = point.trace;
      next.output = point.output;
    }
    next.branch = point.branch;
    next.cursor = next.told = point.cursor;
    next.decided = kNone;
  } else if (!run) {
    if (config.scenario->written) looked = nullptr;
    run = simulate(state.trace, state.cursor);
  }
  if (!run) {
    return box.leave([&](News& news) { news.failure = whyNotFollowed(*config.scenario); });
  }
  next.at = run->at();
  Choice choice = command.choice;
  bool decides = !next.at.over;
  if (command.kind == Command::Kind::apply) {
    decides = offers(next.at, choice);
  } else if (command.kind == Command::Kind::decide) {
    const auto found = firstOf(next.at, choice.kind);
    decides = found.has_value();
    if (found) choice = *found;
  }
  if (!decides) {
    if (!command.from) return;
  } else {
    const bool grows = next.atEnd() && next.branch == state.branch;
    try {
      if (command.kind == Command::Kind::run) {
        run->run_to(command.to, command.lines);
      } else {
        run->decide(choice);
      }
    } catch (...) {
      run = nullptr;
      throw;
    }
    if (grows) {
      next.at = run->at();
      next.trace = next.at.trace;
      next.output = next.at.output;
      next.cursor = next.trace.size();
    } else {
      lead(next, run->at(), branches);
    }
    // After a run to somewhere it is the place that counts.
    const bool one = command.kind != Command::Kind::run;
    next.decided = one ? choice.task : kNone;
    next.told = one ? toldOf(next.at, choice) : next.cursor;
  }
  state = std::move(next);
  branches = std::max(branches, state.branch + 1);
  tell();
}

void ManualRun::Work::tell() {
  box.leave([&](News& news) {
    std::erase_if(news.moved, [&](const ManualRunState& older) {
      return !older.atEnd() || (older.branch == state.branch && state.atEnd());
    });
    news.moved.push_back(state);
  });
}

void ManualRun::work(const std::shared_ptr<Work>& work) {
  for (;;) {
    Command command{.kind = Command::Kind::look};
    {
      const std::lock_guard lock(work->mutex);
      if (work->commands.empty() || work->forgotten) {
        work->running = work->looking = false;
        return work->box.leave([](Work::News&) {});
      }
      command = std::move(work->commands.front());
      work->commands.pop_front();
      work->looking = !work->isLedTo(command);
      work->stop = false;
    }
    try {
      work->take(command);
    } catch (const Stopped&) {  // forgotten, or there is something to decide meanwhile
    } catch (const std::exception& error) {
      work->box.leave([&](Work::News& news) { news.failure = QString::fromStdString(reason_of(error)); });
      const std::lock_guard lock(work->mutex);
      work->commands.clear();
    }
  }
}

ManualRun::ManualRun(QObject* parent) : QObject(parent) {}

ManualRun::~ManualRun() {
  forget();
}

/// What a simulation holds may take long to give back.
void ManualRun::letGo() {
  if (m_work) runInBackground([work = std::exchange(m_work, nullptr)] {}, Ends::perhaps);
}

void ManualRun::forget() {
  m_rest.stop();
  if (!m_work) return;
  m_work->box.close();
  const std::lock_guard lock(m_work->mutex);
  m_work->forgotten = true;
  m_work->stop = true;
}

void ManualRun::start(const RunConfig& config) {
  stop();
  m_work = std::make_shared<Work>(m_wake);
  m_work->config = config;
  m_branches = 0;
  send({.kind = Command::Kind::begin});
}

void ManualRun::adopt(const CheckedRun& config, const Trace& trace, const Output& output) {
  stop();
  m_work = std::make_shared<Work>(m_wake);
  if (config) {
    m_work->config = *config;
  } else {
    m_whyNot = QString::fromStdString(refusalText(config.failure(), FrontEnd::window));
  }
  m_work->state.trace = trace;
  m_work->state.output = output;
  m_work->state.cursor = kNever;  // nowhere yet
  m_state = m_work->state;
  m_branches = 1;
  emit hereChanged();
}

void ManualRun::stop() {
  if (!m_work) return;
  forget();
  letGo();
  m_state = {};
  m_from.reset();
  m_here.reset();
  m_whyNot.clear();
  setBusy(false);
  emit hereChanged();
}

void ManualRun::cancel() {
  if (!m_busy) return;
  if (m_branches == 0) return stop();
  forget();
  auto work = std::make_shared<Work>(m_wake);
  work->config = m_work->config;
  work->state = m_state;
  work->branches = m_branches;
  letGo();
  m_work = std::move(work);
  setBusy(false);
  if (!m_here) look();
}

void ManualRun::decide(Choice::Kind kind) {
  send({.kind = Command::Kind::decide, .choice = {.kind = kind}});
}

void ManualRun::apply(const Choice& choice) {
  send({.kind = Command::Kind::apply, .choice = choice});
}

void ManualRun::runTo(RunTo to, const std::set<int>& lines) {
  send({.kind = Command::Kind::run, .to = to, .lines = lines});
}

void ManualRun::goTo(int branch, const Trace& trace, const Output& output, Seq cursor) {
  if (!m_work || m_branches == 0) return;
  m_from = DecisionPoint{branch, trace, output, cursor};
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

void ManualRun::look() {
  if (!m_from) return;
  send({.kind = Command::Kind::look, .from = m_from, .look = ++m_looks});
}

void ManualRun::send(Command command) {
  if (!m_work || !m_work->config.scenario) return;
  const bool decides = command.kind != Command::Kind::look;
  if (decides) {
    m_rest.stop();
    if (m_from) command.from = std::exchange(m_from, std::nullopt);
  }
  bool idle = false;
  {
    const std::lock_guard lock(m_work->mutex);
    auto& commands = m_work->commands;
    // The user does not look at that place any more.
    std::erase_if(commands, [](const Command& waiting) { return waiting.kind == Command::Kind::look; });
    if (m_work->looking) m_work->stop = true;
    commands.push_back(std::move(command));
    idle = !std::exchange(m_work->running, true);
  }
  if (idle) runInBackground([work = m_work] { ManualRun::work(work); }, Ends::perhaps);
  if (decides) setBusy(true);
}

void ManualRun::collect() {
  if (!m_work) return;
  const auto work = m_work;
  bool running = false;
  Work::News news;
  {
    // A thread that ends says so, and leaves its last word, under it: either that is seen here, or it wakes
    // again.
    const std::lock_guard lock(work->mutex);
    running = work->running;
    news = work->box.take();
  }
  if (!news.moved.empty()) {
    m_rest.stop();
    ++m_looks;
    // Unless a decision was made there meanwhile, the place on show is left for where the last one has led.
    m_from.reset();
    m_whyNot.clear();
    m_state = news.moved.back();
    m_here = m_state.at;
    for (const ManualRunState& state : news.moved) {
      m_branches = std::max(m_branches, state.branch + 1);
      emit moved(state);
      if (m_work != work) return;
    }
    emit hereChanged();
  } else if (news.seen && news.seen->look == m_looks) {
    m_whyNot = news.seen->whyNot;
    if (m_whyNot.isEmpty()) {
      m_here = std::move(news.seen->at);
    } else {
      m_here.reset();
    }
    emit hereChanged();
  }
  if (!running) setBusy(false);
  if (!news.failure.isEmpty()) emit failed(news.failure);
}

void ManualRun::setBusy(bool busy) {
  if (std::exchange(m_busy, busy) != busy) emit busyChanged(busy);
}

}  // namespace runahead::gui
