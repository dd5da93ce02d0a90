// SPDX-License-Identifier: GPL-3.0-or-later
// The categories, and runs in their words.
#include "gui/text/log.h"

#include "core/scenario/devices.h"
#include "gui/crash/handlers.h"
#include "gui/text/run_text.h"

namespace runahead::gui {

// Of information and below; nothing of it is on by itself.
Q_LOGGING_CATEGORY(logFiles, "runahead.files", QtWarningMsg)
Q_LOGGING_CATEGORY(logRuns, "runahead.runs", QtWarningMsg)
Q_LOGGING_CATEGORY(logDevice, "runahead.device", QtWarningMsg)
Q_LOGGING_CATEGORY(logSession, "runahead.session", QtWarningMsg)

void logStart(const RunExecution& session) {
  const RunConfig& config = session.config();
  // The name of a user's own program is private.
  tellRun(config.source.program ? "a program" : config.scenario->id.c_str(), to_string(config.mode),
          to_string(config.clock));
  if (!logRuns().isInfoEnabled() && !logDevice().isInfoEnabled()) return;
  const Trace trace = session.snapshot();
  qCInfo(logRuns).noquote() << "starts:" << runLine(trace.info());
  if (session.config().mode != Mode::stream) return;
  const Result<CudaDevice> gpu = describe_cuda();
  qCInfo(logDevice).noquote() << "runs on" << QString::fromLatin1(to_string(trace.info().runs_on())) + ";"
                              << QString::fromStdString(gpu ? gpu->name + ", " + gpu->libraries
                                                            : gpu.error());
}

void logEnd(const RunExecution& session) {
  tellRun();
  if (!logRuns().isInfoEnabled()) return;
  const RunResult& result = session.result();
  const Trace trace = session.snapshot();
  qCInfo(logRuns).noquote() << (result.status == RunResult::Status::succeeded ? "has ended:"
                                : result.status == RunResult::Status::stopped ? "was stopped:"
                                                                              : "failed:")
                            << runLine(trace.info()) + "," << trace.size() << "events";
  for (const std::string& error : result.errors) qCInfo(logRuns).noquote() << QString::fromStdString(error);
}

}  // namespace runahead::gui
