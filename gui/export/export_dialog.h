// SPDX-License-Identifier: GPL-3.0-or-later
// ExportDialog: which runs, and how they shall look on paper, with a preview that follows every choice and is
// painted on another thread. Beside the window, which stays usable. Not here: the picture (figure.h), and
// data formats, which the window writes.
#pragma once

#include <QDialog>
#include <QImage>
#include <vector>

#include "gui/export/figure.h"
#include "gui/jobs/latest_job.h"
#include "gui/widgets/later.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QFormLayout;
class QLineEdit;
class QListWidget;

namespace runahead::gui {

class ExportDialog : public QDialog {
  Q_OBJECT
 public:
  struct Run {
    Trace trace;
    bool chosen = true;
    RunEntry aside{};
    QString label{};   ///< in the list; empty: what sets it apart from the others
    bool here = true;  ///< false: on disk, so it cannot be chosen before it was shown
  };
  /// `scenario`: title, question and listing of what the chosen runs show.
  ExportDialog(std::vector<Run> runs, const FigureOptions& scenario, QWidget* parent);

  /// What is chosen, or why it cannot be painted, which the line below the preview says.
  Result<FigureOptions> chosen() const;
  std::vector<Trace> traces() const;
  /// One of the signals follows, or the line below the preview says why not.
  void save(const QString& path);
  void copy();
  /// In the line below the preview.
  void say(const QString& text);

 Q_SIGNALS:
  void pictureWanted(const QString& path, const runahead::gui::FigureOptions& options);
  /// A path whose ending names a data format.
  void dataWanted(const QString& path);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Preview {
    QImage image;
    QSizeF size;  ///< of the picture, in px of 1/96 inch
    bool paper = false;
    int dpi = 0;
  };
  void addRuns(QFormLayout* form);
  void addSize(QFormLayout* form);
  void restore();
  void remember() const;
  void changed();
  void startPreview();
  void showPreview(const Preview& preview);
  void askForPath();
  bool isChosen(std::size_t run) const;
  /// Marks that all of the chosen runs have.
  void offerBookmarks();

  std::vector<Run> m_runs;
  FigureOptions m_scenario;
  QLabel* m_preview;
  QLabel* m_message;
  QListWidget* m_list = nullptr;     // null: there is a single run
  QComboBox* m_alignment = nullptr;  // its data: the word of setFigureAlignment()
  QComboBox* m_size;                 // a name of setFigureSize(), or what is typed
  QComboBox* m_dpi;                  // of sizes on paper
  QComboBox* m_theme;
  QCheckBox* m_parts[5];
  QCheckBox* m_worksheet;
  QLineEdit* m_title;
  QLineEdit* m_caption;
  bool m_said = false;  ///< since the last change: a preview does not take its place
  LatestJob<Preview> m_painting;
  LatestJob<QImage> m_copying;
  /// Words are typed faster than a large run is painted.
  Later m_later{60, this, &ExportDialog::startPreview};
};

}  // namespace runahead::gui
