// SPDX-License-Identifier: GPL-3.0-or-later
// RecoveryCard: on the first page, the sessions that were closed without being saved: continue one, or forget
// it. The newest are listed, of the others it is said how many there are, until one asks for them. Not here:
// finding them (recovery_store.h).
#pragma once

#include <QWidget>
#include <vector>

#include "gui/session/recovery_store.h"

class QVBoxLayout;

namespace runahead::gui {

class Button;

class RecoveryCard : public QWidget {
  Q_OBJECT
 public:
  static constexpr std::size_t kListed = 5;
  explicit RecoveryCard(QWidget* parent = nullptr);
  /// Hidden without any.
  void setSessions(const std::vector<RecoveryStore::Left>& left);

 signals:
  void continued(const QString& place);
  void forgotten(const QString& place);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void showRows();
  void addRow(const RecoveryStore::Left& one);

  QVBoxLayout* m_rows;
  Button* m_older;
  std::vector<RecoveryStore::Left> m_left;
  bool m_all = false;
};

}  // namespace runahead::gui
