// SPDX-License-Identifier: GPL-3.0-or-later
// ManualDialog: the pages of the manual, without a network. Not here: their text (resources/manual), what
// fills in their tables (gui/cli/write_manual.cpp).
#pragma once

#include <QDialog>

class QListWidget;
class QTextBrowser;

namespace runahead::gui {

class ManualDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ManualDialog(QWidget* parent = nullptr);

 private:
  /// The next place after the one on show, on this page or a later one, then from the first page on.
  void findNext(const QString& text);
  QListWidget* m_pages;
  QTextBrowser* m_text;
};

}  // namespace runahead::gui
