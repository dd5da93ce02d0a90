// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines of a cell only a notebook understands: as IPython has it, at the beginning of a statement
// alone.
#include <gmock/gmock.h>

#include "gui/text/program_file.h"

namespace runahead::gui {
namespace {

using testing::ElementsAre;

std::string python(const std::string& cell) {
  std::string text = cell;
  for (std::size_t at = 0; (at = text.find_first_of("\"\\", at)) != std::string::npos; at += 2)
    text.insert(at, 1, '\\');
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.replace(at, 1, "\\n");
  const Result<ReadProgram> read = programOfNotebook(
      QByteArray::fromStdString(R"({"cells": [{"cell_type": "code", "source": ")" + text + R"("}]})"));
  return read ? read->program.text.substr(5) : read.error();
}

TEST(NotebookCells, HaveOperatorsAtTheBeginningsOfLines) {
  for (const char* const cell :
       {"x = (7\n     % 4\n     )\n", "print(\"loss %.2f\"\n      % 3.0)\n", "x = 7 \\\n    % 4\n",
        "s = \"\"\"\n%d items\n!\n\"\"\"\n", "s = 'a\\\n!ls'\nx = 'what?'  # really?\n",
        "a = x == '%'\nb = x != y\nc %= 2\nf(a=1)\n"}) {
    EXPECT_EQ(python(cell), cell);
  }
}

TEST(NotebookCells, RunWhatTheyMeasure) {
  EXPECT_EQ(python("%time x = x + 1\n"), "x = x + 1\n");
  EXPECT_EQ(python("y = %time f(x)\n"), "y = f(x)\n");
  EXPECT_EQ(python("%prun -q -s time y = 5\n"), "y = 5\n");
  EXPECT_EQ(python("for i in a:\n    %timeit -n 10 -r3 f(i)\n"), "for i in a:\n    f(i)\n");
  EXPECT_EQ(python("%%time\nx = 1\n"), "# left out: %%time\nx = 1\n");
}

TEST(NotebookCells, LeaveOutWhatIsNoPython) {
  EXPECT_EQ(python("%matplotlib inline\n!pip install a \\\n  b\nx = !ls\n?x\nx??\nf(x)\n"),
            "# left out: %matplotlib inline\n# left out: !pip install a \\\n# left out: b\n# left out: "
            "x = !ls\n"
            "# left out: ?x\n# left out: x??\nf(x)\n");
  EXPECT_EQ(python("try:\n    %tensorflow_version 2.x\nexcept Exception:\n    pass\n"),
            "try:\n    pass  # left out: %tensorflow_version 2.x\nexcept Exception:\n    pass\n");
  EXPECT_EQ(python("\n%%bash\nls\n\nx = 1\n"), "\n# left out: %%bash\n# left out: ls\n\n# left out: x = 1\n");
  EXPECT_EQ(python("  x = 1\n  y = 2\n"), "x = 1\ny = 2\n");
}

TEST(NotebookCells, SayWhatTheyLeaveOut) {
  const Result<ReadProgram> read = programOfNotebook(
      R"({"cells": [{"cell_type": "code", "source": "%pip install a\nif x:\n    !ls\n# a comment"}]})");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->left_out, 2);
  EXPECT_THAT(leftOutOf(read->program), ElementsAre("%pip install a", "!ls"));
}

}  // namespace
}  // namespace runahead::gui
