// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts stand, and the painting of all but the timeline. Not here: what the keys do
// (presenter_keys.cpp).
#include "gui/lecture/presenter.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScreen>
#include <cmath>
#include <utility>

#include "core/analysis/narration.h"
#include "gui/axis/time_axis.h"
#include "gui/lecture/answer_line.h"
#include "gui/lecture/asked_pane.h"
#include "gui/lecture/curtain.h"
#include "gui/lecture/lecture.h"
#include "gui/lecture/level_line.h"
#include "gui/lecture/screens.h"
#include "gui/listing/line_words.h"
#include "gui/runs/compare_pane.h"
#include "gui/text/format.h"
#include "gui/text/run_text.h"
#include "gui/timeline/chart_pane.h"
#include "gui/timeline/timeline_view.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/settings.h"

namespace runahead::gui {
namespace {

// On 1280 x 720.
constexpr double kSentence = 126, kFoot = 46, kPresenterSide = 28, kNumbers = 92, kPresenterGlyph = 28;
constexpr double kLeastProgram = 0.28, kMostProgram = 0.46;  ///< of the width
constexpr double kTimeline = 2;                              ///< its least type is 12 px
constexpr double kOneChart = 0.4, kOfTwoCharts = 0.29,
                 kCompared = 0.32;  ///< of the height beside the program
constexpr double kLeastChart = 140;
constexpr int kFoot_px = 24;
constexpr double kMostLarger = 1.6;
constexpr QLatin1String kLargerKey("presentation_scale");

}  // namespace

Presenter::Presenter(ViewState* view, RunList* runs, Lecture* lecture, Asking* asking, QWidget* parent)
    : QWidget(parent, Qt::Window), m_view(view), m_lecture(lecture), m_asking(asking) {
  named(this, "presenter", tr("Presentation"));
  setWindowTitle(tr("Presentation"));
  setAttribute(Qt::WA_DeleteOnClose);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(QSize(640, 400) / devicePixelRatio());
  m_timeline = new TimelineView(view, this);
  m_timeline->setFocusPolicy(Qt::NoFocus);
  m_timeline->showAllLanes();
  m_timeline->installEventFilter(this);
  m_compared = new ComparePane(view, runs, this);
  m_depth = named(new ChartPane(view, kDepthChart, this), "presentedDepth", tr("Pending tasks"));
  m_memory = named(new ChartPane(view, kMemoryChart, this), "presentedMemory", tr("Memory"));
  for (ChartPane* chart : {m_depth, m_memory}) chart->installEventFilter(this);
  new AnswerLine(asking, m_timeline);
  new LevelLine(asking, m_depth, AnswerForm::count);
  new LevelLine(asking, m_memory, AnswerForm::bytes);
  m_asked = new AskedPane(asking, true, this);
  m_curtain = new Curtain(this);
  connect(m_compared, &ComparePane::heightHintChanged, this, &Presenter::arrange);
  connect(m_compared, &ComparePane::partsChanged, this, [this] {
    for (ChartPane* chart : {m_depth, m_memory})
      chart->setCompanions(m_compared->ownLetter(), m_compared->companions());
    arrange();
  });
  connect(runs, &RunList::changed, this, &Presenter::followCursor);
  connect(view->cursor(), &Cursor::toldChanged, this, &Presenter::followCursor);
  connect(lecture, &Lecture::changed, this, &Presenter::takeCharts);
  connect(lecture, &Lecture::moved, this, [this] {
    takeCharts();
    if (m_lecture->at().slide != m_askedAt) m_askedAt = -1;
    followCursor();
  });
  connect(view->cursor(), &Cursor::futureVisibilityChanged, this, &Presenter::followCursor);
  connect(asking, &Asking::changed, this, [this] {
    arrange();
    followCursor();
  });
  connect(view->shown(), &ShownTrace::changed, this, &Presenter::takeTrace);
  takeCharts();
  takeTrace();
}

void Presenter::takeCharts() {
  const Slide* slide = m_lecture->current();
  const SlideCharts charts = slide ? slide->charts : SlideCharts();
  if (m_chartsOf == m_lecture->at().slide && m_taken == charts) return;
  m_chartsOf = m_lecture->at().slide;
  m_charts = m_taken = charts;
  arrange();
}

void Presenter::takeTrace() {
  // While what comes is hidden, each move of the cursor brings another trace of the same run.
  const bool other = m_lines != m_view->shown()->listing();
  if (std::exchange(m_fresh, !m_view->shown()->hasRun()) || other)
    m_waits = lineWaits(m_view->shown()->trace().info(), static_cast<int>(m_view->shown()->listing().size()));
  if (other) arrange();
  followCursor();
}

void Presenter::beginRun() {
  m_fold.reset();
  m_fresh = true;
}

void Presenter::foldAll() {
  while (!m_fold.moveTo(m_view->shown()->trace(), m_view->cursor()->seq())) {
  }
}

void Presenter::showBeside(const QWidget& window) {
  m_larger = std::min(settings().value(kLargerKey, 1).toDouble(), kMostLarger);
  m_began.start();
  fillScreen(window);
  activateWindow();
}

void Presenter::fillScreen(const QWidget& window) {
  QScreen* screen = m_own && screenBeside(*m_own) ? m_own.data() : screenBeside(*screenOf(window));
  const bool alone = !screen;
  if (alone) {
    screen = m_own ? m_own.data() : screenOf(window);
  } else {
    m_own = screen;
  }
  if (!isFullScreen() || this->screen() != screen || geometry() != screen->geometry()) {
    // A window that fills one screen is not moved to another.
    setWindowState(windowState() & ~Qt::WindowFullScreen);
    setScreen(screen);
    setGeometry(screen->geometry());
    showFullScreen();
  }
  if (!alone) return;
  // Whatever was used on another screen lies over it now, notes too.
  raise();
  activateWindow();
}

void Presenter::setLarger(double factor) {
  // Never under the least type.
  m_larger =
      std::clamp(factor, 1 / devicePixelRatio() / presentedScale(size(), devicePixelRatio()), kMostLarger);
  settings().setValue(kLargerKey, m_larger);
  arrange();
}

void Presenter::followCursor() {
  if (m_lost != m_lecture->isLost()) arrange();
  if (!m_fold.moveTo(m_view->shown()->trace(), m_view->cursor()->seq())) m_rest.start();
  setAccessibleDescription(said());
  update();
  emit saidChanged();
}

QString Presenter::said() const {
  if (const Question* question = m_asking->question())
    return toText(m_asking->revealed() ? question->why : question->text);
  const Slide* slide = m_lecture->current();
  const bool first = slide && m_lecture->at().step == 0 && (m_lecture->isLost() || m_lecture->onTheWay());
  if (first && !slide->words.empty()) return QString::fromStdString(slide->words);
  if (!m_view->shown()->hasRun() || m_lecture->isLost()) return {};
  return toText(
      narrate(m_view->shown()->trace(), std::min(m_view->cursor()->told(), m_view->shown()->trace().size())));
}

QString Presenter::footText() const {
  // On paper there are no keys.
  const bool asks = m_asking->question();
  if (asks && isVisible()) {
    if (m_asking->revealed()) return tr("Esc ends the question");
    return m_asking->question()->options.empty()
               ? tr("Enter shows the answer  ·  Esc ends the question")
               : tr("1–%1 count hands, Shift one less  ·  Enter shows the answer")
                     .arg(m_asking->question()->options.size());
  }
  const Slide* slide = m_lecture->current();
  if (m_lecture->isLost()) {
    return slide->run == kNone ? tr("The run of this slide could not be found.")
                               : tr("The run of this slide was closed: Ctrl+Z in the window brings it back.");
  }
  if (slide && !asks && !m_lecture->onTheWay())
    return tr("Enter goes back to slide %1").arg(m_lecture->at().slide + 1);
  const auto compared = static_cast<int>(m_compared->parts().size());
  const QString run = !m_view->shown()->hasRun() ? tr("There is no run to show.")
                      : compared > 0
                          ? tr("%1, %2 runs")
                                .arg(QString::fromStdString(m_view->shown()->trace().info().source.scenario))
                                .arg(compared)
                          : runLine(m_view->shown()->trace().info());
  // A name that the user has not given it is what is said, perhaps only at a later step.
  const bool tells =
      slide && m_view->cursor()->futureVisibility() != FutureVisibility::hide && m_lecture->isNamed();
  return tells ? tr("%1  ·  %2").arg(QString::fromStdString(slide->name), run) : run;
}

QString Presenter::footCount() const {
  if (!m_lecture->slides().empty()) {
    QString count = QStringLiteral("%1 / %2").arg(m_lecture->at().slide + 1).arg(m_lecture->slides().size());
    if (m_lecture->current() && m_lecture->current()->steps.size() > 1)
      count = tr("%1 · step %2").arg(count).arg(m_lecture->at().step + 1);
    return m_lecture->isAtEnd() ? tr("%1 · end").arg(count) : count;
  }
  const QString count = formatCount(m_view->cursor()->seq());
  return m_view->shown()->tellsEnd()
             ? count + QStringLiteral(" / ") + formatCount(m_view->shown()->trace().size())
             : count;
}

QString Presenter::footLine(const QFontMetricsF& metrics, double width) const {
  static const QString kBetween = QStringLiteral(" · ");
  QString line = footText();
  while (metrics.horizontalAdvance(line) > width && line.contains(kBetween))
    line = line.left(line.lastIndexOf(kBetween)).trimmed();
  return metrics.elidedText(line, Qt::ElideRight, width);
}

bool Presenter::askOfSlide() {
  if (m_asking->question() || m_lecture->at().step != 0 || !m_lecture->onTheWay()) return false;
  const auto question = m_lecture->question();
  if (!question) return false;
  m_askedAt = m_lecture->at().slide;
  m_asking->ask(*question);
  return true;
}

void Presenter::turnPage(int direction, bool wholeSlide) {
  if (direction < 0 && !wholeSlide) return turnBack();
  if (m_asking->question()) {
    if (direction > 0 && !m_asking->revealed()) return m_asking->reveal();
    m_asking->close();
  } else if (direction > 0 && !wholeSlide && m_lecture->at().slide != m_askedAt && askOfSlide()) {
    return;
  }
  if (m_lecture->slides().empty()) return m_view->cursor()->step(StepKind::statement, direction);
  wholeSlide ? m_lecture->stepSlide(direction) : m_lecture->step(direction);
}

void Presenter::turnBack() {
  if (m_asking->revealed()) return m_asking->conceal();
  if (m_asking->question()) {
    m_asking->close();
    m_askedAt = -1;  // on from here, it is asked again
    return;
  }
  if (m_lecture->slides().empty()) return m_view->cursor()->step(StepKind::statement, -1);
  // Behind the step where something was asked, its answer was the last to be seen.
  if (m_lecture->step(-1) && askOfSlide()) m_asking->reveal();
}

QRectF Presenter::sentenceRect() const {
  return {px(kPresenterSide), 0, width() - 2 * px(kPresenterSide), m_alone ? 0 : px(kSentence)};
}

QRectF Presenter::programRect() const {
  const double top = m_alone ? 0 : px(kSentence) + 1;
  const double asked = m_asking->question() ? m_asked->wantedHeight() : 0;
  return {0, top, m_alone ? width() : m_program.width_px, height() - px(kFoot) - asked - top};
}

QRectF Presenter::footRect() const {
  return {0, height() - px(kFoot), static_cast<double>(width()), px(kFoot)};
}

PresentedSentence Presenter::sentence() const {
  return presentedSentence(accessibleDescription(), sentenceRect().size() - QSizeF(0, px(10)), m_scale);
}

std::pair<std::size_t, std::size_t> Presenter::shownRows() const {
  const auto room =
      static_cast<std::size_t>(std::max(1.0, (programRect().height() - px(16)) / m_program.row_px));
  const std::size_t first =
      firstPresentedRow(m_program, lineAt(m_view->shown()->trace(), m_view->cursor()->seq()), room);
  return {first, std::min(room, m_program.rows.size() - first)};
}

std::vector<TextPiece> Presenter::piecesIn(const PresentedRow& row) const {
  const auto index = static_cast<std::size_t>(row.line - 1);
  std::vector<TextSpan> struck;
  if (index < m_waits.size()) struck = struckSpans(m_lines[row.line - 1], row.line, m_waits[index].struck);
  return piecesOf(row.text.trimmed(), struck, row.from);
}

void Presenter::arrange() {
  m_scale = std::max(1 / devicePixelRatio(), presentedScale(size(), devicePixelRatio()) * m_larger);
  m_lines = m_view->shown()->listing();
  const double most = m_alone ? width() : width() * kMostProgram;
  m_program =
      presentedProgram(m_lines, width() * kLeastProgram, most, px(kNumbers + kPresenterSide / 2), m_scale);
  m_asked->setScale(m_scale);
  const QRectF program = programRect();
  m_asked->setGeometry(0, static_cast<int>(program.bottom()), width(), m_asked->wantedHeight());
  const bool compares = !m_compared->parts().empty();
  m_lost = m_lecture->isLost();
  m_timeline->setVisible(!m_alone && !compares && !m_lost);
  m_compared->setVisible(!m_alone && compares && !m_lost);
  // The light follows the pointer there, too.
  for (const ComparePane::Part& part : m_compared->parts()) part.timeline->installEventFilter(this);
  m_timeline->setMagnification(kTimeline * m_scale);
  m_compared->setMagnification(kTimeline * m_scale);
  const int left = static_cast<int>(program.right()) + 1;
  QRect place(left, static_cast<int>(program.top()), width() - left, static_cast<int>(program.height()));
  // A level is answered in its chart; anything else in the timeline, which needs the room.
  const Question* question = m_asking->question();
  SlideCharts charts = m_charts;
  if (question) charts = {question->form == AnswerForm::count, question->form == AnswerForm::bytes};
  const bool both = charts.memory && charts.pending;
  double height = program.height() * (both ? kOfTwoCharts : compares ? kCompared : kOneChart);
  if (compares) {
    // Each of the runs is to be seen: their rows and the charts get lower, and where that is not enough for
    // two charts, only the first one stands.
    m_compared->setLow(charts.memory || charts.pending);
    const double room = program.height() - m_compared->sizeHint().height();
    if (both && room < 2 * px(kLeastChart)) charts.memory = false;
    height = std::clamp(charts.memory && both ? room / 2 : room, px(kLeastChart), height);
  }
  for (const auto& [chart, shown] : {std::pair(m_memory, charts.memory), {m_depth, charts.pending}}) {
    chart->setVisible(shown && !m_alone && !m_lost);
    chart->setMagnification(kTimeline * m_scale);
    if (chart->isHidden()) continue;
    const int rows = static_cast<int>(height);
    chart->setGeometry(place.left(), place.bottom() + 1 - rows, place.width(), rows);
    place.setBottom(place.bottom() - rows);
  }
  m_timeline->setGeometry(place);
  m_compared->fitInto(place.height());
  m_compared->setGeometry(place);
  m_curtain->setGeometry(rect());
  update();
}

void Presenter::resizeEvent(QResizeEvent*) {
  arrange();
}

void Presenter::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  SmoothPainter painter(this);
  painter.fillRect(rect(), theme.paper);
  if (!m_lost) paintProgram(painter);
  if (!m_alone) {
    paintSentence(painter);
    painter.fillRect(QRectF(0, px(kSentence), width(), 1), theme.hairline);
    painter.fillRect(QRectF(m_program.width_px, px(kSentence), 1, programRect().height()), theme.hairline);
  }
  paintFoot(painter);
}

