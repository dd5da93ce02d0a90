// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog's fields, its preview, and what becomes of both.
#include "gui/export/export_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalBlocker>
#include <algorithm>
#include <atomic>

#include "gui/text/endings.h"
#include "gui/text/format.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/plain_text.h"
#include "gui/widgets/settings.h"
#include "gui/widgets/theme.h"
#include "gui/widgets/window_room.h"

namespace runahead::gui {
namespace {

constexpr const char* kParts[] = {"timeline", "charts", "listing", "graph", "table"};
constexpr const char* kSizes[] = {"16:9", "4:3", "a4-column", "a4", "1920x1080", "160x90mm"};
constexpr const char* kThemes[] = {"print", "light", "dark", "mono"};

constexpr const char* kDpi[] = {"150", "300", "600"};

}  // namespace

ExportDialog::ExportDialog(std::vector<Run> runs, const FigureOptions& scenario, QWidget* parent)
    : QDialog(parent),
      m_runs(std::move(runs)),
      m_scenario(scenario),
      m_painting([this](const std::shared_ptr<const Preview>& preview) { showPreview(*preview); }),
      m_copying([this](const std::shared_ptr<const QImage>& image) {
        QApplication::clipboard()->setImage(*image);
        say(tr("Copied"));
      }) {
  setObjectName(QStringLiteral("exportDialog"));
  setWindowTitle(tr("Export"));
  resize(QSize(1080, 560).boundedTo(windowRoom(*screen()).size()));
  auto* row = new QHBoxLayout(this);
  auto* left = new QVBoxLayout;
  row->addLayout(left, 1);
  m_preview = into(left, named(new QLabel, "exportPreview", tr("Preview of the picture")), 1);
  m_preview->setAlignment(Qt::AlignCenter);
  m_preview->setMinimumSize(240, 120);
  m_preview->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
  m_message = into(left, named(new QLabel, "exportMessage"));
  m_message->setTextFormat(Qt::PlainText);
  m_message->setWordWrap(true);

  // On a low screen the fields scroll; the buttons stay.
  auto* fields = new QWidget;
  auto* form = new QFormLayout(fields);
  form->setContentsMargins(0, 0, 0, 0);
  auto* right = new QVBoxLayout;
  row->addLayout(right);
  auto* scroll = into(right, new QScrollArea, 1);
  makeScroller(scroll);
  if (m_runs.size() > 1) addRuns(form);
  addSize(form);
  const QString names[] = {tr("Timeline"), tr("Charts"), tr("Listing"), tr("Graph"), tr("Table")};
  const auto check = [&](const QString& object, const QString& text) {
    auto* box = new QCheckBox(text);
    box->setObjectName(object);
    connect(box, &QCheckBox::toggled, this, &ExportDialog::changed);
    form->addRow(QString(), box);
    return box;
  };
  for (std::size_t i = 0; i < std::size(m_parts); ++i) {
    m_parts[i] = check(QStringLiteral("exportPart-") + QLatin1String(kParts[i]), names[i]);
  }
  m_worksheet = check(QStringLiteral("exportWorksheet"), tr("Worksheet, with its solution"));
  const auto line = [&](const char* name, const QString& label) {
    auto* field = named(new QLineEdit, name);
    field->setMinimumWidth(220);
    connect(field, &QLineEdit::textChanged, this, &ExportDialog::changed);
    form->addRow(label, field);
    return field;
  };
  m_title = line("exportTitle", tr("T&itle"));
  m_title->setPlaceholderText(m_scenario.title);
  m_caption = line("exportCaption", tr("&Caption"));
  scroll->setWidget(fields);
  scroll->setMinimumWidth(fields->sizeHint().width() + scroll->verticalScrollBar()->sizeHint().width());
  auto* buttons = new QHBoxLayout;
  right->addLayout(buttons);
  auto* copyButton = into(buttons, named(new QPushButton(tr("Copy")), "exportCopy"));
  copyButton->setAutoDefault(false);
  connect(copyButton, &QPushButton::clicked, this, &ExportDialog::copy);
  auto* saveButton = into(buttons, named(new QPushButton(tr("Save…")), "exportSave"));
  saveButton->setDefault(true);
  connect(saveButton, &QPushButton::clicked, this, &ExportDialog::askForPath);

  restore();
  startPreview();
}

void ExportDialog::addRuns(QFormLayout* form) {
  m_list = named(new QListWidget, "exportRuns", tr("Runs in the picture"));
  std::vector<TraceInfo> infos;
  for (const Run& run : m_runs) infos.push_back(run.trace.info());
  const std::vector<Message> labels = run_labels(infos);
  for (std::size_t i = 0; i < m_runs.size(); ++i) {
    const Run& run = m_runs[i];
    auto* item = new QListWidgetItem(run.label.isEmpty() ? toText(labels[i]) : run.label, m_list);
    item->setToolTip(run.here ? asText(item->text())
                              : tr("Its record is on disk: show the run once, then export it."));
    item->setFlags(run.here ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable
                            : Qt::NoItemFlags);
    item->setCheckState(run.chosen && run.here ? Qt::Checked : Qt::Unchecked);
  }
  // All rows are in sight, and what is too long for one is cut, not scrolled to.
  constexpr int kMostPx = 380;
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_list->setFixedHeight(m_list->count() * m_list->sizeHintForRow(0) + 2 * m_list->frameWidth() + 2);
  m_list->setMinimumWidth(std::min(kMostPx, m_list->sizeHintForColumn(0) + 2 * m_list->frameWidth() + 8));
  connect(m_list, &QListWidget::itemChanged, this, [this] {
    offerBookmarks();
    changed();
  });
  form->addRow(tr("&Runs"), m_list);
  m_alignment = named(new QComboBox, "exportAlignment");
  connect(m_alignment, &QComboBox::currentIndexChanged, this, &ExportDialog::changed);
  form->addRow(tr("&Aligned at"), m_alignment);
  offerBookmarks();
  const Alignment wanted = m_scenario.alignment;
  const QString word = wanted == Alignment::end ? QStringLiteral("end")
                       : wanted == Alignment::mark
                           ? QStringLiteral("mark:") + QString::fromStdString(m_scenario.mark)
                           : QStringLiteral("start");
  m_alignment->setCurrentIndex(std::max(0, m_alignment->findData(word)));
}

void ExportDialog::offerBookmarks() {
  const QString before = m_alignment->currentData().toString();
  const std::vector<Trace> compared = traces();
  const QSignalBlocker quiet(m_alignment);
  m_alignment->clear();
  m_alignment->addItem(tr("their starts"), QStringLiteral("start"));
  m_alignment->addItem(tr("their ends"), QStringLiteral("end"));
  if (compared.size() > 1) {
    for (const std::string& mark : shared_regions(compared)) {
      const QString name = QString::fromStdString(mark);
      m_alignment->addItem(tr("region %1").arg(name), QStringLiteral("mark:") + name);
    }
  }
  m_alignment->setCurrentIndex(std::max(0, m_alignment->findData(before)));
  m_alignment->setEnabled(compared.size() > 1);
}

void ExportDialog::addSize(QFormLayout* form) {
  const auto choices = [&](const char* name, const QString& label, auto& words) {
    auto* box = named(new QComboBox, name);
    for (const char* word : words) box->addItem(QLatin1String(word));
    connect(box, &QComboBox::currentTextChanged, this, &ExportDialog::changed);
    form->addRow(label, box);
    return box;
  };
  m_size = choices("exportSize", tr("&Size"), kSizes);
  m_size->setEditable(true);
  m_size->setToolTip(tr("Or type one: 1600x900 in pixels, 170x120mm on paper"));
  m_dpi = choices("exportDpi", tr("&Dots per inch"), kDpi);
  m_dpi->setEditable(true);
  m_dpi->setToolTip(tr("Of a size on paper"));
  m_theme = choices("exportTheme", tr("&Theme"), kThemes);
}

bool ExportDialog::isChosen(std::size_t run) const {
  return !m_list || m_list->item(static_cast<int>(run))->checkState() == Qt::Checked;
}

std::vector<Trace> ExportDialog::traces() const {
  std::vector<Trace> chosen;
  for (std::size_t i = 0; i < m_runs.size(); ++i) {
    if (isChosen(i)) chosen.push_back(m_runs[i].trace);
  }
  return chosen;
}

void ExportDialog::restore() {
  QSettings stored = settings();
  stored.beginGroup(QStringLiteral("export"));
  m_size->setCurrentText(stored.value(QStringLiteral("size"), QStringLiteral("16:9")).toString());
  m_dpi->setCurrentText(stored.value(QStringLiteral("dpi"), QStringLiteral("300")).toString());
  m_theme->setCurrentText(stored.value(QStringLiteral("theme"), QStringLiteral("print")).toString());
  m_worksheet->setChecked(stored.value(QStringLiteral("worksheet"), false).toBool());
  const QStringList parts =
      stored.value(QStringLiteral("parts"), QStringList{QStringLiteral("timeline"), QStringLiteral("charts")})
          .toStringList();
  for (std::size_t i = 0; i < std::size(m_parts); ++i) {
    m_parts[i]->setChecked(parts.contains(QLatin1String(kParts[i])));
  }
}

/// Title and caption belong to one picture; the rest is how one likes pictures.
void ExportDialog::remember() const {
  QSettings stored = settings();
  stored.beginGroup(QStringLiteral("export"));
  stored.setValue(QStringLiteral("size"), m_size->currentText());
  stored.setValue(QStringLiteral("dpi"), m_dpi->currentText());
  stored.setValue(QStringLiteral("theme"), m_theme->currentText());
  stored.setValue(QStringLiteral("worksheet"), m_worksheet->isChecked());
  QStringList parts;
  for (std::size_t i = 0; i < std::size(m_parts); ++i) {
    if (m_parts[i]->isChecked()) parts << QLatin1String(kParts[i]);
  }
  stored.setValue(QStringLiteral("parts"), parts);
}

Result<FigureOptions> ExportDialog::chosen() const {
  const std::vector<Trace> shown = traces();
  FigureOptions options = saidOf(m_scenario, shown);
  options.alignment = Alignment::begin;
  options.asides.clear();
  for (std::size_t i = 0; i < m_runs.size(); ++i) {
    if (isChosen(i)) options.asides.push_back(m_runs[i].aside);
  }
  if (shown.empty()) return Failure{tr("No run is chosen").toStdString()};
  if (m_alignment && shown.size() > 1) {
    const std::string word = m_alignment->currentData().toString().toStdString();
    if (const Status status = setFigureAlignment(options, word); !status) return status.failure();
  }
  for (const Status& status : {setFigureSize(options, m_size->currentText().trimmed().toStdString()),
                               setFigureTheme(options, m_theme->currentText().toStdString())}) {
    if (!status) return status.failure();
  }
  options.parts = {m_parts[0]->isChecked(), m_parts[1]->isChecked(), m_parts[2]->isChecked(),
                   m_parts[3]->isChecked(), m_parts[4]->isChecked()};
  options.worksheet = m_worksheet->isChecked();
  if (options.paper) {
    if (const Status dpi = setFigureDpi(options, m_dpi->currentText().trimmed().toStdString()); !dpi)
      return Failure{dpi.error()};
  }
  if (!m_title->text().isEmpty()) options.title = m_title->text();
  options.caption = m_caption->text();
  if (const Status fits = checkFigure(options); !fits) return Failure{fits.error()};
  return options;
}

void ExportDialog::changed() {
  m_said = false;
  m_later.start();
}

void ExportDialog::say(const QString& text) {
  m_said = true;
  // It may speak of an option of the command line.
  m_message->setText(text.startsWith(QLatin1String("--")) ? text.section(QLatin1Char(' '), 1) : text);
}

void ExportDialog::startPreview() {
  const Result<FigureOptions> result = chosen();
  m_dpi->setEnabled(!result || result->paper);
  if (!result) {
    m_painting.forget();
    say(QString::fromStdString(result.error()));
    return;
  }
  remember();
  const QSizeF room = m_preview->size();
  const double ratio = devicePixelRatioF();
  m_painting.start([shown = traces(), options = *result, room, ratio](const std::atomic<bool>& superseded) {
    const Figure figure(shown, options);
    const QSizeF size = figure.size();
    if (superseded) return Preview{};
    const double scale = std::min({room.width() / size.width(), room.height() / size.height(), 1.0});
    QImage image = figure.image(scale * ratio);
    image.setDevicePixelRatio(ratio);
    return Preview{image, size, options.paper, options.dpi};
  });
}

void ExportDialog::showPreview(const Preview& preview) {
  m_preview->setPixmap(QPixmap::fromImage(preview.image));
  if (m_said) return;
  constexpr double kMmPerPx = 25.4 / 96;
  m_message->setText(
      preview.paper
          ? tr("%1 × %2 mm, %3 dots per inch")
                .arg(qRound(preview.size.width() * kMmPerPx))
                .arg(qRound(preview.size.height() * kMmPerPx))
                .arg(preview.dpi)
          : tr("%1 × %2 pixels").arg(qRound(preview.size.width())).arg(qRound(preview.size.height())));
}

void ExportDialog::copy() {
  const Result<FigureOptions> wanted = chosen();
  if (!wanted) return;
  m_copying.start([shown = traces(), options = *wanted](const std::atomic<bool>&) {
    const double scale = options.paper ? options.dpi / 96.0 : 1;
    return Figure(shown, options).image(scale);
  });
}

void ExportDialog::save(const QString& path) {
  const Result<FigureOptions> result = chosen();
  if (!result) {
    say(QString::fromStdString(result.error()));
  } else if (isFigurePath(path.toStdString()) || isPagePath(path.toStdString())) {
    Q_EMIT pictureWanted(path, *result);
  } else {
    Q_EMIT dataWanted(path);
  }
}

void ExportDialog::askForPath() {
  const std::vector<Trace> shown = traces();
  const QString name =
      shown.empty() ? QString() : QString::fromStdString(shown.front().info().source.scenario);
  auto* dialog =
      new QFileDialog(this, tr("Export"), (name.isEmpty() ? tr("run") : name) + QStringLiteral(".png"),
                      tr("Picture (*.png);;Picture (*.svg);;Document (*.pdf);;Interactive page (*.html);;One "
                         "row per task (*.csv);;"
                         "Recording (*.json)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("png"));
  connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
    const qsizetype at = filter.indexOf(QLatin1String("*.")) + 2;
    dialog->setDefaultSuffix(filter.mid(at, filter.indexOf(QLatin1Char(')')) - at));
  });
  connect(dialog, &QFileDialog::fileSelected, this, &ExportDialog::save);
  dialog->open();
}

void ExportDialog::resizeEvent(QResizeEvent* event) {
  QDialog::resizeEvent(event);
  m_later.start();
}

}  // namespace runahead::gui
