// SPDX-License-Identifier: GPL-3.0-or-later
// The pane around the code: head with the framework switch, legend, and refreshing in bounded steps.
#include "gui/listing/listing_pane.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <utility>

#include "gui/listing/code_view.h"
#include "gui/listing/line_words.h"
#include "gui/listing/output_pane.h"
#include "gui/listing/text_find.h"
#include "gui/text/framework.h"
#include "gui/widgets/button.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/pane_head.h"
#include "gui/widgets/plain_text.h"
#include "gui/widgets/segmented_control.h"

namespace runahead::gui {
namespace {

constexpr char kOwnText[] = "own";

}  // namespace

/// The glyphs of the margin with their words; a run that defers tasks has a second line of them, and so
/// has one in which something failed.
class ListingPane::Legend : public QWidget {
 public:
  Legend() { setFixedHeight(40); }
  void setRun(bool defers, bool failed) {
    if (m_defers == defers && m_failed == failed) return;
    m_defers = defers;
    m_failed = failed;
    setFixedHeight(40 + (defers ? 24 : 0) + (failed ? 24 : 0));
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = currentTheme();
    SmoothPainter painter(this);
    painter.fillRect(rect(), theme.paper);
    painter.fillRect(0, 0, width(), 1, theme.hairline);
    using Item = std::pair<TaskState, QString>;
    std::vector<std::vector<Item>> lines{{{TaskState::issued, ListingPane::tr("issued")},
                                          {TaskState::waiting, ListingPane::tr("waiting")},
                                          {TaskState::done, ListingPane::tr("done")}}};
    if (m_defers) {
      lines.push_back({{TaskState::deferred, ListingPane::tr("recorded")},
                       {TaskState::eliminated, ListingPane::tr("eliminated")}});
    }
    if (m_failed) {
      lines.push_back({{TaskState::failed, ListingPane::tr("failed, or met an error")},
                       {TaskState::skipped, ListingPane::tr("skipped")}});
    }
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
      y += 24;
    }
  }

 private:
  bool m_defers = false;
  bool m_failed = false;
};

ListingPane::ListingPane(ViewState* view, QWidget* parent) : QWidget(parent), m_view(view) {
  setObjectName(QStringLiteral("listingPane"));
  auto* column = columnIn(this, {}, 0);
  m_head = new PaneHead(tr("Listing"));
  m_head->setFirst(true);  // a splitter or the header draws the line above
  m_head->value()->setObjectName(QStringLiteral("frontendLine"));
  m_frameworks = named(new SegmentedControl, "framework", tr("Framework whose names the listing uses"));
  m_frameworks->setControlHeight(24);
  m_copy = named(new Button(Button::Kind::flat, QStringLiteral("edit"), tr("Edit a copy of the program")),
                 "editCopy");
  m_copy->setTextShown(false);
  m_head->addTool(m_copy);
  m_head->addTool(m_frameworks);
  column->addWidget(m_head);
  m_otherWay = into(column, named(TextLabel::wrapped(uiFont(13), &Theme::text2), "otherWay"));
  m_otherWay->setContentsMargins(14, 4, 14, 8);
  m_otherWay->hide();
  m_code = new CodeView;
  m_find = into(column, new TextFind(m_code));
  auto* parts = into(column, splitter(Qt::Vertical, "listingParts"), 1);
  parts->addWidget(m_code);
  m_output = into(parts, new OutputPane(view->shown(), view->cursor()));
  m_output->hide();
  parts->setStretchFactor(0, 3);
  parts->setStretchFactor(1, 1);
  m_problem = into(column, named(TextLabel::wrapped(monoFont(13), &Theme::error, {}, 20), "problem"));
  m_problem->setContentsMargins(14, 6, 14, 8);
  m_problem->setHiddenWhenEmpty();
  m_empty = into(column,
                 new TextLabel(uiFont(14), &Theme::text2, tr("This recording comes without a listing.")), 1);
  m_empty->setAlignment(Qt::AlignCenter);
  m_legend = into(column, new Legend);

  connect(m_code, &CodeView::waitClicked, this, &ListingPane::waitToggled);
  connect(m_code, &CodeView::breakPointClicked, view->annotations(), &Annotations::toggleBreakPoint);
  connect(m_code, &CodeView::menuRequested, this, &ListingPane::openMenu);
  connect(view->annotations(), &Annotations::breakPointsChanged, this,
          [this] { m_code->setBreakPoints(m_view->annotations()->breakPoints()); });
  connect(m_code, &CodeView::edited, this, [this](const QString& text) {
    m_showsOwn = true;
    if (m_program) m_program->setCode(text);
  });
  connect(m_code, &CodeView::linesMoved, this, &ListingPane::linesMoved);
  connect(m_copy, &QAbstractButton::clicked, this, &ListingPane::copyRequested);
  const auto later = [this] {
    m_upToDate = false;
    if (!m_refresh.isActive()) m_refresh.start(0);
  };
  connect(view->shown(), &ShownTrace::changed, this, later);
  connect(view->shown(), &ShownTrace::changed, this, &ListingPane::followMode);
  connect(view->cursor(), &Cursor::changed, this, later);
  connect(m_frameworks, &SegmentedControl::chosen, this, [this](const QString& framework) {
    if (m_program) {
      m_showsOwn = framework == QLatin1String(kOwnText);
      return load();
    }
    m_chosen = framework == listingFramework(m_scenario, m_mode) ? QString() : framework;
    load();
    emit chosenFrameworkChanged(m_chosen);
  });
  load();
}

