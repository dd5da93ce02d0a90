// SPDX-License-Identifier: GPL-3.0-or-later
// The list and the fields of the current slide, which follow the lecture, and tell it what the user does.
#include "gui/lecture/lecture_pane.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QShortcut>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QToolTip>
#include <algorithm>
#include <functional>
#include <utility>

#include "gui/lecture/own_question.h"
#include "gui/text/format.h"
#include "gui/widgets/button.h"
#include "gui/widgets/choice_box.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/plain_text.h"

namespace runahead::gui {
namespace {

constexpr int kTextPx = 62;
/// Four lines: a question, answers, why.
constexpr int kOwnPx = 80;
constexpr int kScrollBarPx = 10;  ///< as application.qss has it
constexpr int kRowsInSight = 5;
constexpr int kRowPx = 27;
/// Of a question, whatever it is: what stands above stays where it is.
constexpr int kQuestionPx = 176;

/// "3  The queue grows"; what is edited is the name alone.
class Numbered : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    option->text = QStringLiteral("%1   %2").arg(index.row() + 1).arg(option->text);
  }
};

/// What the field was given, until the user types.
constexpr const char* kGiven = "given";

void setText(QPlainTextEdit* field, const std::string& text) {
  // What stands there may be written otherwise than it was given: other line ends, blanks that do not break.
  const QString now = QString::fromStdString(text);
  if (field->toPlainText() == now || field->property(kGiven) == now) return;
  const QSignalBlocker quiet(field);
  field->setProperty(kGiven, now);
  field->setPlainText(now);
}

QString comparesOnly() {
  return LecturePane::tr("Comparison slides support multiple choice only.");
}
QString noStep() {
  return LecturePane::tr("No Step");
}
QString stepHere() {
  return LecturePane::tr("Step Here");
}

int widthOf(Button* button, const QString& text) {
  button->say(text);
  return button->sizeHint().width();
}

/// As high as what is in it, and lower where there is no room.
class Fields : public QScrollArea {
 public:
  Fields() {
    makeScroller(this);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    setWidget(new QWidget);
    widget()->setMinimumWidth(1);  // wide texts are squeezed rather than cut off
  }
  QSize sizeHint() const override {
    const int across = viewport()->width();
    const QWidget* all = widget();
    return {all->sizeHint().width() + kScrollBarPx,
            all->hasHeightForWidth() ? all->heightForWidth(across) : all->sizeHint().height()};
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
    return QScrollArea::eventFilter(watched, event);
  }
};

}  // namespace

