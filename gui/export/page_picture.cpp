// SPDX-License-Identifier: GPL-3.0-or-later
// One picture painted in every theme, and its elements written as SVG.
#include "gui/export/page_picture.h"

#include <QLocale>
#include <algorithm>

#include "gui/export/figure_page.h"
#include "gui/export/page_text.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

/// Laid out so wide, text of 12 px is as large on the page; a phone shows its layout a little smaller.
constexpr double kDesk = 900, kPhone = 440;
/// What charts get beyond their least height.
constexpr double kDeskPlots = 150, kPhonePlots = 100;
constexpr double kBeyondPicture = 20;  // a clip's reach outside of the picture

PageColour shadesOf(const std::array<const PictureElement*, kPageThemes.size()>& themes,
                    QColor PictureElement::*colour) {
  PageColour shades;
  std::ranges::transform(themes, shades.begin(),
                         [&](const PictureElement* element) { return (element->*colour).rgba(); });
  return shades;
}

QByteArray written(QRgb colour) {
  const QColor shade = QColor::fromRgba(colour);
  QByteArray text = shade.name().toLatin1();
  if (shade.alpha() < 255) text += QByteArray::number(shade.alpha() + 256, 16).mid(1);
  return text;
}

QByteArray fontOf(const QFont& font) {
  const bool mono = font.families().value(0).contains(QLatin1String("Mono"));
  return "font:" + QByteArray::number(font.weight()) + ' ' + QByteArray::number(font.pixelSize()) +
         "px var(--" + (mono ? "mono" : "ui") + ')';
}

char letterOf(PartKind kind) {
  return kind == PartKind::task ? 't' : kind == PartKind::wait ? 'w' : kind == PartKind::statement ? 's' : 0;
}

QByteArray quoted(const char* name, const QByteArray& value) {
  return QByteArray(" ") + name + "=\"" + value + '"';
}

}  // namespace

QByteArray PageInk::colour(const PageColour& shades) {
  auto found = std::ranges::find(m_colours, shades);
  if (found == m_colours.end()) found = m_colours.insert(m_colours.end(), shades);
  return "var(--c" + QByteArray::number(found - m_colours.begin()) + ')';
}

QByteArray PageInk::className(const PictureElement::Shape& shape, const PageColour& fill,
                              const PageColour& stroke) {
  QByteArray style = "fill:";
  if (shape.pattern != Pattern::none) {
    style += shape.pattern == Pattern::wait ? "url(#wait)" : "url(#blocked)";
  } else {
    style += shape.filled ? colour(fill) : "none";
  }
  if (shape.strokeWidth > 0) {
    style += ";stroke:" + colour(stroke) + ";stroke-width:" + shortNumber(shape.strokeWidth);
    if (!shape.dashes.isEmpty()) style += ";stroke-dasharray:" + shape.dashes;
    if (shape.cap == Qt::RoundCap) style += ";stroke-linecap:round";
    if (shape.cap == Qt::SquareCap) style += ";stroke-linecap:square";
  }
  if (shape.font) style += ';' + fontOf(*shape.font);
  const auto known = m_known.constFind(style);
  if (known != m_known.constEnd()) return "k" + QByteArray::number(*known);
  const auto number = static_cast<qsizetype>(m_classes.size());
  m_known.insert(style, number);
  m_classes.push_back(style);
  return "k" + QByteArray::number(number);
}

QByteArray PageInk::values(std::size_t theme) const {
  QByteArray css;
  for (std::size_t i = 0; i < m_colours.size(); ++i)
    css += "--c" + QByteArray::number(i) + ':' + written(m_colours[i][theme]) + ';';
  return css;
}

QByteArray PageInk::classes() const {
  QByteArray css;
  for (std::size_t i = 0; i < m_classes.size(); ++i)
    css += ".k" + QByteArray::number(i) + '{' + m_classes[i] + "}\n";
  return css;
}

