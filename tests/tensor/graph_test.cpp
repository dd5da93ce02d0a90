// SPDX-License-Identifier: GPL-3.0-or-later
// Mode lazy: names are what a wait needs, and what nothing needs never runs; versions of an array that is
// updated in place keep their order with their readers. Not here: functions (function_test.cpp).
#include "core/tensor/graph.h"

#include "tests/tensor/recorded.h"

namespace runahead {
namespace {

using testing::Each;
using testing_support::eliminated;
using testing_support::error_of;
using testing_support::ran;
using testing_support::recorded;

TEST(Lazy, RunsNothingBeforeAWait) {
  const Trace trace = recorded(Issue::lazy, 1, [](Frontend& frontend) {
    const NDArray x = ones(frontend, {2});
    const NDArray y = x + 1;
    frontend.begin_statement(1);
    EXPECT_THAT(y.asnumpy(), Each(2));
  });
  const Seq wait = trace.statement(0).begin;
  ASSERT_EQ(trace.task_count(), 2u);
  for (TaskId id = 0; id < 2; ++id) {
    EXPECT_LT(trace.task(id).defer, wait);
    EXPECT_GT(trace.task(id).enqueue, wait);
  }
}

TEST(Lazy, AnyWaitRunsWhatNamesNeed) {
  for (const bool for_all : {false, true}) {
    const Trace trace = recorded(Issue::lazy, 1, [for_all](Frontend& frontend) {
      NDArray x = ones(frontend, {2});
      const NDArray y = square(x), beside = relu(x);
      x = NDArray();  // no name any more, but y and beside need it
      if (for_all) {
        frontend.waitall();
      } else {
        y.wait_to_read();
      }
      EXPECT_THAT(beside.asnumpy(), Each(1));
    });
    EXPECT_EQ(ran(trace), "ones square relu");
    EXPECT_EQ(eliminated(trace), "");
  }
}

TEST(Lazy, WhatNothingNeedsNeverRuns) {
  const Trace trace = recorded(Issue::lazy, 1, [](Frontend& frontend) {
    NDArray a = uniform(frontend, {2});
    a = ones(frontend, {2});              // reassigned before use
    { const NDArray b = square(a) * 2; }  // forgotten before a wait
    NDArray y = a;
    for (int i = 0; i < 3; ++i) y = a + 1;
    EXPECT_THAT(y.asnumpy(), Each(2));
  });
  EXPECT_EQ(eliminated(trace), "uniform square mul add add");
  EXPECT_EQ(ran(trace), "ones add");
}

TEST(Lazy, AProgramThatNeverWaitsRunsWhatItStillNames) {
  const Trace trace = recorded(Issue::lazy, 1, [](Frontend& frontend) {
    const NDArray kept = ones(frontend, {2});
    square(kept);
    frontend.flush();  // as the end of a run does
  });
  EXPECT_EQ(ran(trace), "ones");
  EXPECT_EQ(eliminated(trace), "square");
}

TEST(Lazy, StartsAfreshAfterEachWait) {
  const Trace trace = recorded(Issue::lazy, 1, [](Frontend& frontend) {
    NDArray x = ones(frontend, {2});
    for (int pass = 1; pass <= 3; ++pass) {
      x = x + 1;
      relu(x);
      EXPECT_THAT(x.asnumpy(), Each(1 + pass));
    }
  });
  EXPECT_EQ(ran(trace), "ones add add add");
  EXPECT_EQ(eliminated(trace), "relu relu relu");
}

TEST(Lazy, ReadersOfAVersionComeBeforeItsUpdate) {
  for (const int workers : {1, 3}) {
    recorded(Issue::lazy, workers, [](Frontend& frontend) {
      NDArray weight = zeros(frontend, {1000});
      const NDArray gradient = ones(frontend, {1000});
      std::vector<NDArray> doubled;
      for (int version = 0; version < 20; ++version) {
        const NDArray before = copy(weight);
        sgd_update(weight, gradient, -1);
        doubled.push_back(before * 2);  // asks for the copy when the update has been asked for
      }
      for (std::size_t version = 0; version < 20; ++version) {
        EXPECT_THAT(doubled[version].asnumpy(), Each(2 * version));
      }
      EXPECT_THAT(weight.asnumpy(), Each(20));
    });
  }
}

TEST(Lazy, AnUpdateNeedsTheVersionBeforeButNotItsReaders) {
  const Trace trace = recorded(Issue::lazy, 1, [](Frontend& frontend) {
    NDArray weight = zeros(frontend, {2});
    const NDArray gradient = ones(frontend, {2});
    square(weight);
    sgd_update(weight, gradient, 1);
    relu(weight);
    sgd_update(weight, gradient, 1);
    EXPECT_THAT(weight.asnumpy(), Each(-2));
  });
  EXPECT_EQ(eliminated(trace), "square relu");
  EXPECT_EQ(ran(trace), "zeros ones sgd_update sgd_update");
}

TEST(Lazy, UpdatesThatNobodyReadsAreNotNeeded) {
  const Trace trace = recorded(Issue::lazy, 1, [](Frontend& frontend) {
    NDArray before;
    {
      NDArray weight = zeros(frontend, {2});
      before = weight + 5;
      sgd_update(weight, before, 1);
    }  // no task can read the new version
    EXPECT_THAT(before.asnumpy(), Each(5));
  });
  EXPECT_EQ(eliminated(trace), "sgd_update");
  EXPECT_EQ(ran(trace), "zeros add");
}

TEST(Lazy, AnUpdateMayReadWhatItUpdates) {
  recorded(Issue::lazy, 2, [](Frontend& frontend) {
    NDArray weight = ones(frontend, {2});
    sgd_update(weight, weight, 0.5F);
    sgd_update(weight, weight, 0.5F);
    EXPECT_THAT(weight.asnumpy(), Each(0.25F));
  });
}

TEST(Lazy, AnErrorInEliminatedWorkNeverSurfaces) {
  const Trace trace = recorded(Issue::lazy, 1, [](Frontend& frontend) {
    NDArray x = normal(frontend, {2}, 0, -1);
    x = ones(frontend, {2});
    EXPECT_EQ(error_of([&] { frontend.waitall(); }), "");
  });
  EXPECT_EQ(eliminated(trace), "normal");
  EXPECT_EQ(trace.error_count(), 0u);
}

TEST(Lazy, AnErrorInNeededWorkSurfacesAtTheWait) {
  recorded(Issue::lazy, 1, [](Frontend& frontend) {
    const NDArray x = normal(frontend, {2}, 0, -1);
    const NDArray y = x + 1, beside = ones(frontend, {2});
    EXPECT_EQ(error_of([&] { y.wait_to_read(); }), "[normal] the standard deviation is negative: -1.000000");
    EXPECT_THAT(beside.asnumpy(), Each(1));
  });
}

TEST(Lazy, ArraysAreMadeJustBeforeTheyAreRead) {
  // All sources are written first.
  Trace trace = recorded(Issue::lazy, 1, [](Frontend& frontend) {
    const NDArray a = zeros(frontend, {2}), b = ones(frontend, {2}), c = uniform(frontend, {2});
    const NDArray y = (relu(square(a)) + relu(b)) * c;
    EXPECT_THAT(y.asnumpy(), testing::SizeIs(2));
  });
  EXPECT_EQ(ran(trace), "zeros square relu ones relu add uniform mul");
  // A source that a long chain reads at its end does not come at its beginning.
  trace = recorded(Issue::lazy, 1, [](Frontend& frontend) {
    NDArray weight = zeros(frontend, {2});
    for (int batch = 0; batch < 3; ++batch) {
      const NDArray x = uniform(frontend, {2});
      sgd_update(weight, x * weight, 1);
    }
    weight.wait_to_read();
  });
  EXPECT_EQ(ran(trace), "zeros uniform mul sgd_update uniform mul sgd_update uniform mul sgd_update");
}

TEST(Lazy, LongChainsNeedNoRecursion) {
  recorded(Issue::lazy, 1, [](Frontend& frontend) {
    const NDArray x = ones(frontend, {1});
    NDArray y = x;
    for (int i = 0; i < 100'000; ++i) y = y + x;
    EXPECT_EQ(y.item(), 100'001);
  });
  const Trace trace = recorded(Issue::lazy, 1, [](Frontend& frontend) {
    const NDArray x = ones(frontend, {1});
    for (int i = 0; i < 100'000; ++i) x + 1;
    EXPECT_EQ(x.item(), 1);
  });
  EXPECT_EQ(ran(trace), "ones");
}

}  // namespace
}  // namespace runahead
