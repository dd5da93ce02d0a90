// SPDX-License-Identifier: GPL-3.0-or-later
// Worked by mouse and keys, with runs of the preset `step`.
#include "tests/gui/device_window_test.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QTemporaryDir>

#include "core/trace/trace_builder.h"
#include "gui/jobs/run_bridge.h"
#include "gui/panes/fit_facts.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/session/session_keeper.h"
#include "gui/timeline/painter.h"
#include "gui/timeline/tool_tip.h"
#include "gui/widgets/text_label.h"
#include "gui/window/session_files.h"
#include "gui/window/window_session.h"
#include "tests/device/stub.h"
#include "tests/gui/window_driver.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;
using runahead::testing_support::set_stub;

namespace {

QComboBox* deviceOf(const MainWindow& window) {
  return part<QComboBox>(*part(window, "parameterPopup"), "device");
}

QAbstractButton* tf32Of(const MainWindow& window) {
  return part<QAbstractButton>(*part(window, "parameterPopup"), "tf32");
}

/// By keys, as far as the device stands in the list.
void press(QComboBox* box, const QString& text) {
  box->setFocus();
  while (box->currentText() != text) {
    const int before = box->currentIndex();
    QTest::keyClick(box, box->findText(text) > before ? Qt::Key_Down : Qt::Key_Up);
    if (box->currentIndex() == before) qFatal("the list does not move");
  }
}

}  // namespace

void DeviceWindowTest::init() {
  set_stub("");
  m_window = openWindow();
}

void DeviceWindowTest::cleanup() {
  m_window.reset();
}

void DeviceWindowTest::choose(const char* scenario, const char* device) {
  clickScenario(*m_window, QString::fromLatin1(scenario));
  clickSegment(*m_window, "mode", QStringLiteral("stream"));
  m_window->runSettings()->setPreset(Preset::step);
  openPopup();
  press(deviceOf(*m_window), QString::fromLatin1(device));
}

void DeviceWindowTest::openPopup() {
  click(*m_window, "parameters");
  QVERIFY(part(*m_window, "parameterPopup")->isVisible());
}

QString DeviceWindowTest::textsOf(const char* name) const {
  QStringList texts;
  for (const auto* label : part(*m_window, name)->findChildren<TextLabel*>()) texts << label->text();
  return texts.join(QLatin1Char('|'));
}

void DeviceWindowTest::runByKey() {
  part(*m_window, "parameterPopup")->hide();
  m_window->activateWindow();
  QTRY_VERIFY(m_window->isActiveWindow());
  QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
  QVERIFY(m_window->workbench()->bridge()->running());
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
}

void DeviceWindowTest::theDeviceIsNamed() {
  choose("four-statements", "auto");
  QCOMPARE(textOf(*part(*m_window, "parameterPopup"), "deviceRemark"), QStringLiteral("auto: cuda, Stub"));
  runByKey();
  const Trace& trace = m_window->viewState()->shown()->trace();
  QCOMPARE(trace.info().runs_on(), DeviceKind::cuda);
  QCOMPARE(trace.info().device_name, std::string("Stub"));
  QCOMPARE(trace.info().device_libraries,
           std::string("stub, times from events (stub: insufficient privileges)"));
  const QString numbers = textsOf("questionPanel");
  QVERIFY2(numbers.contains(QStringLiteral("device times|± ")), qPrintable(numbers));
  QVERIFY2(numbers.contains(QStringLiteral("on Stub: stub")), qPrintable(numbers));
  QVERIFY2(!numbers.contains(QStringLiteral("TF32")), qPrintable(numbers));
  const FitFacts facts = fitFacts(trace, fit(trace));
  QVERIFY2(facts.comparison.contains(QStringLiteral("the device")), qPrintable(facts.comparison));
  QVERIFY2(!(facts.headline + facts.comparison).contains(QStringLiteral("worker")),
           qPrintable(facts.comparison));
  QApplication::setApplicationVersion(QStringLiteral("7.8"));
  part<QAction>(*m_window, "actionAbout")->trigger();
  auto* about = part(*m_window, "about");
  QStringList lines;
  for (const auto* label : about->findChildren<TextLabel*>()) lines << label->text();
  QVERIFY(lines.contains(QStringLiteral("Stub")));
  QVERIFY(lines.contains(QStringLiteral("stub")));
  QVERIFY(lines.contains(QStringLiteral("Runahead 7.8")));
  about->close();
  choose("four-statements", "emulated");
  runByKey();
  QVERIFY(m_window->viewState()->shown()->trace().info().device_name.empty());
  QVERIFY(!textsOf("questionPanel").contains(QStringLiteral("device times")));
}

