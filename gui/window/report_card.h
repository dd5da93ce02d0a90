// SPDX-License-Identifier: GPL-3.0-or-later
// ReportCard: on the first page, when the program crashed or hung: show the report of it, or forget
// it. Not here: how reports are written (crash/handlers.h), sessions that were left
// (session/recovery_card.h).
#pragma once

#include <QWidget>
#include <vector>

#include "gui/crash/reports.h"

class QVBoxLayout;

namespace runahead::gui {

class ReportCard : public QWidget {
  Q_OBJECT
 public:
  explicit ReportCard(QWidget* parent = nullptr);
  /// Hidden without any.
  void setReports(const std::vector<CrashReport>& reports);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void addRow(const CrashReport& report);
  void showReport(const CrashReport& report);

  QVBoxLayout* m_rows;
  std::vector<CrashReport> m_reports;
};

}  // namespace runahead::gui
