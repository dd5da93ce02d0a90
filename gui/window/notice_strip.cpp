// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and painting of NoticeStrip.
#include "gui/window/notice_strip.h"

#include <QAccessible>
#include <utility>

#include "gui/widgets/button.h"
#include "gui/widgets/icons.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/text_label.h"

namespace runahead::gui {

NoticeStrip::NoticeStrip(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("notice"));
  auto* row = rowIn(this, {46, 9, 10, 10});
  auto* words = columnIn(nullptr, {}, 2);
  m_what = into(words, TextLabel::wrapped(uiFont(14, QFont::Medium), &Theme::text, {}, 20));
  m_hint = into(words, TextLabel::wrapped(uiFont(13), &Theme::text2, {}, 18));
  row->addLayout(words, 1);
  for (Offer& offer : m_offers) {
    offer.button =
        named(new Button(Button::Kind::outline, {}, {}),
              &offer == &m_offers.front() ? "noticeAction" : "noticeOther", tr("Ways to solve it"));
    connect(offer.button, &QAbstractButton::clicked, this, [this, &offer] {
      const std::function<void()> what = offer.what;
      hide();  // first: what follows may have something to say
      if (what) what();
    });
    row->addWidget(offer.button, 0, Qt::AlignVCenter);
  }
  auto* close =
      named(new Button(Button::Kind::flat, QStringLiteral("close"), tr("Close this message")), "noticeClose");
  connect(close, &QAbstractButton::clicked, this, &QWidget::hide);
  row->addWidget(close, 0, Qt::AlignTop);
  hide();
}

void NoticeStrip::showNotice(Kind kind, const QString& what, const QString& hint, Action action,
                             Action other) {
  m_kind = kind;
  m_offers[0].what = std::move(action.what);
  m_offers[0].button->setText(action.text);
  m_offers[1].what = std::move(other.what);
  m_offers[1].button->setText(other.text);
  for (const Offer& offer : m_offers) offer.button->setVisible(!offer.button->text().isEmpty());
  m_untilMoved = false;
  kind == Kind::done || kind == Kind::hint ? m_leave.start() : m_leave.stop();
  m_what->setText(what);
  m_hint->setText(hint);
  m_hint->setVisible(!hint.isEmpty());
  setAccessibleName(text());
  place(y(), width());
  show();
  raise();
  update();
  QAccessibleEvent event(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&event);
}

void NoticeStrip::place(int y, int width) {
  setGeometry(0, y, width, layout()->heightForWidth(width));
}

QString NoticeStrip::text() const {
  return m_hint->text().isEmpty() ? m_what->text() : m_what->text() + QLatin1Char('\n') + m_hint->text();
}

void NoticeStrip::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  SmoothPainter painter(this);
  painter.fillRect(rect(), theme.paper);
  painter.fillRect(0, height() - 1, width(), 1, theme.edge);
  const bool error = m_kind == Kind::error;
  painter.fillRect(0, 0, 4, height() - 1, error ? theme.error : theme.text3);
  const QRectF glyph(17, 10, 18, 18);
  if (error) {
    paintStateGlyph(painter, glyph, TaskState::failed, theme);
  } else if (m_kind != Kind::done) {
    paintIcon(painter, glyph, QStringLiteral("alert"), theme.text2);
  } else {
    paintStateGlyph(painter, glyph, TaskState::done, theme);
  }
}

}  // namespace runahead::gui