void ListingPane::setProgram(WrittenProgram* program) {
  if (m_program == program) return;
  if (m_program) m_program->disconnect(this);
  m_program = program;
  m_showsOwn = false;
  if (program) {
    connect(program, &WrittenProgram::changed, this, &ListingPane::followProgram);
    connect(program, &WrittenProgram::checked, this, &ListingPane::showProblem);
  }
  load();
}

void ListingPane::followProgram() {
  const bool typed = m_code->editing() && m_code->text() == m_program->code();
  if (!typed || m_frameworks->isVisibleTo(this) == runIsOfText()) load();
  m_head->remark()->setText(m_program->modified() ? tr("edited") : QString());
  if (typed) refresh();
}

void ListingPane::showProblem() {
  const bool shown = m_program && m_code->editing();
  m_code->setProblem(shown ? m_program->problemLines() : std::set<int>(),
                     shown ? m_program->problem() : QString());
  const int tooLong = m_program && !shown ? CodeView::tooLong(m_program->code()) : 0;
  m_problem->setText(shown ? m_program->problem()
                     : tooLong > 0
                         ? tr("Line %1 has more than %2 characters: it is shown in part, and the program "
                              "can be run, and edited elsewhere.")
                               .arg(tooLong)
                               .arg(CodeView::kMostLine)
                         : QString());
  if (shown) m_code->setCompletions(m_program->completions());
}

bool ListingPane::runIsOfText() const {
  return m_written.isEmpty() || withoutLastLines(m_program->code()) == m_written;
}

bool ListingPane::showsNext() const {
  return !m_program || m_showsOwn || runIsOfText();
}

void ListingPane::focusEditor() {
  m_showsOwn = true;
  load();
  m_code->setFocus(Qt::OtherFocusReason);
}

bool ListingPane::typing() const {
  return m_code->editing() && m_code->hasFocus();
}

bool ListingPane::hasTextFocus() const {
  return m_code->hasFocus() || m_find->isAncestorOf(QApplication::focusWidget());
}

bool ListingPane::cancelCompletion() {
  const bool listed = m_code->isListActive() || m_code->isCallTipActive();
  m_code->SendScintilla(QsciScintilla::SCI_CANCEL);
  return listed;
}

void ListingPane::setOutput(const Output& output) {
  m_output->setOutput(output);
}

void ListingPane::setScenario(const QString& id) {
  m_scenario = id;
  m_written = textOfRun();
  load();
}

QString ListingPane::textOfRun() const {
  return writtenText(m_view->shown()->trace().info());
}

void ListingPane::beginRun() {
  m_fold.reset();
}

int ListingPane::wantedWidth() const {
  return m_code->widthFor(m_longest);
}

void ListingPane::openMenu(int line, QPoint global) {
  const auto& waits = m_code->waits();
  const auto index = static_cast<std::size_t>(line - 1);
  const LineWait wait = index < waits.size() ? waits[index] : LineWait{};
  auto* menu = named(new QMenu(this), "lineMenu");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setToolTipsVisible(true);
  QAction* waits_here = menu->addAction(tr("Wait here"));
  waits_here->setCheckable(true);
  waits_here->setChecked(wait.kind == LineWait::Kind::taken || wait.kind == LineWait::Kind::added ||
                         wait.kind == LineWait::Kind::always);
  waits_here->setEnabled(wait.canToggle());
  waits_here->setToolTip(asText(wait.explanation));
  connect(waits_here, &QAction::triggered, this, [this, line] { emit waitToggled(line); });
  QAction* stops_here = menu->addAction(tr("Breakpoint here"));
  stops_here->setCheckable(true);
  stops_here->setChecked(m_view->annotations()->breakPoints().count(line) > 0);
  connect(stops_here, &QAction::triggered, m_view,
          [this, line] { m_view->annotations()->toggleBreakPoint(line); });
  menu->popup(global);
}

QString ListingPane::framework() const {
  return m_program || !m_written.isEmpty() ? QString() : m_frameworks->current();
}

void ListingPane::setChosenFramework(const QString& framework) {
  m_chosen = framework;
  load();
}

void ListingPane::setNextMode(Mode mode) {
  m_nextMode = mode;
  followMode();
}

