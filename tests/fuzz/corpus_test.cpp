// SPDX-License-Identifier: GPL-3.0-or-later
// What the fuzzers have found, once more through every reader: corpus/READER/FILE, small files that together
// reach all that was reached, and those that something was wrong with. RUNAHEAD_CORPUS in the environment
// names another folder of such folders.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "tests/fuzz/exercise.h"
#include "tests/fuzz/text_readers.h"
#include "tests/support/temporary_directory.h"

namespace runahead {
namespace {

struct Reader {
  const char* name;
  std::string (*read)(std::string_view bytes);
};

class Corpus : public testing::TestWithParam<Reader> {};

/// The checks are those of the readers, and of sanitizers.
TEST_P(Corpus, IsReadOrRefused) {
  const char* other = std::getenv("RUNAHEAD_CORPUS");
  const std::filesystem::path corpus = other ? other : RUNAHEAD_CORPUS;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(corpus / GetParam().name)) {
    files.push_back(entry.path());
  }
  std::ranges::sort(files);
  int refused = 0;
  for (const std::filesystem::path& file : files) {
    SCOPED_TRACE(file);
    refused += !GetParam().read(testing_support::read_file(file.string())).empty();
  }
  EXPECT_GT(refused, 0);
  EXPECT_LT(refused, static_cast<int>(files.size()));
}

std::string exercise_run(std::string_view bytes) {
  return testing_support::exercise(testing_support::with_checksums(std::string(bytes)));
}

INSTANTIATE_TEST_SUITE_P(Readers, Corpus,
                         testing::Values(Reader{"costs", testing_support::exercise_costs},
                                         Reader{"notebook", testing_support::exercise_notebook},
                                         Reader{"run", exercise_run},
                                         Reader{"session", testing_support::exercise},
                                         Reader{"trace", testing_support::exercise},
                                         Reader{"words", testing_support::exercise_words}),
                         [](const auto& reader) { return std::string(reader.param.name); });

}  // namespace
}  // namespace runahead