void Presenter::paintSentence(QPainter& painter) const {
  const PresentedSentence said = sentence();
  const QRectF place = sentenceRect();
  const double line = place.height() / std::max<double>(2, static_cast<double>(said.lines.size()) + 0.25);
  const double all = line * static_cast<double>(said.lines.size());
  double top = place.top() + (place.height() - all) / 2;
  for (const QString& words : said.lines) {
    paintText(painter, QRectF(place.left(), top, place.width(), line), Qt::AlignVCenter | Qt::TextDontClip,
              said.font, currentTheme().text, words);
    top += line;
  }
}

void Presenter::paintProgram(QPainter& painter) const {
  const Theme& theme = currentTheme();
  const QRectF place = programRect();
  const auto [first, count] = shownRows();
  QFont number = m_program.font;
  number.setPixelSize(std::max(number.pixelSize() * 2 / 3, static_cast<int>(px(kLeastPresented_px))));
  double top = place.top() + px(8);
  for (std::size_t i = first; i < first + count; ++i, top += m_program.row_px) {
    const PresentedRow& shown = m_program.rows[i];
    const LineStatus status = m_fold.at(m_view->shown()->trace(), shown.line);
    const QRectF row(place.left(), top, place.width(), m_program.row_px);
    if (status.current) {
      const bool waits = status.state == LineState::waiting;
      painter.fillRect(row, waits ? theme.waitGround : theme.selectedRow);
      painter.fillRect(QRectF(row.left(), row.top(), px(5), row.height()),
                       waits ? theme.waitEdge : theme.cursor);
    }
    QFont font = m_program.font;
    const double letter = QFontMetricsF(font).horizontalAdvance(u' ');
    double left = px(kNumbers) + letter * static_cast<double>(shown.text.indexOf(shown.text.trimmed()));
    for (const TextPiece& piece : piecesIn(shown)) {
      font.setStrikeOut(piece.struck);
      paintText(painter, row.adjusted(left, 0, 0, 0), Qt::AlignVCenter | Qt::TextDontClip, font,
                isError(status.state) ? theme.error : theme.text, piece.text);
      left += QFontMetricsF(font).horizontalAdvance(piece.text);
    }
    if (!shown.first) continue;
    paintText(painter, QRectF(row.left(), row.top(), px(46), row.height()), Qt::AlignRight | Qt::AlignVCenter,
              number, status.current ? theme.text : theme.text3, QString::number(shown.line));
    if (status.state == LineState::untouched) continue;
    const double glyph = px(kPresenterGlyph);
    const Kept kept(painter);
    painter.translate(row.left() + px(54), row.center().y() - glyph / 2);
    painter.scale(glyph / 16, glyph / 16);
    paintStateGlyph(painter, QRectF(0, 0, 16, 16), glyphOf(status.state), theme);
  }
}

