// SPDX-License-Identifier: GPL-3.0-or-later
// HandOut: asks for a folder, and has a saved lecture written into it, on paper and as a page.
// Not here: the pages (lecture_pages.h).
#pragma once

#include <QObject>
#include <QString>

class QProcess;
class QWidget;

namespace runahead::gui {

class HandOut : public QObject {
  Q_OBJECT
 public:
  explicit HandOut(QWidget* window);

  bool goesOn() const { return m_making; }
  /// Where the lecture that is saved in `file` goes.
  void askForFolder(const QString& file);
  void cancel();
  /// At once: nothing is told of it.
  void stop();

 signals:
  void began(const QString& folder);
  void made(const QString& folder);
  void cancelled(const QString& folder);
  void failed(const QString& reason);

 private:
  void write(const QString& file, const QString& folder);
  /// How the process ended.
  void tellEnd(const QString& folder);

  QWidget* m_window;
  QProcess* m_making = nullptr;
};

}  // namespace runahead::gui
