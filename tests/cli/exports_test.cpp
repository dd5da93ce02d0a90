// SPDX-License-Identifier: GPL-3.0-or-later
// Exported files: each format is what its ending says, comes back through `open`, and is whole or not there.
// Not here: the fields of a trace (tests/io), what a figure shows (tests/gui).
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// From FORMAT.md alone: the last 16 bytes say where the manifest's chunk begins, whose text comes after 12
/// bytes.
std::string manifest_of_session(const std::string& file) {
  std::size_t begin = 0;
  for (std::size_t i = 8; i-- > 0;)
    begin = begin << 8 | static_cast<unsigned char>(file.at(file.size() - 16 + i));
  return file.substr(begin + 12, file.size() - 16 - begin - 12);
}

TEST(Exports, EveryFormatIsWhatItsEndingSays) {
  TemporaryDirectory directory;
  const Finished finished =
      Program({"run", "four-statements", "--export", directory.file("a.png"), "--export",
               directory.file("a.svg"), "--export", directory.file("a.pdf"), "--export",
               directory.file("a.csv"), "--export", directory.file("a.json"), "--export",
               directory.file("a.html"), "--title", "Four"})
          .environment("DISPLAY", "")
          .environment("XDG_RUNTIME_DIR", "")
          .run();
  ASSERT_EQ(finished.status, 0) << finished.err;
  EXPECT_THAT(finished.err, IsEmpty());
  EXPECT_THAT(finished.out, HasSubstr("four-statements"));
  EXPECT_THAT(finished.out, HasSubstr("value: 3 3"));
  EXPECT_THAT(read_file(directory.file("a.png")), StartsWith("\x89PNG"));
  EXPECT_THAT(read_file(directory.file("a.svg")), HasSubstr("</svg>"));
  EXPECT_THAT(read_file(directory.file("a.pdf")), StartsWith("%PDF"));
  EXPECT_THAT(read_file(directory.file("a.csv")),
              StartsWith("run,scenario,mode,waits,workers,task,operation"));
  EXPECT_THAT(read_file(directory.file("a.json")), EndsWith("}\n"));
  EXPECT_THAT(read_file(directory.file("a.html")), StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(read_file(directory.file("a.html")), HasSubstr("<h1>Four</h1>"));
  EXPECT_EQ(directory.entries(), 6);
}

TEST(Exports, OpenGivesBackTheSame) {
  TemporaryDirectory directory;
  const Finished run =
      run_program({"run", "barriers", "--preset", "step", "--workers", "1", "--workers", "2", "--json",
                   "--export", directory.file("a.json"), "--export", directory.file("a.csv")});
  const Finished open = run_program({"open", directory.file("a.json"), "--json", "--export",
                                     directory.file("b.json"), "--export", directory.file("b.csv")});
  ASSERT_EQ(run.status, 0) << run.err;
  ASSERT_EQ(open.status, 0) << open.err;
  EXPECT_EQ(read_file(directory.file("a.json")), read_file(directory.file("b.json")));
  EXPECT_EQ(read_file(directory.file("a.csv")), read_file(directory.file("b.csv")));
  auto expected = nlohmann::json::parse(run.out);
  for (auto& entry : expected["runs"]) entry["value"] = entry["value_sha256"] = nullptr;
  EXPECT_EQ(nlohmann::json::parse(open.out), expected);
}

TEST(Exports, ASessionIsOpenedWithItsStateAndAsATrace) {
  TemporaryDirectory directory;
  const Finished run =
      run_program({"run", "late-error", "--preset", "step", "--workers", "1", "--workers", "2", "--json",
                   "--export", directory.file("a.json"), "--export", directory.file("a 会.runahead")});
  ASSERT_EQ(run.status, 0) << run.err;
  const auto session = nlohmann::json::parse(manifest_of_session(read_file(directory.file("a 会.runahead"))));
  EXPECT_EQ(session["version"], 2);
  const auto& runs = session["runs"];
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(session["desks"][0]["scenario"], "late-error");
  EXPECT_EQ(runs[0]["errors"], nlohmann::json::parse(run.out)["runs"][0]["errors"]);
  const Finished open = run_program({"open", directory.file("a 会.runahead"), "--json", "--export",
                                     directory.file("b.json"), "--export", directory.file("b.runahead")});
  ASSERT_EQ(open.status, 0) << open.err;
  EXPECT_EQ(read_file(directory.file("a.json")), read_file(directory.file("b.json")));
  EXPECT_EQ(read_file(directory.file("a 会.runahead")), read_file(directory.file("b.runahead")));
  EXPECT_EQ(nlohmann::json::parse(open.out)["runs"].size(), 2U);
}

TEST(Exports, APartOfAFileIsRefusedWithItsOffset) {
  TemporaryDirectory directory;
  ASSERT_EQ(run_program({"run", "four-statements", "--export", directory.file("a.json")}).status, 0);
  const std::string whole = read_file(directory.file("a.json"));
  for (std::size_t part = 0; part < 50; ++part) {
    write_file(directory.file("b.json"), whole.substr(0, whole.size() * part / 50));
    const Finished finished = run_program({"open", directory.file("b.json"), "--json"});
    EXPECT_EQ(finished.status, 2) << part;
    EXPECT_THAT(finished.out, IsEmpty());
    EXPECT_THAT(finished.err, HasSubstr("b.json: offset "));
  }
}

TEST(Exports, AForeignTraceIsRefusedClearly) {
  TemporaryDirectory directory;
  write_file(directory.file("f.json"),
             R"({"traceEvents":[{"ph":"X","name":"k","ts":1,"dur":2,"pid":0,"tid":0}]})");
  const Finished finished = run_program({"open", directory.file("f.json"), "--json"});
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.err, HasSubstr("this is not a trace that Runahead wrote"));
}

TEST(Exports, ADirectoryIsNotAFile) {
  TemporaryDirectory directory;
  std::filesystem::create_directory(directory.file("d.json"));
  const Finished finished = run_program({"run", "four-statements", "--export", directory.file("d.json")});
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.err, HasSubstr("d.json: Is a directory"));
  EXPECT_EQ(directory.entries(), 1);
}

TEST(Exports, AFullDiskLeavesNothingHalfWritten) {
  for (const char* ending : {".json", ".csv", ".png", ".svg", ".pdf", ".runahead"}) {
    TemporaryDirectory directory;
    const std::string path = directory.file(std::string("a") + ending);
    const Finished finished =
        Program({"run", "increment-loop", "--set", "n=300", "--export", path}).file_limit(1024).run();
    EXPECT_EQ(finished.status, 1) << ending;
    EXPECT_THAT(finished.err, HasSubstr(path)) << ending;
    EXPECT_EQ(directory.entries(), 0) << ending;
  }
}

TEST(Exports, WithoutFontsTheProgramSaysSo) {
  TemporaryDirectory directory;
  write_file(directory.file("fonts.conf"),
             "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig></fontconfig>");
  const Finished finished = Program({"run", "four-statements", "--export", directory.file("a.png")})
                                .environment("FONTCONFIG_FILE", directory.file("fonts.conf"))
                                .run();
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("no fonts found, so no text can be drawn; install fonts-dejavu-core"));
}

}  // namespace
}  // namespace runahead::testing_support