InkedPicture inked(QSizeF size, const PaintIn& paint) {
  std::array<std::vector<PictureElement>, kPageThemes.size()> painted;
  InkedPicture picture;
  for (std::size_t theme = 0; theme < kPageThemes.size(); ++theme) {
    PictureRecorder recorder(size);
    QPainter painter(&recorder);
    paint(painter, kPageThemes[theme]);
    painter.end();
    painted[theme] = recorder.elements();
    picture.passing = recorder.passing();
  }
  for (std::size_t i = 0; i < painted[0].size(); ++i) {
    std::array<const PictureElement*, kPageThemes.size()> same{};
    for (std::size_t theme = 0; theme < kPageThemes.size(); ++theme) same[theme] = &painted[theme].at(i);
    picture.elements.push_back(
        {*same[0], shadesOf(same, &PictureElement::fill), shadesOf(same, &PictureElement::stroke)});
  }
  return picture;
}

namespace {

QByteArray elementsOf(const InkedPicture& picture, PageInk& ink, const PageStates* states,
                      const QByteArray& name) {
  QByteArray out, clips;
  std::vector<QRectF> known;
  const auto clipOf = [&](const QRectF& clip) {
    auto found = std::ranges::find(known, clip);
    if (found == known.end()) {
      found = known.insert(known.end(), clip);
      clips += "<clipPath" + quoted("id", name + QByteArray::number(known.size())) + "><rect" +
               quoted("x", shortNumber(clip.x())) + quoted("y", shortNumber(clip.y())) +
               quoted("width", shortNumber(clip.width())) + quoted("height", shortNumber(clip.height())) +
               "/></clipPath>\n";
    }
    return "url(#" + name + QByteArray::number(found - known.begin() + 1) + ')';
  };
  const auto& elements = picture.elements;
  bool passing = false;
  for (std::size_t i = 0; i < elements.size();) {
    const PictureElement::Place& place = elements[i].element.place;
    std::size_t next = i + 1;
    while (next < elements.size() && elements[next].element.place == place) ++next;
    if (place.passing != passing)
      out += passing ? QByteArray("</g>\n")
                     : "<g class=\"t\"" + quoted("clip-path", "url(#" + name + "-now)") + ">\n";
    passing = place.passing;
    QByteArray about;
    if (const char letter = letterOf(place.kind))
      about += quoted("data-n", partName(letter, place.id, place.run).toLatin1());
    if (states != nullptr && place.from > 0)
      about += quoted("data-a", QByteArray::number(states->stepOf(place.run, place.from)));
    if (states != nullptr && place.until != kNever)
      about += quoted("data-z", QByteArray::number(states->stepOf(place.run, place.until)));
    if (!place.clip.isNull()) about += quoted("clip-path", clipOf(place.clip));
    const bool group = next - i > 1 && !about.isEmpty();
    if (group) out += "<g" + about + '>';
    for (; i < next; ++i) {
      const auto& [element, fill, stroke] = elements[i];
      const PictureElement::Shape& shape = element.shape;
      out += '<' + shape.tag + quoted("class", ink.className(shape, fill, stroke)) +
             (group ? QByteArray() : about);
      out += shape.font ? '>' + escaped(shape.text) + "</text>" : QByteArray("/>");
    }
    out += group ? "</g>\n" : "\n";
  }
  if (passing) out += "</g>\n";
  return clips + out;
}

QByteArray svgOf(const InkedPicture& picture, PageInk& ink, const PageStates& states, const QByteArray& name,
                 const char* layout, QSizeF size, const TimeAxis& axis) {
  const QByteArray width = shortNumber(size.width()), height = shortNumber(size.height());
  const auto number = [](double value) {
    return QByteArray::number(value, 'g', QLocale::FloatingPointShortest);
  };
  const QByteArray beyond = shortNumber(-kBeyondPicture),
                   all = shortNumber(size.width() + 2 * kBeyondPicture);
  const QByteArray top = shortNumber(picture.passing.top()), bottom = shortNumber(picture.passing.bottom());
  return "<svg" + quoted("class", layout) + quoted("viewBox", "0 0 " + width + ' ' + height) +
         quoted("role", "img") +
         quoted("aria-label", escaped(tr("Timeline of frontend and backend, pending tasks and memory"))) +
         quoted("data-left", number(axis.leftPx + kBeyondPicture)) +
         quoted("data-scale", number(axis.pxPerNs())) + quoted("data-from", number(axis.fromNs)) +
         quoted("data-to", number(axis.toNs)) + ">\n<clipPath" + quoted("id", name + "-now") + "><rect" +
         quoted("x", beyond) + quoted("y", beyond) + quoted("width", all) +
         quoted("height", shortNumber(size.height() + 2 * kBeyondPicture)) + "/></clipPath>\n" +
         elementsOf(picture, ink, &states, name) + "<g class=\"now\"><rect class=\"veil\"" +
         quoted("x", beyond) + quoted("y", top) + quoted("width", width) +
         quoted("height", shortNumber(picture.passing.height())) + "/><path d=\"M" + beyond + ' ' + top +
         'V' + bottom + "\"/><path d=\"M" + shortNumber(-kBeyondPicture - 6) + ' ' +
         shortNumber(picture.passing.top() - 8) + "h12l-6 8z\"/></g>\n</svg>\n";
}

}  // namespace

