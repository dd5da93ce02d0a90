// SPDX-License-Identifier: GPL-3.0-or-later
// The window on a CUDA device, which a module of the tests stands in for.
// Not here: what a run on it computes (tests/device).
#pragma once

#include <QObject>
#include <memory>

#include "gui/window/main_window.h"

class DeviceWindowTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void cleanup();
  void theDeviceIsNamed();
  void noDeviceIsNoError();
  void tensorFloatsNeedADevice();
  void tensorFloatsAreChosenAndShown();
  void tensorFloatsAreKeptInASession();
  void lanesSayWhatTheyAreOf();
  void failuresAreSaidAndTheNextRunSucceeds_data();
  void failuresAreSaidAndTheNextRunSucceeds();
  void stopsInTheMiddleOfAStream();

 private:
  void choose(const char* scenario, const char* device);
  void openPopup();
  QString textsOf(const char* part) const;
  void runByKey();

  std::unique_ptr<runahead::gui::MainWindow> m_window;
};
