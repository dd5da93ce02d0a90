// SPDX-License-Identifier: GPL-3.0-or-later
// All that core says, in one place: a pattern (pattern.h) of each sentence, clause and name, and its key. A
// pattern is whole, so that a translation may put its parts in another order. Qt's lupdate finds the patterns
// by their macro, with the key to tell them apart.
// Not here: who says it (grep for the key), what becomes of a pattern (message.cpp).
#pragma once

#include <cstddef>
#include <iterator>
#include <string_view>

#ifndef QT_TRANSLATE_NOOP3
#define QT_TRANSLATE_NOOP3(context, english, key) \
  { english, key }
#endif

namespace runahead {

struct Pattern {
  std::string_view english;
  std::string_view key;
};

inline constexpr Pattern kPatterns[] = {
    // Lists and sentences
    QT_TRANSLATE_NOOP3("core", "{text}", "verbatim"),
    QT_TRANSLATE_NOOP3("core", "{list}, {next}", "list.comma"),
    QT_TRANSLATE_NOOP3("core", "{list} and {last}", "list.and"),
    QT_TRANSLATE_NOOP3("core", "{text} {next}", "sentences"),
    // Names
    QT_TRANSLATE_NOOP3("core", "{operation} {number}", "task"),
    QT_TRANSLATE_NOOP3("core", "task {number}", "task.unnamed"),
    QT_TRANSLATE_NOOP3("core", "a task", "task.some"),
    QT_TRANSLATE_NOOP3("core",
                       "{task} ({reads, select, none {→ {writes}} other {{reads}{writes, select, none {} "
                       "other { → {writes}}}}})",
                       "task.arrays"),
    QT_TRANSLATE_NOOP3("core", "{names} +{more}", "names.more"),
    QT_TRANSLATE_NOOP3("core", "array {number}", "array.unnamed"),
    QT_TRANSLATE_NOOP3("core", "line {number}", "line"),
    QT_TRANSLATE_NOOP3("core", "the frontend", "frontend"),
    QT_TRANSLATE_NOOP3("core", "the program", "program"),
    QT_TRANSLATE_NOOP3("core", "{function}({array})", "wait.function"),
    QT_TRANSLATE_NOOP3("core", "{array}.{function}()", "wait.method"),
    QT_TRANSLATE_NOOP3("core", "the copy", "wait.copy"),
    QT_TRANSLATE_NOOP3("core", "the call", "wait.call"),
    QT_TRANSLATE_NOOP3("core", "the wait for room in the launch queue", "wait.launch_queue"),
    QT_TRANSLATE_NOOP3("core", "the wait for room", "wait.room"),
    QT_TRANSLATE_NOOP3("core", "the wait for memory", "wait.memory"),
    QT_TRANSLATE_NOOP3("core", "{wait} at {line}", "wait.at_line"),
    QT_TRANSLATE_NOOP3("core", "queue full", "reason.queue"),
    QT_TRANSLATE_NOOP3("core", "launch queue full", "reason.launch_queue"),
    QT_TRANSLATE_NOOP3("core", "memory full", "reason.memory"),
    QT_TRANSLATE_NOOP3("core",
                       "{kind, select, frontend {frontend} caller {caller} worker {worker} stream {stream} "
                       "other {copy}} {number}",
                       "lane"),
    // What is waited for: clauses, which may also be sentences
    QT_TRANSLATE_NOOP3("core", "{Clause}.", "clause.alone"),
    QT_TRANSLATE_NOOP3("core",
                       "{line} waits for room{launch, select, yes { in the launch queue} other {}}: one of "
                       "the {pending, plural, one {# pending task} other {# pending tasks}} must end",
                       "waits.room"),
    QT_TRANSLATE_NOOP3("core",
                       "{line} waits for room{launch, select, yes { in the launch queue} other {}}: {ended} "
                       "of the {pending, plural, one {# pending task} other {# pending tasks}} {ended, "
                       "plural, one {has} other {have}} ended",
                       "waits.room_partly"),
    QT_TRANSLATE_NOOP3("core",
                       "{line} waits for memory: some of the {bytes} in use{several, select, yes { in all "
                       "memories} other {}} must be released",
                       "waits.memory"),
    QT_TRANSLATE_NOOP3("core", "{wait} has nothing to wait for: all tasks have ended",
                       "waits.all_ended_before"),
    QT_TRANSLATE_NOOP3("core", "{wait} is about to continue: all tasks have ended", "waits.all_ended"),
    QT_TRANSLATE_NOOP3("core",
                       "{wait} waits for all {pending, plural, one {# pending task} other {# pending tasks}}",
                       "waits.all"),
    QT_TRANSLATE_NOOP3("core", "{wait} waits for {tasks}", "waits.tasks"),
    QT_TRANSLATE_NOOP3("core", "{wait} waits for all tasks of {stream}", "waits.stream"),
    QT_TRANSLATE_NOOP3("core", "{wait} waits until {array} has its value", "waits.value"),
    QT_TRANSLATE_NOOP3("core", "{wait} has nothing to wait for: {array} is there", "waits.there"),
    QT_TRANSLATE_NOOP3("core", "{wait} has nothing to wait for: {end}", "waits.ended_before"),
    QT_TRANSLATE_NOOP3("core", "{wait} is about to continue: {end}", "waits.ended"),
    QT_TRANSLATE_NOOP3("core", "{task} {how, select, failed {failed} skipped {was skipped} other {ended}}",
                       "task.over"),
    QT_TRANSLATE_NOOP3("core", "{chain} → {task}", "chain.needs"),
    QT_TRANSLATE_NOOP3("core", "{chain}, with {complete, select, yes {} other {at least }}{before} before",
                       "chain.before"),
    QT_TRANSLATE_NOOP3(
        "core",
        "{task} ({why, select, read_after_write {read after write of {array}} write_after_read {write after "
        "read of {array}} write_after_write {write after write of {array}} other {before it in the stream}})",
        "obstacle"),
    QT_TRANSLATE_NOOP3("core", "{complete, select, yes {} other {at least }}{more} more", "obstacles.more"),
    QT_TRANSLATE_NOOP3("core", "{task} is blocked", "blocked"),
    QT_TRANSLATE_NOOP3("core", "{task} waits for {obstacles}", "blocked.by"),
    // The queue
    QT_TRANSLATE_NOOP3(
        "core",
        "The queue is empty{running, plural, =0 {} one {; # task is running} other {; # tasks are running}}.",
        "queue.empty"),
    QT_TRANSLATE_NOOP3("core",
                       "The queue holds {ready, plural, one {# ready task} other {# ready tasks}}{running, "
                       "plural, =0 {} one {; # more is running} other {; # more are running}}.",
                       "queue.ready"),
    QT_TRANSLATE_NOOP3(
        "core",
        "The queue holds {blocked, plural, one {# blocked task} other {# blocked tasks}}{running, plural, =0 "
        "{} one {; # more is running} other {; # more are running}}.",
        "queue.blocked"),
    QT_TRANSLATE_NOOP3(
        "core",
        "The queue holds {all, plural, one {# task} other {# tasks}}: {ready} ready and {blocked} "
        "blocked{running, plural, =0 {} one {; # more is running} other {; # more are running}}.",
        "queue.both"),
    QT_TRANSLATE_NOOP3("core", "{deferred, plural, one {# task is} other {# tasks are}} only recorded.",
                       "queue.recorded"),
    // Statements
    QT_TRANSLATE_NOOP3("core", "{Line} begins.", "statement.begins"),
    QT_TRANSLATE_NOOP3("core", "{Line} continues.", "statement.continues"),
    QT_TRANSLATE_NOOP3(
        "core", "{Line} returns after {took}{waited, select, none {} other {, {waited} of it waiting}}.",
        "statement.returns"),
    QT_TRANSLATE_NOOP3("core", "Its {count, plural, one {# task} other {# tasks}}", "statement.its_tasks"),
    QT_TRANSLATE_NOOP3("core", "{tasks} ran inside the call.", "statement.in_call"),
    QT_TRANSLATE_NOOP3("core", "{tasks} {count, plural, one {is} other {are}} recorded; nothing has run.",
                       "statement.recorded"),
    QT_TRANSLATE_NOOP3("core", "All its tasks have finished.", "statement.all_finished"),
    QT_TRANSLATE_NOOP3("core", "Its tasks have ended: {outcomes}.", "statement.ended"),
    QT_TRANSLATE_NOOP3("core",
                       "{task} {how, select, failed {failed} skipped {was skipped} eliminated {was "
                       "eliminated} other {was done}}.",
                       "statement.task_ended"),
    QT_TRANSLATE_NOOP3(
        "core",
        "{count} {how, select, failed {failed} skipped {skipped} eliminated {eliminated} other {done}}",
        "outcome"),
    QT_TRANSLATE_NOOP3("core", "{tasks} {count, plural, one {is} other {are}} still unfinished.",
                       "statement.unfinished"),
    QT_TRANSLATE_NOOP3("core",
                       "{left} of its {count, plural, one {# task} other {# tasks}} {left, plural, one {is} "
                       "other {are}} still unfinished.",
                       "statement.partly_unfinished"),
    // Waits
    QT_TRANSLATE_NOOP3("core", "{Wait} found nothing to wait for{took, select, none {} other {, in {took}}}.",
                       "wait.found_nothing"),
    QT_TRANSLATE_NOOP3("core",
                       "{Who} continues after waiting {waited}{for, select, launch_queue { for room in the "
                       "launch queue} queue { for room} memory { for memory} other {}}{end, select, now {: "
                       "{task} has ended} failed {: {task} failed {ago} ago} skipped {: {task} was skipped "
                       "{ago} ago} ended {: {task} ended {ago} ago} other {}}.",
                       "wait.over"),
    // Memory
    QT_TRANSLATE_NOOP3("core",
                       "{array}{input, select, yes {, an input,} other {}} gets {bytes}{task, select, none "
                       "{} other { for {task}}}.",
                       "array.allocated"),
    QT_TRANSLATE_NOOP3("core", "{array} is freed ({bytes}) after {after}.", "array.freed"),
    QT_TRANSLATE_NOOP3("core", "Memory in use{where, select, none {} other { on {where}}} is now {bytes}.",
                       "memory.in_use"),
    QT_TRANSLATE_NOOP3("core",
                       "{which, select, host {the host} first {the GPU} second {the second GPU} third {the "
                       "third GPU} other {the fourth GPU}}",
                       "memory.of_gpus"),
    QT_TRANSLATE_NOOP3("core",
                       "{which, select, host {the host} first {the device} second {the second device} third "
                       "{the third device} other {the fourth device}}",
                       "memory.of_devices"),
    QT_TRANSLATE_NOOP3("core",
                       "The allocator {change, select, takes {takes {amount} from the system and } gives "
                       "{gives {amount} back to the system and } other {}}has {reserved} reserved{where, "
                       "select, none {} other { on {where}}}{use, "
                       "select, some {, {used} of it in use} none {, none of it in use} other {}}.",
                       "memory.pool"),
    QT_TRANSLATE_NOOP3("core",
                       "In use on the GPU, by its driver: {bytes}{change, select, same {, as much as when "
                       "the run began} more {, {amount} more than when the run began} less {, {amount} less "
                       "than when the run began} other {}}.",
                       "memory.of_gpu"),
    QT_TRANSLATE_NOOP3(
        "core",
        "The process holds {bytes}{change, select, same {, as much as when the run began} more {, {amount} "
        "more than when the run began} less {, {amount} less than when the run began} other {}}.",
        "memory.of_process"),
    // Regions
    QT_TRANSLATE_NOOP3("core", "Initialisation begins; the run's totals leave it out.",
                       "initialisation.begins"),
    QT_TRANSLATE_NOOP3("core", "Initialisation ends after {took}; the run's totals count from here.",
                       "initialisation.ends"),
    QT_TRANSLATE_NOOP3("core",
                       "{Line} traces {function, select, none {a function} other {{function}}}: its calls "
                       "are recorded, and none of them runs.",
                       "tracing.begins"),
    QT_TRANSLATE_NOOP3("core",
                       "{function, select, none {The function} other {{function}}} is traced in {took}.",
                       "tracing.ends"),
    QT_TRANSLATE_NOOP3("core", "The graph holds {tasks, plural, one {# task} other {# tasks}}.",
                       "graph.holds"),
    QT_TRANSLATE_NOOP3("core", "{name, select, none {The benchmark} other {Benchmark ‘{name}’}} begins.",
                       "benchmark.begins"),
    QT_TRANSLATE_NOOP3("core",
                       "{name, select, none {The benchmark} other {Benchmark ‘{name}’}} ends after {took}.",
                       "benchmark.ends"),
    QT_TRANSLATE_NOOP3("core", "All of its work is in it.", "benchmark.whole"),
    QT_TRANSLATE_NOOP3(
        "core",
        "{name, select, none {The benchmark} other {Benchmark ‘{name}’}} ends after {took}, but {pending, "
        "plural, one {# task is} other {# tasks are}} still pending: not all of the work is in it.",
        "benchmark.ends_pending"),
    QT_TRANSLATE_NOOP3(
        "core",
        "{name, select, none {The benchmark} other {Benchmark ‘{name}’}} ends after {took}, but {deferred, "
        "plural, one {# task is} other {# tasks are}} only recorded: that work is not in it.",
        "benchmark.ends_recorded"),
    // Errors
    QT_TRANSLATE_NOOP3("core", "{task} failed{message, select, none {} other {: {message}}}.",
                       "error.raised"),
    QT_TRANSLATE_NOOP3("core", "The error surfaces only at a wait for something that depends on it.",
                       "error.met_later"),
    QT_TRANSLATE_NOOP3("core", "{task} inherits the error of {origin} and does not run.", "error.inherited"),
    QT_TRANSLATE_NOOP3("core", "The run is stopped.", "run.stops"),
    QT_TRANSLATE_NOOP3("core", "{Who} ends with an error{message, select, none {} other {: {message}}}.",
                       "error.ends"),
    QT_TRANSLATE_NOOP3(
        "core",
        "The error of {task} did not surface at any wait{message, select, none {} other {: {message}}}.",
        "error.not_met"),
    QT_TRANSLATE_NOOP3("core",
                       "The error of {task} surfaces at {line}{later, select, none {} other {, {later} after "
                       "it happened}}{message, select, none {} other {: {message}}}.",
                       "error.surfaces"),
    // The run's ends
    QT_TRANSLATE_NOOP3("core", "Nothing was recorded.", "run.nothing"),
    QT_TRANSLATE_NOOP3("core", "The program is about to begin.", "run.before"),
    QT_TRANSLATE_NOOP3("core",
                       "Preparing the device: kernels and libraries are loaded before the run begins.",
                       "run.preparing"),
    QT_TRANSLATE_NOOP3("core", "The run is over{total, select, none {} other {; its total time is {total}}}.",
                       "run.over"),
    QT_TRANSLATE_NOOP3(
        "core",
        "{count, plural, one {There is a race} other {There are # races, the first}} between {line} "
        "and {other}.",
        "run.races"),
    QT_TRANSLATE_NOOP3("core",
                       "The run failed{after, select, none {} other { after {after}}}: {message, select, "
                       "none {an error} other {{message}}}{where, select, none {} other {, at {where}}}.",
                       "run.failed"),
    QT_TRANSLATE_NOOP3("core",
                       "The run failed{after, select, none {} other { after {after}}}: the error of {task} "
                       "did not surface at any wait.",
                       "run.failed_unmet"),
    QT_TRANSLATE_NOOP3("core",
                       "The run failed{after, select, none {} other { after {after}}}: the error of {task} "
                       "surfaced at {where}.",
                       "run.failed_at"),
    QT_TRANSLATE_NOOP3("core",
                       "The run was stopped{after, select, none {} other { after {after}}}{where, select, "
                       "none {} other {, at {where}}}{wait, select, none {} other {, in {wait}}}.",
                       "run.stopped"),
    QT_TRANSLATE_NOOP3("core", "{pending, plural, one {# task was} other {# tasks were}} pending: {states}.",
                       "run.pending"),
    QT_TRANSLATE_NOOP3("core", "{count} {state, select, running {running} ready {ready} other {blocked}}",
                       "state"),
    QT_TRANSLATE_NOOP3("core", "No task was pending.", "run.none_pending"),
    QT_TRANSLATE_NOOP3("core", "{deferred, plural, one {# task was} other {# tasks were}} only recorded.",
                       "run.only_recorded"),
    // Tasks
    QT_TRANSLATE_NOOP3("core",
                       "{Line} issues {task}{after, select, none {} other { after {after}}}; {where, select, "
                       "call {it runs inside the call} other {it can run at once}}.",
                       "task.issued"),
    QT_TRANSLATE_NOOP3("core",
                       "{task} joined the queue{recorded, select, line {, {since} after {line} recorded it} "
                       "alone {, {since} after it was recorded} other {}}{frontend, select, memory {; the "
                       "frontend had to wait {time} for memory} launch_queue {; the frontend had to wait "
                       "{time} for room in the launch queue} queue {; the frontend had to wait {time} for "
                       "room} spent {; the frontend spent {time} and did not wait} other {}}.",
                       "task.joined"),
    QT_TRANSLATE_NOOP3("core",
                       "It is ready, and alone in the queue{running, plural, =0 {} one {; # task is running} "
                       "other {; # tasks are running}}.",
                       "joined.ready_alone"),
    QT_TRANSLATE_NOOP3(
        "core",
        "It is ready; {others, plural, one {# other task is} other {# other tasks are}} in the "
        "queue{running, plural, =0 {} one {, # more is running} other {, # more are running}}.",
        "joined.ready"),
    QT_TRANSLATE_NOOP3(
        "core",
        "It {obstacles, select, none {is blocked} other {waits for {obstacles}}}; it is alone in the "
        "queue{running, plural, =0 {} one {, # task is running} other {, # tasks are running}}.",
        "joined.blocked_alone"),
    QT_TRANSLATE_NOOP3("core",
                       "It {obstacles, select, none {is blocked} other {waits for {obstacles}}}; {others, "
                       "plural, one {# other task is} other {# other tasks are}} in the queue{running, "
                       "plural, =0 {} one {, # more is running} other {, # more are running}}.",
                       "joined.blocked"),
    QT_TRANSLATE_NOOP3(
        "core",
        "{task} is recorded in the graph{line, select, none {} other { by {line}}} and does not run yet.",
        "task.recorded"),
    QT_TRANSLATE_NOOP3("core", "The graph now holds {tasks, plural, one {# task} other {# tasks}}.",
                       "graph.now_holds"),
    QT_TRANSLATE_NOOP3("core", "{task} is eliminated: nothing needs what it would compute.",
                       "task.eliminated"),
    QT_TRANSLATE_NOOP3("core", "The graph is empty.", "graph.empty"),
    QT_TRANSLATE_NOOP3("core", "The graph still holds {tasks, plural, one {# task} other {# tasks}}.",
                       "graph.still_holds"),
    QT_TRANSLATE_NOOP3(
        "core",
        "{task} is ready, {since} after it joined the queue{last, select, none {} other {: {last}, its last "
        "dependency, {how, select, failed {has failed} skipped {was skipped} other {has ended}}}}.",
        "task.ready"),
    QT_TRANSLATE_NOOP3("core",
                       "{others, plural, one {# other task} other {# other tasks}} became ready before it.",
                       "task.ready_later"),
    QT_TRANSLATE_NOOP3("core", "{task} starts inside the call; {line} continues when it ends.",
                       "task.starts_in_call"),
    QT_TRANSLATE_NOOP3(
        "core",
        "{task} starts{lane, select, none {} other { on {lane}}}, {since, select, none {at the moment when} "
        "other {{since} after}} {line, select, none {it joined the queue} other {{line} issued "
        "it}}{was_blocked, select, yes {, {blocked} of it blocked} other {}}.",
        "task.starts"),
    QT_TRANSLATE_NOOP3("core",
                       "It overtakes {task}, which is {why, select, blocked {blocked} other {older}}.",
                       "task.overtakes"),
    QT_TRANSLATE_NOOP3("core",
                       "It overtakes {complete, select, yes {} other {at least }}{tasks, plural, one {# "
                       "older task} other {# older tasks}}.",
                       "task.overtakes_many"),
    QT_TRANSLATE_NOOP3("core",
                       "{Line} has waited {waited}{ready, plural, =0 {} one {; # more is ready} other {; # "
                       "more are ready}}.",
                       "task.starts_while_waiting"),
    QT_TRANSLATE_NOOP3("core", "{ready, plural, one {# more is} other {# more are}} ready.",
                       "task.more_ready"),
    QT_TRANSLATE_NOOP3("core",
                       "{task} is skipped{array, select, none {} other {: it would have read {array}, which "
                       "{from} did not compute}}.",
                       "task.skipped"),
    QT_TRANSLATE_NOOP3("core", "{task} fails after {ran}.", "task.fails"),
    QT_TRANSLATE_NOOP3("core", "Tasks that read its result will not run.", "task.fails_others"),
    QT_TRANSLATE_NOOP3("core", "{task} ends after {ran}; {line} continues.", "task.ends_in_call"),
    QT_TRANSLATE_NOOP3("core", "{task} ends after {ran}.", "task.ends"),
    QT_TRANSLATE_NOOP3("core", "{complete, select, yes {} other {At least }}{task} becomes ready.",
                       "freed.one"),
    QT_TRANSLATE_NOOP3("core", "{first} and {second} become ready.", "freed.two"),
    QT_TRANSLATE_NOOP3("core",
                       "{first} and {complete, select, yes {} other {at least }}{more} more become ready.",
                       "freed.many"),
    QT_TRANSLATE_NOOP3("core",
                       "The queue is empty{running, plural, =0 {, and nothing runs} one {; # task is "
                       "running} other {; # tasks are running}}.",
                       "left.none"),
    QT_TRANSLATE_NOOP3("core",
                       "{left, plural, one {# task is} other {# tasks are}} left in the queue{running, "
                       "plural, =0 {} one {; # more is running} other {; # more are running}}.",
                       "left.some"),
    // Races
    QT_TRANSLATE_NOOP3(
        "core",
        "A race for memory: PyTorch may give {written, select, none {what {task} writes} other {{written} of "
        "{task}}} the memory of the freed {array}, and nothing makes it wait for {other} in the other "
        "stream, "
        "which uses {array}. A wait would; so would record_stream(), unless {array} was made in that stream.",
        "race.memory"),
    QT_TRANSLATE_NOOP3(
        "core", "Here both have memory of their own: the values shown are those of the program’s order.",
        "race.memory_here"),
    QT_TRANSLATE_NOOP3("core",
                       "{Line} reads {array, select, none {an array} other {{array}}}, and has not waited "
                       "for {other}, which copies into it. It gets what is there.",
                       "race.reads"),
    QT_TRANSLATE_NOOP3("core", "{Line} writes into {array}, and has not waited for {other}, which reads it.",
                       "race.writes"),
    QT_TRANSLATE_NOOP3(
        "core",
        "{Line} writes into {array}, and has not waited for {other}, which copies into it. Either may "
        "come last.",
        "race.overwrites"),
    QT_TRANSLATE_NOOP3("core",
                       "A race{array, select, none {} other { for {array}}}: nothing makes {task} wait "
                       "for {other} in the other stream.",
                       "race.streams"),
    QT_TRANSLATE_NOOP3("core",
                       "Either may come first. The values shown are those of {values, select, real {the one "
                       "that did} other {the program’s order}}.",
                       "race.values"),
    // Questions: what is asked, why the answer is what it is, and what would make another one right
    QT_TRANSLATE_NOOP3("core", "{Line} waits in {wait}. Which task ends the wait?", "question.ends_wait"),
    QT_TRANSLATE_NOOP3("core", "{wait} waits for all pending tasks, and {task} was the last to end.",
                       "why.ends_all"),
    QT_TRANSLATE_NOOP3(
        "core",
        "The wait is for {array, select, none {the value} other {{array}}}, {writes, select, yes {which "
        "{task} writes} other {which was there when {task} had ended}}{left, plural, =0 {} one {; # task was "
        "still pending} other {; # tasks were still pending}}.",
        "why.ends_wait"),
    QT_TRANSLATE_NOOP3("core", "Which task starts next?", "question.starts_next"),
    QT_TRANSLATE_NOOP3("core",
                       "{task} was the next to start, at {time}{why, select, blocked {: {first}, which comes "
                       "before it, still waits for {obstacles}} longest {: of those that were ready, it had "
                       "been ready longest} other {}}.",
                       "why.starts_next"),
    QT_TRANSLATE_NOOP3(
        "core",
        "{Line} waits in {wait}. What {device, select, yes {does the device} other {do the workers}} do now?",
        "question.draw"),
    QT_TRANSLATE_NOOP3("core", "This is what the run did.", "why.draw"),
    QT_TRANSLATE_NOOP3("core", "Which line is the first at which the frontend has to wait?",
                       "question.blocks_first"),
    QT_TRANSLATE_NOOP3(
        "core", "{wait} at {line} waited {time}, until {task} had ended; no line before it had to wait.",
        "why.blocks_first"),
    QT_TRANSLATE_NOOP3("core", "Which line has the largest total waiting time?", "question.waits_longest"),
    QT_TRANSLATE_NOOP3("core",
                       "{only, select, yes {Only line {line} waited, {time}} other {Line {line} waited "
                       "{time} of {all} in all}}{other, select, none {} other {, for work that other lines "
                       "had asked for: its longest wait was for {task} of {other}}}.",
                       "why.waits_longest"),
    QT_TRANSLATE_NOOP3("core", "{Line} waits in {wait}. Which wait so far will have taken longest?",
                       "question.longest_wait"),
    QT_TRANSLATE_NOOP3("core",
                       "{Line} waited {time} in {wait}, until {task} ended{this, select, none {} other "
                       "{; this wait took {this}}}.",
                       "why.longest_wait"),
    QT_TRANSLATE_NOOP3("core", "The frontend begins {line}. When does {line} return?", "question.line_done"),
    QT_TRANSLATE_NOOP3("core",
                       "{Line} returned after {took}: it has only enqueued {tasks, plural, one {# task} "
                       "other {# tasks}}, and {task} ended at {end}.",
                       "why.line_enqueued"),
    QT_TRANSLATE_NOOP3("core",
                       "{Line} returned after {took}: its tasks were only recorded, and had ended by {end}.",
                       "why.line_recorded"),
    QT_TRANSLATE_NOOP3(
        "core",
        "{wait} waited until {task} had ended, at {end}{left, plural, =0 {} one {; # task was still pending "
        "when it was over} other {; # tasks were still pending when it was over}}.",
        "why.line_waited"),
    QT_TRANSLATE_NOOP3("core", "When do frontend and backend finish?", "question.run_over"),
    QT_TRANSLATE_NOOP3("core",
                       "The frontend finished at {frontend}, and {task}, the last task, ended at {end}.",
                       "why.backend_last"),
    QT_TRANSLATE_NOOP3(
        "core",
        "{task}, the last task, ended at {end}, and the frontend finished its last line at {frontend}.",
        "why.frontend_last"),
    QT_TRANSLATE_NOOP3("core", "When does the first task start?", "question.first_start"),
    QT_TRANSLATE_NOOP3(
        "core",
        "{task} was recorded at {recorded}, and {first, select, none {} other {{first} }}started at "
        "{started}{line, select, none {} other {, when the frontend was at {line}}}.",
        "why.first_start"),
    QT_TRANSLATE_NOOP3("core", "How many tasks are pending at most?", "question.most_pending"),
    QT_TRANSLATE_NOOP3("core",
                       "At {time} the frontend had enqueued {enqueued, plural, one {# task, which had not "
                       "ended} other {# tasks, and {ended, plural, =0 {none} other {#}} of them had ended}}.",
                       "why.most_pending"),
    QT_TRANSLATE_NOOP3("core", "How many tasks run at the same time at most?", "question.most_running"),
    QT_TRANSLATE_NOOP3("core",
                       "From {time} on {tasks} ran, and at no time more; there {workers, plural, one {is # "
                       "worker} other {are # workers}}.",
                       "why.most_running"),
    QT_TRANSLATE_NOOP3("core", "{count, plural, one {# task} other {# tasks}}", "tasks"),
    QT_TRANSLATE_NOOP3("core",
                       "How much memory do arrays hold{where, select, none {} other { on {where}}} at "
                       "most?",
                       "question.peak_memory"),
    QT_TRANSLATE_NOOP3("core",
                       "The most was held at {time}, with {pending, plural, =0 {no task pending} one {# task "
                       "pending; what these read is kept} other {# tasks pending; what these read is kept}}.",
                       "why.peak_memory"),
    QT_TRANSLATE_NOOP3("core", "It is {answer}.", "why.marked"),
    QT_TRANSLATE_NOOP3("core", "{time}", "answer.time"),
    QT_TRANSLATE_NOOP3("core", "{count}", "answer.count"),
    QT_TRANSLATE_NOOP3("core", "{bytes}", "answer.bytes"),
    QT_TRANSLATE_NOOP3("core", "{wait} at {time}", "answer.wait"),
    QT_TRANSLATE_NOOP3("core", "a call returned only when its work is done", "if.returns_done"),
    QT_TRANSLATE_NOOP3("core", "a wait for one result waited for all tasks", "if.waits_for_all"),
    QT_TRANSLATE_NOOP3("core", "more workers made a chain faster", "if.chain_is_shared"),
    QT_TRANSLATE_NOOP3("core", "tasks in the queue held no memory", "if.queue_holds_nothing"),
    QT_TRANSLATE_NOOP3("core", "a recorded task started when its line runs", "if.recorded_starts"),
    QT_TRANSLATE_NOOP3("core", "tasks started in the order of the program", "if.program_order"),
    QT_TRANSLATE_NOOP3("core", "the end of any task ended the wait", "if.any_end"),
    QT_TRANSLATE_NOOP3("core", "tasks ended in the order of the program", "if.ends_in_order"),
    QT_TRANSLATE_NOOP3("core", "a wait was for what was asked for last", "if.last_asked"),
    QT_TRANSLATE_NOOP3("core", "what was asked for last were done first", "if.last_first"),
    QT_TRANSLATE_NOOP3("core", "each call that asks for a value had to wait", "if.value_waits"),
    QT_TRANSLATE_NOOP3("core", "a line waited for the work that it asks for", "if.own_work"),
    QT_TRANSLATE_NOOP3("core", "a wait lasted as long as the task that ends it", "if.as_long_as_task"),
    QT_TRANSLATE_NOOP3("core", "what this wait is for was there already", "if.was_there"),
    QT_TRANSLATE_NOOP3("core", "no call waited for what it needs", "if.no_waits"),
    QT_TRANSLATE_NOOP3("core", "the frontend never had to wait", "if.never_waits"),
    QT_TRANSLATE_NOOP3("core", "nothing ended before the program is through", "if.nothing_ended"),
    QT_TRANSLATE_NOOP3("core", "every worker always found something to do", "if.never_idle"),
    QT_TRANSLATE_NOOP3("core", "whatever is ready ran at once", "if.ready_runs"),
    QT_TRANSLATE_NOOP3("core", "all that is in the queue ran at once", "if.queued_runs"),
    QT_TRANSLATE_NOOP3("core", "nothing were released before the end", "if.kept_to_end"),
    // What is wrong with a drawing, or right
    QT_TRANSLATE_NOOP3("core", "each call computes before it returns", "drawing.none"),
    QT_TRANSLATE_NOOP3("core", "{task} is not to be drawn.", "drawing.not_asked"),
    QT_TRANSLATE_NOOP3("core", "{task} must be on the lane of a worker.", "drawing.no_worker"),
    QT_TRANSLATE_NOOP3("core", "{task} was launched on {lane}.", "drawing.other_lane"),
    QT_TRANSLATE_NOOP3("core", "{task} takes {time}.", "drawing.length"),
    QT_TRANSLATE_NOOP3("core", "{task} needs {other}, which has no place yet.", "drawing.needs_place"),
    QT_TRANSLATE_NOOP3("core", "{task} needs {other}, which ends at {time}.", "drawing.needs_end"),
    QT_TRANSLATE_NOOP3("core", "{task} is not in the queue before {time}.", "drawing.not_queued"),
    QT_TRANSLATE_NOOP3("core", "{lane} is busy with {task}.", "drawing.busy"),
    QT_TRANSLATE_NOOP3("core", "{first} comes before {second} on {lane}, ready or not.", "drawing.in_stream"),
    QT_TRANSLATE_NOOP3("core", "{first} is ready, and before {second} in the queue.", "drawing.in_queue"),
    QT_TRANSLATE_NOOP3("core", "{first} was ready before {second}, and starts first.", "drawing.ready_first"),
    QT_TRANSLATE_NOOP3("core", "{task} has no place yet.", "drawing.missing"),
    QT_TRANSLATE_NOOP3("core", "{task} stands there more than once.", "drawing.twice"),
    QT_TRANSLATE_NOOP3("core", "{task} is too early: work before it takes until {time}.", "drawing.crowded"),
    QT_TRANSLATE_NOOP3("core",
                       "{task} is ready from {time} on, and {lane, select, none {a worker} other {{lane}}} "
                       "is idle: it starts then.",
                       "drawing.idle"),
    QT_TRANSLATE_NOOP3("core", "The outlines are the run’s.", "drawing.outlines"),
    QT_TRANSLATE_NOOP3("core", "That is right: the run did the same.", "drawing.same"),
    QT_TRANSLATE_NOOP3("core",
                       "That is right: the rules permit it. The run, in outlines, did it in another way.",
                       "drawing.permitted"),
    // Compared runs: what is compared, and in what runs differ
    QT_TRANSLATE_NOOP3("core", "total", "row.total"),
    QT_TRANSLATE_NOOP3("core", "frontend finished at", "row.frontend_finished"),
    QT_TRANSLATE_NOOP3("core", "most pending", "row.most_pending"),
    QT_TRANSLATE_NOOP3("core", "peak in use", "row.peak_in_use"),
    QT_TRANSLATE_NOOP3("core", "peak in use on {where}", "row.peak_in_use_on"),
    QT_TRANSLATE_NOOP3("core", "peak input", "row.peak_input"),
    QT_TRANSLATE_NOOP3("core", "peak reserved", "row.peak_reserved"),
    QT_TRANSLATE_NOOP3("core", "peak reserved on {where}", "row.peak_reserved_on"),
    QT_TRANSLATE_NOOP3("core", "resident growth", "row.resident_growth"),
    QT_TRANSLATE_NOOP3("core", "tasks", "row.tasks"),
    QT_TRANSLATE_NOOP3("core", "eliminated", "row.eliminated"),
    QT_TRANSLATE_NOOP3("core", "failed", "row.failed"),
    QT_TRANSLATE_NOOP3("core", "skipped", "row.skipped"),
    QT_TRANSLATE_NOOP3("core", "waiting", "row.waiting"),
    QT_TRANSLATE_NOOP3("core", "waiting: {reason}", "row.waiting_in"),
    QT_TRANSLATE_NOOP3("core", "region {name}", "row.region"),
    QT_TRANSLATE_NOOP3("core", "{ratio, select, fraction {{ratio} as fast} other {{ratio} times as fast}}",
                       "ratio.as_fast"),
    QT_TRANSLATE_NOOP3("core", "{ratio, select, fraction {{ratio} as long} other {{ratio} times as long}}",
                       "ratio.as_long"),
    QT_TRANSLATE_NOOP3("core", "{ratio, select, fraction {{ratio} as much} other {{ratio} times as much}}",
                       "ratio.as_much"),
    QT_TRANSLATE_NOOP3("core", "{ratio, select, fraction {{ratio} as many} other {{ratio} times as many}}",
                       "ratio.as_many"),
    // What tells runs apart
    QT_TRANSLATE_NOOP3("core", "waits as in the program", "label.waits_of_program"),
    QT_TRANSLATE_NOOP3("core", "no synchronization", "label.no_waits"),
    QT_TRANSLATE_NOOP3("core", "waits left out where possible", "label.waits_left_out"),
    QT_TRANSLATE_NOOP3("core", "synchronize every iteration", "label.each"),
    QT_TRANSLATE_NOOP3("core", "synchronize every {count} iterations", "label.every"),
    QT_TRANSLATE_NOOP3("core", "final waits only", "label.final_waits"),
    QT_TRANSLATE_NOOP3("core", "line {line} waits", "label.line"),
    QT_TRANSLATE_NOOP3("core", "lines {lines} wait", "label.lines"),
    QT_TRANSLATE_NOOP3("core", "{count} lines wait", "label.many_lines"),
    QT_TRANSLATE_NOOP3("core", "manual", "label.manual"),
    QT_TRANSLATE_NOOP3("core", "simulated", "label.simulated"),
    QT_TRANSLATE_NOOP3("core", "real time", "label.live"),
    QT_TRANSLATE_NOOP3("core", "{count, plural, one {# worker} other {# workers}}", "label.workers"),
    QT_TRANSLATE_NOOP3("core", "seed {seed}", "label.seed"),
    QT_TRANSLATE_NOOP3("core", "text {number}", "label.text"),
    QT_TRANSLATE_NOOP3("core", "costs {name}", "label.costs"),
    QT_TRANSLATE_NOOP3("core", "TF32 products", "label.tf32"),
    QT_TRANSLATE_NOOP3("core", "float32 products", "label.float32"),
    QT_TRANSLATE_NOOP3("core", "{name} {amount}", "label.parameter"),
    QT_TRANSLATE_NOOP3("core", "{amount} MB", "label.megabytes"),
    QT_TRANSLATE_NOOP3("core", "{amount} ns", "label.nanoseconds"),
    QT_TRANSLATE_NOOP3("core", "{label} · {next}", "label.and"),
    QT_TRANSLATE_NOOP3("core", "{label} #{number}", "label.numbered"),
    QT_TRANSLATE_NOOP3("core", "run", "label.run"),
    QT_TRANSLATE_NOOP3(
        "core",
        "{axis, select, text {text} waits {waits} mode {mode} clock {clock} device {device} gpu {GPU} "
        "precision {precision} workers {workers} seed {seed} scenario {scenario} other {costs}}",
        "axis"),
    // Why there are no more rounds of runs
    QT_TRANSLATE_NOOP3("core", "the records of one round take {bytes}, too much to make several",
                       "rounds.too_large"),
    QT_TRANSLATE_NOOP3("core",
                       "one round takes {round}, and all further rounds together may take {further} at most",
                       "rounds.too_long"),
    QT_TRANSLATE_NOOP3("core", "stopped", "rounds.stopped"),
    QT_TRANSLATE_NOOP3("core", "{run} failed in round {round}{error, select, none {} other {: {error}}}",
                       "rounds.failed"),
    // What a piece of the critical path is
    QT_TRANSLATE_NOOP3("core", "frontend issuing", "path.issuing"),
    QT_TRANSLATE_NOOP3("core", "execution", "path.execution"),
    QT_TRANSLATE_NOOP3("core", "waiting for a worker", "path.worker"),
    QT_TRANSLATE_NOOP3("core", "return latency", "path.hand_back"),
    QT_TRANSLATE_NOOP3("core", "idle", "path.idle"),
};
inline constexpr std::size_t kPatternCount = std::size(kPatterns);

}  // namespace runahead
