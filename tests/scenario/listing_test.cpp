// SPDX-License-Identifier: GPL-3.0-or-later
// Listings: three for each scenario, line by line the same program as the one that runs.
// Not here: how they are shown (tests/gui).
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "tests/scenario/runs.h"

namespace runahead {
namespace {

using namespace testing_support;

const char* const kFrameworks[] = {"mxnet", "pytorch", "tensorflow"};

std::vector<std::string> listing(const std::string& scenario, const std::string& framework) {
  std::ifstream file(std::string(RUNAHEAD_LISTINGS "/") + scenario + "." + framework + ".py");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string trimmed(const std::string& line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first == std::string::npos ? "" : line.substr(first);
}

bool is_block(const std::string& line) {
  const std::string text = trimmed(line);
  for (const char* word : {"for ", "with ", "def ", "if "}) {
    if (text.starts_with(word)) return true;
  }
  return false;
}

/// A name that a listing gives to marks, in its line "with Benchmark('...')" or "loop.lap('...')". An
/// f-string names several.
struct RegionName {
  std::string text;
  bool several;
  bool names(const std::string& mark) const {
    if (!several) return text == mark;
    // "batch {batches // 2}": a number stands where the braces do.
    const std::string head = text.substr(0, text.find('{'));
    const std::string tail = text.substr(text.find('}') + 1);
    if (!mark.starts_with(head) || !mark.ends_with(tail) || mark.size() <= head.size() + tail.size())
      return false;
    const std::string number = mark.substr(head.size(), mark.size() - head.size() - tail.size());
    return number.find_first_not_of("0123456789") == std::string::npos;
  }
};

/// In their order.
std::vector<RegionName> mark_names(const std::vector<std::string>& lines) {
  std::vector<RegionName> names;
  for (const std::string& line : lines) {
    const std::string text = trimmed(line);
    for (const std::string head : {"with Benchmark(", "loop.lap("}) {
      if (!text.starts_with(head)) continue;
      const bool several = text.at(head.size()) == 'f';
      const std::size_t first = head.size() + (several ? 2 : 1);
      names.push_back({text.substr(first, text.find('\'', first) - first), several});
    }
  }
  return names;
}

class Listing : public testing::TestWithParam<std::string> {
 protected:
  const Scenario& scenario = *find_scenario(GetParam());
};

TEST_P(Listing, ExistsInThreeFrameworksLineByLine) {
  const std::vector<std::string> first = listing(scenario.id, kFrameworks[0]);
  ASSERT_FALSE(first.empty());
  for (const char* framework : kFrameworks) {
    const std::vector<std::string> lines = listing(scenario.id, framework);
    ASSERT_EQ(lines.size(), first.size()) << framework;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      EXPECT_FALSE(trimmed(lines[i]).empty()) << framework << " line " << i + 1 << " is empty";
      EXPECT_FALSE(trimmed(lines[i]).starts_with("#")) << framework << " line " << i + 1 << " is a comment";
      EXPECT_NE(lines[i].back(), ' ') << framework << " line " << i + 1;
      EXPECT_LE(lines[i].size(), 56u) << framework << " line " << i + 1 << " is too wide for the pane";
      EXPECT_EQ(lines[i].find_first_not_of(' '), first[i].find_first_not_of(' '))
          << framework << " line " << i + 1 << " stands in another block";
      EXPECT_EQ(is_block(lines[i]), is_block(first[i])) << framework << " line " << i + 1;
    }
  }
}

TEST_P(Listing, WaitLinesAreStatements) {
  const std::vector<std::string> lines = listing(scenario.id, "mxnet");
  for (const WaitLine& wait : scenario.wait_lines) {
    ASSERT_GE(wait.line, 1);
    ASSERT_LE(wait.line, static_cast<int>(lines.size()));
    EXPECT_FALSE(is_block(lines[static_cast<std::size_t>(wait.line - 1)])) << wait.line;
  }
}

TEST_P(Listing, NamesTheParameters) {
  const std::vector<std::string> lines = listing(scenario.id, "mxnet");
  for (const Parameter& parameter : scenario.parameters) {
    // Bounds and costs are the run's, whatever defaults a scenario gives them.
    const auto has_name = [&](const Parameter& one) { return one.name == parameter.name; };
    if (std::any_of(common_parameters().begin(), common_parameters().end(), has_name)) continue;
    if (std::any_of(virtual_parameters().begin(), virtual_parameters().end(), has_name)) continue;
    const std::string name = "[^a-z]" + parameter.name + "[^a-z]";
    bool found = false;
    for (const std::string& line : lines)
      found = found || testing::internal::RE::PartialMatch(line, name.c_str());
    EXPECT_TRUE(found) << parameter.name;
  }
}

TEST_P(Listing, HasTheMarksOfARun) {
  const Trace trace = run(small(scenario.id)).trace;
  std::vector<std::string> marks;
  for (RegionId id = 0; id < trace.region_count(); ++id) {
    if (trace.region(id).kind == RegionKind::benchmark) marks.push_back(trace.name(trace.region(id).name));
  }
  for (const char* framework : kFrameworks) {
    const std::vector<RegionName> names = mark_names(listing(scenario.id, framework));
    std::vector<std::string> written_out, single;
    for (const RegionName& name : names) {
      if (!name.several) written_out.push_back(name.text);
      EXPECT_TRUE(std::any_of(marks.begin(), marks.end(), [&](const auto& mark) { return name.names(mark); }))
          << framework << ": no mark " << name.text;
    }
    for (const std::string& mark : marks) {
      const auto name =
          std::find_if(names.begin(), names.end(), [&](const RegionName& one) { return one.names(mark); });
      ASSERT_NE(name, names.end()) << framework << " does not name " << mark;
      if (!name->several) single.push_back(mark);
    }
    EXPECT_EQ(written_out, single) << framework;
  }
}

TEST_P(Listing, HasEveryLineThatARunNames) {
  const std::vector<std::string> lines = listing(scenario.id, "mxnet");
  std::set<int> seen;
  // What a parameter switches on is printed, too.
  Settings all_on;
  for (const Parameter& parameter : scenario.parameters) {
    if (parameter.min == 0 && parameter.max == 1) all_on[parameter.name] = 1;
  }
  for (const Mode mode : scenario.modes) {
    for (const std::string& waits : scenario.waits) {
      RunRequest request = small(scenario.id, to_string(mode), waits);
      request.set = all_on;
      const Trace trace = run(request).trace;
      ASSERT_GT(trace.statement_count(), 0u);
      for (StatementId id = 0; id < trace.statement_count(); ++id) {
        const int line = trace.statement(id).line;
        ASSERT_GE(line, 1);
        ASSERT_LE(line, static_cast<int>(lines.size()));
        ASSERT_FALSE(is_block(lines[static_cast<std::size_t>(line - 1)])) << "line " << line;
        seen.insert(line);
      }
    }
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (is_block(lines[i])) continue;
    EXPECT_TRUE(seen.count(static_cast<int>(i + 1)))
        << "line " << i + 1 << " is printed, but no run comes there";
  }
}

/// Whether a line of the listing waits agrees with whether the run waits there.
TEST_P(Listing, WaitsWhereTheRunWaits) {
  RunRequest request = small(scenario.id);
  if (scenario.id == "matmul-race") request.set["warm_up"] = 1;
  const Trace trace = run(request).trace;
  const std::vector<std::string> lines = listing(scenario.id, "mxnet");
  std::set<int> waited;
  for (WaitId id = 0; id < trace.wait_count(); ++id) {
    const Wait wait = trace.wait(id);
    if (wait.reason == WaitReason::queue_full || wait.reason == WaitReason::call)
      continue;  // not the program's
    waited.insert(line_of(trace, wait.statement));
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    bool waits = false;
    for (const char* call : {"wait", "print(", "asnumpy()", "asscalar()", "item()"}) {
      const std::string text = trimmed(lines[i]);
      const bool prints_a_number = text.find("' % (") != std::string::npos;  // not an array
      waits = waits || (!is_block(text) && !prints_a_number && text.find(call) != std::string::npos);
    }
    EXPECT_EQ(waited.count(static_cast<int>(i + 1)) > 0, waits) << "line " << i + 1 << ": " << lines[i];
  }
}

/// What the listings use of each library: of its modules, and of objects that come out of them. MXNet 1.9,
/// PyTorch from 1.13 (compile: 2), TensorFlow from 2.11. A name that is missing here is looked up in the
/// library's reference before it is added: mxnet.np's arrays have neither asscalar nor norm, torch.cpu no
/// synchronize before 2.1.
struct Library {
  std::set<std::string> functions;
  std::set<std::string> members;
};
const std::map<std::string, Library>& libraries() {
  static const std::map<std::string, Library> all = {
      {"mxnet",
       {{"autograd.record", "gluon.loss.L2Loss", "np.dot", "np.linalg.norm", "np.ones", "np.random.normal",
         "np.random.rand", "np.random.randn", "np.random.uniform", "np.zeros", "npx.cpu", "npx.gpu",
         "npx.waitall"},
        {"T", "as_nd_ndarray", "asnumpy", "backward", "collect_params", "copyto", "hybridize", "item", "mean",
         "step", "sum", "wait_to_read"}}},
      {"pytorch",
       {{"torch.compile", "torch.cuda.synchronize", "torch.empty", "torch.enable_grad", "torch.mm",
         "torch.nn.MSELoss", "torch.normal", "torch.ones", "torch.ones_like", "torch.optim.SGD", "torch.rand",
         "torch.randn", "torch.zeros"},
        {"T", "backward", "cpu", "item", "mean", "norm", "numpy", "parameters", "step", "sum", "to",
         "uniform_", "zero_grad"}}},
      {"tensorflow",
       {{"tf.GradientTape", "tf.function", "tf.keras.losses.MeanSquaredError", "tf.matmul", "tf.norm",
         "tf.ones", "tf.random.normal", "tf.random.uniform", "tf.reduce_mean", "tf.reduce_sum",
         "tf.test.experimental.sync_devices", "tf.transpose", "tf.zeros"},
        {"apply_gradients", "gradient", "layers", "numpy", "trainable_variables"}}},
  };
  return all;
}
const std::set<std::string> kModules = {"autograd", "gluon", "nn", "np", "npx", "tf", "torch"};
const std::set<std::string> kOfPython = {"append", "lap", "pop"};  // lists, and the Benchmark of the listings

std::string without_texts(const std::string& line) {
  std::string code;
  bool text = false;
  for (const char c : line) {
    if (c == '#' && !text) break;
    if (c == '\'') text = !text;
    if (!text) code += c;
  }
  return code;
}

TEST_P(Listing, UsesOnlyWhatItsLibraryHas) {
  // Names with dots between them, and what stands behind a call: "torch.mm", ").sum".
  static const std::regex dotted("([A-Za-z_][A-Za-z_0-9]*|\\)|\\])((?:\\.[A-Za-z_][A-Za-z_0-9]*)+)");
  for (const auto& [framework, library] : libraries()) {
    for (const std::string& line : listing(scenario.id, framework)) {
      const std::string code = without_texts(line);
      for (std::sregex_iterator match(code.begin(), code.end(), dotted), end; match != end; ++match) {
        const std::string head = (*match)[1], tail = (*match)[2];
        if (kModules.count(head) > 0) {
          EXPECT_TRUE(library.functions.count(head + tail) > 0) << framework << ": " << head << tail;
          continue;
        }
        const std::string member = tail.substr(1);
        if (kOfPython.count(member) > 0) continue;
        // Arrays of mxnet.np do not have it, those of mxnet.nd do.
        if (framework == "mxnet" && code.find("as_nd_ndarray().norm().asscalar()") != std::string::npos)
          continue;
        EXPECT_TRUE(library.members.count(member) > 0) << framework << ": " << line;
      }
    }
  }
}

/// In PyTorch only a device works asynchronously: what is to be a stream's work is made on it.
TEST_P(Listing, NamesTheDeviceInPyTorch) {
  static const std::regex makes("torch\\.(ones|zeros|empty|rand|randn|normal)\\(");
  for (const std::string& line : listing(scenario.id, "pytorch")) {
    if (!std::regex_search(line, makes)) continue;
    EXPECT_EQ(line.find("device=") != std::string::npos, scenario.id != "cpu-matmul-async") << line;
  }
}

TEST_P(Listing, NumbersOfTheBookSayWhereTheyComeFrom) {
  for (const BookNumber& number : scenario.book) {
    EXPECT_THAT(number.printed.edition, testing::HasSubstr("edition")) << number.label;
    EXPECT_THAT(number.printed.size, testing::MatchesRegex(".*[0-9].*")) << number.label;
    EXPECT_THAT(number.printed.machine, testing::MatchesRegex(".*(CPU|GPU|machine).*")) << number.label;
  }
}

INSTANTIATE_TEST_SUITE_P(Scenarios, Listing, testing::ValuesIn(scenario_ids()), scenario_test_name);

}  // namespace
}  // namespace runahead