void Presenter::paintFoot(QPainter& painter) const {
  const Theme& theme = currentTheme();
  const QRectF foot = footRect();
  painter.fillRect(foot, theme.panel);
  painter.fillRect(QRectF(0, foot.top(), width(), 1), theme.hairline);
  const QFont font = uiFont(static_cast<int>(px(kFoot_px)));
  const QFont mono = monoFont(static_cast<int>(px(kFoot_px)));
  const QString count = footCount();
  const double counted = QFontMetricsF(mono).horizontalAdvance(count) + px(kPresenterSide);
  paintText(painter, foot.adjusted(0, 0, -px(kPresenterSide), 0), Qt::AlignRight | Qt::AlignVCenter, mono,
            theme.text2, count);
  const QRectF named = foot.adjusted(px(kPresenterSide), 0, -counted - px(kPresenterSide), 0);
  paintText(painter, named, Qt::AlignVCenter, font, theme.text2,
            footLine(QFontMetricsF(font), named.width()));
}

void Presenter::mousePressEvent(QMouseEvent* event) {
  const Question* question = m_asking->question();
  const QRectF place = programRect();
  const double row = std::floor((event->position().y() - place.top() - px(8)) / m_program.row_px);
  const auto [first, count] = shownRows();
  if (!question || question->form != AnswerForm::line || !place.contains(event->position()) || row < 0 ||
      row >= static_cast<double>(count))
    return;
  m_asking->answerWith(m_program.rows[first + static_cast<std::size_t>(row)].line);
}

void Presenter::closeEvent(QCloseEvent* event) {
  parentWidget()->raise();
  parentWidget()->activateWindow();
  QWidget::closeEvent(event);
}

void Presenter::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  emit hidden();
}

bool Presenter::event(QEvent* event) {
  if (event->type() == QEvent::MouseMove) m_curtain->follow(static_cast<QMouseEvent*>(event)->position());
  // A key that is let go elsewhere is not seen.
  if (event->type() == QEvent::WindowDeactivate) m_curtain->setLight(false);
  return QWidget::event(event);
}

bool Presenter::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseMove)
    m_curtain->follow(mapFromGlobal(static_cast<QMouseEvent*>(event)->globalPosition()));
  return QWidget::eventFilter(watched, event);
}

}  // namespace runahead::gui