void DeviceWindowTest::noDeviceIsNoError() {
  set_stub("no-device");
  choose("four-statements", "auto");
  QCOMPARE(textOf(*part(*m_window, "parameterPopup"), "deviceRemark"),
           QStringLiteral("auto: emulated\nno CUDA device: no device is there"));
  QCOMPARE(textOf(*m_window, "forecast"), QString());
  QCOMPARE(deviceOf(*m_window)->itemData(3, Qt::ToolTipRole).toString(),
           QStringLiteral("no CUDA device: no device is there"));
  QVERIFY(!tf32Of(*m_window)->isEnabled());
  QCOMPARE(tf32Of(*m_window)->toolTip(), QStringLiteral("no CUDA device: no device is there"));
  QTest::keyClick(deviceOf(*m_window), Qt::Key_End);
  QCOMPARE(deviceOf(*m_window)->currentText(), QStringLiteral("cpu"));
  press(deviceOf(*m_window), QStringLiteral("auto"));
  runByKey();
  QCOMPARE(m_window->viewState()->shown()->trace().info().runs_on(), DeviceKind::emulated);
  QVERIFY(!part(*m_window, "notice")->isVisible());
}

void DeviceWindowTest::tensorFloatsNeedADevice() {
  choose("four-statements", "cuda");
  QAbstractButton* box = tf32Of(*m_window);
  QVERIFY(box->isEnabled());
  QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(10, box->height() / 2));
  QVERIFY(box->isChecked());
  QVERIFY(m_window->runSettings()->request().tf32);
  QVERIFY(m_window->runSettings()->summary().endsWith(QStringLiteral("TF32")));
  for (const char* other : {"cpu", "emulated"}) {
    press(deviceOf(*m_window), QString::fromLatin1(other));
    QVERIFY(!box->isEnabled());
    QVERIFY(!box->isChecked());
    QVERIFY(box->toolTip().contains(QString::fromLatin1(other)));
    QVERIFY(!m_window->runSettings()->request().tf32);
  }
  press(deviceOf(*m_window), QStringLiteral("cuda"));
  QVERIFY(box->isChecked());
  // The virtual clock simulates, and other modes have no device.
  part(*m_window, "parameterPopup")->hide();
  clickSegment(*m_window, "clock", QStringLiteral("virtual"));
  openPopup();
  QVERIFY(!tf32Of(*m_window)->isEnabled());
  QVERIFY(tf32Of(*m_window)->toolTip().contains(QStringLiteral("real time")));
  part(*m_window, "parameterPopup")->hide();
  clickSegment(*m_window, "clock", QStringLiteral("live"));
  clickSegment(*m_window, "mode", QStringLiteral("async"));
  QVERIFY(!m_window->runSettings()->request().tf32);
  QVERIFY(!m_window->runSettings()->whyNoTf32().isEmpty());
}

void DeviceWindowTest::tensorFloatsAreChosenAndShown() {
  choose("queued-vs-finished", "cuda");
  runByKey();
  QVERIFY(!m_window->viewState()->shown()->trace().info().tf32);
  openPopup();
  QTest::keyClick(tf32Of(*m_window), Qt::Key_Space);
  QVERIFY(tf32Of(*m_window)->isChecked());
  runByKey();
  const Trace& trace = m_window->viewState()->shown()->trace();
  QVERIFY(trace.info().tf32);
  QVERIFY(textsOf("questionPanel").contains(QStringLiteral("precision|TF32 products")));
  const auto& runs = m_window->workbench()->runs()->runs();
  QCOMPARE(runs.size(), std::size_t{2});
  QCOMPARE(runs[0].label, QStringLiteral("float32 products"));
  QCOMPARE(runs[1].label, QStringLiteral("TF32 products"));
  QVERIFY(textOf(*m_window, "runComparison").contains(QStringLiteral("one run each")));
  // Of two such runs both say so.
  openPopup();
  QVERIFY(tf32Of(*m_window)->isChecked());
  runByKey();
  for (const int run : {1, 2}) QVERIFY(runs[static_cast<std::size_t>(run)].label.contains("TF32 products"));
}

void DeviceWindowTest::tensorFloatsAreKeptInASession() {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("s.runahead"));
  choose("four-statements", "cuda");
  m_window->runSettings()->setTf32(true);
  runByKey();
  m_window->runSettings()->setValue("seed", 7);
  m_window->sessionFiles()->saveTo(path, true);
  QTRY_COMPARE(m_window->session()->keeper()->file(), path);
  m_window = openWindow();
  m_window->sessionFiles()->open(path);
  QTRY_VERIFY(m_window->viewState()->shown()->trace().size() > 0);
  QTRY_COMPARE(m_window->runSettings()->value("seed"), std::int64_t{7});
  QVERIFY(m_window->runSettings()->request().tf32);
  QCOMPARE(m_window->viewState()->shown()->trace().info().device_name, std::string("Stub"));
}

