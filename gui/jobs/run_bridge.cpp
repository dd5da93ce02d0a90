// SPDX-License-Identifier: GPL-3.0-or-later
// How a session is started, polled, concluded and disposed of. All members run on the window's thread.
// Not here: the threads of the run; the session owns them.
#include "gui/jobs/run_bridge.h"

#include <QDateTime>
#include <utility>

#include "gui/jobs/background.h"
#include "gui/text/log.h"

namespace runahead::gui {
namespace {

constexpr int kFrameMs = 16;
constexpr qint64 kStopsWithinMs = 1000;

/// A session's destructor stops and joins, which takes as long as the longest task.
void dispose(std::shared_ptr<RunExecution> session) {
  if (!session) return;
  session->stop();
  runInBackground([session = std::move(session)]() mutable { session.reset(); }, Ends::perhaps);
}

}  // namespace

RunBridge::RunBridge(QObject* parent) : QObject(parent) {
  m_timer.setInterval(kFrameMs);
  m_timer.setTimerType(Qt::PreciseTimer);
  connect(&m_timer, &QTimer::timeout, this, &RunBridge::poll);
}

RunBridge::~RunBridge() {
  dispose(std::move(m_session));
}

void RunBridge::start(const RunConfig& config) {
  dispose(std::move(m_session));
  m_session = std::make_shared<RunExecution>(config);
  m_shown = 0;
  m_running = true;
  m_startedMs = QDateTime::currentMSecsSinceEpoch();
  m_stoppedMs = 0;
  logStart(*m_session);
  m_session->start();
  m_timer.start();
}

void RunBridge::stop() {
  if (!m_running) return;
  m_session->stop();
  if (m_stoppedMs == 0) m_stoppedMs = QDateTime::currentMSecsSinceEpoch();
}

void RunBridge::abandon() {
  m_timer.stop();
  m_running = false;
  dispose(std::move(m_session));
  m_session = nullptr;
}

qint64 RunBridge::elapsedMs() const {
  return m_startedMs == 0 ? 0 : QDateTime::currentMSecsSinceEpoch() - m_startedMs;
}

bool RunBridge::linger() const {
  return m_stoppedMs != 0 && QDateTime::currentMSecsSinceEpoch() - m_stoppedMs > kStopsWithinMs &&
         m_session->config().source.program && !m_session->computes();
}

void RunBridge::poll() {
  const bool over = m_session->finished();  // asked first: the snapshot after it is the whole run
  const Trace trace = m_session->snapshot();
  if (over) {
    m_timer.stop();
    m_running = false;
    logEnd(*m_session);
  }
  if (over || trace.size() != m_shown) {
    m_shown = trace.size();
    emit snapshot(trace, m_session->output());
  }
  if (!over) emit goesOn(elapsedMs());
  if (!over && linger()) {
    m_stoppedMs = 0;
    emit lingers();
  }
  if (over) emit finished(m_session->result());
}

}  // namespace runahead::gui
