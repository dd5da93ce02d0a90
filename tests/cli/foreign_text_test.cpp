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

/// A recording whose names are not what names are.
class HostileTrace {
 public:
  explicit HostileTrace(const std::string& name) {
    const std::string made = directory_.file("made.json");
    EXPECT_EQ(
        run_program({"run", "four-statements", "--preset", "step", "--clock", "virtual", "--export", made})
            .status,
        0);
    write_file(path(), replaced(read_file(made), "\"four-statements\"", '"' + name + '"'));
  }
  std::string path() const { return directory_.file("hostile.json"); }
  /// As an export with this ending holds it.
  std::string exported(const std::string& ending) const {
    const std::string file = directory_.file("out" + ending);
    const Finished finished = run_program({"open", path(), "--export", file});
    EXPECT_EQ(finished.status, 0) << finished.err;
    return read_file(file);
  }

 private:
  TemporaryDirectory directory_;
};

TEST(ForeignText, NamesAreNoFormulasInCsv) {
  EXPECT_THAT(HostileTrace("=cmd|' /C calc'!A0").exported(".csv"), HasSubstr("\n1,'=cmd|' /C calc'!A0,"));
  EXPECT_THAT(HostileTrace("@SUM(1,2)").exported(".csv"), HasSubstr("\n1,\"'@SUM(1,2)\","));
  EXPECT_THAT(HostileTrace("four=2").exported(".csv"), HasSubstr("\n1,four=2,"));
}

TEST(ForeignText, NamesAreNoMarkupInPicturesAndPages) {
  const HostileTrace trace("</title></text><script>ran=1</script><image href='file:///etc/passwd'/>");
  for (const char* ending : {".svg", ".html"}) {
    const std::string text = trace.exported(ending);
    EXPECT_THAT(text, Not(HasSubstr("<script>ran"))) << ending;
    EXPECT_THAT(text, Not(HasSubstr("<image href"))) << ending;
    EXPECT_THAT(text, HasSubstr("&lt;script&gt;ran=1")) << ending;
  }
}

TEST(ForeignText, NamesDoNothingInAPdf) {
  const HostileTrace trace(") >> endobj 1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>");
  const std::string pdf = trace.exported(".pdf");
  EXPECT_THAT(pdf, Not(HasSubstr("/OpenAction")));
  EXPECT_THAT(pdf, Not(HasSubstr("/JavaScript")));
}

TEST(ForeignText, JsonHasNoEscapesOfEightBits) {
  const HostileTrace trace(
      "\xc2\x9b"
      "31m\xe2\x80\xae"
      "evil");
  const Finished finished = run_program({"open", trace.path(), "--json"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_THAT(finished.out, Not(HasSubstr("\xc2\x9b")));
  EXPECT_THAT(finished.out, HasSubstr("\\u009b31m\\u202eevil"));
}

TEST(ForeignText, AnArgumentDoesNotRingEither) {
  const Finished finished = run_program({"run", "\x1b[2J\x07nothing"});
  EXPECT_EQ(finished.status, 2);
  expect_one_line(finished.err);
}

}  // namespace
}  // namespace runahead::testing_support
