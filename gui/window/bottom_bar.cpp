// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and painting of BottomBar, and its keys.
// Not here: where a step goes (axis/steps.cpp), playing (timeline/player.cpp).
#include "gui/window/bottom_bar.h"

#include <QPainter>

#include "gui/text/format.h"
#include "gui/timeline/go_to_line.h"
#include "gui/timeline/overview_view.h"
#include "gui/timeline/player.h"
#include "gui/timeline/speed_box.h"
#include "gui/timeline/transport_bar.h"
#include "gui/widgets/button.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/segmented_control.h"

namespace runahead::gui {

namespace {

constexpr int kRoomyFrom_px = 1700;  ///< from here on there is room for the rarer steps
constexpr int kWordsFrom_px = 1200;  ///< for the speed in words

struct FutureVisibilityChoice {
  FutureVisibility after;
  QLatin1String id;
  const char* icon;
  const char* text;
};
constexpr FutureVisibilityChoice kChoices[] = {
    {FutureVisibility::show, QLatin1String("show"), "eye", QT_TRANSLATE_NOOP("BottomBar", "show")},
    {FutureVisibility::dim, QLatin1String("dim"), "eye-dim", QT_TRANSLATE_NOOP("BottomBar", "dim")},
    {FutureVisibility::hide, QLatin1String("hide"), "eye-off", QT_TRANSLATE_NOOP("BottomBar", "hide")}};

QWidget* captioned(const QString& caption, QWidget* control) {
  auto* field = new QWidget;
  auto* column = columnIn(field, {}, 2);
  auto* words = TextLabel::whole(uiFont(12), &Theme::text2, caption);
  words->setLineHeight(16);
  column->addStretch(1);
  column->addWidget(words);
  column->addWidget(control);
  column->addStretch(1);
  return field;
}

}  // namespace

class BottomBar::Readout : public QWidget {
 public:
  explicit Readout(ViewState* view) : m_view(view) {
    setObjectName(QStringLiteral("cursorReadout"));
    setFixedWidth(190);
  }
  void setAhead(qint64 ns) { m_aheadNs = ns; }
  void refresh() {
    const QString now = formatTime(m_view->cursor()->ns() + m_aheadNs);
    const QString end = formatTime(m_view->shown()->trace().end_ns() + m_aheadNs);
    setAccessibleName(m_view->shown()->tellsEnd() ? BottomBar::tr("Cursor at %1 of %2").arg(now, end)
                                                  : BottomBar::tr("Cursor at %1").arg(now));
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = currentTheme();
    const Trace& trace = m_view->shown()->trace();
    const bool whole = m_view->shown()->tellsEnd();  // how long it takes is part of what comes
    QPainter painter(this);
    const QString now = formatTime(m_view->cursor()->ns() + m_aheadNs);
    paintText(painter, QPointF(0, 20), monoFont(16, QFont::Bold), theme.text, now);
    const int advance = painter.fontMetrics().horizontalAdvance(now);
    if (whole) {
      paintText(painter, QPointF(advance + 8, 20), monoFont(14), theme.text2,
                QStringLiteral("/ ") + formatTime(trace.end_ns() + m_aheadNs));
    }
    const QString event = formatCount(m_view->cursor()->seq());
    paintText(painter, QPointF(0, 39), uiFont(12), theme.text2,
              whole ? BottomBar::tr("event %1 of %2").arg(event, formatCount(trace.size()))
                    : BottomBar::tr("event %1").arg(event));
  }

