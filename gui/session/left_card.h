// SPDX-License-Identifier: GPL-3.0-or-later
// LeftCard: on the first page, the sessions that were closed without being saved: continue one, or forget it.
// The newest are listed, of the others it is said how many there are, until one asks for them. Not here:
// finding them (kept_session.h).
#pragma once

#include <QWidget>
#include <vector>

#include "gui/session/kept_session.h"

class QVBoxLayout;

namespace runahead::gui {

class Button;

class LeftCard : public QWidget {
  Q_OBJECT
 public:
  static constexpr std::size_t kListed = 5;
  explicit LeftCard(QWidget* parent = nullptr);
  /// Hidden without any.
  void setSessions(const std::vector<KeptSession::Left>& left);

 signals:
  void continued(const QString& place);
  void forgotten(const QString& place);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void showRows();
  void addRow(const KeptSession::Left& one);

  QVBoxLayout* m_rows;
  Button* m_older;
  std::vector<KeptSession::Left> m_left;
  bool m_all = false;
};

}  // namespace runahead::gui
