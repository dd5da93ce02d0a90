// SPDX-License-Identifier: GPL-3.0-or-later
// OfferedCalls: what the editor component offers while the user types, and says of a call's arguments. In
// place of the component's own list, whose thread may begin after it was destroyed (QScintilla 2.13).
#pragma once

#include <Qsci/qsciabstractapis.h>

#include <QStringList>

namespace runahead::gui {

class OfferedCalls : public QsciAbstractAPIs {
  Q_OBJECT
 public:
  using QsciAbstractAPIs::QsciAbstractAPIs;

  /// Each with its arguments: "d2l.try_gpu(i=0)".
  void setCalls(QStringList calls);

  /// What may stand where the last part of `context`, the parts of a dotted name, is being typed.
  void updateAutoCompletionList(const QStringList& context, QStringList& list) override;
  /// The call of that name, without what stands before its last dot.
  QStringList callTips(const QStringList& context, int commas, QsciScintilla::CallTipsStyle style,
                       QList<int>& shifts) override;

 private:
  QStringList m_calls;  ///< sorted
};

}  // namespace runahead::gui
