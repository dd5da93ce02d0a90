// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of the header in its two widths, and its binding to RunSettings.
#include "gui/runs/header_bar.h"

#include <QApplication>
#include <QLineEdit>
#include <algorithm>
#include <span>

#include "gui/runs/number_field.h"
#include "gui/runs/parameter_popup.h"
#include "gui/runs/scenario_button.h"
#include "gui/runs/setting_fields.h"
#include "gui/runs/waits_field.h"
#include "gui/text/framework.h"
#include "gui/widgets/commands.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/plain_text.h"

namespace runahead::gui {
namespace {

constexpr std::size_t kInlineParameters = 3;
constexpr int kTitlePx = 340;
/// So much of the parameters' values is worth more than all modes in sight, and so much is always there.
constexpr int kParametersPx = 120, kLeastParametersPx = 60;

/// Of a control in its field: captions can be wider.
int withCaption(const QWidget* control, int px) {
  if (qobject_cast<const HeaderBar*>(control->parentWidget())) return px;  // it has none
  for (const auto* caption :
       control->parentWidget()->findChildren<TextLabel*>(QString(), Qt::FindDirectChildrenOnly)) {
    if (!caption->isHidden()) px = std::max(px, caption->sizeHint().width());
  }
  return px;
}

}  // namespace

HeaderBar::HeaderBar(RunSettings* settings, QWidget* parent)
    : Panel(&Theme::panel, parent, Edge::bottom), m_settings(settings) {
  setObjectName(QStringLiteral("header"));
  setFixedHeight(64);
  m_row = rowIn(this, {0, 0, 14, 0}, 14);

  m_title = new QWidget;
  m_title->setFixedWidth(kTitlePx - 14);
  auto* titleColumn = columnIn(m_title, {16, 10, 0, 10}, 2);
  m_id = named(new TextLabel(monoFont(18, QFont::Bold), &Theme::text), "scenarioId");
  m_question = named(new TextLabel(uiFont(13), &Theme::text2), "scenarioQuestion");
  titleColumn->addWidget(m_id);
  titleColumn->addWidget(m_question);
  m_row->addWidget(m_title);

  m_scenarioButton = new ScenarioButton;
  m_row->addSpacing(0);
  m_row->addWidget(m_scenarioButton);
  connect(m_scenarioButton, &QAbstractButton::clicked, this, &HeaderBar::scenariosRequested);

  m_mode = modeField(settings);
  m_row->addWidget(captioned(tr("Mode"), m_mode));
  TextLabel* way = m_captions.back();
  way->setObjectName(QStringLiteral("modeCaption"));
  connect(settings, &RunSettings::changed, way, [settings, way] {
    way->setText(tr("Mode · %1").arg(frameworkName(frameworkOf(settings->mode()))));
  });

  m_clock = clockField(settings);
  m_row->addWidget(captioned(tr("Clock"), m_clock));

  m_waits = new WaitsField(settings);
  m_row->addWidget(captioned(tr("Waits"), m_waits));

  m_fields = new QWidget;
  m_fieldRow = rowIn(m_fields, {}, 10);
  m_preset = captioned(tr("Preset"), presetBox(settings));
  m_fieldRow->addWidget(m_preset);
  m_row->addWidget(m_fields);

  m_parameters =
      named(new Button(Button::Kind::outline, QStringLiteral("sliders"), tr("Parameters")), "parameters");
  m_popup = new ParameterPopup(settings, this);
  connect(m_parameters, &QAbstractButton::clicked, this, [this] { m_popup->openUnder(m_parameters); });
  connect(m_popup, &ParameterPopup::runRequested, this, &HeaderBar::runRequested);
  m_row->addWidget(captioned(QString(), m_parameters));

  m_run = named(new Button(Button::Kind::ink, QStringLiteral("play"), tr("Run")), "run");
  m_row->addWidget(captioned(QString(), m_run));
  m_runCaption = m_captions.back();
  m_runCaption->setObjectName(QStringLiteral("settingsChanged"));
  connect(m_run, &QAbstractButton::clicked, this,
          [this] { m_running || m_manual ? emit stopRequested() : emit runRequested(); });

  m_elapsed = named(new TextLabel(monoFont(14), &Theme::text), "elapsed");
  m_elapsed->setFixedSize(80, 30);
  m_row->addWidget(captioned(QString(), m_elapsed));
  m_elapsed->parentWidget()->hide();
  m_elsewhere = new Button(Button::Kind::outline, {}, {});
  named(m_elsewhere, "elsewhere", tr("Show the run in progress"));
  connect(m_elsewhere, &QAbstractButton::clicked, this, &HeaderBar::elsewhereRequested);
  m_row->addWidget(captioned(tr("Still running"), m_elsewhere));
  m_elsewhere->parentWidget()->hide();
  m_row->addStretch(1);

  m_compare = named(new Button(Button::Kind::outline, QStringLiteral("compare"), tr("Compare")), "compare");
  m_compare->setCheckable(true);
  connect(m_compare, &QAbstractButton::clicked, this, &HeaderBar::compareToggled);
  m_row->addWidget(captioned(QString(), m_compare));
  m_compare->parentWidget()->hide();

  m_export = named(new Button(Button::Kind::outline, QStringLiteral("export"), tr("Export")), "export");
  m_export->setEnabled(false);
  connect(m_export, &QAbstractButton::clicked, this, &HeaderBar::exportRequested);
  m_row->addWidget(captioned(QString(), m_export));

  connect(settings, &RunSettings::changed, this, &HeaderBar::follow);
  m_scenarioButton->hide();
  follow();
}

QWidget* HeaderBar::captioned(const QString& caption, QWidget* control) {
  auto* field = new QWidget;
  auto* column = columnIn(field, {0, 7, 0, 8}, 3);
  auto* label = TextLabel::whole(uiFont(12), &Theme::text2, caption);
  label->setLineHeight(16);
  label->setFixedHeight(16);
  m_captions.push_back(label);
  column->addWidget(label);
  if (m_narrow) label->hide();
  column->addWidget(control);
  return field;
}

QWidget* HeaderBar::scenarioButton() const {
  return m_scenarioButton;
}

void HeaderBar::takeTyped() {
  m_waits->takeTyped();
  for (const InlineNumber& number : m_numbers) number.number->interpretText();
  m_popup->takeTyped();
}

void HeaderBar::setTitle(const QString& title, const QString& subtitle) {
  m_id->setText(title);
  m_question->setText(subtitle);
  m_scenarioButton->setScenario(title, subtitle);
}

void HeaderBar::setNarrow(bool narrow) {
  if (narrow == m_narrow) return;
  m_narrow = narrow;
  m_title->setVisible(!narrow);
  m_scenarioButton->setVisible(narrow);
  m_row->setContentsMargins(narrow ? 12 : 0, 0, narrow ? 12 : 14, 0);
  m_row->setSpacing(narrow ? 12 : 14);
  m_fields->setVisible(!narrow);
  m_compare->setTextShown(!narrow);
  m_export->setTextShown(!narrow);
  for (TextLabel* caption : m_captions) caption->setVisible(!narrow);
  follow();
}

void HeaderBar::follow() {
  const Scenario* scenario = m_settings->scenario();
  if (scenario != m_scenario) {
    m_scenario = scenario;
    arrangeFields();
  }
  const bool runnable = scenario != nullptr;
  if (scenario) {
    const QString group = QStringLiteral("%1 · %2")
                              .arg(QLatin1Char(scenario->group))
                              .arg(QString::fromUtf8(group_title(scenario->group)));
    m_id->setText(QString::fromStdString(scenario->id));
    m_question->setText(QString::fromStdString(scenario->question));
    m_scenarioButton->setScenario(QString::fromStdString(scenario->id), group);
  }
  m_mode->parentWidget()->setVisible(runnable);
  m_clock->parentWidget()->setVisible(runnable);
  m_waits->parentWidget()->setVisible(runnable && m_waits->offersChoice());
  m_fields->setVisible(runnable && !m_narrow);
  m_parameters->setVisible(runnable);
  m_run->setVisible(runnable);
  if (m_narrow) {
    m_parameters->setAccessibleName(tr("Parameters: %1").arg(m_settings->summary()));
  } else {
    m_parameters->setText(tr("Parameters"));
  }
  m_parameters->setOpensMenu(m_narrow);
  m_parameters->setIconName(m_narrow ? QString() : QStringLiteral("sliders"));
  updateRunButton();
  fit();
}

int HeaderBar::fieldsPx() const {
  // From the fields themselves: what layouts know is renewed only after what has just been typed.
  int px = -m_fieldRow->spacing();
  for (int i = 0; i < m_fieldRow->count(); ++i) {
    const QWidget* field = m_fieldRow->itemAt(i)->widget();
    if (field->isHidden()) continue;
    int widest = 0;
    for (const QWidget* part : field->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
      widest = std::max(widest, part->sizeHint().expandedTo(part->minimumSize()).width());
    px += widest + m_fieldRow->spacing();
  }
  return std::max(px, 0);
}

int HeaderBar::spare(bool compactClock, bool compactMode) const {
  int px = width() - m_row->contentsMargins().left() - m_row->contentsMargins().right();
  if (m_mode->isVisibleTo(this)) px -= withCaption(m_mode, m_mode->widthFor(compactMode)) + m_row->spacing();
  if (m_clock->isVisibleTo(this))
    px -= withCaption(m_clock, m_clock->widthFor(compactClock)) + m_row->spacing();
  const QWidget* const others[] = {m_title,   m_scenarioButton, m_waits,   m_run,   m_parameters,
                                   m_elapsed, m_elsewhere,      m_compare, m_export};
  for (const QWidget* control : others) {
    if (!control->isVisibleTo(this)) continue;
    const QSize size =
        control->sizeHint().boundedTo(control->maximumSize()).expandedTo(control->minimumSize());
    px -= withCaption(control, size.width()) + m_row->spacing();
  }
  if (m_fields->isVisibleTo(this)) px -= fieldsPx() + m_row->spacing();
  return px + m_row->spacing();
}

void HeaderBar::fit() {
  const QString summary = m_settings->summary();
  m_parameters->setTextShown(true);  // where there is room
  const std::span<const InlineNumber> numbers(m_numbers.data(), m_numbersInUse);
  for (const InlineNumber& number : numbers) number.field->setVisible(true);
  if (m_narrow) {
    m_parameters->setText(summary);
  } else if (spare(false, false) < 0) {
    m_parameters->setTextShown(false);
  }
  // Values give way first, then the clocks, then the modes, then the values again.
  const int text = m_narrow ? m_parameters->fontMetrics().horizontalAdvance(summary) : 0;
  const int give = m_narrow ? qMax(0, text - kParametersPx) : 0;
  const bool compactClock = spare(false, false) + give < 0;
  const bool compactMode = spare(compactClock, false) + give < 0;
  m_clock->setCompact(compactClock);
  m_mode->setCompact(compactMode);
  const int missing = -spare(compactClock, compactMode);
  // Numbers that are cut are worse than none: the last of them are among the parameters alone, but nothing
  // goes while one types into it.
  for (auto number = numbers.rbegin(); !m_narrow && number != numbers.rend(); ++number) {
    if (spare(compactClock, compactMode) >= 0) break;
    if (!number->field->isAncestorOf(QApplication::focusWidget())) number->field->setVisible(false);
  }
  if (m_narrow && missing > 0) {
    m_parameters->setText(m_parameters->fontMetrics().elidedText(summary, Qt::ElideRight,
                                                                 qMax(kLeastParametersPx, text - missing)));
  }
  // Before the next frame: a field that goes takes its room with it.
  m_fieldRow->activate();
  m_row->activate();
}

void HeaderBar::arrangeFields() {
  m_preset->setVisible(m_scenario && m_settings->ownParameters() > 0);
  m_numbersInUse = 0;
  std::size_t shown = 0;
  const auto show = [this](const Parameter& parameter) {
    if (m_numbersInUse == m_numbers.size()) {
      auto* number = new NumberField(parameter, m_settings);
      QWidget* field = captioned({}, number);
      m_numbers.push_back({field, m_captions.back(), number});
      m_fieldRow->addWidget(field);
      connect(number->findChild<QLineEdit*>(), &QLineEdit::textChanged, this, &HeaderBar::fit);
    }
    const InlineNumber& number = m_numbers[m_numbersInUse++];
    number.caption->setText(QString::fromStdString(parameter.name));
    number.number->setParameter(parameter);
  };
  for (const Parameter& parameter : m_scenario ? m_settings->parameters() : std::vector<Parameter>{}) {
    if (parameter.name == "workers" || shown < std::min(m_settings->ownParameters(), kInlineParameters)) {
      show(parameter);
    }
    ++shown;
  }
  for (std::size_t spare = m_numbersInUse; spare < m_numbers.size(); ++spare) {
    m_numbers[spare].number->setParameter({});
    m_numbers[spare].field->hide();
  }
}

void HeaderBar::setRunning(bool running) {
  m_running = running;
  m_elapsed->parentWidget()->setVisible(running);
  updateRunButton();
  fit();
}

void HeaderBar::setManual(bool manual) {
  m_manual = manual;
  updateRunButton();
  fit();
}

void HeaderBar::setComparing(bool offered, bool comparing) {
  m_compare->parentWidget()->setVisible(offered);
  m_compare->setToolTip(
      tr("The run on show beside the three newest others (C). Boxes in the tabs choose others."));
  m_compare->setChecked(comparing);
  fit();
}

void HeaderBar::setElapsed(qint64 ms) {
  const QString time = tr("%1 s").arg(static_cast<double>(ms) / 1000, 0, 'f', 1);
  m_elapsed->setText(time);
  if (m_elsewhereId.isEmpty()) return;
  const QString where = m_narrow ? QStringLiteral("…") : m_elsewhereId;
  const QString text = QStringLiteral("%1 %2").arg(where, tr("%1 s").arg(ms / 1000));
  if (text == m_elsewhere->text()) return;
  const bool wider = text.size() != m_elsewhere->text().size();
  m_elsewhere->setText(text);
  m_elsewhere->setAccessibleName(tr("%1 still runs, since %2; show it").arg(m_elsewhereId, time));
  m_elsewhere->setToolTip(asText(tr("%1 still runs. Click to show it.").arg(m_elsewhereId)));
  if (wider) fit();
}

void HeaderBar::setElsewhere(const QString& scenario) {
  if (scenario == m_elsewhereId) return;
  m_elsewhereId = scenario;
  m_elsewhere->setText(scenario);
  m_elsewhere->parentWidget()->setVisible(!scenario.isEmpty());
  fit();
}

void HeaderBar::setShown(Shown shown) {
  m_shown = shown;
  updateRunButton();
  fit();
}

void HeaderBar::updateRunButton() {
  const bool stops = m_running || m_manual;
  m_run->setIconName(stops ? QStringLiteral("stop") : QStringLiteral("play"));
  m_run->say(stops                                  ? tr("Stop")
             : m_settings->clock() == Clock::manual ? tr("Start")
             : m_shown == Shown::same && !m_narrow  ? tr("Run again")
                                                    : tr("Run"));
  m_run->setToolTip(keyText(stops ? WindowCommand::stop : WindowCommand::run));
  m_runCaption->setText({});
  if (m_shown == Shown::other && !stops) {
    const QString why = tr("The settings have changed since this run: run again to see the effect.");
    m_run->setText(tr("%1 •").arg(m_run->text()));
    m_run->setAccessibleDescription(why);
    m_run->setToolTip(why + u'\n' + keyText(WindowCommand::run));
    m_runCaption->setText(tr("settings changed"));
  } else {
    m_run->setAccessibleDescription({});
  }
}

void HeaderBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

}  // namespace runahead::gui