LecturePane::LecturePane(Lecture* lecture, QWidget* parent)
    : Panel(&Theme::paper, parent), m_lecture(lecture) {
  named(this, "lecturePane", tr("Lecture"));
  auto* column = columnIn(this, {}, 0);
  m_head = into(column, new PaneHead(tr("Lecture")));
  m_head->setFirst(true);
  const auto tool = [&](const char* name, const QString& icon, const QString& what) {
    auto* button = named(new Button(Button::Kind::flat, icon, what), name);
    button->setTextShown(false);
    m_head->addTool(button);
    return button;
  };
  auto* present = tool("lecturePresent", QStringLiteral("play"), tr("Present from here (F11)"));
  connect(present, &QAbstractButton::clicked, this, &LecturePane::presentRequested);
  connect(tool("lectureClose", QStringLiteral("close"), tr("Close the list")), &QAbstractButton::clicked,
          this, &LecturePane::closeRequested);

  auto* inside = new QVBoxLayout;
  inside->setContentsMargins(14, 8, 14, 6);
  inside->setSpacing(6);
  column->addLayout(inside, 1);
  const auto button = [&](QHBoxLayout* row, const char* name, const QString& text, auto what,
                          Button::Kind kind = Button::Kind::outline) {
    auto* made = into(row, named(new Button(kind, {}, text), name));
    connect(made, &QAbstractButton::clicked, m_lecture, what);
    return made;
  };
  const auto row = [&inside] {
    auto* made = new QHBoxLayout;
    made->setSpacing(6);
    inside->addLayout(made);
    return made;
  };
  auto* first = row();
  button(first, "stopAdd", tr("Add This View"), &Lecture::addView, Button::Kind::ink);
  m_needSlide << button(first, "stopRetake", tr("Replace"), &Lecture::retake);
  m_needSlide.back()->setToolTip(
      tr("The slide shows what is in view now. It keeps its words, the name that you gave it, and its steps: "
         "in another run of the same program they are at the same events"));
  first->addStretch();

  m_list = into(inside, named(new QListWidget, "lectureStops", tr("Slides")), 1);
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setMinimumHeight(kRowsInSight * kRowPx);
  m_list->setItemDelegate(new Numbered(m_list));
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_list->setTextElideMode(Qt::ElideRight);
  m_list->setDragDropMode(QAbstractItemView::InternalMove);
  m_list->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
  m_list->installEventFilter(this);
  m_list->viewport()->installEventFilter(this);
  connect(m_list, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) {
    m_lecture->goTo({m_list->row(item), 0});
  });
  // Every button makes its row the current one; what the buttons below act on is that slide.
  connect(m_list, &QListWidget::itemPressed, this, [this](QListWidgetItem* item) {
    if (!QGuiApplication::mouseButtons().testFlag(Qt::LeftButton)) m_lecture->goTo({m_list->row(item), 0});
  });
  connect(m_list, &QListWidget::itemChanged, this,
          [this](QListWidgetItem* item) { m_lecture->rename(m_list->row(item), item->text()); });
  connect(m_list->model(), &QAbstractItemModel::rowsMoved, this,
          [this](const QModelIndex&, int from, int, const QModelIndex&, int to) {
            m_lecture->move(from, to > from ? to - 1 : to);
          });

  auto* second = row();
  // Next one moves it to where it belongs, by keys of the list.
  m_needSlide << button(second, "stopDuplicate", tr("Copy"), [this] {
    m_lecture->duplicate();
    m_list->setFocus();
  }) << button(second, "stopRemove", tr("Remove"), &Lecture::remove);
  second->addStretch();
  m_undo = button(second, "lectureUndo", tr("Undo"), [this] { m_lecture->changes()->undo(); });
  m_redo = button(second, "lectureRedo", tr("Redo"), [this] { m_lecture->changes()->redo(); });
  m_undo->setEnabled(false);
  m_redo->setEnabled(false);
  connect(m_lecture->changes(), &QUndoStack::canUndoChanged, m_undo, &QWidget::setEnabled);
  connect(m_lecture->changes(), &QUndoStack::canRedoChanged, m_redo, &QWidget::setEnabled);

  // On a low screen the fields scroll, the list stays; what the bar takes is margin without it.
  m_fields = into(column, named(new Fields, "stopFields"));
  inside = columnIn(m_fields->widget(), {14, 0, 14 - kScrollBarPx, 12}, 6);
  m_place = into(inside, named(new TextLabel(uiFont(13), &Theme::text2), "lecturePlace"));
  auto* steps = row();
  m_step = button(steps, "haltHere", tr("Step Here"), &Lecture::toggleStep);
  const auto setSteps = [&](const char* name, const QString& text, StepKind kind, const QString& none) {
    auto* set = button(steps, name, text, [=, this] {
      const std::size_t places = m_lecture->setSteps(kind);
      if (places > 0 && places < Lecture::kMostSlideSteps) return;
      auto* const under = findChild<QWidget*>(QLatin1String(name));
      const QString limit = tr("%1 steps, the most that are set at once, spread over %2 %3.")
                                .arg(Lecture::kMostSlideSteps)
                                .arg(places)
                                .arg(kind == StepKind::statement ? tr("statements") : tr("events"));
      QToolTip::showText(under->mapToGlobal(under->rect().bottomLeft()), places == 0 ? none : limit, under);
    });
    m_needSlide << set;
  };
  m_needSlide << m_step;
  setSteps("haltStatements", tr("Statements"), StepKind::statement,
           tr("No statement begins after the first step in the part of the run that this slide shows."));
  setSteps("haltEvents", tr("Events"), StepKind::event,
           tr("Nothing happens after the first step in the part of the run that this slide shows."));
  m_step->setMinimumWidth(std::max(widthOf(m_step, noStep()), widthOf(m_step, stepHere())));
  m_needSlide[m_needSlide.size() - 3]->setToolTip(
      tr("Adds a step at the cursor, or removes the one that is there"));
  m_needSlide[m_needSlide.size() - 2]->setToolTip(tr("Adds a step at each visible statement after the first "
                                                     "step; where there are more than %1, at that many, "
                                                     "evenly spread")
                                                      .arg(Lecture::kMostSlideSteps));
  m_needSlide[m_needSlide.size() - 1]->setToolTip(tr("Adds a step at each visible event after the first "
                                                     "step; where there are more than %1, at that many, "
                                                     "evenly spread")
                                                      .arg(Lecture::kMostSlideSteps));
  steps->addStretch();
  m_words =
      addText(inside, "stopWords", tr("For the class"), tr("Shown above the picture at the first step"));
  m_notes = addText(inside, "stopNotes", tr("For you"), tr("Never shown to the class"));
  connect(m_words, &QPlainTextEdit::textChanged, this, [this] {
    m_words->setProperty(kGiven, {});
    m_lecture->setWords(m_words->toPlainText());
  });
  connect(m_notes, &QPlainTextEdit::textChanged, this, [this] {
    m_notes->setProperty(kGiven, {});
    m_lecture->setNotes(m_notes->toPlainText());
  });

  auto* below = row();
  const auto chart = [&](const char* name, const QString& text, bool SlideCharts::*which) {
    auto* box = into(below, named(new QCheckBox(text), name));
    box->setToolTip(tr("Shown to the class below the timeline"));
    m_needSlide << box;
    connect(box, &QCheckBox::toggled, this, [this, which](bool on) {
      const Slide* slide = m_lecture->current();
      if (!slide || slide->charts.*which == on) return;
      SlideCharts charts = slide->charts;
      charts.*which = on;
      m_lecture->setCharts(charts);
    });
    return box;
  };
  m_pending = chart("stopPending", tr("Pending"), &SlideCharts::pending);
  m_memory = chart("stopMemory", tr("Memory"), &SlideCharts::memory);
  below->addStretch();
  auto* asks = row();
  m_ask = into(asks, named(new Button(Button::Kind::outline, {}, tr("Question")), "stopQuestion"));
  m_theme = into(asks, named(new ChoiceBox, "stopTheme", tr("Theme for the class")), 1);
  m_theme->setToolTip(tr("The theme in which the class sees this slide"));
  m_theme->addItems(
      {tr("Window’s theme"), tr("Light theme"), tr("Dark theme")});  // none, and as ThemeKind has them
  m_theme->setMinimumHeight(28);
  m_needSlide << m_theme;
  connect(m_theme, &QComboBox::activated, this, [this](int chosen) {
    m_lecture->setTheme(chosen > 0 ? std::optional(static_cast<ThemeKind>(chosen - 1)) : std::nullopt);
  });
  m_ask->setOpensMenu(true);
  m_ask->setToolTip(tr("The question for the class at the first step"));
  m_needSlide << m_ask;
  connect(m_ask, &QAbstractButton::clicked, m_lecture, &Lecture::lookForQuestions);
  connect(m_lecture, &Lecture::askable, this, &LecturePane::offerQuestions);
  m_question = into(inside, new QWidget);
  m_question->setMinimumHeight(kQuestionPx);
  inside = columnIn(m_question, {}, 6);
  m_own = addText(inside, "stopOwn", QString(), tr("Your question\nAn answer\n* The right answer\n= Why"));
  m_own->setFixedHeight(kOwnPx);
  connect(m_own, &QPlainTextEdit::textChanged, this, [this] {
    SlideQuestion typed = ownQuestion(m_own->toPlainText());
    if (const Slide* slide = m_lecture->current(); slide && slide->question)
      typed.answer = slide->question->answer;
    m_lecture->setQuestion(typed);
  });
  m_answer = into(inside, named(new Button(Button::Kind::outline, {}, tr("Answer")), "stopAnswer"));
  m_answer->setOpensMenu(true);
  m_answer->setToolTip(tr("Select a task or a wait, or go to a moment, and mark it as the answer"));
  m_needSlide << m_answer;
  connect(m_answer, &QAbstractButton::clicked, this, &LecturePane::chooseAnswer);
  m_asked = into(inside, named(TextLabel::wrapped(uiFont(13), &Theme::text), "stopAsked"));
  inside->addStretch(1);

  connect(m_lecture, &Lecture::changed, this, &LecturePane::refresh);
  connect(m_lecture, &Lecture::moved, this, &LecturePane::refreshPlace);
  refresh();
}

