// SPDX-License-Identifier: GPL-3.0-or-later
// What files say comes to the terminal as text: no escapes, no further lines, no length.
// Not here: how a text is shortened (tests/base/quote_test.cpp).
#include <gmock/gmock.h>

#include <string>

#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string replaced(std::string text, const std::string& before, const std::string& after) {
  std::size_t count = 0;
  for (std::size_t place = 0; (place = text.find(before, place)) != std::string::npos; ++count) {
    text.replace(place, before.size(), after);
    place += after.size();
  }
  EXPECT_GT(count, 0u) << before;
  return text;
}

/// One line, without a control character but its end.
void expect_one_line(const std::string& text) {
  ASSERT_FALSE(text.empty());
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    EXPECT_GE(static_cast<unsigned char>(text[i]), 0x20) << "at " << i << " of " << text;
  }
  EXPECT_EQ(text.back(), '\n');
}

TEST(ForeignText, AKeyOfAFileIsShownShortAndWithoutEscapes) {
  const TemporaryDirectory directory;
  const std::string costs = directory.file("costs.json");
  const std::string key = "\\u001b]0;mine\\u0007\\n" + std::string(2000, 'k');
  write_file(costs, R"({"runahead_costs": 1, ")" + key + R"(": 1})");
  const Finished finished = run_program({"run", "increment-loop", "--clock", "virtual", "--costs", costs});
  EXPECT_EQ(finished.status, 2);
  expect_one_line(finished.err);
  EXPECT_THAT(finished.err, HasSubstr("\"\\u001b]0;mine\\u0007\\nk"));
  EXPECT_LT(finished.err.size(), costs.size() + 150);
}

TEST(ForeignText, NamesInATraceAreTextInNumbers) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("run.json");
  ASSERT_EQ(run_program({"run", "late-error", "--export", path}).status, 0);
  std::string trace =
      replaced(read_file(path), "\"scenario\":\"late-error\"", "\"scenario\":\"\\u001b[2Jlate\\nrun 7\"");
  trace = replaced(trace, "deviation is", "deviation\\u001b[31m is");
  write_file(path, trace);
  const Finished shown = run_program({"open", path, "--export", directory.file("run.csv"), "--json"});
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_THAT(shown.out, Not(HasSubstr("\x1b")));
}

TEST(ForeignText, AnArgumentDoesNotRingEither) {
  const Finished finished = run_program({"run", "\x1b[2J\x07nothing"});
  EXPECT_EQ(finished.status, 2);
  expect_one_line(finished.err);
}

}  // namespace
}  // namespace runahead::testing_support
