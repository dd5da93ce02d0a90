// SPDX-License-Identifier: GPL-3.0-or-later
// Just so much of Python's grammar that the beginnings of statements are known.
#include "gui/text/notebook_cell.h"

#include <algorithm>

namespace runahead::gui {
namespace {

constexpr std::string_view kBlanks = " \t\f";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string_view indentation(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(kBlanks), line.size()));
}

std::string_view first_word(std::string_view text) {
  return text.substr(0, std::min(text.find_first_of(kBlanks), text.size()));
}

/// Where in a program its lines stand, one after the other.
class Reader {
 public:
  /// Whether what comes is the beginning of a statement.
  bool atBeginning() const { return depth_ == 0 && quote_.empty() && !continued_; }
  /// The last character of it that is code, and the first behind an assignment; 0: there is none.
  struct Line {
    char last = 0;
    std::size_t assigned = 0;
  };
  Line read(std::string_view line) {
    Line found;
    continued_ = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (!quote_.empty()) {
        if (c == '\\') {
          ++i;
        } else if (line.substr(i).starts_with(quote_)) {
          i += quote_.size() - 1;
          quote_ = {};
        }
        continue;
      }
      if (c == '#') break;
      if (c == '\\' && i + 1 == line.size()) {
        continued_ = true;
        break;
      }
      if (kBlanks.find(c) != std::string_view::npos) continue;
      if (c == '\'' || c == '"') {
        quote_ = line.substr(i).starts_with(c == '"' ? "\"\"\"" : "'''") ? (c == '"' ? "\"\"\"" : "'''")
                                                                         : (c == '"' ? "\"" : "'");
        i += quote_.size() - 1;
      }
      if (c == '(' || c == '[' || c == '{') ++depth_;
      if ((c == ')' || c == ']' || c == '}') && depth_ > 0) --depth_;
      const bool assigns = c == '=' && depth_ == 0 && found.assigned == 0 &&
                           std::string_view("=<>!:+-*/%@&|^").find(found.last) == std::string_view::npos;
      if (assigns && i + 1 < line.size() && line[i + 1] != '=')
        found.assigned = std::min(line.find_first_not_of(kBlanks, i + 1), line.size());
      found.last = c;
    }
    // A string of one line ends with it, unless it goes on behind a backslash.
    if (quote_.size() == 1) {
      if (!line.ends_with('\\')) quote_ = {};
    }
    return found;
  }

 private:
  int depth_ = 0;
  std::string_view quote_;
  bool continued_ = false;
};

/// Behind a magic that runs a statement, this statement: of "%time x = 1", "x = 1"; else empty.
std::string_view statementOf(std::string_view magic) {
  const std::string_view name = first_word(magic);
  if (name != "%time" && name != "%timeit" && name != "%prun") return {};
  std::string_view rest = trimmed(magic.substr(name.size()));
  const std::string_view with_value = name == "%prun" ? "slTD" : "nrp";
  while (name != "%time" && rest.starts_with('-')) {
    const std::string_view option = first_word(rest);
    rest = trimmed(rest.substr(option.size()));
    if (option.size() == 2 && with_value.find(option[1]) != std::string_view::npos)
      rest = trimmed(rest.substr(first_word(rest).size()));
  }
  return rest;
}

/// Cells that begin so hold Python all the same.
bool holdsPython(std::string_view magic) {
  return magic == "%%time" || magic == "%%timeit" || magic == "%%prun" || magic == "%%capture";
}

std::string left_out(std::string_view line) {
  const std::string_view before = indentation(line);
  return std::string(before).append(before.empty() ? "" : "pass  ").append(kLeftOut).append(trimmed(line));
}

std::vector<std::string> linesOf(std::string_view source) {
  std::vector<std::string> lines(1);
  for (std::size_t i = 0; i < source.size(); ++i) {
    const bool ends = source[i] == '\n' || source[i] == '\r';
    if (source[i] == '\r' && i + 1 < source.size() && source[i + 1] == '\n') ++i;
    ends ? void(lines.emplace_back()) : lines.back().push_back(source[i]);
  }
  while (!lines.empty() && trimmed(lines.back()).empty()) lines.pop_back();
  return lines;
}

/// Whether the line is a magic, a command or a question; what of it is Python stands there then.
bool takeMagic(std::string& line, const Reader& before) {
  const std::string_view code = trimmed(line);
  if (code.empty()) return false;
  if (code[0] == '%') {
    if (const std::string_view statement = statementOf(code); !statement.empty()) {
      line = std::string(indentation(line)).append(statement);
      return false;
    }
    return true;
  }
  if (code[0] == '!' || code[0] == '?') return true;
  Reader ahead = before;
  const Reader::Line read = ahead.read(line);
  if (read.last == '?') return true;
  if (read.assigned == 0 || read.assigned >= line.size()) return false;
  const std::string_view value = std::string_view(line).substr(read.assigned);
  if (const std::string_view statement = statementOf(value); !statement.empty()) {
    line = line.substr(0, read.assigned).append(statement);
    return false;
  }
  return value[0] == '%' || value[0] == '!';
}

}  // namespace

std::vector<std::string> pythonOfCell(std::string_view source) {
  std::vector<std::string> lines = linesOf(source);
  std::size_t i = 0;
  while (i < lines.size() && trimmed(lines[i]).empty()) ++i;
  if (i == lines.size()) return {};
  if (lines[i].starts_with("%%")) {
    const bool python = holdsPython(first_word(lines[i]));
    for (std::size_t end = python ? i + 1 : lines.size(); i < end; ++i) {
      if (!trimmed(lines[i]).empty()) lines[i] = std::string(kLeftOut).append(lines[i]);
    }
  } else if (const std::string common(indentation(lines[i])); !common.empty()) {
    for (std::string& line : lines) {
      if (line.starts_with(common)) line.erase(0, common.size());
    }
  }
  Reader reader;
  bool goes_on = false;  // a magic, behind a backslash
  for (; i < lines.size(); ++i) {
    std::string& line = lines[i];
    if (goes_on || (reader.atBeginning() && takeMagic(line, reader))) {
      const bool ends = !line.ends_with('\\');
      line = goes_on ? std::string(kLeftOut).append(trimmed(line)) : left_out(line);
      goes_on = !ends;
    } else {
      reader.read(line);
    }
  }
  return lines;
}

}  // namespace runahead::gui