QPlainTextEdit* LecturePane::addText(QLayout* column, const char* name, const QString& what,
                                     const QString& hint) {
  if (!what.isEmpty()) into(column, new TextLabel(uiFont(13), &Theme::text2, what));
  auto* field = into(column, named(new QPlainTextEdit, name, what));
  field->setPlaceholderText(hint);
  field->setTabChangesFocus(true);
  field->setFixedHeight(kTextPx);
  connect(new QShortcut(Qt::Key_Escape, field, nullptr, nullptr, Qt::WidgetShortcut), &QShortcut::activated,
          this, &LecturePane::doneWriting);
  m_needSlide << field;
  return field;
}

void LecturePane::offerQuestions(const std::vector<Question>& made) {
  auto* menu = named(new QMenu(this), "stopQuestions");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  // Once there is room for it.
  const auto look = [this] {
    QTimer::singleShot(0, m_fields, [this] { m_fields->ensureWidgetVisible(m_question, 0, 0); });
  };
  const auto offer = [&](const QString& text, const std::optional<SlideQuestion>& question) {
    menu->addAction(text, m_lecture, [this, look, question] {
      m_lecture->setQuestion(question);
      if (question) look();
    });
  };
  offer(tr("None"), std::nullopt);
  menu->addSeparator();
  for (const Question& one : made) {
    const QString text = toText(one.text);
    offer(one.kind == QuestionKind::draw ? tr("Draw: %1").arg(text) : text, SlideQuestion{.kind = one.kind});
  }
  if (made.empty()) menu->addAction(whyNone())->setEnabled(false);
  menu->addSeparator();
  menu->addAction(tr("One of Your Own"), m_lecture, [this, look] {
    m_lecture->setQuestion(SlideQuestion{});
    m_own->setFocus();
    look();
  });
  menu->popup(m_ask->mapToGlobal(m_ask->rect().bottomLeft()));
}

