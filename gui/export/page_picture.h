// SPDX-License-Identifier: GPL-3.0-or-later
// PagePicture: the figure's picture for a page, in two layouts, as SVG whose parts have names and whose
// colours are variables. Not here: painting (export/figure_page.h), the page around it (page.h).
#pragma once

#include <QByteArray>
#include <QHash>
#include <array>
#include <functional>
#include <vector>

#include "gui/axis/time_axis.h"
#include "gui/export/figure_notes.h"
#include "gui/export/page_states.h"
#include "gui/export/picture_recorder.h"

namespace runahead::gui {

/// In the order in which a page has its colours.
inline constexpr std::array kPageThemes = {ThemeKind::light, ThemeKind::dark, ThemeKind::print};

/// A colour that a page has by these names: of its light, its dark and its printed form.
using PageColour = std::array<QRgb, kPageThemes.size()>;
/// Paints the same in another theme.
using PaintIn = std::function<void(QPainter&, ThemeKind)>;

/// What several pictures of a page share: variables and classes.
class PageInk {
 public:
  /// "var(--c3)".
  QByteArray colour(const PageColour& shades);
  /// "k4", of a class that says so.
  QByteArray className(const PictureElement::Shape& shape, const PageColour& fill, const PageColour& stroke);
  /// The variables' values in one of kPageThemes.
  QByteArray values(std::size_t theme) const;
  QByteArray classes() const;

 private:
  std::vector<PageColour> m_colours;
  std::vector<QByteArray> m_classes;
  QHash<QByteArray, qsizetype> m_known;
};

/// An element in all themes.
struct InkedElement {
  PictureElement element;  ///< in the first one
  PageColour fill{}, stroke{};
};
struct InkedPicture {
  std::vector<InkedElement> elements;
  QRectF passing;
};
InkedPicture inked(QSizeF size, const PaintIn& paint);

class PagePicture {
 public:
  /// `name`: of the page's pictures, none alike. `like`: the cursor's line is as long as there, however
  /// little has been recorded.
  PagePicture(std::span<const Trace> traces, const FigureOptions& options, const PageStates& states,
              PageInk& ink, const QByteArray& name, const PagePicture* like = nullptr);

  /// Both layouts.
  const QByteArray& html() const { return m_html; }
  const QString& footer() const { return m_footer; }
  /// What became of a single run that did not end as it should.
  const QString& notice() const { return m_notice; }
  const std::vector<FigureNote>& notes() const { return m_notes; }

 private:
  QByteArray m_html;
  QRectF m_deskPassing, m_phonePassing;
  QString m_footer, m_notice;
  std::vector<FigureNote> m_notes;
};

/// Patterns, and a symbol for each TaskState: "g0" and so on.
QByteArray pageDefinitions(PageInk& ink);

}  // namespace runahead::gui
