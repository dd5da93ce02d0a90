// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of the first page in its two widths. Recordings are read after the page is on the screen.
#include "gui/window/welcome_page.h"

#include <QAbstractButton>
#include <QScrollArea>
#include <QTimer>
#include <optional>

#include "core/scenario/scenario.h"
#include "core/trace/trace.h"
#include "gui/session/recovery_card.h"
#include "gui/widgets/button.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/pane_head.h"
#include "gui/widgets/theme.h"
#include "gui/window/report_card.h"
#include "gui/window/start_card.h"
#include "gui/window/trace_picture.h"
#include "gui/window/welcome_side.h"

namespace runahead::gui {
namespace {

constexpr const char* kStart = "four-statements";
constexpr const char* kQuestions[] = {"increment-loop", "barriers", "queued-vs-finished", "late-error"};
constexpr int kSidePx = 372;

}  // namespace

/// A scenario as a question, with a picture of a recorded run; a click opens the scenario.
class QuestionCard : public QAbstractButton {
 public:
  explicit QuestionCard(const Scenario& scenario, QWidget* parent = nullptr)
      : QAbstractButton(parent), m_id(QString::fromStdString(scenario.id)) {
    setObjectName(QStringLiteral("card_") + m_id);
    setText(QString::fromStdString(scenario.question));
    setAccessibleName(text());
    setAccessibleDescription(WelcomePage::tr("Opens the scenario %1").arg(m_id));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
  }
  const QString& id() const { return m_id; }
  void setRecording(const Trace& trace) {
    m_trace = trace;
    updateGeometry();
    update();
  }
  QSize sizeHint() const override { return {240, m_trace ? 264 : 116}; }
  QSize minimumSizeHint() const override { return {150, m_trace ? 264 : 116}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = currentTheme();
    SmoothPainter painter(this);
    const bool hot = underMouse() || hasFocus();
    paintBox(painter, QRectF(rect()).adjusted(1, 1, -1, -1),
             QPen(hot ? theme.cursor : theme.edge, hasFocus() ? 2 : 1), theme.paper, 6);
    if (m_trace) paintRecording(painter, QRectF(14, 14, width() - 28, 150), *m_trace, false);
    const QRect words(14, m_trace ? 172 : 12, width() - 28, height() - (m_trace ? 172 : 12) - 12);
    paintText(painter, words, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, uiFont(15, QFont::Bold),
              theme.text, text());
    paintText(painter, words, Qt::AlignLeft | Qt::AlignBottom, monoFont(13), theme.text2, m_id);
  }

 private:
  QString m_id;
  std::optional<Trace> m_trace;
};

WelcomePage::WelcomePage(QWidget* parent) : QWidget(parent), m_start(nullptr) {
  setObjectName(QStringLiteral("welcomePage"));
  m_row = rowIn(this, {}, 0);
  auto* scroll = into(m_row, new QScrollArea, 1);
  makeScroller(scroll);
  auto* content = new Panel(&Theme::panel);
  m_column = columnIn(content, {48, 40, 48, 40}, 8);
  m_column->addWidget(TextLabel::wrapped(uiFont(38, QFont::Bold), &Theme::text,
                                         tr("What is really done when a line returns?"), 48));
  m_column->addWidget(TextLabel::wrapped(
      uiFont(18), &Theme::text2,
      tr("Run a small program on an asynchronous engine, and see what was issued, what was executed, and "
         "what running ahead costs."),
      26));
  m_column->addSpacing(18);
  m_reports = into(m_column, new ReportCard);
  m_left = into(m_column, new RecoveryCard);
  if (const Scenario* start = find_scenario(kStart)) {
    m_start = new StartCard(*start);
    connect(m_start, &StartCard::runRequested, this,
            [this] { emit runRequested(QString::fromLatin1(kStart)); });
    m_column->addWidget(m_start);
    m_column->addSpacing(24);
  }
  m_column->addWidget(new TextLabel(uiFont(17, QFont::Bold), &Theme::text, tr("Or begin with a question")));
  m_column->addSpacing(6);
  m_grid = new QGridLayout;
  m_grid->setSpacing(18);
  for (const char* id : kQuestions) {
    const Scenario* scenario = find_scenario(id);
    if (!scenario) continue;
    auto* card = new QuestionCard(*scenario);
    connect(card, &QAbstractButton::clicked, this, [this, card] { emit scenarioChosen(card->id()); });
    m_cards.push_back(card);
  }
  m_column->addLayout(m_grid);
  m_column->addSpacing(20);
  auto* own = new QHBoxLayout;
  m_column->addLayout(own);
  own->setSpacing(18);
  auto* write =
      named(new Button(Button::Kind::outline, QStringLiteral("edit"), tr("Write a program")), "writeProgram");
  connect(write, &QAbstractButton::clicked, this, &WelcomePage::programRequested);
  own->addWidget(write);
  own->addWidget(
      TextLabel::wrapped(uiFont(14), &Theme::text2,
                         tr("in Python, in the calls of MXNet, PyTorch, TensorFlow or NumPy: it runs on the "
                            "same engine. The pencil above a listing makes a copy of it to change."),
                         20),
      1);
  m_column->addStretch(1);
  scroll->setWidget(content);

  m_side = new WelcomeSide;
  m_row->addWidget(new Hairline(Qt::Vertical));
  m_row->addWidget(m_side);
  m_narrow = true;
  setNarrow(false);
}

void WelcomePage::setNarrow(bool narrow) {
  if (narrow == m_narrow) return;
  m_narrow = narrow;
  const int columns = narrow ? 2 : 4;
  for (std::size_t i = 0; i < m_cards.size(); ++i) {
    const int place = static_cast<int>(i);
    m_grid->addWidget(m_cards[i], place / columns, place % columns);
  }
  m_column->setContentsMargins(narrow ? 28 : 48, narrow ? 24 : 40, narrow ? 28 : 48, narrow ? 28 : 40);
  if (narrow) {
    m_side->setMinimumWidth(0);
    m_side->setMaximumWidth(QWIDGETSIZE_MAX);
    m_column->insertWidget(m_column->count() - 1, m_side);
  } else {
    m_side->setFixedWidth(kSidePx);
    m_row->addWidget(m_side);
  }
}

void WelcomePage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (!m_loaded) QTimer::singleShot(0, this, &WelcomePage::loadRecordings);
}

void WelcomePage::loadRecordings() {
  if (m_loaded) return;
  m_loaded = true;
  if (m_start) {
    if (const auto trace = bundledRecording(QString::fromLatin1(kStart))) m_start->setRecording(*trace);
  }
  for (QuestionCard* card : m_cards) {
    if (const auto trace = bundledRecording(card->id())) card->setRecording(*trace);
  }
}

}  // namespace runahead::gui
