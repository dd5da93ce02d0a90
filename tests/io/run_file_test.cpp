// SPDX-License-Identifier: GPL-3.0-or-later
// Stored runs: every table and fold is the same after the round trip, the bytes repeat, and damage is
// refused. Not here: damage in bulk (tests/fuzz), sessions (session_file_test.cpp).
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>

#include "core/io/chunk_file.h"
#include "core/io/run_encoder.h"
#include "core/io/run_file.h"
#include "core/io/run_head.h"
#include "core/io/trace_file.h"
#include "core/scenario/run_execution.h"
#include "core/trace/rounds.h"
#include "tests/io/same_trace.h"
#include "tests/support/random_trace.h"
#include "tests/support/temporary_directory.h"

namespace runahead {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing_support::expect_same_folds;
using testing_support::random_trace;
using testing_support::read_file;
using testing_support::TemporaryDirectory;
using testing_support::write_file;

Result<Trace> read_run(const std::string& path, const Progress& progress = {}) {
  const auto run = open_run(path);
  if (!run) return run.failure();
  return (*run)->read(progress);
}

void expect_round_trip(const Trace& trace, Seq step) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(write_run(directory.file("a.run"), trace).ok());
  const auto read = read_run(directory.file("a.run"));
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_EQ(testing_support::json_of(*read), testing_support::json_of(trace));
  expect_same_folds(trace, *read, step);
  ASSERT_TRUE(write_run(directory.file("b.run"), *read).ok());
  EXPECT_EQ(read_file(directory.file("a.run")), read_file(directory.file("b.run")));
}

void expect_json_round_trip(const Trace& trace) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(write_trace_json({&trace, 1}, directory.file("a.json")).ok());
  const auto read = read_traces(directory.file("a.json"));
  ASSERT_TRUE(read.ok()) << read.error();
  expect_same_folds(trace, read->front(), 7);
  EXPECT_EQ(testing_support::json_of(read->front()), read_file(directory.file("a.json")));
}

TEST(RunFile, ReadsBackWhatItWrote) {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    expect_round_trip(
        random_trace({.seed = seed, .steps = static_cast<int>(seed * 20), .finished = seed % 2 == 0}), 7);
  }
  expect_round_trip(Trace(), 1);
  for (const std::uint32_t memories : {2U, 5U}) {
    const Trace trace = random_trace({.seed = 31, .steps = 400, .memories = memories});
    EXPECT_EQ(trace.memories().size(), memories);
    expect_round_trip(trace, 7);
    expect_json_round_trip(trace);
  }
}

TEST(RunFile, OfTheHostAloneSaysNothingOfMemories) {
  const Trace host = random_trace({.seed = 5, .steps = 300});
  const std::string json = testing_support::json_of(host);
  EXPECT_EQ(json.find("of device"), std::string::npos);
  EXPECT_EQ(json.find("\"device\":0"), std::string::npos);
  EXPECT_NE(testing_support::json_of(random_trace({.seed = 5, .steps = 300, .memories = 2})), json);
}

TEST(RunFile, KeepsTheRoundsOfARun) {
  const Trace once = random_trace({.seed = 9, .steps = 60});
  const Trace trace = once.with_rounds(std::make_shared<const Rounds>(
      Rounds{.set = 7, .kept = 1, .metrics = {{"total", {30, 20, 10}}, {"resident growth", {5, -4, 0}}}}));
  EXPECT_NE(testing_support::json_of(trace), testing_support::json_of(once));
  expect_round_trip(trace, 7);
}

TEST(RunFile, ARunThatGoesOnIsReadAsItStood) {
  const Trace trace = random_trace({.seed = 5, .steps = 900});
  for (const Seq cursor : {Seq{1}, Seq{255}, Seq{256}, trace.size() / 2, trace.size() - 1}) {
    expect_round_trip(trace.until(cursor), 11);
  }
}