QString LecturePane::whyNone() const {
  const Slide* slide = m_lecture->current();
  if (slide && !slide->compared.empty()) return tr("There are no automatic questions for comparisons.");
  if (!m_lecture->hasRunInView()) return tr("Questions are made from the slide’s run: show it first.");
  return tr("At the first step every answer is already known or obvious: begin earlier.");
}

QString LecturePane::told(const MarkedAnswer& answer) const {
  const QString text = QString::fromStdString(m_lecture->told(answer));
  switch (answer.form) {
    case AnswerForm::time:
      return tr("the moment %1").arg(text);
    case AnswerForm::count:
      return answer.value == 1 ? tr("1 pending task") : tr("%1 pending tasks").arg(text);
    case AnswerForm::bytes:
      return tr("%1 held by arrays").arg(text);
    default:
      return text;
  }
}

QString LecturePane::whyNot(AnswerForm form) {
  switch (form) {
    case AnswerForm::task:
      return tr("not issued yet at the first step");
    case AnswerForm::wait:
      return tr("not begun yet at the first step");
    case AnswerForm::time:
      return tr("not later than the first step");
    default:
      return {};
  }
}

void LecturePane::chooseAnswer() {
  QMenu menu;
  menu.setObjectName(QStringLiteral("stopAnswers"));
  menu.addAction(tr("One of the Options"), this, [this] { m_lecture->markAnswer(std::nullopt); });
  menu.addSeparator();
  const auto refused = [&menu](const QString& why) { menu.addAction(why)->setEnabled(false); };
  if (!m_lecture->current()->compared.empty()) {
    refused(comparesOnly());
  } else if (!m_lecture->hasRunInView()) {
    refused(tr("The answer lies in the slide’s run: show it first."));
  } else {
    for (const MarkedAnswer& one : m_lecture->answersInView()) {
      if (m_lecture->takes(one))
        menu.addAction(told(one), this, [this, one] { m_lecture->markAnswer(one); });
      else
        refused(tr("%1  ·  %2").arg(told(one), whyNot(one.form)));
    }
  }
  menu.exec(m_answer->mapToGlobal(m_answer->rect().bottomLeft()));
}

