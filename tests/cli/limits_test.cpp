// SPDX-License-Identifier: GPL-3.0-or-later
// The program with a small address space: it computes, or says in one line why it cannot; it never waits for
// memory that it is not given. And with few open files: it asks for more. Not here: presets that are
// larger than the machine (scenarios_test.cpp).
#include <gmock/gmock.h>

#include <filesystem>

#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

TEST(OpenFiles, AreAsManyAsThereAreSessions) {
  const TemporaryDirectory directory;
  const std::string first = directory.file("first.runahead");
  const Finished made =
      run_program({"run", "four-statements", "--preset", "step", "--clock", "virtual", "--export", first});
  ASSERT_EQ(made.status, 0) << made.err;
  std::vector<std::string> words = {"open", "--json", first};
  for (int i = 0; i < 50; ++i) {
    words.push_back(directory.file(std::to_string(i) + ".runahead"));
    std::filesystem::create_hard_link(first, words.back());
  }
  const Finished finished = Program(words).open_files(40).run();
  EXPECT_EQ(finished.status, 0) << finished.err;
}

// AddressSanitizer and ThreadSanitizer want terabytes of it.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::size_t kMiB = std::size_t{1} << 20;

Finished within(std::size_t mib, std::vector<std::string> words) {
  return Program(std::move(words)).address_space(mib * kMiB).run();
}

TEST(AddressSpace, AListNeedsLittle) {
  const Finished finished = within(150, {"list"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("matmul-race"));
}

TEST(AddressSpace, ProductsAreComputedOrRefusedInOneLine) {
  const std::string refused =
      "runahead: the run failed: no product can be computed: OpenBLAS wants 160 MB of address space, more "
      "than "
      "this process may still have; raise its limit (ulimit -v)\n";
  int computed = 0, without = 0;
  for (const std::size_t mib : {250, 300, 400, 500, 600, 800, 1600}) {
    for (const char* mode : {"sync", "async"}) {
      SCOPED_TRACE(testing::Message() << mib << " MiB, " << mode);
      const Finished finished =
          within(mib, {"run", "matmul-race", "--preset", "step", "--mode", mode, "--workers", "4", "--json"});
      EXPECT_THAT(finished.status, AnyOf(0, 1));
      if (finished.status == 0) {
        ++computed;
        EXPECT_THAT(finished.err, IsEmpty());
      } else {
        ++without;
        EXPECT_EQ(finished.err, refused);
      }
    }
  }
  EXPECT_GT(computed, 0);
  EXPECT_GT(without, 0);
}

TEST(AddressSpace, WithoutProductsARunNeedsNoBlas) {
  const Finished finished = within(250, {"run", "four-statements", "--preset", "step"});
  EXPECT_EQ(finished.status, 0) << finished.err;
}

#endif

}  // namespace
}  // namespace runahead::testing_support
