// SPDX-License-Identifier: GPL-3.0-or-later
// What QPdfWriter makes, without what would be another each time.
#include "gui/export/pdf.h"

#include <QBuffer>
#include <QHashFunctions>
#include <QMarginsF>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <utility>

namespace runahead::gui {
namespace {

/// QPdfWriter notes when it wrote. A picture is to be the same every time, so the note is cut out, and what
/// stands behind it moves up, in the table of objects too.
QByteArray withoutDate(QByteArray pdf) {
  const qsizetype from = pdf.indexOf("\n/CreationDate (");
  const qsizetype cut = pdf.indexOf(')', from) + 1 - from;
  if (from < 0 || cut <= 0) return pdf;
  pdf.remove(from, cut);
  const auto moved = [&](const QByteArray& offset) {
    const qsizetype place = offset.toLongLong();
    return place > from ? place - cut : place;
  };

  const QByteArray word = "\nstartxref\n";
  const qsizetype start = pdf.lastIndexOf(word) + word.size();
  const QByteArray digits = pdf.mid(start, pdf.indexOf('\n', start) - start);
  const qsizetype table = moved(digits);
  pdf.replace(start, digits.size(), QByteArray::number(table));
  // "xref", "0 COUNT", then a line for each object: ten digits, five digits, n or f for free.
  constexpr qsizetype kRecord = 20, kDigits = 10;
  qsizetype line = pdf.indexOf('\n', pdf.indexOf('\n', table) + 1) + 1;
  for (; pdf.mid(line, kRecord).endsWith(" \n"); line += kRecord) {
    pdf.replace(line, kDigits,
                QByteArray::number(moved(pdf.mid(line, kDigits))).rightJustified(kDigits, '0'));
  }
  return pdf;
}

}  // namespace

QByteArray pdfPages(QSizeF page, int resolution, const QString& title,
                    const std::function<void(QPainter&, QPdfWriter&)>& paint) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  // The fonts are written in the order of a hash, which is a new one in every process otherwise.
  QHashSeed::setDeterministicGlobalSeed();
  QPdfWriter writer(&buffer);
  writer.setResolution(resolution);
  writer.setPageSize(QPageSize(page * 72.0 / resolution, QPageSize::Point, QString(), QPageSize::ExactMatch));
  writer.setPageMargins(QMarginsF());
  writer.setTitle(title);
  QPainter painter(&writer);
  paint(painter, writer);
  painter.end();
  return withoutDate(std::move(bytes));
}

}  // namespace runahead::gui
