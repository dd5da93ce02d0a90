// SPDX-License-Identifier: GPL-3.0-or-later
// The gallery as a reader gets it: every scenario, a well-formed page that needs nothing else, links that
// lead somewhere, numbers that are those of its commands. Not here: the pictures (figures_test.cpp).
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// The elements of a page: a tag that is not closed, or closed by another, is an error.
struct Page {
  explicit Page(const std::string& html) {
    static const std::set<std::string> kVoid{"meta", "img", "source", "br"};
    std::vector<std::string> open;
    for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1)) {
      if (!open.empty() && open.back() == "style" && html.compare(at, 8, "</style>") != 0) continue;
      const std::string tag = html.substr(at + 1, html.find('>', at) - at - 1);
      if (tag.front() == '!') continue;
      const std::string name = tag.substr(0, tag.find(' '));
      if (name.front() == '/') {
        if (open.empty() || "/" + open.back() != name) {
          error = name + " closes " + (open.empty() ? "nothing" : open.back());
          return;
        }
        open.pop_back();
        continue;
      }
      read_attributes(name, tag);
      ++count[name];
      if (kVoid.count(name) == 0) open.push_back(name);
    }
    if (!open.empty()) error = open.back() + " is not closed";
  }

  void read_attributes(const std::string& name, const std::string& tag) {
    static const std::regex attribute(R"re( ([a-z-]+)="([^"]*)")re");
    for (std::sregex_iterator one(tag.begin(), tag.end(), attribute), end; one != end; ++one) {
      const std::string key = (*one)[1], value = (*one)[2];
      if (key == "id" && !ids.insert(value).second) error = "two elements have the id " + value;
      if (key == "href" || key == "src" || key == "srcset") links.insert(value);
      if (name == "img" && key == "alt" && !value.empty()) ++images_with_words;
    }
  }

  std::string error;
  std::map<std::string, int> count;
  std::set<std::string> ids, links;
  int images_with_words = 0;
};

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// "162.8 ms" as the page has it, to the digits that it has.
double seconds(const std::string& text) {
  const double factor = text.ends_with("ns")   ? 1e-9
                        : text.ends_with("µs") ? 1e-6
                        : text.ends_with("ms") ? 1e-3
                                               : 1;
  return std::stod(text) * factor;
}

/// The one test that runs every scenario at its full size.
TEST(Gallery, IsWrittenWhereThereIsNoDisplayAndNeedsNothingElse) {
  TemporaryDirectory directory;
  const Finished finished = Program({})
                                .environment("DISPLAY", "")
                                .environment("WAYLAND_DISPLAY", "")
                                .environment("QT_QPA_PLATFORM", "")
                                .environment("XDG_RUNTIME_DIR", "")
                                .working_directory(directory.path())
                                .run();
  ASSERT_EQ(finished.status, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("The gallery is in gallery/index.html"));
  EXPECT_THAT(finished.err, IsEmpty());
  const std::string html = read_file(directory.file("gallery/index.html"));
  EXPECT_THAT(html, StartsWith("<!DOCTYPE html>\n<html lang=\"en\">"));
  for (const char* none : {"<script", "http:", "https:", "url(", "@import", "javascript"})
    EXPECT_THAT(html, Not(HasSubstr(none)));

  const Page page(html);
  EXPECT_EQ(page.error, "");
  EXPECT_EQ(page.count.at("h1"), 1);
  EXPECT_EQ(page.count.at("img"), page.images_with_words);
  for (const std::string& link : page.links) {
    if (link.front() == '#') {
      EXPECT_EQ(page.ids.count(link.substr(1)), 1u) << link;
    } else {
      EXPECT_TRUE(std::filesystem::exists(directory.file("gallery/" + link))) << link;
    }
  }

  int scenarios = 0;
  const auto list = nlohmann::json::parse(run_program({"list", "--json"}).out);
  for (const auto& scenario : list.at("scenarios")) {
    const std::string id = scenario.at("id");
    EXPECT_EQ(page.ids.count(id), 1u) << id;
    EXPECT_EQ(page.links.count("#" + id), 1u) << id << " is not in the contents";
    EXPECT_THAT(html, HasSubstr("src=\"" + id + ".svg\""));
    // On a narrow screen it scrolls, and says so.
    EXPECT_THAT(html, HasSubstr("<p class=\"hint\">Wider than this screen"));
    const std::string svg = read_file(directory.file("gallery/" + id + ".svg"));
    EXPECT_THAT(svg, HasSubstr("</svg>"));
    EXPECT_THAT(svg, HasSubstr("Simulated time")) << id;
    EXPECT_THAT(read_file(directory.file("gallery/" + id + ".png")), StartsWith("\x89PNG"));
    EXPECT_EQ(page.links.count(id + ".html"), 1u) << id;
    const std::string stepping = read_file(directory.file("gallery/" + id + ".html"));
    EXPECT_THAT(stepping, HasSubstr("class=\"slider\"")) << id;
    EXPECT_THAT(stepping, Not(HasSubstr("events were recorded"))) << id;
    EXPECT_LT(stepping.size(), 1'000'000u) << id;
    ++scenarios;
  }
  EXPECT_EQ(page.count.at("article"), scenarios);
  const auto entries = std::filesystem::directory_iterator(directory.file("gallery"));
  EXPECT_EQ(std::distance(begin(entries), end(entries)), 4 * scenarios + 1);

  // The command of an entry gives its numbers.
  for (const std::string id : {"four-statements", "barriers", "increment-loop", "lazy-loop"}) {
    const std::size_t entry = html.find("<article id=\"" + id + "\"");
    ASSERT_NE(entry, std::string::npos);
    const std::string text = html.substr(entry, html.find("</article>", entry) - entry);
    std::smatch command, totals;
    ASSERT_TRUE(std::regex_search(text, command, std::regex("<code>runahead ([^<]*)</code>")));
    ASSERT_TRUE(std::regex_search(text, totals,
                                  std::regex(">total</th><td>([^<,]*)[^<]*</td><td>([^<,]*)[^<]*</td>")));
    std::vector<std::string> words = words_of(command[1]);
    words.emplace_back("--json");
    const auto runs = nlohmann::json::parse(run_program(words).out).at("runs");
    ASSERT_EQ(runs.size(), 2u);
    for (std::size_t run = 0; run < 2; ++run) {
      const double total_s = runs[run].at("total_ns").get<double>() * 1e-9;
      EXPECT_NEAR(seconds(totals[run + 1]), total_s, 0.01 * total_s) << id;
    }
  }
}

}  // namespace
}  // namespace runahead::testing_support