void ListingPane::followMode() {
  const TraceInfo& shown = m_view->shown()->trace().info();
  const Mode mode = shown.source.scenario.empty() ? m_nextMode : shown.mode;
  const QString written = textOfRun();
  if (mode == m_mode && written == m_written) return;
  if (written != m_written) m_showsOwn = false;
  m_mode = mode;
  m_written = written;
  load();
}

void ListingPane::setDense(bool dense) {
  if (dense == m_dense) return;
  m_dense = dense;
  if (m_dense) m_head->value()->setText({});
  m_code->setDense(dense);
  m_legend->setVisible(!dense && !m_code->isHidden());
}

void ListingPane::load() {
  if (m_program) return loadProgram();
  QStringList ids;
  QStringList names;
  m_longest = 0;
  for (const QString& line : m_written.split(QLatin1Char('\n')))
    m_longest = qMax(m_longest, qMin(line.size(), CodeView::kMostLine / 10));
  for (const QString& id : m_written.isEmpty() ? frameworks() : QStringList()) {
    const QString text = listingText(m_scenario, id);
    if (text.isEmpty()) continue;
    for (const QString& line : text.split(QLatin1Char('\n'))) m_longest = qMax(m_longest, line.size());
    ids << id;
    names << frameworkName(id);
  }
  if (ids != m_frameworks->ids()) m_frameworks->setItems(ids, names);
  const QString own = frameworkOf(m_mode);
  const QString wanted = m_chosen.isEmpty() ? listingFramework(m_scenario, m_mode) : m_chosen;
  if (ids.contains(wanted)) m_frameworks->setCurrent(wanted);
  const QString current = m_frameworks->current();
  const bool other = !ids.isEmpty() && current != own;
  m_otherWay->setVisible(other);
  if (other) {
    m_otherWay->setText(
        tr("Names of %1, but in mode %2 the program runs as in %3.")
            .arg(frameworkName(current), QLatin1String(to_string(m_mode)), frameworkName(own)));
  }
  m_frameworks->setVisible(ids.size() > 1);
  const QString text =
      m_written.isEmpty() ? listingText(m_scenario, m_frameworks->current()) : CodeView::shownText(m_written);
  m_code->setCode(text);
  m_find->follow();
  m_view->shown()->setListing(text.isEmpty() ? QStringList() : text.split(QLatin1Char('\n')));
  m_code->setVisible(!text.isEmpty());
  m_head->remark()->setText({});
  m_empty->setVisible(text.isEmpty());
  m_legend->setVisible(!text.isEmpty() && !m_dense);
  m_copy->setVisible(!text.isEmpty());
  showProblem();
  refresh();
}

void ListingPane::loadProgram() {
  const bool ofText = runIsOfText(), next = showsNext();
  m_otherWay->hide();
  m_copy->hide();
  m_empty->hide();
  m_code->show();
  m_legend->setVisible(!m_dense && !m_written.isEmpty());
  if (m_frameworks->ids().value(0) != QLatin1String(kOwnText)) {
    m_frameworks->setItems({QLatin1String(kOwnText), QStringLiteral("run")}, {tr("Yours"), tr("As run")});
  }
  m_frameworks->setCurrent(next ? QLatin1String(kOwnText) : QStringLiteral("run"));
  m_frameworks->setVisible(!ofText);
  m_head->remark()->setText(m_program->modified() ? tr("edited") : QString());
  const QString code = m_program->code();
  next&& CodeView::tooLong(code) == 0 ? m_code->edit(m_program, code)
                                      : m_code->setCode(next ? code : m_written);
  m_find->follow();
  m_longest = 0;
  for (const QString& line : m_code->text().split(QLatin1Char('\n')))
    m_longest = qMax(m_longest, line.size());
  m_view->shown()->setListing(
      CodeView::shownText(m_written.isEmpty() ? code : m_written).split(QLatin1Char('\n')));
  showProblem();
  refresh();
  emit shownChanged();
}

void ListingPane::refresh() {
  const Trace& trace = m_view->shown()->trace();
  m_upToDate = m_fold.moveTo(trace, m_view->cursor()->seq());
  // What became of lines is of the text that was run.
  const bool lost = m_program && showsNext() && !runIsOfText();
  std::vector<LineStatus> statuses(static_cast<std::size_t>(m_code->lines()));
  QStringList words;
  int current = 0;
  bool failed = false;
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    if (!lost) statuses[i] = m_fold.at(trace, static_cast<int>(i) + 1);
    words << lineWords(trace, statuses[i]);
    failed |= isError(statuses[i].state) || statuses[i].state == LineState::skipped;
    if (statuses[i].current) current = static_cast<int>(i) + 1;
  }
  m_legend->setRun(m_view->shown()->laneIndex().frontend().defersBefore(trace.size()), failed);
  m_code->setStatuses(std::move(statuses), words);
  m_head->value()->setText(current == 0 || m_dense ? QString() : tr("line %1").arg(current));
  if (!m_upToDate) m_refresh.start(0);
}

}  // namespace runahead::gui
