// SPDX-License-Identifier: GPL-3.0-or-later
// The pane around the code: head with the framework switch, legend, and refreshing in bounded steps.
// Not here: painting of lines (code_view.cpp).
#include "gui/listing/listing_pane.h"

#include <QAction>
#include <QFile>
#include <QMenu>
#include <QPainter>
#include <QVBoxLayout>

#include "gui/listing/code_view.h"
#include "gui/widgets/pane_head.h"
#include "gui/widgets/segmented_control.h"

namespace runahead::gui {
namespace {

struct Framework {
  const char* id;
  const char* name;
};
constexpr Framework kFrameworks[] = {
    {"mxnet", "MXNet"}, {"pytorch", "PyTorch"}, {"tensorflow", "TensorFlow"}};

}  // namespace

/// The glyphs of the margin with their words; a run that records in graphs has a second line of them.
class ListingPane::Legend : public QWidget {
 public:
  Legend() { setFixedHeight(40); }
  void setRecords(bool records) {
    if (records == m_records) return;
    m_records = records;
    setFixedHeight(records ? 64 : 40);
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), theme.paper);
    painter.fillRect(0, 0, width(), 1, theme.hairline);
    using Item = std::pair<TaskState, QString>;
    const std::vector<Item> lines[] = {{{TaskState::issued, ListingPane::tr("issued")},
                                        {TaskState::waiting, ListingPane::tr("waiting")},
                                        {TaskState::done, ListingPane::tr("done")}},
                                       {{TaskState::recorded, ListingPane::tr("recorded")},
                                        {TaskState::eliminated, ListingPane::tr("eliminated")}}};
    painter.setFont(uiFont(13));
    double y = 20;
    for (const auto& items : lines) {
      double x = 15;
      for (const auto& [state, text] : items) {
        paintStateGlyph(painter, QRectF(x, y - 8, 16, 16), state, theme);
        const int advance = painter.fontMetrics().horizontalAdvance(text);
        painter.setPen(theme.text2);
        painter.drawText(QRectF(x + 20, y - 12, advance + 4, 24), Qt::AlignVCenter | Qt::AlignLeft, text);
        x += 20 + advance + 18;
      }
      if (!m_records) break;
      y += 24;
    }
  }

 private:
  bool m_records = false;
};

QString listingText(const QString& scenario, const QString& framework) {
  QFile file(QStringLiteral(":/listings/%1.%2.py").arg(scenario, framework));
  if (!file.open(QIODevice::ReadOnly)) return {};
  QString text = QString::fromUtf8(file.readAll());
  while (text.endsWith(QLatin1Char('\n'))) text.chop(1);
  return text;
}

