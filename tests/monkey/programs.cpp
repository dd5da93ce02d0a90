// SPDX-License-Identifier: GPL-3.0-or-later
// One library for each program, arrays x, y and z of a few rows, and statements about them.
#include "tests/monkey/programs.h"

#include <QStringList>

namespace runahead::monkey {
namespace {

struct Library {
  const char* head;
  const char* array;  ///< %1: rows
  const char* product;
  const char* wait;
};

constexpr Library kLibraries[] = {
    {"from mxnet import np, npx\nfrom d2l import mxnet as d2l\n", "np.ones((%1, %1))", "np.dot(%1, %2)",
     "npx.waitall()"},
    {"import torch\nfrom d2l import torch as d2l\n", "torch.ones(%1, %1)", "torch.mm(%1, %2)",
     "print(x.sum().item())"},
    {"import torch\ndevice = torch.device('cuda')\n", "torch.ones(%1, %1, device=device)", "torch.mm(%1, %2)",
     "torch.cuda.synchronize()"},
    {"import tensorflow as tf\nfrom d2l import tensorflow as d2l\n", "tf.ones((%1, %1))", "tf.matmul(%1, %2)",
     "print(x.numpy()[0])"},
    {"import numpy as np\n", "np.ones((%1, %1))", "np.dot(%1, %2)", "print(x.shape)"},
};
constexpr const char* kNames[] = {"x", "y", "z"};

class Writer {
 public:
  explicit Writer(Draws& draws) : m_draws(draws), m_library(draws.of(kLibraries)) {}

  QString write() {
    m_text = QString::fromLatin1(m_library.head);
    const int rows = m_draws.percent(90) ? m_draws.between(1, 8) : 200;
    for (const char* name : kNames) line(name + QStringLiteral(" = ") + array(rows));
    block(m_draws.between(1, 7), 2);
    if (m_draws.percent(40)) line(QString::fromLatin1(m_library.wait));
    if (m_draws.percent(12)) spoil();
    return m_text;
  }

 private:
  QString name() { return QString::fromLatin1(m_draws.of(kNames)); }
  QString array(int rows) { return QString::fromLatin1(m_library.array).arg(rows); }
  void line(const QString& text) { m_text += QString(4 * m_depth, u' ') + text + u'\n'; }

  QString value() {
    switch (m_draws.below(6)) {
      case 0:
        return QString::fromLatin1(m_library.product).arg(name(), name());
      case 1:
        return name() + QStringLiteral(" + ") + QString::number(m_draws.below(9));
      case 2:
        return name() + QStringLiteral(" * ") + name();
      case 3:
        return QStringLiteral("(") + name() + QStringLiteral(" - 1) / ") + QString::number(m_draws.below(4));
      case 4:
        return QStringLiteral("-") + name();
      default:
        return name() + QStringLiteral(" + ") + name();
    }
  }

  void block(int statements, int deeper) {
    for (int i = 0; i < statements; ++i) statement(deeper);
  }

  void inside(const QString& head, int statements, int deeper) {
    line(head);
    ++m_depth;
    block(statements, deeper);
    --m_depth;
  }

  void statement(int deeper) {
    const int kind = m_draws.below(deeper > 0 ? 14 : 9);
    if (kind < 5) return line(name() + QStringLiteral(" = ") + value());
    if (kind == 5) return line(QStringLiteral("print(") + name() + QStringLiteral(".sum())"));
    if (kind == 6) return line(QString::fromLatin1(m_library.wait));
    if (kind == 7) return line(QStringLiteral("# %% ") + name() + QStringLiteral(" ⟨&amp;<b>⟩"));
    if (kind == 8) return line(name() + QStringLiteral(" += 1"));
    if (kind == 9)
      return inside(QStringLiteral("with d2l.Benchmark('") + name() + QStringLiteral("'):"), 2, deeper - 1);
    if (kind == 10) {
      inside(QStringLiteral("def f(x):"), 1, 0);
      ++m_depth;
      line(QStringLiteral("return ") + value());
      --m_depth;
      return line(name() + QStringLiteral(" = f(") + name() + QStringLiteral(")"));
    }
    if (kind == 11 && m_draws.percent(15)) return inside(QStringLiteral("while True:"), 1, 0);
    inside(QStringLiteral("for i in range(%1):").arg(m_draws.below(20)), m_draws.between(1, 3), deeper - 1);
  }

  /// What the user mistypes.
  void spoil() {
    const int at = m_draws.below(static_cast<int>(m_text.size()));
    static constexpr const char16_t* kWrong[] = {u"(",         u"\"",    u"\t", u" = =",      u"import os\n",
                                                 u"raise 1\n", u"1/0\n", u"€",  u"\U0001F600"};
    m_text.insert(at, QString::fromUtf16(m_draws.of(kWrong)));
  }

  Draws& m_draws;
  const Library m_library;
  QString m_text;
  int m_depth = 0;
};

}  // namespace

QString drawProgram(Draws& draws) {
  return Writer(draws).write();
}

}  // namespace runahead::monkey
