// SPDX-License-Identifier: GPL-3.0-or-later
// CallsDialog: what programs in Python can call, package by package, with a search. Not here: where it comes
// from (core/scenario/python.h).
#pragma once

#include <QDialog>
#include <vector>

#include "core/scenario/python.h"

namespace runahead::gui {

class CallsDialog : public QDialog {
  Q_OBJECT
 public:
  explicit CallsDialog(const std::vector<PackageCalls>& packages, QWidget* parent = nullptr);
};

}  // namespace runahead::gui
