// SPDX-License-Identifier: GPL-3.0-or-later
// Of the preambles' blocks, those that a listing needs.
#include "gui/text/listing_program.h"

#include <QRegularExpression>
#include <QSet>
#include <vector>

#include "gui/text/framework.h"
#include "gui/text/resource.h"

namespace runahead::gui {

namespace {

/// What the listings leave out stands in blocks with an empty line between two: an import, a definition, or
/// an assignment.
struct Block {
  QString text;
  QSet<QString> defines;  ///< none: a statement that every program needs
  QSet<QString> uses;
  bool needed = false;
  bool isImport() const { return text.startsWith(QLatin1String("import ")) || isFromImport(); }
  bool isFromImport() const { return text.startsWith(QLatin1String("from ")); }
  bool isDefinition() const {
    return text.startsWith(QLatin1String("def ")) || text.startsWith(QLatin1String("class "));
  }
};

QSet<QString> namesIn(QString code) {
  static const QRegularExpression words(
      QStringLiteral("\"\"\"[^\"]*\"\"\"|(?<!f)'[^']*'|#.*|\\.\\s*[A-Za-z_]\\w*"));
  static const QRegularExpression name(QStringLiteral("[A-Za-z_]\\w*"));
  code.remove(words);
  QSet<QString> names;
  for (auto found = name.globalMatch(code); found.hasNext();) names << found.next().captured();
  return names;
}

/// "np" of "np", "tf" of "tensorflow as tf".
QString boundBy(const QString& imported) {
  return imported.section(QLatin1String(" as "), -1).trimmed();
}

QStringList importedBy(const Block& block) {
  return block.text.section(QLatin1String("import "), 1).split(QLatin1String(", "));
}

Block blockOf(const QString& text) {
  Block block{.text = text, .defines = {}, .uses = {}};
  if (block.isImport()) {
    for (const QString& imported : importedBy(block)) block.defines << boundBy(imported);
    return block;
  }
  block.uses = namesIn(text);
  static const QRegularExpression head(
      QStringLiteral("^(?:(?:def|class) (\\w+)(?:\\(([^)]*)\\))?:|(\\w+) = )"));
  const auto match = head.match(text);
  if (!match.hasMatch()) return block;
  block.defines << match.captured(1) + match.captured(3);
  if (text.startsWith(QLatin1String("def "))) block.uses -= namesIn(match.captured(2));
  return block;
}

/// Of "only", the first line of a block for certain scenarios.
bool isFor(QString& text, const QString& scenario) {
  const QLatin1String only("# only: ");
  if (!text.startsWith(only)) return true;
  const QStringList scenarios = text.section(QLatin1Char('\n'), 0, 0).mid(only.size()).split(u' ');
  text = text.section(QLatin1Char('\n'), 1);
  return scenarios.contains(scenario);
}

void readBlocks(const QString& file, const QString& scenario, std::vector<Block>& blocks) {
  static const QRegularExpression between(QStringLiteral("\n\n(?=\\S)"));
  const QByteArray texts = resource(QStringLiteral("preambles/%1.py").arg(file));
  for (QString text :
       QString::fromUtf8(texts).trimmed().split(between).mid(1)) {  // without what the file says of itself
    if (isFor(text, scenario)) blocks.push_back(blockOf(text));
  }
}

/// A name is what the first block says that defines it.
void require(const QSet<QString>& names, std::vector<Block>& blocks, QSet<QString>& needed) {
  for (const QString& name : names) {
    if (needed.contains(name)) continue;
    for (Block& block : blocks) {
      if (!block.defines.contains(name)) continue;
      needed << name;
      block.needed = true;
      require(block.uses, blocks, needed);
      break;
    }
  }
}

/// What of an import is needed.
QString shortened(const Block& block, const QSet<QString>& needed) {
  if (!block.isFromImport()) return block.text;
  QStringList imported;
  for (const QString& one : importedBy(block)) {
    if (needed.contains(boundBy(one))) imported << one;
  }
  return block.text.section(QLatin1String("import "), 0, 0) + QLatin1String("import ") +
         imported.join(QLatin1String(", "));
}

QString parameters(const Scenario& scenario, const RunRequest& request, const QSet<QString>& needed) {
  QString text;
  for (const Parameter& parameter : scenario.parameters) {
    const QString name = QString::fromStdString(parameter.name);
    if (!needed.contains(name)) continue;
    const std::int64_t* const set = request.set.find(parameter.name);
    const std::int64_t value = set ? *set : preset_value(parameter, request.preset);
    text +=
        QStringLiteral("%1 = %2  # %3\n").arg(name).arg(value).arg(QString::fromStdString(parameter.help));
  }
  return text;
}

QString preamble(const Scenario& scenario, const QString& framework, const RunRequest& request,
                 const QString& listing) {
  const QString id = QString::fromStdString(scenario.id);
  std::vector<Block> blocks;
  readBlocks(QStringLiteral("common"), id, blocks);
  readBlocks(framework, id, blocks);
  for (const Parameter& parameter : scenario.parameters) {
    // Defined, so that it is looked for; written by parameters().
    blocks.push_back(Block{.text = {}, .defines = {QString::fromStdString(parameter.name)}, .uses = {}});
  }
  QSet<QString> needed;
  require(namesIn(listing) << QStringLiteral("__result__"), blocks, needed);
  for (Block& block : blocks) {
    if (!block.defines.isEmpty()) continue;
    block.needed = true;
    require(block.uses, blocks, needed);
  }
  QString text = QStringLiteral("# %1: %2, in %3.\n\n")
                     .arg(id, QString::fromStdString(scenario.title), frameworkName(framework));
  for (const Block& block : blocks) {
    if (block.needed && block.isImport()) text += shortened(block, needed) + QLatin1Char('\n');
  }
  const QString values = parameters(scenario, request, needed);
  if (!values.isEmpty()) text += QLatin1Char('\n') + values;
  // What is no definition needs imports and parameters alone.
  QString statements;
  QString definitions;
  for (const Block& block : blocks) {
    if (!block.needed || block.isImport()) continue;
    if (block.isDefinition()) {
      definitions += QStringLiteral("\n\n") + block.text + QLatin1Char('\n');
    } else if (!block.text.isEmpty()) {
      statements += block.text + QLatin1Char('\n');
    }
  }
  if (!statements.isEmpty()) text += QLatin1Char('\n') + statements;
  text += definitions;
  return text;
}

}  // namespace

ProgramText listingProgram(const Scenario& scenario, const QString& framework, const RunRequest& request) {
  const QString listing = listingText(QString::fromStdString(scenario.id), framework);
  ProgramText program;
  program.name = scenario.id + ".py";
  program.text = listing.toStdString() + "\n";
  program.preamble = preamble(scenario, framework, request, listing).toStdString();
  return program;
}

ProgramText editableCopy(const Scenario& scenario, const QString& framework, const RunRequest& request) {
  ProgramText program = listingProgram(scenario, framework, request);
  program.text = program.preamble + "\n\n# The listing.\n" + program.text;
  program.preamble.clear();
  return program;
}

}  // namespace runahead::gui
