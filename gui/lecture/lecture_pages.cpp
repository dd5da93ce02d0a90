// SPDX-License-Identifier: GPL-3.0-or-later
// The presentation itself goes from step to step, and is painted as it stands there.
#include "gui/lecture/lecture_pages.h"

#include <QApplication>
#include <QDir>
#include <QPainter>
#include <QPdfWriter>
#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>
#include <utility>

#include "core/base/atomic_file.h"
#include "gui/export/figure_content.h"
#include "gui/export/page.h"
#include "gui/export/pdf.h"
#include "gui/lecture/asking.h"
#include "gui/lecture/lecture.h"
#include "gui/lecture/own_question.h"
#include "gui/lecture/presenter.h"
#include "gui/runs/run_settings.h"
#include "gui/session/workbench.h"
#include "gui/text/format.h"
#include "gui/text/framework.h"
#include "gui/text/words.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

constexpr QSize kSlide(1280, 720);
// A4, two slides on a page where each has one picture.
constexpr QSizeF kPaper(794, 1123);
constexpr double kPageMargin = 56, kWidth = kPaper.width() - 2 * kPageMargin;
constexpr double kPicture = 0.8, kNotedPicture = 0.5;  ///< of the width
constexpr double kNameHeight = 30, kWordsHeight = 36, kPageGap = 14;

/// What a window has, without one.
struct Stage {
  RecordedTrace record;
  ViewState view{&record};
  RunSettings settings;
  Workbench bench{&record, &view, &settings};
  Lecture lecture{&record, &bench};
  Asking asking{&record, &view};
  Presenter presenter{&view, bench.runs(), &lecture, &asking, nullptr};

  explicit Stage(const SessionFile& session) {
    view.visible()->setAnimationMs(0);
    const QString framework = session.state ? QString::fromStdString(session.state->framework) : QString();
    QObject::connect(&bench, &Workbench::viewChanged, &view, [this, framework] {
      view.shown()->setListing(programLines(view.shown()->trace().info(), framework));
    });
    QObject::connect(&bench, &Workbench::leaving, &presenter, &Presenter::beginRun);
    lecture.restore(session, bench.restore(session, {}));
    presenter.resize(kSlide);
  }

  void paint(QPainter& painter, QPointF at, double scale) {
    presenter.foldAll();
    painter.save();
    painter.translate(at);
    painter.scale(scale, scale);
    presenter.render(&painter);
    presenter.paintFoot(painter);  // again: a PDF does not cut what a pane scrolls
    painter.restore();
  }
};

/// `begin` is called before each page but the first. A question and its answer come behind the step where it
/// is asked.
void paintSlides(Stage& stage, QPainter& painter, const std::function<void()>& begin) {
  stage.lecture.goTo({0, 0});
  do {
    if (stage.lecture.at() != Lecture::At{0, 0}) begin();
    if (const ThemeKind kind = stage.lecture.theme(ThemeKind::light); kind != currentTheme().kind)
      applyTheme(*qApp, kind);
    stage.paint(painter, {}, 1);
    const auto question = stage.lecture.at().step == 0 ? stage.lecture.question() : std::nullopt;
    if (!question) continue;
    begin();
    stage.asking.ask(*question);
    stage.paint(painter, {}, 1);
    begin();
    stage.asking.reveal();
    stage.paint(painter, {}, 1);
    stage.asking.close();
  } while (stage.lecture.step(1));
  applyTheme(*qApp, ThemeKind::light);
}

/// In the largest of some sizes in which it fits; returns how high it is.
double paintWords(QPainter& painter, const QRectF& place, const QFont& font, const QColor& colour,
                  const QString& text) {
  painter.setPen(colour);
  for (QFont smaller = font;; smaller.setPixelSize(smaller.pixelSize() - 1)) {
    painter.setFont(smaller);
    const QRectF taken = painter.boundingRect(place, Qt::TextWordWrap, text);
    if (taken.height() > place.height() && smaller.pixelSize() > 8) continue;
    painter.drawText(place, Qt::TextWordWrap, text);
    return taken.height();
  }
}

enum class Paper { handout, notes, answers };

/// From top to bottom of the paper; what does not fit on a page comes on the next one.
class Sheets {
 public:
  explicit Sheets(const std::function<void()>& begin) : m_begin(begin) {}
  /// The top of so much room.
  double take(double height) {
    if (m_top + height > kPaper.height() - kPageMargin) {
      m_begin();
      m_top = kPageMargin;
    }
    return std::exchange(m_top, m_top + height);
  }
  void skip(double height) { m_top += height; }

 private:
  const std::function<void()>& m_begin;
  double m_top = kPageMargin;
};

