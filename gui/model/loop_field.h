// SPDX-License-Identifier: GPL-3.0-or-later
// LoopField: one parameter of the loop: its name, what it means, its value, a slider; and for a time a bar in
// the colour of what it is spent on, on the scale of the other times. Edits RunSettings and follows them.
// Not here: which parameters there are (loop_model_pane.cpp).
#pragma once

#include <QWidget>
#include <cstdint>
#include <string>
#include <vector>

namespace runahead::gui {

class LogSlider;
class RunSettings;

class LoopField : public QWidget {
  Q_OBJECT
 public:
  enum class Bar { none, enqueue, execute, handBack };
  struct What {
    std::string parameter;  ///< its name in RunSettings
    QString name, meaning;
    Bar bar;
    std::vector<std::int64_t> values;
  };
  LoopField(const What& what, RunSettings* settings, QWidget* parent = nullptr);

  /// The longest of the times, which is as long as a bar may be.
  void setScale(std::int64_t longest_ns);
  /// "1.00 µs", "1,000".
  QString valueText() const;
  int leastHeight() const { return m_what.bar == Bar::none ? 32 : 38; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void follow();
  void paintBar(QPainter& painter, const QRectF& rect) const;

  What m_what;
  RunSettings* m_settings;
  LogSlider* m_slider;
  std::int64_t m_value = 0;
  std::int64_t m_longest_ns = 1;
};

}  // namespace runahead::gui
