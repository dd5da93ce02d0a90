// SPDX-License-Identifier: GPL-3.0-or-later
// ExportDialog: how the run shall look on paper, with a preview that follows every choice. Beside the window,
// which stays usable. Not here: the picture (figure.h), and data formats, which the window writes.
#pragma once

#include <QDialog>
#include <QImage>
#include <QTimer>

#include "gui/figure/figure.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;

namespace runahead::gui {

class ExportDialog : public QDialog {
  Q_OBJECT
 public:
  /// `scenario`: title, question and listing of what the trace shows.
  ExportDialog(const Trace& trace, const FigureOptions& scenario, QWidget* parent);

  /// What is chosen; none where the size cannot be painted, which the line below the preview says.
  std::optional<FigureOptions> options() const;
  /// Pictures; and their solution with a worksheet.
  Status save(const QString& path);
  void copy();

 Q_SIGNALS:
  /// A path whose ending names a data format.
  void dataWanted(const QString& path);
  void written(const QString& path);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void restore();
  void remember() const;
  void changed();
  void paintPreview();
  void askForPath();
  Result<FigureOptions> chosen() const;

  Trace m_trace;
  FigureOptions m_scenario;
  QLabel* m_preview;
  QLabel* m_message;
  QComboBox* m_size;  // a name of setFigureSize(), or what is typed
  QComboBox* m_theme;
  QCheckBox* m_parts[5];
  QCheckBox* m_worksheet;
  QLineEdit* m_title;
  QLineEdit* m_caption;
  QTimer m_later;
};

}  // namespace runahead::gui
