// SPDX-License-Identifier: GPL-3.0-or-later
// The editor component's own search, over all of its text.
#include "gui/listing/text_search.h"

#include <algorithm>

#include "gui/listing/code_view.h"

namespace runahead::gui {

using Qsci = QsciScintilla;

TextSearch::TextSearch(CodeView* code)
    : QObject(code), m_code(code), m_indicator(code->defineMatchIndicator()) {
  connect(code, &CodeView::edited, this, &TextSearch::follow);
  connect(code, &Qsci::selectionChanged, this, &TextSearch::changed);
}

void TextSearch::begin() {
  m_origin = static_cast<int>(m_code->SendScintilla(Qsci::SCI_GETSELECTIONSTART));
}

void TextSearch::look(const What& what) {
  m_what = what;
  follow();
  if (what.text.isEmpty()) return;
  const auto at =
      std::ranges::find_if(m_matches, [this](const Match& match) { return match.first >= m_origin; });
  if (m_matches.empty()) {
    m_code->SendScintilla(Qsci::SCI_SETEMPTYSELECTION, static_cast<unsigned long>(m_origin));
  } else {
    select(at == m_matches.end() ? m_matches.front() : *at);
  }
}

void TextSearch::follow() {
  m_matches.clear();
  const long length = m_code->SendScintilla(Qsci::SCI_GETLENGTH);
  m_code->SendScintilla(Qsci::SCI_SETINDICATORCURRENT, m_indicator);
  m_code->SendScintilla(Qsci::SCI_INDICATORCLEARRANGE, 0UL, length);
  const QByteArray wanted = m_what.text.toUtf8();
  m_code->SendScintilla(Qsci::SCI_SETSEARCHFLAGS, (m_what.matchCase ? Qsci::SCFIND_MATCHCASE : 0) |
                                                      (m_what.wholeWord ? Qsci::SCFIND_WHOLEWORD : 0));
  for (long from = 0; !wanted.isEmpty();) {
    m_code->SendScintilla(Qsci::SCI_SETTARGETRANGE, static_cast<unsigned long>(from), length);
    const long at = m_code->SendScintilla(Qsci::SCI_SEARCHINTARGET, static_cast<unsigned long>(wanted.size()),
                                          wanted.constData());
    if (at < 0) break;
    from = m_code->SendScintilla(Qsci::SCI_GETTARGETEND);
    m_matches.emplace_back(at, from);
    m_code->SendScintilla(Qsci::SCI_INDICATORFILLRANGE, static_cast<unsigned long>(at), from - at);
  }
  emit changed();
}

std::size_t TextSearch::current() const {
  const Match selected{m_code->SendScintilla(Qsci::SCI_GETSELECTIONSTART),
                       m_code->SendScintilla(Qsci::SCI_GETSELECTIONEND)};
  const auto at = std::ranges::find(m_matches, selected);
  return at == m_matches.end() ? 0 : static_cast<std::size_t>(at - m_matches.begin()) + 1;
}

void TextSearch::select(const Match& match) {
  m_code->SendScintilla(Qsci::SCI_SETSEL, static_cast<unsigned long>(match.first),
                        static_cast<long>(match.second));
  m_origin = match.first;
}

void TextSearch::next() {
  if (m_matches.empty()) return;
  const int from = static_cast<int>(m_code->SendScintilla(Qsci::SCI_GETSELECTIONEND));
  const auto at = std::ranges::find_if(m_matches, [from](const Match& match) { return match.first >= from; });
  select(at == m_matches.end() ? m_matches.front() : *at);
}

void TextSearch::previous() {
  if (m_matches.empty()) return;
  const int to = static_cast<int>(m_code->SendScintilla(Qsci::SCI_GETSELECTIONSTART));
  const auto at = std::find_if(m_matches.rbegin(), m_matches.rend(),
                               [to](const Match& match) { return match.second <= to; });
  select(at == m_matches.rend() ? m_matches.back() : *at);
}

void TextSearch::replace(const QString& with) {
  const std::size_t at = current();
  if (at > 0) {
    const Match match = m_matches[at - 1];
    m_code->change({{match.first, match.second, with.toUtf8()}});
    m_code->SendScintilla(Qsci::SCI_SETEMPTYSELECTION,
                          static_cast<unsigned long>(match.first + with.toUtf8().size()));
  }
  next();
}

std::size_t TextSearch::replaceAll(const QString& with) {
  std::vector<CodeView::Change> changes;
  for (const Match& match : m_matches) changes.push_back({match.first, match.second, with.toUtf8()});
  m_code->change(changes);
  return changes.size();
}

}  // namespace runahead::gui
