// SPDX-License-Identifier: GPL-3.0-or-later
// What reading takes: of twice as large a file at most about twice the work, and of any no more memory than
// 20 times what it says that it is unpacked, and 16 MB. Counted, not timed: the parts of the program that
// were passed (the readers are compiled with -fsanitize-coverage=trace-pc for it) and bytes that were asked
// for.
#include <gmock/gmock.h>
#include <malloc.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>

#include "core/io/costs_file.h"
#include "core/io/session_file.h"
#include "tests/fuzz/exercise.h"
#include "tests/fuzz/hostile_files.h"

namespace {

struct Counts {
  std::atomic<std::uint64_t> passed{0}, asked{0};
  std::atomic<std::int64_t> held{0}, peak{0};
};
Counts counts;

void* counted(void* place) {
  if (!place) throw std::bad_alloc();
  const auto bytes = static_cast<std::int64_t>(::malloc_usable_size(place));
  counts.asked += static_cast<std::uint64_t>(bytes);
  const std::int64_t held = counts.held += bytes;
  if (held > counts.peak) counts.peak = held;
  return place;
}

void given_back(void* place) {
  counts.held -= static_cast<std::int64_t>(::malloc_usable_size(place));
  std::free(place);
}

}  // namespace

extern "C" void __sanitizer_cov_trace_pc() {
  counts.passed.fetch_add(1, std::memory_order_relaxed);
}

void* operator new(std::size_t size) {
  return counted(std::malloc(size));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto unit = static_cast<std::size_t>(alignment);
  return counted(std::aligned_alloc(unit, (size + unit - 1) / unit * unit));
}
void operator delete(void* place) noexcept {
  given_back(place);
}
void operator delete(void* place, std::size_t) noexcept {
  given_back(place);
}
void operator delete(void* place, std::align_val_t) noexcept {
  given_back(place);
}
void operator delete(void* place, std::size_t, std::align_val_t) noexcept {
  given_back(place);
}

namespace runahead {
namespace {

using testing_support::HostileFile;
using testing_support::HostileShape;

struct Taken {
  std::uint64_t work = 0;
  std::int64_t peak_bytes = 0;
  std::string complaint;
};

template <class Result>
Taken read(Result (*reader)(const std::string& path), const std::string& bytes) {
  const std::string path = testing_support::file_of(bytes);
  Taken taken;
  const std::uint64_t before = counts.passed + counts.asked;
  const std::int64_t held = counts.held;
  counts.peak = held;
  {
    const auto result = reader(path);
    if (!result.ok()) taken.complaint = result.error();
  }
  taken.work = counts.passed + counts.asked - before;
  taken.peak_bytes = counts.peak - held;
  return taken;
}

Taken read(const HostileFile& file) {
  return read(
      +[](const std::string& path) { return read_session(path); }, file.bytes);
}

class Bounds : public testing::TestWithParam<HostileShape> {};

TEST_P(Bounds, OfWorkAndMemoryHold) {
  constexpr std::size_t kSize = 1 << 16, kLargeSize = 1 << 22;
  constexpr std::int64_t kBeside = 16'000'000;
  const HostileFile once = GetParam().file(kSize), twice = GetParam().file(2 * kSize);
  static const Taken warm = read(once);  // what is made once for all is made
  const Taken of_once = read(once), of_twice = read(twice);
  const double times = static_cast<double>(twice.unpacked) / static_cast<double>(once.unpacked);
  const double more = static_cast<double>(of_twice.work) / static_cast<double>(of_once.work);
  EXPECT_LE(more, times * 1.25) << of_once.work << " and " << of_twice.work;
  const HostileFile large = GetParam().file(kLargeSize);
  const Taken of_large = read(large);
  EXPECT_LE(of_large.peak_bytes, kBeside + 20 * static_cast<std::int64_t>(large.unpacked))
      << of_large.complaint;
  RecordProperty("work_per_byte", static_cast<int>(of_twice.work / twice.unpacked));
  RecordProperty("peak_kB", static_cast<int>(of_large.peak_bytes / 1000));
}

/// Longer than 64 kB none is read.
TEST(BoundsOfCosts, OfWorkHolds) {
  const auto costs_of = [](int members) {
    std::string text = "{\"runahead_costs\": 1";
    for (int i = 0; i < members; ++i) text += ", \"m" + std::to_string(1'000'000 + i) + "\": 1";
    return text + "}";
  };
  const std::string once = costs_of(1500), twice = costs_of(3000);
  const Taken of_once = read(read_costs, once), of_twice = read(read_costs, twice);
  EXPECT_THAT(of_twice.complaint, testing::HasSubstr("is not a cost"));
  EXPECT_LE(static_cast<double>(of_twice.work), 2 * 1.25 * static_cast<double>(of_once.work));
}

const auto kName = [](const auto& info) { return std::string(info.param.name); };
INSTANTIATE_TEST_SUITE_P(Traces, Bounds, testing::ValuesIn(testing_support::hostile_traces()), kName);
INSTANTIATE_TEST_SUITE_P(Runs, Bounds, testing::ValuesIn(testing_support::hostile_runs()), kName);
INSTANTIATE_TEST_SUITE_P(Sessions, Bounds, testing::ValuesIn(testing_support::hostile_sessions()), kName);

}  // namespace
}  // namespace runahead