void LecturePane::refreshQuestion() {
  const Slide* slide = m_lecture->current();
  const auto question = slide ? slide->question : std::nullopt;
  const bool own = question && question->kind == QuestionKind::own;
  if (own) {
    SlideQuestion typed = ownQuestion(m_own->toPlainText());
    typed.answer = question->answer;
    if (typed != *question) {
      const QSignalBlocker quiet(m_own);
      m_own->setPlainText(ownText(*question));
    }
  }
  const bool marked = own && question->answer && m_lecture->hasRunInView();
  m_own->setVisible(own);
  m_answer->setVisible(own);
  m_answer->say(own && question->answer
                    ? marked ? tr("Answer: %1").arg(told(*question->answer)) : tr("Answer: marked")
                    : tr("Answer: one of the options"));
  const QString refusal = own ? ownRefusal(m_own->toPlainText()) : QString();
  m_asked->setVisible(question && (!own || !refusal.isEmpty() || (marked && !m_lecture->question())));
  if (!question) return;
  const auto made = m_lecture->question();
  if (own)
    return m_asked->setText(
        !refusal.isEmpty() ? refusal
        : slide->compared.empty()
            ? tr("The class cannot see this answer where the question is asked: move the step, or mark "
                 "another answer.")
            : comparesOnly());
  m_asked->setText(made                    ? toText(made->text)
                   : m_lecture->onTheWay() ? tr("The run does not answer the question here.")
                                           : QString());
}

void LecturePane::refresh() {
  const auto& slides = m_lecture->slides();
  {
    // In place: a name may just be typed into a row, or a row be dragged.
    const QSignalBlocker quiet(m_list);
    while (m_list->count() > std::ssize(slides)) delete m_list->takeItem(m_list->count() - 1);
    for (int i = 0; i < std::ssize(slides); ++i) {
      if (i == m_list->count()) m_list->addItem(QString());
      QListWidgetItem* item = m_list->item(i);
      const Slide& slide = slides[static_cast<std::size_t>(i)];
      item->setText(QString::fromStdString(slide.name));
      item->setToolTip(asText(item->text()));
      item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable | Qt::ItemIsDragEnabled);
    }
  }
  m_head->remark()->setText(slides.empty() ? QString() : QString::number(slides.size()));
  refreshPlace();
  keepInSight();
}

void LecturePane::keepInSight() {
  if (m_list->currentItem()) m_list->scrollToItem(m_list->currentItem());
}

