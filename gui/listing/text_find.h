// SPDX-License-Identifier: GPL-3.0-or-later
// TextFind: the strips above a text in which one types what is to be found there, and what takes its place.
// Not here: finding it (text_search.h), tasks (window/find_strip.h).
#pragma once

#include <QWidget>

namespace runahead::gui {

class Button;
class CodeView;
class TextLabel;
class TextSearch;

class TextFind : public QWidget {
  Q_OBJECT
 public:
  explicit TextFind(CodeView* code);
  /// What is selected is looked for. `replaces`: with the field for another text, where one may write.
  void open(bool replaces);
  /// The text has the focus then.
  void close();
  void next();
  void previous();
  /// The text is another one, or may be written on now, or not any more.
  void follow();

 private:
  class Strip;
  void look();
  void showCount();

  CodeView* m_code;
  TextSearch* m_search;
  Strip* m_find;
  Strip* m_replace;
  Button* m_case;
  Button* m_word;
  TextLabel* m_count;
};

}  // namespace runahead::gui