 private:
  ViewState* m_view;
  qint64 m_aheadNs = 0;
};

BottomBar::BottomBar(ViewState* view, Player* player, const Commands* commands, QWidget* parent)
    : Panel(&Theme::panel, parent, Edge::top), m_view(view), m_player(player) {
  setObjectName(QStringLiteral("bottomBar"));
  auto* row = rowIn(this, {}, 12);
  m_transport = into(row, new TransportBar(view, m_player, commands));
  row->addWidget(new Hairline(Qt::Vertical));
  m_readout = into(row, new Readout(view));
  row->addWidget(new Hairline(Qt::Vertical));
  row->addWidget(captioned(tr("Speed"), m_speed = new SpeedBox(m_player)));
  row->addWidget(new Hairline(Qt::Vertical));
  row->addWidget(m_afterField = futureVisibilityField());
  m_afterButton =
      into(row, named(new Button(Button::Kind::outline, QStringLiteral("eye"), {}), "afterCursorButton"));

  m_afterButton->setControlHeight(36);
  connect(m_afterButton, &QAbstractButton::clicked, this, [this] {
    const int next =
        (static_cast<int>(m_view->cursor()->futureVisibility()) + 1) % static_cast<int>(std::size(kChoices));
    m_view->cursor()->setFutureVisibility(kChoices[next].after);
  });

  row->addWidget(named(new OverviewView(view), "overview", tr("Overview of the run")), 1);
  connect(view->cursor(), &Cursor::changed, m_readout, &Readout::refresh);
  connect(view->shown(), &ShownTrace::changed, m_readout, &Readout::refresh);
  connect(view->cursor(), &Cursor::futureVisibilityChanged, m_readout, &Readout::refresh);
  connect(view->cursor(), &Cursor::futureVisibilityChanged, this, &BottomBar::followFutureVisibility);
  followFutureVisibility();
  arrange(false, false);
}

void BottomBar::setRulerAhead(qint64 ns) {
  m_readout->setAhead(ns);
  m_readout->refresh();
}

QWidget* BottomBar::futureVisibilityField() {
  m_after = named(new SegmentedControl, "afterCursor", tr("How future events are drawn"));
  m_after->setControlHeight(24);
  QStringList ids, texts;
  for (const FutureVisibilityChoice& choice : kChoices) {
    ids << choice.id;
    texts << tr(choice.text);
  }
  m_after->setItems(ids, texts);
  connect(m_after, &SegmentedControl::chosen, m_view, [this](const QString& id) {
    for (const FutureVisibilityChoice& choice : kChoices) {
      if (id == choice.id) m_view->cursor()->setFutureVisibility(choice.after);
    }
  });
  return captioned(tr("Future events"), m_after);
}

void BottomBar::followFutureVisibility() {
  const FutureVisibilityChoice& choice = kChoices[static_cast<int>(m_view->cursor()->futureVisibility())];
  m_after->setCurrent(choice.id);
  const QString text = tr("Future events: %1").arg(tr(choice.text));
  m_afterButton->setIconName(QString::fromLatin1(choice.icon));
  m_afterButton->setAccessibleName(text);
  m_afterButton->setToolTip(text);
}

void BottomBar::openGoToLine() {
  if (!m_goToLine) m_goToLine = new GoToLine(m_view, parentWidget());
  m_goToLine->open(mapTo(parentWidget(), QPoint(14, -8)));
}

void BottomBar::arrange(bool narrow, bool low) {
  m_narrow = narrow;
  m_low = low;
  setFixedHeight(low ? 56 : 60);
  layout()->setContentsMargins(narrow ? 12 : 16, low ? 6 : 8, 14, low ? 6 : 8);
  m_afterField->setVisible(!narrow);
  m_afterButton->setVisible(narrow);
  resizeEvent(nullptr);
}

void BottomBar::resizeEvent(QResizeEvent*) {
  m_transport->arrange(m_narrow, !m_low, width() >= kRoomyFrom_px);
  m_speed->setShort(width() < kWordsFrom_px);
  // At once, innermost first: what came with the next turn of the event loop would be seen to jump.
  for (QWidget* widget :
       {static_cast<QWidget*>(m_transport), m_speed->parentWidget(), static_cast<QWidget*>(this)}) {
    widget->layout()->activate();
  }
}

}  // namespace runahead::gui
