// SPDX-License-Identifier: GPL-3.0-or-later
// LeftCard: on the first page, the sessions that were closed without being saved: continue one, or forget it.
// Not here: finding them (kept_session.h).
#pragma once

#include <QWidget>
#include <vector>

#include "gui/session/kept_session.h"

class QVBoxLayout;

namespace runahead::gui {

class LeftCard : public QWidget {
  Q_OBJECT
 public:
  explicit LeftCard(QWidget* parent = nullptr);
  /// Hidden without any.
  void setSessions(const std::vector<KeptSession::Left>& left);

 signals:
  void continued(const QString& place);
  void forgotten(const QString& place);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QVBoxLayout* m_rows;
};

}  // namespace runahead::gui
