// SPDX-License-Identifier: GPL-3.0-or-later
// PictureRecorder: a device that keeps what is painted on it as elements of SVG, each with its style and the
// part of the run that it belongs to. Not here: what a page makes of them (page_picture.h).
#pragma once

#include <QByteArray>
#include <QPaintDevice>
#include <QPen>
#include <memory>
#include <optional>
#include <vector>

#include "gui/widgets/part_names.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {

/// "12.3", "-.5": no more digits than can be seen.
QByteArray shortNumber(double value);

struct PictureElement {
  /// The same in every theme.
  struct Shape {
    QByteArray tag;  ///< "rect x=\"1\" ...", "text ..."
    QString text{};
    std::optional<QFont> font{};
    double strokeWidth = 0;  ///< 0: no stroke
    QByteArray dashes{};
    Qt::PenCapStyle cap = Qt::FlatCap;
    bool filled = false;
    Pattern pattern = Pattern::none;
    bool operator==(const Shape&) const = default;
  };
  /// Of all parts around it.
  struct Place {
    std::uint32_t run = 0;
    bool passing = false;
    PartKind kind = PartKind::other;  ///< and number of the innermost one that has a name
    std::uint32_t id = 0;
    Seq from = 0, until = kNever;
    QRectF clip{};  ///< null: none
    bool operator==(const Place&) const = default;
  };
  Shape shape;
  Place place;
  QColor fill, stroke;
};

class PictureRecorder : public QPaintDevice, public PartNames {
 public:
  explicit PictureRecorder(QSizeF size);
  ~PictureRecorder() override;

  const std::vector<PictureElement>& elements() const { return m_elements; }
  /// Around all that passes.
  QRectF passing() const { return m_passing; }

  void beginPart(const Part& part) override;
  void endPart() override { m_places.pop_back(); }
  QPaintEngine* paintEngine() const override;

 protected:
  int metric(PaintDeviceMetric metric) const override;

 private:
  class Engine;
  /// `bounds`: of the shape, on the device.
  void add(PictureElement element, const QRectF& bounds);

  QSizeF m_size;
  std::unique_ptr<Engine> m_engine;
  std::vector<PictureElement> m_elements;
  std::vector<PictureElement::Place> m_places{{}};
  QRectF m_passing;
};

}  // namespace runahead::gui
