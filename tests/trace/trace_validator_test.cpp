// SPDX-License-Identifier: GPL-3.0-or-later
// The validator itself: what it says about runs with deferred tasks that went wrong, and that it is silent
// about one that did not.
#include "tests/support/trace_validator.h"

#include <gmock/gmock.h>

#include "core/trace/trace_builder.h"

namespace runahead {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::RunEnd;
using testing_support::trace_violations;

/// Two deferred tasks: the first makes a, the second reads it.
struct TwoDeferred {
  TraceBuilder builder{TraceInfo{}};
  VariableId a = builder.add_variable();
  TwoDeferred() {
    builder.add_lane(LaneKind::frontend, "Frontend");
    builder.add_lane(LaneKind::worker, "Worker 1");
    const UseRequest makes[] = {{a, true}};
    const UseRequest reads[] = {{a, false}};
    builder.defer(10, 0, kNone, makes);
    builder.defer(20, 0, kNone, reads);
  }
  void run(std::int64_t time_ns, TaskId id) {
    builder.start(time_ns, id, 1);
    builder.end(time_ns + 5, id, Outcome::ok);
  }
  std::vector<std::string> violations(RunEnd end = RunEnd::complete) {
    builder.publish(true);
    return trace_violations(builder.snapshot(), end);
  }
};

TEST(TraceValidator, AcceptsDeferredTasksThatRunOrAreEliminated) {
  TwoDeferred both;
  both.builder.enqueue_deferred(30, 0, true);
  both.builder.enqueue_deferred(40, 1, false);
  both.run(50, 0);
  both.builder.ready(55, 1);
  both.run(60, 1);
  EXPECT_THAT(both.violations(), IsEmpty());

  TwoDeferred one;
  one.builder.enqueue_deferred(30, 0, true);
  one.builder.eliminate(40, 1);
  one.run(50, 0);
  EXPECT_THAT(one.violations(), IsEmpty());

  TwoDeferred stopped;
  EXPECT_THAT(stopped.violations(RunEnd::stopped), IsEmpty());
}

TEST(TraceValidator, WantsEveryDeferredTaskSettled) {
  TwoDeferred run;
  EXPECT_THAT(run.violations(), Contains(HasSubstr("task 0 has no end")));
}

TEST(TraceValidator, ComplainsOfATaskThatNeedsAnEliminatedOne) {
  TwoDeferred run;
  run.builder.eliminate(30, 0);
  run.builder.enqueue_deferred(40, 1, true);
  run.run(50, 1);
  EXPECT_THAT(run.violations(), Contains(HasSubstr("task 1 needs task 0, which was eliminated")));
}

TEST(TraceValidator, ComplainsOfAnEliminatedTaskThatRan) {
  TwoDeferred run;
  run.builder.enqueue_deferred(30, 0, true);
  run.builder.start(40, 0, 1);
  run.builder.eliminate(50, 0);
  EXPECT_THAT(run.violations(RunEnd::stopped), Contains(HasSubstr("task 0 is eliminated and enqueued")));
}

TEST(TraceValidator, ComplainsOfAnOrderThatIsNotThatOfIssue) {
  TwoDeferred run;
  run.builder.enqueue_deferred(30, 1, true);
  run.run(40, 1);
  run.builder.enqueue_deferred(50, 0, true);
  run.run(60, 0);
  EXPECT_THAT(run.violations(), Contains(HasSubstr("task 1 starts before task 0")));
}

TEST(TraceValidator, ComplainsOfAWaitForWhatWasEliminated) {
  TwoDeferred run;
  run.builder.eliminate(30, 1);
  run.builder.eliminate(40, 0);
  run.builder.end_wait(60, run.builder.begin_wait(50, WaitReason::wait_to_read, kNone, run.a), kNone);
  EXPECT_THAT(run.violations(), Contains(HasSubstr("whose writer was eliminated")));
}

}  // namespace
}  // namespace runahead
