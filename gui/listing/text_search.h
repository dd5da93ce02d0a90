// SPDX-License-Identifier: GPL-3.0-or-later
// TextSearch: where a text stands in what the editor shows; going there, and another text in its place. Not
// here: what is typed for that (text_find.h).
#pragma once

#include <QObject>
#include <QString>
#include <utility>
#include <vector>

namespace runahead::gui {

class CodeView;

class TextSearch : public QObject {
  Q_OBJECT
 public:
  struct What {
    QString text;  ///< "": nothing is looked for
    bool matchCase = false;
    bool wholeWord = false;
  };
  explicit TextSearch(CodeView* code);

  /// Marks all matches, and selects the first at or after the place where the search began.
  void look(const What& what);
  /// The next look() begins where one is.
  void begin();
  /// The editor shows another text.
  void follow();
  std::size_t count() const { return m_matches.size(); }
  /// From 1: the match that is selected; 0: none.
  std::size_t current() const;
  /// From the selection on; behind the last comes the first.
  void next();
  void previous();
  /// The match that is selected, and goes to the next one.
  void replace(const QString& with);
  /// In one step of undo; how many.
  std::size_t replaceAll(const QString& with);

 signals:
  void changed();

 private:
  using Match = std::pair<int, int>;  ///< bytes [from, to)
  void select(const Match& match);

  CodeView* m_code;
  int m_indicator;
  What m_what;
  int m_origin = 0;
  std::vector<Match> m_matches;
};

}  // namespace runahead::gui
