// SPDX-License-Identifier: GPL-3.0-or-later
// Words in columns, and the timeline that the class sees, in its usual size.
#include "gui/lecture/speaker.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QTime>

#include "gui/lecture/lecture.h"
#include "gui/timeline/timeline_view.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/pane_head.h"
#include "gui/widgets/text_label.h"
#include "gui/widgets/window_room.h"

namespace runahead::gui {
namespace {

constexpr int kClock_px = 26, kNotes_px = 22, kName_px = 20;
constexpr int kColumn_px = 420;

}  // namespace

Speaker::Speaker(ViewState* view, Lecture* lecture, QWidget* parent)
    : QWidget(parent, Qt::Window), m_lecture(lecture) {
  named(this, "speaker", tr("Speaker view"));
  setWindowTitle(tr("Speaker view"));
  setAttribute(Qt::WA_DeleteOnClose);
  setFocusPolicy(Qt::StrongFocus);
  resize(QSize(1100, 680).boundedTo(windowRoom(*screen()).size()));
  auto* row = rowIn(this, {}, 0);
  auto* left = new QVBoxLayout;
  row->addLayout(left, 1);
  left->setSpacing(0);
  left->addWidget(new PaneHead(tr("The class sees")));
  auto* words = new QVBoxLayout;
  words->setContentsMargins(14, 10, 14, 10);
  left->addLayout(words);
  m_said = into(words, named(TextLabel::wrapped(uiFont(kName_px), &Theme::text, {}, 28), "speakerSaid"));
  left->addWidget(new Hairline(Qt::Horizontal));
  auto* timeline = into(left, named(new TimelineView(view), "speakerTimeline"), 1);
  timeline->setFocusPolicy(Qt::NoFocus);
  row->addWidget(new Hairline(Qt::Vertical));

  auto* right = new QVBoxLayout;
  row->addLayout(right);
  right->setContentsMargins(20, 14, 20, 18);
  right->setSpacing(10);
  auto* time = new QHBoxLayout;
  right->addLayout(time);
  const auto label = [](const char* name, int px, TextLabel::Colour colour, bool bold = false) {
    return named(TextLabel::wrapped(uiFont(px, bold ? QFont::Bold : QFont::Normal), colour, {}, px * 4 / 3),
                 name);
  };
  m_clock = into(time, named(new TextLabel(monoFont(kClock_px), &Theme::text), "speakerClock"), 1);
  m_used = into(time, named(new TextLabel(monoFont(kClock_px), &Theme::text2), "speakerUsed"));
  m_used->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_place = into(right, label("speakerPlace", 14, &Theme::text2));
  m_name = into(right, label("speakerName", kName_px, &Theme::text, true));
  m_notes = into(right, label("speakerNotes", kNotes_px, &Theme::text));
  right->addStretch(1);
  right->addWidget(new Hairline(Qt::Horizontal));
  m_next = into(right, label("speakerNext", kName_px, &Theme::text2));
  for (QWidget* one : {m_name, m_notes, m_next, m_place}) one->setFixedWidth(kColumn_px);

  connect(view->cursor(), &Cursor::toldChanged, this, &Speaker::refresh);
  connect(view->cursor(), &Cursor::futureVisibilityChanged, this, &Speaker::refresh);
  connect(lecture, &Lecture::moved, this, &Speaker::refresh);
  connect(lecture, &Lecture::changed, this, &Speaker::refresh);
  m_second.setInterval(1000);
  m_second.callOnTimeout(this, &Speaker::refreshTime);
  m_second.start();
  refresh();
  refreshTime();
}

void Speaker::follow(Presenter* presenter) {
  m_presenter = presenter;
  connect(presenter, &Presenter::saidChanged, this, &Speaker::refresh);
  // Once it is gone.
  connect(presenter, &QObject::destroyed, this, &Speaker::refresh, Qt::QueuedConnection);
  if (!m_began.isValid()) m_began = presenter->began();
  refreshTime();
  refresh();
}

void Speaker::refresh() {
  const Slide* slide = m_lecture->current();
  const auto& slides = m_lecture->slides();
  m_said->setText(m_presenter ? m_presenter->said() : tr("Nothing yet: F11 presents."));
  m_name->setText(slide ? QString::fromStdString(slide->name) : QString());
  m_notes->setText(slide ? QString::fromStdString(slide->notes) : QString());
  const auto next = static_cast<std::size_t>(m_lecture->at().slide + 1);
  m_next->setText(next < slides.size() ? tr("Next: %1").arg(QString::fromStdString(slides[next].name))
                                       : tr("Next: the end"));
  if (!slide) return m_place->setText({});
  const QString place = tr("Slide %1 of %2, step %3 of %4")
                            .arg(m_lecture->at().slide + 1)
                            .arg(slides.size())
                            .arg(m_lecture->at().step + 1)
                            .arg(slide->steps.size());
  m_place->setText(m_lecture->onTheWay() ? place : tr("%1; Enter goes back there").arg(place));
}

void Speaker::refreshTime() {
  m_clock->setText(QTime::currentTime().toString(QStringLiteral("HH:mm:ss")));
  const qint64 seconds = m_began.isValid() ? m_began.elapsed() / 1000 : 0;
  m_used->setText(QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0')));
}

void Speaker::paintEvent(QPaintEvent*) {
  QPainter(this).fillRect(rect(), currentTheme().paper);
}

void Speaker::keyPressEvent(QKeyEvent* event) {
  if (m_presenter) {
    QApplication::sendEvent(m_presenter, event);
  } else if (event->key() == Qt::Key_F11) {
    emit presentRequested();
  }
}

void Speaker::keyReleaseEvent(QKeyEvent* event) {
  if (m_presenter) QApplication::sendEvent(m_presenter, event);
}

}  // namespace runahead::gui