void paintPicture(Stage& stage, QPainter& painter, const QRectF& frame) {
  stage.paint(painter, frame.topLeft(), frame.width() / kSlide.width());
  painter.setPen(currentTheme().edge);
  painter.drawRect(frame);
}

QString numbered(int slide, const Slide& look) {
  return QStringLiteral("%1   %2").arg(slide + 1).arg(QString::fromStdString(look.name));
}

/// A slide's question as the speaker has it: a star at what is right. Of one that cannot be asked there, what
/// was typed.
QString questionText(const Lecture& lecture, const Slide& look) {
  if (!look.question) return {};
  const std::optional<Question> asked = lecture.question();
  if (!asked) return QObject::tr("Question: %1").arg(ownText(*look.question));
  QStringList lines{QObject::tr("Question: %1").arg(toText(asked->text))};
  // What was marked in the picture has no options; unless the user wrote why, that says what it is.
  if (const auto& marked = look.question->answer; marked && !look.question->why.empty())
    lines << QStringLiteral("★  ") + QString::fromStdString(lecture.told(*marked));
  for (const Question::Option& one : asked->options)
    lines << (one.value == asked->right ? QStringLiteral("★  ") : QStringLiteral("–  ")) + toText(one.text);
  if (!asked->why.empty()) lines << toText(asked->why);
  return lines.join(u'\n');
}

/// Its steps from `first` on, two beside one another, on one page where it has room for them.
void paintSteps(Stage& stage, QPainter& painter, Sheets& sheets, int index, int first, const QString& words) {
  const Slide& look = stage.lecture.slides()[static_cast<std::size_t>(index)];
  const double width = (kWidth - kPageGap) / 2, height = width * kSlide.height() / kSlide.width();
  const double above = kNameHeight + (words.isEmpty() ? 0 : kWordsHeight);
  const double rows = std::ceil((static_cast<double>(look.steps.size()) - first) / 2);
  const double all = above + rows * (height + kPageGap);
  const bool together = all <= kPaper.height() - 2 * kPageMargin;
  const double top = sheets.take(together ? all : above + height + kPageGap);
  paintWords(painter, {kPageMargin, top, kWidth, kNameHeight}, uiFont(16, QFont::Bold), currentTheme().text,
             numbered(index, look));
  paintWords(painter, {kPageMargin, top + kNameHeight, kWidth, kWordsHeight - kPageGap}, uiFont(14),
             currentTheme().text, words);
  double row = top + above;
  for (int step = first; step < std::ssize(look.steps); ++step) {
    const int place = step - first;
    stage.lecture.goTo({index, step});
    if (place > 0 && place % 2 == 0)
      row = together ? row + height + kPageGap : sheets.take(height + kPageGap);
    paintPicture(stage, painter, {kPageMargin + (place % 2) * (width + kPageGap), row, width, height});
  }
  sheets.skip(kPageGap);
}

void paintPaper(Stage& stage, QPainter& painter, Paper paper, const std::function<void()>& begin) {
  const Theme& theme = currentTheme();
  const auto& slides = stage.lecture.slides();
  const bool notes = paper == Paper::notes;
  const double picture = kWidth * (notes ? kNotedPicture : kPicture);
  constexpr double kHalf = (kPaper.height() - kPageMargin) / 2;
  Sheets sheets(begin);
  for (int i = 0; i < std::ssize(slides); ++i) {
    stage.asking.close();
    stage.lecture.goTo({i, 0});
    const auto question = notes ? std::nullopt : stage.lecture.question();
    if (paper == Paper::answers && !question) continue;
    const Slide& look = slides[static_cast<std::size_t>(i)];
    // Behind a question they would answer it: they are with the answers.
    if (paper == Paper::handout && !question && look.steps.size() > 1) {
      paintSteps(stage, painter, sheets, i, 0, QString::fromStdString(look.words));
      continue;
    }
    if (question) stage.asking.ask(*question);
    if (paper == Paper::answers) stage.asking.reveal();
    double top = sheets.take(kHalf - kPageMargin);
    sheets.skip(kPageMargin);
    const double bottom = top + kHalf - kPageMargin;
    top += paintWords(painter, {kPageMargin, top, kWidth, 44}, uiFont(16, QFont::Bold), theme.text,
                      numbered(i, look)) +
           8;
    const QRectF frame(kPageMargin, top, picture, picture * kSlide.height() / kSlide.width());
    paintPicture(stage, painter, frame);
    const QRectF below(kPageMargin, frame.bottom() + 12, kWidth, bottom - frame.bottom() - 12);
    const QString words =
        paper == Paper::answers ? toText(question->text) : QString::fromStdString(look.words);
    if (!notes) {
      paintWords(painter, below, uiFont(14), theme.text, words);
      if (paper == Paper::answers && look.steps.size() > 1) {
        stage.asking.close();
        paintSteps(stage, painter, sheets, i, 1, tr("What the slide shows after its question"));
      }
      continue;
    }
    const QRectF beside(frame.right() + 16, frame.top(), kWidth - frame.width() - 16, frame.height());
    paintWords(painter, beside, uiFont(13), theme.text2, words);
    QStringList own{QString::fromStdString(look.notes), questionText(stage.lecture, look)};
    own.removeAll(QString());
    paintWords(painter, below, uiFont(14), theme.text, own.join(QStringLiteral("\n\n")));
  }
  stage.asking.close();
}