PagePicture::PagePicture(std::span<const Trace> traces, const FigureOptions& options,
                         const PageStates& states, PageInk& ink, const QByteArray& name,
                         const PagePicture* like) {
  FigureOptions bare = options;
  bare.parts = {.timeline = true, .charts = true, .words = false};
  bare.step.reset();
  bare.worksheet = false;
  FigureContent content(traces, bare);
  // A sweep knows all of its run from the first point on.
  for (FigureRun& run : content.runs) run.sweep.reset();
  m_footer = content.footer;
  m_notice = content.notice;
  m_notes = content.notes;
  const bool two = traces.size() == 2;
  const auto layout = [&](double width, double plots, FigureRows usual, const char* form,
                          QRectF PagePicture::*passing) {
    const FigureRows rows = traces.size() > 2 ? FigureRows::compared : usual;
    double height = 0;
    TimeAxis axis;
    const PaintIn paint = [&](QPainter& painter, ThemeKind theme) {
      bare.theme = theme;
      const FigurePage page(content, rows, bare.parts, width);
      height = page.neededHeight() + plots;
      axis = page.axis();
      page.paint(painter, height);
    };
    InkedPicture picture = inked({width, width}, paint);
    if (like) picture.passing |= like->*passing;
    this->*passing = picture.passing;
    return svgOf(picture, ink, states, name + form[0], form, {width, height}, axis);
  };
  // On a phone two runs are to be seen at once.
  m_html = layout(kDesk, kDeskPlots, FigureRows::usual, "desk", &PagePicture::m_deskPassing) +
           layout(kPhone, kPhonePlots, two ? FigureRows::compared : FigureRows::usual, "phone",
                  &PagePicture::m_phonePassing);
}

QByteArray pageDefinitions(PageInk& ink) {
  QByteArray definitions;
  for (int state = 0; state <= static_cast<int>(TaskState::issued); ++state) {
    const PaintIn paint = [state](QPainter& painter, ThemeKind theme) {
      paintStateGlyph(painter, QRectF(0, 0, 16, 16), static_cast<TaskState>(state), Theme::of(theme));
    };
    const QByteArray name = "g" + QByteArray::number(state);
    definitions += "<symbol" + quoted("id", name) + " viewBox=\"0 0 16 16\">" +
                   elementsOf(inked({16, 16}, paint), ink, nullptr, name) + "</symbol>\n";
  }
  const auto themed = [&ink](QColor Theme::*colour) {
    PageColour shades;
    std::ranges::transform(kPageThemes, shades.begin(),
                           [&](ThemeKind kind) { return (Theme::of(kind).*colour).rgba(); });
    return ink.colour(shades);
  };
  definitions += svgPatterns(themed(&Theme::waitGround), themed(&Theme::waitStripe), themed(&Theme::paper),
                             themed(&Theme::blocked));
  return definitions;
}

}  // namespace runahead::gui
