// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the loop's model without a window: values of sliders, words, geometry, pixels.
// Not here: the window (model_window_test.h), the formulas (tests/analysis/loop_model_test.cpp).
#pragma once

#include <QObject>

class ModelPictureTest : public QObject {
  Q_OBJECT
 private slots:
  void slidersStandAtRoundNumbers();
  void sentencesNameTheBottleneck();
  void rowsHaveFormulaAndSimulation();
  void theBooksFormulaHoldsOrNot();
  void axesStandStillWhileT1IsDragged();
  void theBendIsWhereTheLineBends();
  void linesAreTheModel();
  void whatTheBookGetsWrongIsShaded();
  void everythingCanBePainted();
  void partsOfThePaneKeepApart();
};
