// SPDX-License-Identifier: GPL-3.0-or-later
// A list of pages, a browser for them, and a line to find words in all of them.
#include "gui/window/manual_dialog.h"

#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QTextList>
#include <QTextTable>

#include "gui/widgets/layout.h"
#include "gui/widgets/theme.h"
#include "gui/widgets/window_room.h"

namespace runahead::gui {
namespace {

constexpr const char* kFolder = "qrc:/manual/";

/// What Markdown says nothing about: distances, fonts, links, and the edges of tables.
void dress(QTextDocument& page) {
  const Theme& theme = currentTheme();
  QTextCursor cursor(&page);
  for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
    QTextBlockFormat shape;
    shape.setLineHeight(135, QTextBlockFormat::ProportionalHeight);
    const bool inTable = QTextCursor(block).currentTable();
    if (block.blockFormat().headingLevel() > 1) shape.setTopMargin(14);
    if (!inTable) shape.setBottomMargin(block.textList() ? 2 : 8);
    cursor.setPosition(block.position());
    cursor.mergeBlockFormat(shape);
    for (auto at = block.begin(); !at.atEnd(); ++at) {
      const QTextFragment part = at.fragment();
      QTextCharFormat look;
      if (part.charFormat().isAnchor()) {
        look.setForeground(theme.enqueue);
        look.setFontUnderline(true);
      } else if (part.charFormat().fontFixedPitch()) {
        look.setFont(monoFont(13));
      } else {
        continue;
      }
      cursor.setPosition(part.position());
      cursor.setPosition(part.position() + part.length(), QTextCursor::KeepAnchor);
      cursor.mergeCharFormat(look);
    }
  }
  for (QTextFrame* frame : page.rootFrame()->childFrames()) {
    auto* table = qobject_cast<QTextTable*>(frame);
    if (!table) continue;
    QTextTableFormat edges = table->format();
    edges.setBorder(1);
    edges.setBorderBrush(theme.grid);
    edges.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    edges.setBorderCollapse(true);
    edges.setCellPadding(5);
    edges.setCellSpacing(0);
    edges.setWidth(QTextLength(QTextLength::PercentageLength, 100));
    edges.setBottomMargin(8);
    table->setFormat(edges);
  }
}

}  // namespace

ManualDialog::ManualDialog(QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("manual"));
  setWindowTitle(tr("Manual"));
  resize(QSize(980, 720).boundedTo(windowRoom(*screen()).size()));
  auto* row = rowIn(this, {20, 20, 20, 20}, 16);
  auto* side = columnIn(nullptr, {}, 12);
  row->addLayout(side);
  auto* search = into(side, named(new QLineEdit, "manualSearch", tr("Find in the manual")));
  search->setPlaceholderText(tr("Find: a word, Enter"));
  search->setFixedSize(220, 30);
  m_pages = into(side, named(new QListWidget, "manualPages", tr("Pages")), 1);
  m_pages->setFixedWidth(220);
  m_text = into(row, named(new QTextBrowser, "manualText", tr("Page")), 1);
  m_text->document()->setDefaultFont(uiFont(14));
  m_text->document()->setDocumentMargin(16);
  m_text->setOpenExternalLinks(true);

  // The first page lists the others.
  const auto add = [this](const QString& file, const QString& title) {
    auto* item = new QListWidgetItem(title, m_pages);
    item->setData(Qt::UserRole, QUrl(QLatin1String(kFolder) + file));
  };
  add(QStringLiteral("index.md"), tr("Manual"));
  QFile index(QStringLiteral(":/manual/index.md"));
  if (index.open(QIODevice::ReadOnly)) {
    const QString text = QString::fromUtf8(index.readAll());
    static const QRegularExpression kLink(QStringLiteral("\\[([^]]+)\\]\\(([a-z-]+\\.md)\\)"));
    for (const QRegularExpressionMatch& link : kLink.globalMatch(text))
      add(link.captured(2), link.captured(1));
  }
  connect(m_pages, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
    const QUrl page = item ? item->data(Qt::UserRole).toUrl() : QUrl();
    if (item && m_text->source().adjusted(QUrl::RemoveFragment) != page) m_text->setSource(page);
  });
  connect(m_text, &QTextBrowser::sourceChanged, this, [this](const QUrl& source) {
    for (int i = 0; i < m_pages->count(); ++i) {
      if (m_pages->item(i)->data(Qt::UserRole).toUrl() == source.adjusted(QUrl::RemoveFragment))
        m_pages->setCurrentRow(i);
    }
    dress(*m_text->document());
  });
  connect(search, &QLineEdit::returnPressed, this, [this, search] { findNext(search->text()); });
  m_pages->setCurrentRow(0);
  search->setFocus();
}

void ManualDialog::findNext(const QString& text) {
  if (text.isEmpty()) return;
  for (int tried = 0; tried <= m_pages->count(); ++tried) {
    if (m_text->find(text)) return;
    m_pages->setCurrentRow((m_pages->currentRow() + 1) % m_pages->count());
    m_text->moveCursor(QTextCursor::Start);
  }
}

}  // namespace runahead::gui