ListingPane::ListingPane(ViewState* view, QWidget* parent) : QWidget(parent), m_view(view) {
  setObjectName(QStringLiteral("listingPane"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_head = new PaneHead(tr("Listing"));
  m_head->setFirst(true);  // a splitter or the header draws the line above
  m_head->value()->setObjectName(QStringLiteral("frontendLine"));
  m_frameworks = new SegmentedControl;
  m_frameworks->setObjectName(QStringLiteral("framework"));
  m_frameworks->setAccessibleName(tr("Framework whose names the listing uses"));
  m_frameworks->setControlHeight(24);
  m_head->addTool(m_frameworks);
  column->addWidget(m_head);
  m_code = new CodeView;
  column->addWidget(m_code, 1);
  m_empty = new TextLabel(uiFont(14), &Theme::text2, tr("This recording comes without a listing."));
  m_empty->setAlignment(Qt::AlignCenter);
  column->addWidget(m_empty, 1);
  m_legend = new Legend;
  column->addWidget(m_legend);

  connect(m_code, &CodeView::waitClicked, this, &ListingPane::waitToggled);
  connect(m_code, &CodeView::breakPointClicked, view, &ViewState::toggleBreakPoint);
  connect(m_code, &CodeView::menuRequested, this, &ListingPane::openMenu);
  connect(view, &ViewState::breakPointsChanged, this,
          [this] { m_code->setBreakPoints(m_view->breakPoints()); });
  m_refresh.setSingleShot(true);
  connect(&m_refresh, &QTimer::timeout, this, &ListingPane::refresh);
  const auto later = [this] {
    m_upToDate = false;
    if (!m_refresh.isActive()) m_refresh.start(0);
  };
  connect(view, &ViewState::traceChanged, this, later);
  connect(view, &ViewState::cursorChanged, this, later);
  connect(m_frameworks, &SegmentedControl::chosen, this, [this](const QString& framework) {
    m_framework = framework;
    load();
    emit frameworkChanged(framework);
  });
  load();
}

void ListingPane::setScenario(const QString& id) {
  m_scenario = id;
  load();
}

void ListingPane::beginRun() {
  m_fold.reset();
}

void ListingPane::setWaits(std::vector<LineWait> waits) {
  m_code->setWaits(std::move(waits));
}

int ListingPane::lines() const {
  return m_code->lines();
}

void ListingPane::openMenu(int line, QPoint global) {
  const auto& waits = m_code->waits();
  const auto index = static_cast<std::size_t>(line - 1);
  const LineWait wait = index < waits.size() ? waits[index] : LineWait{};
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("lineMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setToolTipsVisible(true);
  QAction* waits_here = menu->addAction(tr("Wait here"));
  waits_here->setCheckable(true);
  waits_here->setChecked(wait.kind == LineWait::Kind::taken || wait.kind == LineWait::Kind::added ||
                         wait.kind == LineWait::Kind::always);
  waits_here->setEnabled(wait.canToggle());
  waits_here->setToolTip(wait.explanation);
  connect(waits_here, &QAction::triggered, this, [this, line] { emit waitToggled(line); });
  QAction* stops_here = menu->addAction(tr("Break-point here"));
  stops_here->setCheckable(true);
  stops_here->setChecked(m_view->breakPoints().count(line) > 0);
  connect(stops_here, &QAction::triggered, m_view, [this, line] { m_view->toggleBreakPoint(line); });
  menu->popup(global);
}

void ListingPane::setFramework(const QString& framework) {
  m_framework = framework;
  load();
}

QString ListingPane::framework() const {
  return m_frameworks->current();
}

void ListingPane::setDense(bool dense) {
  if (dense == m_dense) return;
  m_dense = dense;
  if (m_dense) m_head->value()->setText({});
  m_code->setDense(dense);
  m_legend->setVisible(!dense && !m_code->isHidden());
}

void ListingPane::load() {
  QStringList ids;
  QStringList names;
  for (const Framework& framework : kFrameworks) {
    const QString id = QString::fromLatin1(framework.id);
    if (listingText(m_scenario, id).isEmpty()) continue;
    ids << id;
    names << QString::fromLatin1(framework.name);
  }
  if (ids != m_frameworks->ids()) m_frameworks->setItems(ids, names);
  if (ids.contains(m_framework)) m_frameworks->setCurrent(m_framework);
  m_frameworks->setVisible(ids.size() > 1);
  const QString text = listingText(m_scenario, m_frameworks->current());
  m_code->setCode(text);
  m_view->setListing(text.isEmpty() ? QStringList() : text.split(QLatin1Char('\n')));
  m_code->setVisible(!ids.isEmpty());
  m_empty->setVisible(ids.isEmpty());
  m_legend->setVisible(!ids.isEmpty() && !m_dense);
  refresh();
}

void ListingPane::refresh() {
  const Trace& trace = m_view->trace();
  m_legend->setRecords(m_view->laneIndex().frontend().records());
  m_upToDate = m_fold.moveTo(trace, m_view->cursor());
  std::vector<LineStatus> statuses(static_cast<std::size_t>(m_code->lines()));
  int current = 0;
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    statuses[i] = m_fold.at(trace, static_cast<int>(i) + 1);
    if (statuses[i].current) current = static_cast<int>(i) + 1;
  }
  m_code->setStatuses(std::move(statuses));
  m_head->value()->setText(current == 0 || m_dense ? QString() : tr("line %1").arg(current));
  if (!m_upToDate) m_refresh.start(0);
}

}  // namespace runahead::gui
