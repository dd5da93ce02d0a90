// SPDX-License-Identifier: GPL-3.0-or-later
// A tree that a line of text filters.
#include "gui/window/calls_dialog.h"

#include <QLineEdit>
#include <QTreeWidget>

#include "gui/widgets/layout.h"
#include "gui/widgets/text_label.h"
#include "gui/widgets/theme.h"
#include "gui/widgets/window_room.h"

namespace runahead::gui {

CallsDialog::CallsDialog(const std::vector<PackageCalls>& packages, QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("calls"));
  setWindowTitle(tr("Calls of Programs"));
  resize(QSize(640, 640).boundedTo(windowRoom(*screen()).size()));
  auto* column = columnIn(this, {20, 20, 20, 20}, 12);
  column->addWidget(TextLabel::wrapped(
      uiFont(14), &Theme::text2,
      tr("The calls that a program in Python can use, on arrays of float32, float64, int32, int64 and bool. "
         "Other names are listed by line before the program runs."),
      20));
  auto* search = into(column, named(new QLineEdit, "callsSearch", tr("Find a call")));
  search->setPlaceholderText(tr("Part of a name"));
  search->setFixedHeight(30);
  auto* tree = into(column, named(new QTreeWidget, "callsTree", tr("Calls")), 1);
  tree->setHeaderHidden(true);
  tree->setUniformRowHeights(true);
  for (const PackageCalls& package : packages) {
    if (package.calls.empty()) continue;
    auto* group = new QTreeWidgetItem(tree, {QString::fromStdString(package.package)});
    group->setFont(0, monoFont(14, QFont::Bold));
    for (const std::string& call : package.calls) {
      auto* item = new QTreeWidgetItem(group, {QString::fromStdString(call)});
      item->setFont(0, monoFont(14));
      item->setToolTip(0, QString::fromStdString(package.package + "." + call));
    }
  }
  connect(search, &QLineEdit::textChanged, tree, [tree](const QString& text) {
    for (int g = 0; g < tree->topLevelItemCount(); ++g) {
      QTreeWidgetItem* group = tree->topLevelItem(g);
      bool any = false;
      for (int i = 0; i < group->childCount(); ++i) {
        const bool matches =
            (group->text(0) + u'.' + group->child(i)->text(0)).contains(text, Qt::CaseInsensitive);
        group->child(i)->setHidden(!matches);
        any |= matches;
      }
      group->setHidden(!any);
      group->setExpanded(any && !text.isEmpty());
    }
  });
  search->setFocus();
}

}  // namespace runahead::gui