TEST(RunFile, HasAsManyChunksAsItNeeds) {
  const Trace trace = random_trace({.seed = 6, .steps = 90'000});
  ASSERT_GT(trace.size(), RunEncoder::kChunkEvents);
  expect_round_trip(trace, 4001);
}

/// A training's run in small: what is written of a task does not grow with the run, or with the size of its
/// arrays.
TEST(RunFile, TakesAFewBytesATask) {
  for (const Mode mode : {Mode::async, Mode::stream}) {
    RunRequest request = default_request("training-memory");
    request.mode = mode;
    request.waits = Waits::none();
    request.set = {{"batches", 200}, {"rows", 8}, {"inputs", 8}, {"hidden", 8}};
    CheckedRun config = check(request);
    ASSERT_TRUE(config.ok());
    RunExecution session(std::move(*config));
    session.start();
    session.wait();
    const Trace trace = session.snapshot();
    ASSERT_GT(trace.task_count(), 5000U);
    EXPECT_LT(estimated_run_bytes(trace), std::uint64_t{trace.task_count()} * 20) << to_string(mode);
    expect_round_trip(trace, 997);
  }
}

TEST(RunFile, TheHeadTellsTheSizes) {
  TemporaryDirectory directory;
  const Trace trace = random_trace({.seed = 7, .steps = 500, .finished = false});
  ASSERT_TRUE(write_run(directory.file("a.run"), trace).ok());
  const auto run = open_run(directory.file("a.run"));
  ASSERT_TRUE(run.ok()) << run.error();
  const RunHead& head = (*run)->head();
  EXPECT_EQ((*run)->bytes(), std::filesystem::file_size(directory.file("a.run")));
  EXPECT_EQ(head.info.source.scenario, trace.info().source.scenario);
  EXPECT_EQ(head.info.set, trace.info().set);
  EXPECT_EQ(head.info.seed, trace.info().seed);
  EXPECT_EQ(head.lanes.size(), trace.lane_count());
  EXPECT_EQ(head.events, trace.size());
  EXPECT_EQ(head.tasks, trace.task_count());
  EXPECT_EQ(head.end_ns, trace.end_ns());
  EXPECT_FALSE(head.finished);
  EXPECT_EQ(head.left_out_tasks, trace.left_out_tasks());
  const std::uint64_t estimate = estimated_run_bytes(trace);
  EXPECT_EQ(estimate, (*run)->bytes());  // of a run of one chunk
}

TEST(RunFile, StaysReadableWithoutItsName) {
  TemporaryDirectory directory;
  const Trace first = random_trace({.seed = 8, .steps = 100}),
              second = random_trace({.seed = 9, .steps = 80});
  ASSERT_TRUE(write_run(directory.file("a.run"), first).ok());
  const auto run = open_run(directory.file("a.run"));
  ASSERT_TRUE(run.ok()) << run.error();
  ASSERT_TRUE(write_run(directory.file("a.run"), second).ok());
  std::filesystem::remove(directory.file("a.run"));
  EXPECT_EQ(testing_support::json_of(*(*run)->read()), testing_support::json_of(first));
}

TEST(RunFile, CanBeGivenUp) {
  TemporaryDirectory directory;
  const Trace trace = random_trace({.seed = 8, .steps = 100});
  const auto never = [](std::uint64_t, std::uint64_t) { return false; };
  EXPECT_TRUE(write_run(directory.file("a.run"), trace, never).cancelled());
  EXPECT_EQ(directory.entries(), 0);
  ASSERT_TRUE(write_run(directory.file("a.run"), trace).ok());
  EXPECT_TRUE(read_run(directory.file("a.run"), never).cancelled());
  EXPECT_TRUE(copy_run(directory.file("b.run"), **open_run(directory.file("a.run")), never).cancelled());
  EXPECT_EQ(directory.entries(), 1);
}

TEST(RunFile, EveryDamageIsRefused) {
  TemporaryDirectory directory;
  ASSERT_TRUE(write_run(directory.file("a.run"), random_trace({.seed = 10, .steps = 30})).ok());
  const std::string whole = read_file(directory.file("a.run"));
  const auto refused = [&](const std::string& bytes) {
    write_file(directory.file("b.run"), bytes);
    const auto read = read_run(directory.file("b.run"));
    ASSERT_FALSE(read.ok());
    EXPECT_THAT(read.error(), MatchesRegex(".*/b.run: offset [0-9]+: [^\n]+"));
  };
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string bytes = whole;
    bytes[at] ^= 0x10;
    refused(bytes);
    refused(whole.substr(0, at));
  }
  refused(whole + "x");
}

/// A run with the head and the columns as a test wants them.
std::string run_of(const RunHead& head, const ChunkColumns& columns) {
  return "\x89RHRUN\r\n" + chunk(ChunkKind::run_head, head_to_json(head)) +
         chunk(ChunkKind::events, ColumnPacker().pack(columns));
}

TEST(RunFile, WhatCannotHaveHappenedIsRefused) {
  TemporaryDirectory directory;
  const Trace trace = random_trace({.seed = 11, .steps = 40});
  const RunHead head = RunHead::of(trace);
  RunEncoder encoder(trace);
  const ChunkColumns columns = encoder.next();
  const auto complaint = [&](const RunHead& changed_head, const ChunkColumns& changed) {
    write_file(directory.file("b.run"), run_of(changed_head, changed));
    const auto read = read_run(directory.file("b.run"));
    return read.ok() ? std::string() : read.error();
  };
  EXPECT_EQ(complaint(head, columns), "");
  const auto with_head = [&](auto change) {
    RunHead changed = head;
    change(changed);
    return complaint(changed, columns);
  };
  EXPECT_THAT(with_head([](RunHead& h) { --h.tasks; }), HasSubstr("more tasks than the head says"));
  EXPECT_THAT(with_head([](RunHead& h) { ++h.tasks; }), HasSubstr("not what its head says"));
  EXPECT_THAT(with_head([](RunHead& h) { --h.events; }), HasSubstr("more events than the head says"));
  EXPECT_THAT(with_head([](RunHead& h) { ++h.events; }), HasSubstr("the file ends in the middle"));
  EXPECT_THAT(with_head([](RunHead& h) { --h.variables; }), HasSubstr("more arrays than the head says"));
  EXPECT_THAT(with_head([](RunHead& h) { ++h.end_ns; }), HasSubstr("not what its head says"));
  EXPECT_THAT(with_head([](RunHead& h) { h.lanes.resize(1); }), HasSubstr("a lane that is not there"));
  const auto with_column = [&](RunColumn which, const std::string& bytes) {
    ChunkColumns changed = columns;
    changed[index_of(which)] = bytes;
    return complaint(head, changed);
  };
  const auto& ops = columns[index_of(RunColumn::ops)];
  EXPECT_THAT(with_column(RunColumn::ops, ops + '\x7f'), HasSubstr("more events than the head says"));
  EXPECT_THAT(with_column(RunColumn::ops, ops.substr(0, 1) + '\x7f' + ops.substr(2)),
              HasSubstr("an unknown kind of event, near event 1"));
  EXPECT_THAT(with_column(RunColumn::names,
                          "\x05"
                          "dot"),
              HasSubstr("a name ends too early"));
  EXPECT_THAT(with_column(RunColumn::started, ""), HasSubstr("a column ends too early"));
  EXPECT_THAT(with_column(RunColumn::lines, columns[index_of(RunColumn::lines)] + '\0'),
              HasSubstr("a column holds more than its events need"));
  EXPECT_THAT(with_column(RunColumn::reads, std::string(1000, '\xff')), HasSubstr("a number is too large"));
}

// As a part of a session it would keep its reader waiting for a writer.
TEST(RunFile, IsNoPipe) {
  const TemporaryDirectory directory;
  ASSERT_EQ(::mkfifo(directory.file("a.run").c_str(), 0600), 0);
  EXPECT_FALSE(open_run(directory.file("a.run")).ok());
}

}  // namespace
}  // namespace runahead
