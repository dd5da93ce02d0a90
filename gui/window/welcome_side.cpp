// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of WelcomeSide.
// Not here: drag and drop; the whole window takes files (window/main_window.cpp).
#include "gui/window/welcome_side.h"

#include <QFileInfo>
#include <QPainter>

#include "gui/widgets/button.h"
#include "gui/widgets/commands.h"
#include "gui/widgets/icons.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/plain_text.h"
#include "gui/widgets/segmented_control.h"
#include "gui/window/this_computer.h"

namespace runahead::gui {
namespace {

constexpr int kRecent = 5;

/// A dashed frame that says what can be dropped on the window.
class DropZone : public QWidget {
 public:
  DropZone() { setFixedHeight(176); }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = currentTheme();
    SmoothPainter painter(this);
    paintBox(painter, QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), QPen(theme.text3, 1, Qt::DashLine),
             theme.paper, 6);
    paintIcon(painter, QRectF(width() / 2.0 - 13, 16, 26, 26), QStringLiteral("folder"), theme.text2);
  }
};

/// Keys as caps, then what they do.
class KeyRow : public QWidget {
 public:
  KeyRow(const QStringList& keys, const QString& what) : m_keys(keys), m_what(what) {
    setFixedHeight(32);
    setAccessibleName(keys.join(QLatin1Char(' ')) + QStringLiteral(": ") + what);
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    paintKeyCaps(painter, {}, height(), m_keys);
    paintText(painter, QRectF(122, 0, width() - 122, height()), Qt::AlignVCenter, uiFont(14),
              currentTheme().text2, m_what);
  }

 private:
  QStringList m_keys;
  QString m_what;
};

QVBoxLayout* section(QVBoxLayout* column, PaneHead* head) {
  column->addWidget(head);
  auto* body = columnIn(nullptr, {16, 14, 16, 14}, 2);
  column->addLayout(body);
  return body;
}

TextLabel* centred(const QFont& font, TextLabel::Colour colour, const QString& text) {
  auto* label = new TextLabel(font, colour, text);
  label->setAlignment(Qt::AlignHCenter | Qt::AlignVCenter);
  return label;
}

}  // namespace

WelcomeSide::WelcomeSide(QWidget* parent) : Panel(&Theme::paper, parent) {
  setObjectName(QStringLiteral("welcomeSide"));
  auto* column = columnIn(this, {}, 0);

  auto* openHead = new PaneHead(tr("Open"));
  openHead->setFirst(true);
  auto* open = section(column, openHead);
  auto* zone = new DropZone;
  auto* inside = columnIn(zone, {14, 50, 14, 16}, 4);
  inside->addWidget(centred(uiFont(15, QFont::Bold), &Theme::text, tr("Drop a recording here")));
  inside->addWidget(
      centred(uiFont(13), &Theme::text2, tr("A session (.runahead) or an exported .json file")));
  inside->addSpacing(8);
  auto* button = named(new Button(Button::Kind::outline, {}, tr("Open a file…")), "welcomeOpen");
  button->setKeyHint(keyText(WindowCommand::open).replace(u'+', u' '));
  button->setControlHeight(32);
  connect(button, &QAbstractButton::clicked, this, &WelcomeSide::openRequested);
  inside->addWidget(button, 0, Qt::AlignHCenter);
  open->addWidget(zone);
  m_recent = columnIn(nullptr, {0, 10, 0, 0});
  open->addLayout(m_recent);

  auto* keys = section(column, new PaneHead(tr("Keys")));
  for (const KeyLine& line : kKeyLines) {
    if (line.first) keys->addWidget(new KeyRow(keyCaps(line), keyMeaning(line)));
  }

  auto* computer = section(column, new PaneHead(tr("This computer")));
  for (const QString& line : describeComputer()) {
    computer->addWidget(TextLabel::wrapped(uiFont(14), &Theme::text2, line, 22));
  }
  column->addStretch(1);

  column->addWidget(new Hairline(Qt::Horizontal));
  auto* bottom = rowIn(nullptr, {16, 14, 16, 14});
  bottom->addStretch(1);
  m_theme = into(bottom, named(new SegmentedControl, "themeSwitch", tr("Theme")));
  m_theme->setItems({QStringLiteral("light"), QStringLiteral("dark")}, {tr("Light"), tr("Dark")});
  connect(m_theme, &SegmentedControl::chosen, this, &WelcomeSide::themeChosen);
  column->addLayout(bottom);
  setRecentFiles({});
}

void WelcomeSide::setRecentFiles(const QStringList& files) {
  clear(m_recent);
  if (files.isEmpty()) {
    m_recent->addWidget(new TextLabel(uiFont(13), &Theme::text3, tr("Files you open are listed here.")));
  }
  for (const QString& file : files.mid(0, kRecent)) {
    auto* button = new Button(Button::Kind::flat, {}, QFileInfo(file).fileName());
    button->setToolTip(asText(file));
    connect(button, &QAbstractButton::clicked, this, [this, file] { emit fileChosen(file); });
    m_recent->addWidget(button, 0, Qt::AlignLeft);
  }
}

void WelcomeSide::setThemeName(const QString& name) {
  m_theme->setCurrent(name);
}

}  // namespace runahead::gui
