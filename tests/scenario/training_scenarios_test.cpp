// SPDX-License-Identifier: GPL-3.0-or-later
// What the scenarios of memory have to show: which batches exist side by side, how far the frontend runs
// ahead, and that the answer is the same.
#include "core/analysis/summary.h"
#include "core/scenario/programs/learning.h"
#include "tests/scenario/held.h"

namespace runahead {
namespace {

using testing::Each;
using testing::ElementsAre;
using namespace testing_support;
using Status = RunResult::Status;

constexpr std::int64_t kRows = 24, kInputs = 16;
constexpr std::int64_t kElements = kRows * kInputs;
/// Of x and y.
constexpr std::int64_t kBatch = 4 * (kElements + kRows);

RunRequest of(const char* id, const char* mode, const char* waits, std::int64_t batches) {
  RunRequest request = small(id, mode, waits);
  request.set = {{"batches", batches}, {"rows", kRows}, {"inputs", kInputs}};
  return request;
}

RunSummary summary_of(const RunRequest& request) {
  return summarize(run(request).trace);
}

CounterRange within(const Trace& trace, const char* mark_name) {
  const Region mark = region_of(trace, mark_name);
  return trace.counter_range(mark.begin, mark.end + 1);
}

std::vector<std::string> benchmarks(const Trace& trace) {
  std::vector<std::string> names;
  for (RegionId id = 0; id < trace.region_count(); ++id) {
    if (trace.region(id).kind == RegionKind::benchmark) names.push_back(trace.name(trace.region(id).name));
  }
  return names;
}

// training-memory

TEST(TrainingMemory, WithWaitsTwoBatchesExistAtATime) {
  for (const int workers : {1, 2}) {
    RunRequest request = of("training-memory", "async", "each", 20);
    request.workers = workers;
    const Finished finished = run(request);
    EXPECT_LE(whole_range(finished.trace).max.input_bytes, 2 * kBatch);
    EXPECT_LE(whole_range(finished.trace).max_depth, 2 * learning::kTrainingTasks);
    EXPECT_EQ(waits_of(finished.trace, WaitReason::item).size(), 20u);
  }
}

TEST(TrainingMemory, WithAWaitInEveryKthOneMoreThanK) {
  for (const std::int64_t k : {2, 4, 10}) {
    const std::string waits = "every:" + std::to_string(k);
    const Finished finished = run(of("training-memory", "async", waits.c_str(), 20));
    EXPECT_LE(whole_range(finished.trace).max.input_bytes, (k + 1) * kBatch);
    EXPECT_EQ(waits_of(finished.trace, WaitReason::item).size(), static_cast<std::size_t>(20 / k));
  }
}

TEST(TrainingMemory, WithoutWaitsTheLoopReturnsAndAllBatchesExist) {
  const std::int64_t batches = 20;
  const Finished none =
      run_held(of("training-memory", "async", "none", batches), kElements, 1, WaitReason::waitall, "loop");
  EXPECT_EQ(whole_range(none.trace).max.input_bytes, batches * kBatch);
  EXPECT_EQ(whole_range(none.trace).max_depth, batches * learning::kTrainingTasks);
  EXPECT_EQ(tasks_of_line(none.trace, 15).size(), 20u);
  const Task first = tasks_of_line(none.trace, 15).front();
  EXPECT_LT(region_of(none.trace, "batch 20").end, first.end) << "the marks end when nothing is done yet";
  EXPECT_GT(region_of(none.trace, "loop").end, first.end);

  const Finished each = run(of("training-memory", "async", "each", batches));
  EXPECT_EQ(none.result.value->data, each.result.value->data);
  EXPECT_EQ(none.result.value->others, each.result.value->others);
  EXPECT_EQ(none.result.value->others.size(), 16 * 16 + 16 + 4 * 16 + 4 + 4 + 1u) << "the weights";
}

TEST(TrainingMemory, WithWaitsTheMarksHoldTheirTraining) {
  const Trace trace = run(of("training-memory", "async", "each", 20)).trace;
  EXPECT_THAT(benchmarks(trace), ElementsAre("loop", "batch 10", "batch 20"));
  for (const std::int64_t batch : {10, 20}) {
    // The loss of the batch is there; only its update may be pending.
    const Task x = tasks_of_line(trace, 15).at(static_cast<std::size_t>(batch - 1));
    EXPECT_LT(x.end, region_of(trace, ("batch " + std::to_string(batch)).c_str()).end);
  }
}

TEST(TrainingMemory, IsFlatInModesThatKeepTheOrderOfIssue) {
  for (const char* device : {"cpu", "emulated"}) {
    const RunSummary each = summary_of(on_device(of("training-memory", "stream", "each", 20), device));
    const RunSummary none = summary_of(on_device(of("training-memory", "stream", "none", 20), device));
    EXPECT_LE(none.peak_input_bytes, 2 * kBatch) << device;
    EXPECT_NEAR(static_cast<double>(none.peak_live_bytes), static_cast<double>(each.peak_live_bytes), 64);
  }
  for (const char* mode : {"sync", "function", "lazy"}) {
    for (const char* waits : {"each", "none"}) {
      EXPECT_LE(summary_of(of("training-memory", mode, waits, 20)).peak_input_bytes, 2 * kBatch)
          << mode << ", waits " << waits;
    }
  }
}

TEST(TrainingMemory, EachBatchIsOneCallOfATracedStep) {
  const Trace trace = run(of("training-memory", "function", "none", 5)).trace;
  const RunSummary summary = summarize(trace);
  ASSERT_EQ(summary.tracings.size(), 1u);
  EXPECT_EQ(summary.tracings[0].function, "step((24, 16), (24, 1))");
  EXPECT_EQ(summary.tracings[0].nodes, learning::kTrainingTasks - 2) << "without the batch itself";
  EXPECT_EQ(summary.tracings[0].pruned, 0u);
  EXPECT_EQ(waits_of_line(trace, 17).size(), 5u) << "each call waits for its work";
  EXPECT_THAT(waits_of_line(trace, 17), Each(testing::Field(&Wait::reason, WaitReason::call)));
}

TEST(TrainingMemory, LazyLeavesOutTheLossesThatNobodyReads) {
  const std::uint32_t in_initialisation = 6;
  const std::uint32_t of_a_loss = 3;  // its square, half of it, the mean; the gradient needs none of them
  EXPECT_EQ(summary_of(of("training-memory", "lazy", "none", 20)).eliminated,
            in_initialisation + 19 * of_a_loss);
  EXPECT_EQ(summary_of(of("training-memory", "lazy", "each", 20)).eliminated, in_initialisation);
}

TEST(TrainingMemory, LearnsTheLabels) {
  RunRequest request = of("training-memory", "sync", "none", 1);
  const float first = run(request).result.value->data.at(0);
  request.set["batches"] = 200;
  EXPECT_LT(run(request).result.value->data.at(0), first / 2);
}

TEST(TrainingMemory, HasTheBooksSizes) {
  const auto predicted = [](const char* mode, const char* waits) {
    RunRequest request = small("training-memory", mode, waits);
    request.preset = Preset::book;
    return predicted_peak_bytes(checked(request));
  };
  EXPECT_GT(predicted("async", "none") - predicted("async", "each"), 190'000'000);
  EXPECT_EQ(predicted("stream", "none"), predicted("stream", "each"));
}

// prediction-memory

TEST(PredictionMemory, WithoutWaitsAllBatchesExist) {
  RunRequest request = of("prediction-memory", "async", "none", 12);
  request.set["every"] = 4;
  const Finished none = run_held(request, kElements, 1, WaitReason::waitall, "loop");
  EXPECT_EQ(whole_range(none.trace).max.input_bytes, 12 * kBatch);
  EXPECT_EQ(whole_range(none.trace).max_depth, 12 * learning::kPredictionTasks);
  EXPECT_THAT(benchmarks(none.trace), ElementsAre("loop", "batch 4", "batch 8", "batch 12"));
  EXPECT_LT(region_of(none.trace, "batch 12").end, tasks_of_line(none.trace, 7).front().end);

  request.waits = Waits::each();
  const Finished each = run(request);
  EXPECT_LE(whole_range(each.trace).max.input_bytes, 2 * kBatch);
  EXPECT_LE(within(each.trace, "loop").max_depth, learning::kPredictionTasks);
  EXPECT_EQ(waits_of(each.trace, WaitReason::wait_to_read).size(), 12u);
  EXPECT_EQ(each.result.value->data, none.result.value->data);
}

TEST(PredictionMemory, IsFlatInTheOrderOfIssue) {
  for (const char* mode : {"sync", "stream"}) {
    const RunSummary each = summary_of(of("prediction-memory", mode, "each", 12));
    const RunSummary none = summary_of(of("prediction-memory", mode, "none", 12));
    EXPECT_LE(none.peak_input_bytes, 2 * kBatch) << mode;
    EXPECT_EQ(none.peak_live_bytes, each.peak_live_bytes) << mode;
  }
}

TEST(PredictionMemory, LazyMakesOnlyTheBatchThatSomebodyLooksAt) {
  const RunSummary none = summary_of(of("prediction-memory", "lazy", "none", 12));
  EXPECT_EQ(none.eliminated, 6 + 11 * static_cast<std::uint32_t>(learning::kPredictionTasks));
  EXPECT_EQ(none.peak_input_bytes, kBatch);
  EXPECT_EQ(summary_of(of("prediction-memory", "lazy", "each", 12)).eliminated, 6u);
}

// delayed-training-memory

TEST(DelayedTrainingMemory, EachLoopLeavesItsMemoryToTheNext) {
  const std::int64_t predictions = 10, batches = 12;
  RunRequest request = of("delayed-training-memory", "async", "program", batches);
  request.set["predictions"] = predictions;
  for (const bool trains : {false, true}) {
    const Finished finished =
        trains ? run_held(request, kElements, 2 * predictions + batches + 1, WaitReason::waitall, "train")
               : run_held(request, kElements, predictions + 1, WaitReason::waitall, "predict");
    const Trace& trace = finished.trace;
    EXPECT_THAT(benchmarks(trace), ElementsAre("predict and wait", "predict", "train and wait", "train"));
    EXPECT_LE(within(trace, "predict and wait").max.input_bytes, 2 * kBatch);
    EXPECT_LE(within(trace, "train and wait").max.input_bytes, 2 * kBatch);
    // A batch that a name still held is freed when the first of the loop takes its name.
    const std::int64_t in_memory =
        trains ? within(trace, "train").max.input_bytes : within(trace, "predict").max.input_bytes;
    EXPECT_EQ(in_memory, (trains ? batches : predictions) * kBatch);
    const Region held = region_of(trace, trains ? "train" : "predict");
    const Counters after = trace.counters_at(held.end + 1);
    EXPECT_EQ(after.input_bytes, kBatch) << "the names x and y";
    EXPECT_GE(after.pool_bytes, in_memory) << "what was freed is kept";
    EXPECT_EQ(waits_of_line(trace, 19).size(), static_cast<std::size_t>(predictions));
    EXPECT_EQ(waits_of_line(trace, 36).size(), static_cast<std::size_t>(batches));
  }
}

TEST(DelayedTrainingMemory, WithoutItsWaitsAllLoopsRunAhead) {
  const Trace trace = run(of("delayed-training-memory", "async", "none", 12)).trace;
  EXPECT_EQ(trace.wait_count(), 1 + 4 + 1u) << "after the initialisation, each loop, and print";
}

// sync-every-k

TEST(SyncEveryK, GoesThroughThePowersOfTwo) {
  const std::int64_t batches = 12;
  const int in_loops_before = 4 * 12;
  const Finished finished = run_held(of("sync-every-k", "async", "program", batches), kElements,
                                     in_loops_before + 1, WaitReason::waitall, "none");
  const Trace& trace = finished.trace;
  EXPECT_THAT(benchmarks(trace), ElementsAre("every:1", "every:2", "every:4", "every:8", "none"));
  const std::int64_t live = trace.counters_at(region_of(trace, "every:2").begin).live_bytes;
  for (const std::int64_t k : {1, 2, 4, 8}) {
    const std::string name = "every:" + std::to_string(k);
    const Region mark = region_of(trace, name);
    EXPECT_LE(within(trace, name.c_str()).max.input_bytes, (k + 1) * kBatch);
    std::int64_t waits = 0;
    for (const Wait& wait : waits_of(trace, WaitReason::item)) {
      waits += wait.begin > mark.begin && wait.begin < mark.end ? 1 : 0;
    }
    EXPECT_EQ(waits, batches / k);
  }
  EXPECT_EQ(within(trace, "none").max.input_bytes, batches * kBatch);
  for (const char* name : {"every:2", "every:4", "every:8", "none"}) {
    const Counters before = trace.counters_at(region_of(trace, name).begin);
    EXPECT_EQ(before.live_bytes, live) << "before " << name << ": weights and the last loss";
    EXPECT_EQ(before.input_bytes, 0) << "before " << name;
    EXPECT_EQ(before.depth(), 0u) << name;
  }
}

// bounded-queue

TEST(BoundedQueue, TheFrontendWaitsForRoom) {
  RunRequest request = of("bounded-queue", "async", "program", 30);
  request.set["max_pending"] = 64;
  const Finished bounded = run_held(request, kElements, 1, WaitReason::queue_full, "loop");
  EXPECT_EQ(whole_range(bounded.trace).max_depth, 64u);
  EXPECT_LE(whole_range(bounded.trace).max.input_bytes, 4 * kBatch);
  EXPECT_FALSE(waits_of(bounded.trace, WaitReason::queue_full).empty());

  request.set["max_pending"] = 0;
  const Finished unbounded = run_held(request, kElements, 1, WaitReason::waitall, "loop");
  EXPECT_EQ(whole_range(unbounded.trace).max.input_bytes, 30 * kBatch);
  EXPECT_EQ(bounded.result.value->data, unbounded.result.value->data);
  EXPECT_EQ(bounded.result.value->others, unbounded.result.value->others);
}

TEST(BoundedQueue, IsBoundedByDefaultAndSaysSo) {
  const RunConfig config = checked(default_request("bounded-queue"));
  EXPECT_EQ(config.max_pending, 64);
  EXPECT_EQ(config.memory_bound_bytes, 0);
  RunRequest unbounded = small("bounded-queue");
  unbounded.set["max_pending"] = 0;
  EXPECT_EQ(checked(unbounded).max_pending, 0);
  EXPECT_LT(whole_range(run(small("bounded-queue")).trace).max_depth, 17u);
}

TEST(BoundedQueue, OrForMemory) {
  RunRequest request = of("bounded-queue", "async", "program", 30);
  request.set["rows"] = 1500;  // 102,000 bytes to a batch, three million in all
  request.set["max_pending"] = 0;
  request.set["memory_bound_mb"] = 1;
  const Finished bounded = run_held(request, 1500 * kInputs, 1, WaitReason::memory_full, "loop");
  EXPECT_EQ(bounded.result.status, Status::succeeded) << testing::PrintToString(bounded.result.errors);
  EXPECT_LE(whole_range(bounded.trace).max.live_bytes, 1'000'000);
  request.set["memory_bound_mb"] = 0;
  EXPECT_EQ(run(request).result.value->data, bounded.result.value->data);
}

}  // namespace
}  // namespace runahead