void DeviceWindowTest::lanesSayWhatTheyAreOf() {
  choose("two-devices", "cuda");
  m_window->runSettings()->setTf32(true);
  runByKey();
  const Trace trace = m_window->viewState()->shown()->trace();
  const LaneHead stream = laneHead(trace, 1), copies = laneHead(trace, 2), second = laneHead(trace, 3);
  QCOMPARE(stream.names, QStringList("Stream 1"));
  QCOMPARE(stream.remarks, QStringList({"CUDA TF32", "TF32"}));
  QCOMPARE(copies.remarks, QStringList({"CUDA"}));
  QCOMPARE(second.names, QStringList("Stream 2"));
  QCOMPARE(second.remarks, QStringList({"CUDA TF32", "TF32"}));
  const QString tip = toolTipText(trace, {}, {TimelineHit::Kind::lane, 1}, trace.end_ns());
  for (const char* said : {"Stub", "stub", "TF32", "± "}) QVERIFY2(tip.contains(said), qPrintable(tip));
  set_stub("devices=2");
  runByKey();
  const LaneHead other = laneHead(m_window->viewState()->shown()->trace(), 3);
  QCOMPARE(other.names, QStringList("Second GPU"));
  QCOMPARE(other.remarks, QStringList({"CUDA TF32", "TF32"}));
  TraceBuilder builder{TraceInfo{}};
  const LaneId lane = builder.add_lane(LaneKind::copy, "Second GPU, copy to host (CUDA)");
  builder.publish();
  QCOMPARE(laneHead(builder.snapshot(), lane).names,
           QStringList({"Second GPU, copy to host", "2nd, to host"}));
  const LaneId last = builder.add_lane(LaneKind::stream, "Fourth GPU, stream 2 (CUDA)");
  const LaneId worker = builder.add_lane(LaneKind::worker, "Second worker, of a recording");
  builder.publish();
  QCOMPARE(laneHead(builder.snapshot(), last).names, QStringList({"Fourth GPU, stream 2", "4th, stream 2"}));
  QCOMPARE(laneHead(builder.snapshot(), worker).names, QStringList("Second worker, of a recording"));
  choose("two-devices", "emulated");
  runByKey();
  const LaneHead emulated = laneHead(m_window->viewState()->shown()->trace(), 2);
  QCOMPARE(emulated.names, QStringList("Copy to host"));
  QCOMPARE(emulated.remarks, QStringList({"emulated", "emul."}));
}

void DeviceWindowTest::failuresAreSaidAndTheNextRunSucceeds_data() {
  QTest::addColumn<QByteArray>("stub");
  QTest::addColumn<QString>("said");
  QTest::newRow("launch") << QByteArray("launch=10") << QStringLiteral("stub: invalid launch");
  QTest::newRow("lost") << QByteArray("lost=9") << QStringLiteral("device lost: ");
  QTest::newRow("full") << QByteArray("memory=100000")
                        << QStringLiteral("[dot] an array of 65536 bytes does not fit");
  QTest::newRow("no BLAS") << QByteArray("no-blas") << QStringLiteral("no cuBLAS: ");
}

void DeviceWindowTest::failuresAreSaidAndTheNextRunSucceeds() {
  QFETCH(QByteArray, stub);
  QFETCH(QString, said);
  choose("overlap-copy", "cuda");
  set_stub(stub.toStdString());
  runByKey();
  QVERIFY(part(*m_window, "notice")->isVisible());
  const QString notice = part(*m_window, "notice")->accessibleName();
  QVERIFY2(notice.contains(said), qPrintable(notice));
  QVERIFY(!QApplication::activeModalWidget());
  set_stub("");
  runByKey();
  QVERIFY(!part(*m_window, "notice")->isVisible());
  QCOMPARE(m_window->workbench()->runs()->shown()->status, RunResult::Status::succeeded);
}

void DeviceWindowTest::stopsInTheMiddleOfAStream() {
  choose("overlap-copy", "cuda");
  m_window->runSettings()->setValue("products", 50);
  set_stub("slow=20000");
  part(*m_window, "parameterPopup")->hide();
  click(*m_window, "run");
  QTRY_VERIFY(m_window->viewState()->shown()->trace().task_count() > 3);
  click(*m_window, "run");
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  QCOMPARE(m_window->workbench()->runs()->shown()->status, RunResult::Status::stopped);
  set_stub("");
  runByKey();
  QCOMPARE(m_window->workbench()->runs()->shown()->status, RunResult::Status::succeeded);
}
