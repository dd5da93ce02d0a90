// SPDX-License-Identifier: GPL-3.0-or-later
// The style sheet of chrome.h: paper, an edge of one pixel, ink for the focus.
#include "gui/window/chrome.h"

namespace runahead::gui {

QString controlStyleSheet(const Theme& theme) {
  QString sheet = QStringLiteral(R"(
QMenuBar::item { padding: 4px 9px; }
QFrame#scenarioPopup { background: @paper; border: 1px solid @edge; }
QSplitter#centreSplitter::handle, QSplitter#chartSplitter::handle { background: @paper; }
QLineEdit, QAbstractSpinBox, QComboBox {
  background: @paper; color: @text; border: 1px solid @edge; border-radius: 5px; padding: 0 8px;
  selection-background-color: @cursor; selection-color: @onCursor;
}
QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus { border: 2px solid @cursor; padding: 0 7px; }
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled { background: @panel; color: @text3; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit { border: none; padding: 0; }
QLineEdit#scenarioSearch { border-radius: 0; border-left: none; border-right: none; border-top: none; padding: 0 14px; }
QComboBox { padding-right: 4px; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: url(:/icons/@arrow.svg); width: 16px; height: 16px; }
QComboBox::item:disabled { color: @text3; }
QComboBox QAbstractItemView {
  background: @paper; color: @text; border: 1px solid @edge; outline: none; padding: 4px;
  selection-background-color: @selectedRow; selection-color: @text;
}
QCheckBox { color: @text; spacing: 8px; border: 1px solid transparent; border-radius: 5px; padding: 2px; outline: none; }
QCheckBox:disabled { color: @text3; }
QCheckBox:focus { border: 1px solid @cursor; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid @text2; border-radius: 3px; background: @paper; }
QCheckBox::indicator:disabled { border: 1px solid @text3; background: @panel; }
QCheckBox::indicator:checked { border: 1px solid @cursor; background: @cursor; image: url(:/icons/@tick.svg); }
QCheckBox::indicator:checked:disabled { border: 1px solid @text3; background: @text3; }
QTabBar { background: @panel; }
QTabBar::tab {
  background: @panel; color: @text2; border: none; border-bottom: 2px solid @panel; padding: 7px 12px; min-width: 40px;
}
QTabBar::tab:selected { color: @text; font-weight: bold; border-bottom: 2px solid @cursor; }
QTabBar::tab:focus { color: @text; }
QTabBar#stateTabs::tab { padding: 7px 6px; min-width: 20px; }
QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; }
)");
  const std::pair<const char*, QString> values[] = {
      {"@paper", theme.paper.name()},
      {"@panel", theme.panel.name()},
      {"@text3", theme.text3.name()},
      {"@text2", theme.text2.name()},
      {"@text", theme.text.name()},
      {"@edge", theme.edge.name()},
      {"@onCursor", theme.cursorText.name()},
      {"@cursor", theme.cursor.name()},
      {"@selectedRow", theme.selectedRow.name()},
      {"@arrow", theme.isDark() ? QStringLiteral("arrow-dark") : QStringLiteral("arrow-light")},
      {"@tick", theme.isDark() ? QStringLiteral("tick-dark") : QStringLiteral("tick-light")},
  };
  for (const auto& [name, value] : values) sheet.replace(QLatin1String(name), value);
  return sheet;
}

}  // namespace runahead::gui
