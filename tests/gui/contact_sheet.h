// SPDX-License-Identifier: GPL-3.0-or-later
// ContactSheet: what a class sees at each stop of a lecture, in one picture to be looked at.
#pragma once

#include <QImage>
#include <QPainter>
#include <cstddef>

#include "gui/lecture/presenter.h"

namespace runahead::test {

/// In rows of four.
class ContactSheet {
 public:
  explicit ContactSheet(std::size_t stops)
      : m_image(4 * kWidth, static_cast<int>((stops + 3) / 4) * kHeight, QImage::Format_RGB32) {
    m_image.fill(Qt::black);
  }
  void add(gui::Presenter& presenter) {
    presenter.foldAll();
    QPainter painter(&m_image);
    const QRect place(m_count % 4 * kWidth, m_count / 4 * kHeight, kWidth - 8, kHeight - 8);
    painter.drawImage(place, presenter.grab().toImage().scaled(place.size(), Qt::IgnoreAspectRatio,
                                                               Qt::SmoothTransformation));
    ++m_count;
  }
  bool save(const QString& file) const { return m_image.save(file); }

 private:
  static constexpr int kWidth = 480, kHeight = 270;
  QImage m_image;
  int m_count = 0;
};

}  // namespace runahead::test
