// SPDX-License-Identifier: GPL-3.0-or-later
// Ink along the line, as far as the job is, or a piece that moves; words and a button at its end.
#include "gui/window/progress_line.h"

#include <QFileInfo>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/jobs/file_jobs.h"
#include "gui/runs/manual_run.h"
#include "gui/text/endings.h"
#include "gui/text/format.h"
#include "gui/widgets/button.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/text_label.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

QString amount(qulonglong done, qulonglong total) {
  const QString all = formatBytes(static_cast<std::int64_t>(total));
  const QString unit = all.section(QLatin1Char(' '), 1);
  const QString part = formatBytes(static_cast<std::int64_t>(done));
  // "1.2 of 2.7 GB" where the unit is the same.
  return part.endsWith(QLatin1Char(' ') + unit)
             ? ProgressLine::tr("%1 of %2").arg(part.section(QLatin1Char(' '), 0, 0), all)
             : ProgressLine::tr("%1 of %2").arg(part, all);
}

}  // namespace

ProgressLine::ProgressLine(FileJobs* files, ManualRun* driver, QWidget* parent)
    : QWidget(parent), m_files(files) {
  named(this, "progress", tr("A file is being read or written"));
  m_cancel = named(new Button(Button::Kind::outline, {}, tr("Cancel"), this), "progressCancel");
  connect(m_cancel, &QAbstractButton::clicked, this, &ProgressLine::cancelled);
  m_text = named(new TextLabel(monoFont(13), &Theme::text), "progressText");
  m_text->setParent(this);
  m_text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_step.setInterval(16);
  connect(&m_step, &QTimer::timeout, this, [this] {
    m_phase = std::fmod(m_phase + 0.008, 1.0);
    if (m_share <= 0) update(0, 0, width(), 3);
  });
  const auto followBusy = [this, files, driver] {
    setBusy(files->busy() || driver->busy());
    setCancellable(driver->busy() || files->cancellable());
  };
  connect(files, &FileJobs::busyChanged, this, followBusy);
  connect(driver, &ManualRun::busyChanged, this, followBusy);
  connect(files, &FileJobs::progressed, this, &ProgressLine::showProgress);
  connect(this, &ProgressLine::cancelled, this, [this, driver] {
    m_files->cancel();
    if (m_files->writes()) setProgress(tr("Cancelling…"), 0);
    driver->cancel();
  });
  hide();
}

void ProgressLine::showProgress(const QString& path, bool writes, qulonglong done, qulonglong total) {
  const QString name = QFileInfo(path).fileName();
  QString text = writes ? tr("Writing %1").arg(name) : tr("Reading %1").arg(name);
  // Of a page, these are steps.
  if (total > 0 && isPagePath(path.toStdString()))
    text += tr(": %1 %").arg(100 * done / total);
  else if (total > 0)
    text += QStringLiteral(": ") + amount(std::min(done, total), total);
  setProgress(text, total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0);
  setCancellable(m_files->cancellable());
}

void ProgressLine::setBusy(bool busy) {
  if (busy) {
    m_delay.start();
    return;
  }
  m_delay.stop();
  m_step.stop();
  hide();
  m_share = 0;
  m_text->setText({});
  setCancellable(true);
}

void ProgressLine::setProgress(const QString& text, double share) {
  m_share = std::clamp(share, 0.0, 1.0);
  if (text != m_text->text()) {
    m_text->setText(text);
    setAccessibleName(text);
    arrange();
  }
  update();
}

void ProgressLine::setCancellable(bool cancellable) {
  if (std::exchange(m_cancellable, cancellable) == cancellable) return;
  m_cancel->setVisible(cancellable);
  arrange();
}

void ProgressLine::place(int y, int width) {
  setGeometry(0, y, width, 46);
  arrange();
}

void ProgressLine::arrange() {
  const QSize size = m_cancel->sizeHint();
  m_cancel->setGeometry(width() - size.width() - 14, 9, size.width(), size.height());
  const int right = m_cancellable ? m_cancel->x() - 12 : width() - 14;
  const int words =
      m_text->text().isEmpty() ? 0 : QFontMetrics(monoFont(13)).horizontalAdvance(m_text->text()) + 14;
  m_text->setGeometry(right - words, 9, words, size.height());
  QRegion mask(0, 0, width(), 3);
  if (words > 0 || m_cancellable) {
    const int left = (words > 0 ? m_text->x() : m_cancel->x()) - 10;
    mask += QRegion(left, 3, width() - left, height() - 3);
  }
  setMask(mask);
  update();
}

void ProgressLine::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = currentTheme();
  painter.fillRect(rect(), theme.paper);
  painter.fillRect(0, height() - 1, width(), 1, theme.hairline);
  painter.fillRect(0, 0, width(), 3, theme.hairline);
  if (m_share > 0) {
    painter.fillRect(QRectF(0, 0, m_share * width(), 3), theme.cursor);
    return;
  }
  const double piece = width() * 0.25;
  painter.fillRect(QRectF(m_phase * (width() + piece) - piece, 0, piece, 3), currentTheme().cursor);
}

}  // namespace runahead::gui
