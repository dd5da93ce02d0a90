// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the narration bar: in the window and by itself.
// Not here: the sentences (tests/analysis).
#pragma once

#include <QObject>

class NarrationBarTest : public QObject {
  Q_OBJECT
 private slots:
  void followsTheCursor();
  void staysAboveTheTimeline();
  void neverMovesTheLayout();
  void tellsNothingOfWhatIsHidden();
  void longSentencesAreSetInTwoLines();
  void lowWindowsCutAndKeepTheWhole();
  void errorsHaveTheirColour();
};