void LecturePane::refreshPlace() {
  const Slide* slide = m_lecture->current();
  if (m_list->currentRow() != m_lecture->at().slide) {
    const QSignalBlocker quiet(m_list);
    m_list->setCurrentRow(m_lecture->at().slide);
    keepInSight();
  }
  for (QWidget* one : std::as_const(m_needSlide)) one->setEnabled(slide);
  setText(m_words, slide ? slide->words : std::string());
  setText(m_notes, slide ? slide->notes : std::string());
  m_pending->setChecked(slide && slide->charts.pending);
  m_memory->setChecked(slide && slide->charts.memory);
  m_theme->setCurrentIndex(slide && slide->theme ? 1 + static_cast<int>(*slide->theme) : 0);
  m_step->say(m_lecture->canRemoveStep() ? noStep() : stepHere());
  refreshQuestion();
  if (!slide) {
    m_place->setText(m_lecture->slides().empty() ? tr("Show a view, then add it as a slide.") : QString());
  } else if (m_lecture->isLost()) {
    m_place->setText(slide->run == kNone ? tr("Its run could not be found again.")
                                         : tr("Its run was closed."));
  } else {
    const auto count = slide->steps.size();
    const QString place = tr("Step %1 of %2").arg(m_lecture->at().step + 1).arg(count);
    m_place->setText(m_lecture->onTheWay() ? place : tr("%1 (you have moved away from it)").arg(place));
  }
}

bool LecturePane::eventFilter(QObject* watched, QEvent* event) {
  // Once the list has taken its new height.
  if (watched == m_list->viewport() && event->type() == QEvent::Resize)
    QMetaObject::invokeMethod(this, &LecturePane::keepInSight, Qt::QueuedConnection);
  if (watched != m_list) return Panel::eventFilter(watched, event);
  if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
    return Panel::eventFilter(watched, event);
  // What the field of a row leaves over is not the list's: that would go elsewhere, and close it.
  if (m_list->findChild<QLineEdit*>()) return event->type() == QEvent::KeyPress;
  const auto& key = *static_cast<QKeyEvent*>(event);
  const bool alone = key.modifiers() == Qt::NoModifier, alt = key.modifiers() == Qt::AltModifier;
  const int row = m_lecture->at().slide, last = static_cast<int>(m_lecture->slides().size()) - 1;
  std::function<void()> what;
  if (key.matches(QKeySequence::Undo)) what = [this] { m_lecture->changes()->undo(); };
  if (key.matches(QKeySequence::Redo)) what = [this] { m_lecture->changes()->redo(); };
  if (alone && key.key() == Qt::Key_F2 && m_list->currentItem())
    what = [this] { m_list->editItem(m_list->currentItem()); };
  if (alone && key.key() == Qt::Key_Delete) what = [this] { m_lecture->remove(); };
  if (alone && (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter))
    what = [this] { m_lecture->goTo({m_list->currentRow(), 0}); };
  if (alone && key.key() == Qt::Key_Up) what = [this] { m_lecture->stepSlide(-1); };
  if (alone && key.key() == Qt::Key_Down) what = [this] { m_lecture->stepSlide(1); };
  if (alone && key.key() == Qt::Key_Home) what = [this] { m_lecture->goTo({0, 0}); };
  if (alone && key.key() == Qt::Key_End) what = [=, this] { m_lecture->goTo({last, 0}); };
  if (alt && key.key() == Qt::Key_Up && row > 0) what = [=, this] { m_lecture->move(row, row - 1); };
  if (alt && key.key() == Qt::Key_Down && row >= 0 && row < last)
    what = [=, this] { m_lecture->move(row, row + 1); };
  if (!what) return Panel::eventFilter(watched, event);
  event->accept();
  if (event->type() == QEvent::KeyPress) what();
  return true;
}

}  // namespace runahead::gui
