// SPDX-License-Identifier: GPL-3.0-or-later
// Painting the rows, and counting hands and answers by the pointer.
#include "gui/lecture/asked_pane.h"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "gui/lecture/draw_board.h"
#include "gui/text/format.h"
#include "gui/text/run_text.h"
#include "gui/widgets/button.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

// On 1280 x 720.
constexpr double kSide = 28, kRow = 44, kPadding = 10, kType = 26, kSmall = 24, kQuestionType = 32;
constexpr double kLetter = 34, kGlyph = 26, kGap = 14;
constexpr double kTexts = 0.16, kLongTexts = 0.6;  ///< of the width, of options
constexpr double kBars = 0.22, kLeastBars = 0.08;  ///< of the width, of hands
constexpr double kBesideBars = 52;
constexpr int kMostPerBar = 12;  ///< hands that fill it, until one has more

/// What would have to hold for it to be right.
QString reasonOf(const Question::Option& option) {
  return AskedPane::tr("if %1").arg(toText(option.if_only));
}

}  // namespace

AskedPane::AskedPane(Asking* asking, bool presents, QWidget* parent)
    : QWidget(parent), m_asking(asking), m_presents(presents) {
  named(this, "askedPane", tr("Question"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  if (!presents) {
    m_show = named(new Button(Button::Kind::ink, {}, tr("Show the Answer"), this), "showAnswer");
    m_show->setKeyHint(QStringLiteral("Enter"));
    m_close = named(new Button(Button::Kind::outline, {}, tr("Close"), this), "closeQuestion");
    m_close->setKeyHint(QStringLiteral("Esc"));
    for (Button* one : {m_show, m_close}) one->setFocusPolicy(Qt::NoFocus);
    connect(m_show, &QAbstractButton::clicked, asking, &Asking::reveal);
    connect(m_close, &QAbstractButton::clicked, asking, &Asking::close);
  }
  m_board = new DrawBoard(asking, this);
  connect(asking, &Asking::changed, this, &AskedPane::follow);
  follow();
}

void AskedPane::setScale(double scale) {
  m_scale = scale;
  m_board->setScale(scale);
  placeBoard();
  updateGeometry();
  update();
}

void AskedPane::placeBoard() {
  m_board->setGeometry(0, static_cast<int>(px(kPadding) + headHeight()), width(), m_board->wantedHeight());
}

void AskedPane::follow() {
  placeBoard();
  const Question* question = m_asking->question();
  setVisible(question);
  if (!question) return;
  setAccessibleDescription(toText(m_asking->revealed() ? question->why : question->text));
  if (m_show) m_show->setVisible(!m_asking->revealed());
  updateGeometry();
  update();
}

QFont AskedPane::font(double at720, QFont::Weight weight) const {
  return uiFont(static_cast<int>(std::lround(px(at720))), weight);
}

double AskedPane::headHeight() const {
  return m_presents ? 0 : px(kRow);
}

int AskedPane::wantedHeight() const {
  const Question* question = m_asking->question();
  if (!question) return 0;
  const bool points = question->form != AnswerForm::choice || m_asking->drawing() || !m_presents;
  const double pointed = points ? kRow : 0;
  return static_cast<int>(
      std::ceil(m_board->wantedHeight() + headHeight() +
                px(static_cast<double>(question->options.size()) * kRow + pointed + 2 * kPadding)));
}

QRectF AskedPane::rowRect(std::size_t option) const {
  return {0, px(kPadding) + headHeight() + px(kRow) * static_cast<double>(option),
          static_cast<double>(width()), px(kRow)};
}

QRectF AskedPane::pointedRect() const {
  const Question* question = m_asking->question();
  QRectF rect = rowRect(question ? question->options.size() : 0);
  rect.translate(0, m_board->wantedHeight());
  return rect;
}

QString AskedPane::pointed() const {
  const Question* question = m_asking->question();
  if (!question) return {};
  if (m_asking->drawing()) {
    if (m_asking->revealed()) return {};
    return m_asking->reason().empty()
               ? tr("Drag the tasks to where they run, or take one by Tab, move it by the arrows, "
                    "and place it by Enter.")
               : toText(m_asking->reason());
  }
  const auto answer = m_asking->answer();
  if (!answer) {
    if (m_asking->revealed()) return {};
    const bool alone = question->options.empty();
    switch (question->form) {
      case AnswerForm::task:
        return alone ? tr("Click the task in the timeline, or its enqueue if it has not started.")
                     : tr("Or click the task in the timeline, or its enqueue if it has not started.");
      case AnswerForm::wait:
        return alone ? tr("Click the wait in the timeline.") : tr("Or click the wait in the timeline.");
      case AnswerForm::line:
        return alone ? tr("Click the line in the program.") : tr("Or click the line in the program.");
      case AnswerForm::time:
        return alone ? tr("Drag the line in the timeline to your answer.")
                     : tr("Or drag the line in the timeline to your answer.");
      case AnswerForm::count:
      case AnswerForm::bytes:
        return alone ? tr("Drag the line in the chart to your answer.")
                     : tr("Or drag the line in the chart to your answer.");
      case AnswerForm::choice:
        return {};
    }
  }
  const QString text = toText(answer_text(m_asking->trace(), question->form, *answer));
  if (!m_asking->revealed()) return tr("Pointed at: %1").arg(text);
  const Judgement judged = judge(*question, *answer);
  if (judged.right) return tr("Pointed at %1: right").arg(text);
  const Message if_only = judged.option == kNone ? Message() : question->options[judged.option].if_only;
  return if_only.empty() ? tr("Pointed at %1: not right").arg(text)
                         : tr("Pointed at %1: right if %2").arg(text, toText(if_only));
}

void AskedPane::resizeEvent(QResizeEvent*) {
  placeBoard();
  if (!m_show) return;
  const int top = static_cast<int>(px(kPadding));
  m_close->adjustSize();
  m_show->adjustSize();
  m_close->move(width() - m_close->width() - static_cast<int>(px(kSide)), top);
  m_show->move(m_close->x() - m_show->width() - 8, top);
}

void AskedPane::paintEvent(QPaintEvent*) {
  const Question* question = m_asking->question();
  if (!question) return;
  const Theme& theme = currentTheme();
  SmoothPainter painter(this);
  painter.fillRect(rect(), theme.panel);
  painter.fillRect(QRectF(0, 0, width(), 1), theme.hairline);
  if (!m_presents) {
    const int right = m_show->isHidden() ? m_close->x() : m_show->x();
    const QRectF head(px(kSide), px(kPadding), right - 2 * px(kSide), px(kRow));
    QFont large = font(kQuestionType, QFont::Medium);
    const QString text = toText(question->text);
    if (QFontMetricsF(large).horizontalAdvance(text) > head.width()) large = font(kSmall, QFont::Medium);
    paintText(painter, head, Qt::AlignVCenter, large, theme.text,
              QFontMetricsF(large).elidedText(text, Qt::ElideRight, head.width()));
  }
  for (std::size_t i = 0; i < question->options.size(); ++i) paintRow(painter, i);
  paintPointed(painter);
}

void AskedPane::paintRow(QPainter& painter, std::size_t option) const {
  const Theme& theme = currentTheme();
  const Question& question = *m_asking->question();
  const Question::Option& shown = question.options[option];
  const QRectF row = rowRect(option);
  const bool revealed = m_asking->revealed(), right = judge(question, shown.value).right;
  double x = px(kSide);
  const QRectF cap(x, row.top() + px(5), px(kLetter), row.height() - px(10));
  paintBox(painter, cap, QPen(theme.edge, 1), theme.paper, px(4));
  paintText(painter, cap, Qt::AlignCenter, font(kSmall, QFont::Medium), theme.text,
            runLetter(static_cast<int>(option)));
  x = cap.right() + px(kGap);
  if (revealed) {
    const Kept kept(painter);
    painter.translate(x, row.center().y() - px(kGlyph) / 2);
    painter.scale(px(kGlyph) / 16, px(kGlyph) / 16);
    if (right) paintStateGlyph(painter, QRectF(0, 0, 16, 16), TaskState::done, theme);
  }
  x += px(kGlyph + kGap);

  const QFont words = font(kType, revealed && right ? QFont::Bold : QFont::Medium);
  double longest = width() * kTexts;
  for (const Question::Option& one : question.options)
    longest = std::max(longest, QFontMetricsF(font(kType, QFont::Bold)).horizontalAdvance(toText(one.text)));
  longest = std::min(longest, width() * kLongTexts);
  paintText(painter, QRectF(x, row.top(), longest, row.height()), Qt::AlignVCenter, words,
            revealed && !right ? theme.text2 : theme.text,
            QFontMetricsF(words).elidedText(toText(shown.text), Qt::ElideRight, longest));
  x += longest + px(kGap);

  // Hands, which leave the reasons their room; without any, reasons follow at once.
  const QFont small = font(kSmall);
  double reasons = 0;
  for (const Question::Option& one : question.options)
    if (revealed && !one.if_only.empty())
      reasons = std::max(reasons, QFontMetricsF(small).horizontalAdvance(reasonOf(one)));
  const int hands = m_asking->hands()[option];
  const int counted = std::ranges::max(m_asking->hands());
  const int most = std::max(kMostPerBar, counted);
  const double rest = width() - px(kSide + kBesideBars) - x - std::ceil(reasons);
  const double whole = std::clamp(rest, width() * kLeastBars, width() * kBars);
  if (hands > 0) {
    const double wide = whole * hands / most;
    painter.fillRect(QRectF(x, row.top() + px(10), wide, row.height() - px(20)),
                     revealed && !right ? theme.edge : theme.text2);
    paintText(painter, QRectF(x + wide + px(8), row.top(), px(80), row.height()), Qt::AlignVCenter,
              font(kSmall, QFont::Medium), theme.text, QString::number(hands));
  }
  if (counted > 0) x += whole + px(kBesideBars);
  if (!revealed || shown.if_only.empty()) return;
  const QRectF reason(x, row.top(), width() - x - px(kSide), row.height());
  paintText(painter, reason, Qt::AlignVCenter, small, theme.text2,
            QFontMetricsF(small).elidedText(reasonOf(shown), Qt::ElideRight, reason.width()));
}

void AskedPane::paintPointed(QPainter& painter) const {
  const Theme& theme = currentTheme();
  QRectF row = pointedRect().adjusted(px(kSide + kLetter + kGlyph + 2 * kGap), 0, -px(kSide), 0);
  const QFont words = font(kSmall);
  QString text = pointed();
  // On paper nothing can be pointed at.
  if (!isVisible()) return;
  if (!m_presents && m_asking->revealed()) text = toText(m_asking->question()->why) + u' ' + text;
  const bool counts = !m_asking->question()->options.empty();
  if (!m_presents && counts && !m_asking->answer() && !m_asking->revealed())
    text = tr("1 to %1 count hands.").arg(m_asking->question()->options.size()) + u' ' + text;
  const bool told = m_asking->answer() || m_asking->revealed() || !m_asking->reason().empty();
  paintText(painter, row, Qt::AlignVCenter, words, told ? theme.text : theme.text2,
            QFontMetricsF(words).elidedText(text, Qt::ElideRight, row.width()));
}

void AskedPane::mousePressEvent(QMouseEvent* event) {
  const Question* question = m_asking->question();
  if (!question) return;
  for (std::size_t i = 0; i < question->options.size(); ++i) {
    if (rowRect(i).contains(event->position()))
      m_asking->addHands(i, event->modifiers() & Qt::ShiftModifier ? -1 : 1);
  }
}

}  // namespace runahead::gui