/// Of the session, as a body of the page shows them.
Result<PageRuns> runsOf(const Slide& slide, const std::vector<std::uint32_t>& runs,
                        const SessionFile& session) {
  const Session& state = *session.state;
  PageRuns shown;
  shown.options.alignment = slide.aligned;
  shown.options.mark = slide.mark;
  for (const std::uint32_t run : runs) {
    Result<Trace> trace = session.runs[run].load();
    if (!trace) return trace.failure();
    shown.traces.push_back(std::move(*trace));
    shown.options.asides.push_back({.status = state.runs[run].status, .name = state.runs[run].name});
  }
  shown.options.framework = QString::fromStdString(state.framework);
  shown.options = saidOf(shown.options, shown.traces);
  return shown;
}

/// What a class takes home: not the words for the speaker.
Result<QByteArray> pageOfSlides(const QString& title, const SessionFile& session) {
  std::vector<std::tuple<std::vector<std::uint32_t>, Alignment, std::string>> keys;  // of bodies
  std::vector<PageRuns> bodies;
  std::vector<PageSlide> slides;
  for (Slide slide : session.state->slides) {
    PageSlide& one = slides.emplace_back();
    one.name = QString::fromStdString(slide.name);
    one.words = QString::fromStdString(slide.words);
    if (slide.run == kNone) continue;
    const auto runs = slide.compared.empty() ? std::vector<std::uint32_t>{slide.run} : slide.compared;
    const auto key = std::tuple(runs, slide.aligned, slide.mark);
    const auto known = std::ranges::find(keys, key);
    one.runs = static_cast<std::size_t>(known - keys.begin());
    if (known == keys.end()) {
      Result<PageRuns> shown = runsOf(slide, runs, session);
      if (!shown) return shown.failure();
      bodies.push_back(std::move(*shown));
      keys.push_back(key);
    }
    const PageRuns& body = bodies[*one.runs];
    one.run = static_cast<std::uint32_t>(std::ranges::find(runs, slide.run) - runs.begin());
    const Trace& trace = body.traces[one.run];
    fit(slide.steps, trace);
    for (const TraceMoment& step : slide.steps) one.steps.push_back(step.seq);
    if (slide.visible_ns) {
      const std::int64_t shift = figureShifts(body.traces, body.options)[one.run];
      one.range_ns = TimeRange{slide.visible_ns->from_ns + shift, slide.visible_ns->to_ns + shift};
    }
    one.after = slide.after_cursor;
    one.theme = slide.theme;
    if (Lecture::canAsk(slide)) one.question = question_of(slide, trace);
  }
  return lecturePageOf(title, bodies, slides);
}

}  // namespace

Status writeLecturePages(const QString& directory, const QString& title, const SessionFile& session) {
  if (!QDir().mkpath(directory)) return Failure{"cannot make the directory " + directory.toStdString()};
  Stage stage(session);
  const auto keep = [&](const char* name, const QByteArray& bytes) {
    AtomicFile file(directory.toStdString() + "/" + name);
    file.write({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    return file.commit();
  };
  const auto write = [&](const char* name, QSizeF page, const auto& paint) {
    return keep(name, pdfPages(page, 96, title, [&](QPainter& painter, QPdfWriter& writer) {
                  paint(painter, [&writer] { writer.newPage(); });
                }));
  };
  Status written = write("slides.pdf", kSlide, [&](QPainter& painter, const std::function<void()>& begin) {
    paintSlides(stage, painter, begin);
  });
  for (const auto& [name, paper] :
       {std::pair("handout.pdf", Paper::handout), std::pair("notes.pdf", Paper::notes),
        std::pair("answers.pdf", Paper::answers)}) {
    const bool asks = std::ranges::any_of(stage.lecture.slides(),
                                          [](const Slide& slide) { return slide.question.has_value(); });
    if (!written || (paper == Paper::answers && !asks)) break;
    const Paper which = paper;
    written = write(name, kPaper, [&stage, which](QPainter& painter, const std::function<void()>& begin) {
      paintPaper(stage, painter, which, begin);
    });
  }
  if (!written) return written;
  const Result<QByteArray> page = pageOfSlides(title, session);
  return page ? keep("lecture.html", *page) : Status(page.failure());
}

}  // namespace runahead::gui
