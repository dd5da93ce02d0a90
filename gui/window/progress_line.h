// SPDX-License-Identifier: GPL-3.0-or-later
// ProgressLine: 3 px under the header while a file is read or written for longer than 200 ms, with what is
// done of how much, and Cancel as long as that can be done; likewise while a decision is carried out.
#pragma once

#include <QTimer>
#include <QWidget>

#include "gui/widgets/later.h"

namespace runahead::gui {

class Button;
class FileJobs;
class ManualRun;
class TextLabel;

class ProgressLine : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kDelayMs = 200;
  /// Both outlive it.
  ProgressLine(FileJobs* files, ManualRun* driver, QWidget* parent);
  /// Lies over the window's content, below `y`.
  void place(int y, int width);

 signals:
  /// What is in progress is asked to stop.
  void cancelled();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  /// Shows itself after kDelayMs, or hides at once.
  void setBusy(bool busy);
  /// "Writing a.runahead: 1.2 of 2.7 GB", and how much of all that is; 0: not known. Both hold until
  /// setBusy(false).
  void setProgress(const QString& text, double share);
  void showProgress(const QString& path, bool writes, qulonglong done, qulonglong total);
  void setCancellable(bool cancellable);
  void arrange();

  FileJobs* m_files;
  Button* m_cancel;
  TextLabel* m_text;
  bool m_cancellable = true;
  double m_share = 0;
  Later m_delay{kDelayMs, this, [this] {
                  m_phase = 0;
                  m_step.start();
                  show();
                  raise();
                }};
  QTimer m_step;
  double m_phase = 0;
};

}  // namespace runahead::gui
