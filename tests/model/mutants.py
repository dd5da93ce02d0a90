#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How much of the lock-free core the model checker holds: one mutant at a time, each memory order weakened a step, each fence
taken out, each compare-exchange made a plain load and store. Each is compiled against the model and run in the short form;
prints a table of them, and how many were caught.

mutants.py SOURCE_DIR BUILD_DIR [ONLY...]
BUILD_DIR has model_tests built (the target `mutants` sees to it). ONLY: of places such as core/base/recycler.h:24, those that
contain one of these."""

import json
import os
import re
import subprocess
import sys
import tempfile

FILES = [
    "core/base/recycler.h",
    "core/base/chunked_column.h",
    "core/engine/task_queue.h",
    "core/engine/dependency_core.h",
    "core/engine/dependency_core.cpp",
    "core/engine/task.h",
    "core/engine/threaded_engine.h",
    "core/engine/threaded_engine.cpp",
    "core/engine/thread_pool.cpp",
    "core/engine/worker_parking.h",
    "core/engine/worker_parking.cpp",
    "core/trace/recorder.h",
    "core/trace/recorder.cpp",
    "core/trace/collector.cpp",
]
ORDER = re.compile(r"std::memory_order_(seq_cst|acq_rel|acquire|release)")
FENCE = re.compile(r"^\s*(light_fence|heavy_fence)\(\);")
CHANGE = re.compile(r"([\w.\->*]+?)(\.|->)compare_exchange_(?:weak|strong)\(")
# Far from any compare-exchange of the language: a look, then a store, with others between them.
PLAIN = ("([](auto& place, auto& expected, auto desired, auto order, auto...) {"
         "  const auto seen = place.load(std::memory_order_relaxed);"
         "  if (seen != expected) { expected = seen; return false; }"
         "  place.store(desired, order == std::memory_order_acq_rel ? std::memory_order_release : order);"
         "  return true; })")


def call_around(before):
    """The name of the call whose arguments `before` ends in."""
    depth = 0
    for at in range(len(before) - 1, -1, -1):
        depth += (before[at] == ")") - (before[at] == "(")
        if depth < 0:
            return re.search(r"(\w*)$", before[:at])[1], before[at:]
    return "", ""


def weaker(order, call):
    """The orders one step below; an order that its call cannot have is left out."""
    loads, stores = call == "load" or call == "test", call in ("store", "clear")
    if order == "seq_cst":
        return ["acquire"] if loads else ["release"] if stores else ["acq_rel"]
    if order == "acq_rel":
        return ["acquire", "release"]
    return ["relaxed"]


def mutants_of(path, text):
    lines = text.split("\n")
    for number, line in enumerate(lines):
        code = line.split("//")[0]
        if FENCE.match(code):
            yield number, code.strip() + " gone", "\n".join(lines[:number] + [re.sub(r"\w+_fence\(\);", ";", line)] + lines[number + 1:])
        for found in ORDER.finditer(code):
            # The call to which it belongs may begin on the line before.
            before = (lines[number - 1] if number else "") + "\n" + code[:found.start()]
            name, arguments = call_around(before)
            failure = name.startswith("compare") and "memory_order" in arguments
            for order in weaker(found[1], "load" if failure else name):
                changed = line[:found.start()] + "std::memory_order_" + order + line[found.end():]
                what = f"{name}{' (failing)' if failure else ''}: {found[1]} → {order}"
                yield number, what, "\n".join(lines[:number] + [changed] + lines[number + 1:])
        for found in CHANGE.finditer(code):
            start, place = found.start(), found[1] if found[2] == "." else "*" + found[1]
            changed = line[:start] + PLAIN + "(" + place + ", " + line[found.end():]
            yield number, "compare-exchange → load and store", "\n".join(lines[:number] + [changed] + lines[number + 1:])


def united(file):
    """The files that are compiled as one in this one; else itself."""
    if "/Unity/" not in file:
        return [file]
    with open(file) as unity:
        return re.findall(r'^#include "(.*)"$', unity.read(), re.M)


def model(build):
    """How a file of the checks is compiled, and all that are."""
    with open(os.path.join(build, "compile_commands.json")) as file:
        entries = [entry for entry in json.load(file) if "runahead_model_checks.dir" in entry["command"]]
    command = re.sub(r"-(o|MT|MF) \S+|-MD|-Werror|-c \S+", "", entries[0]["command"])
    return command, [file for entry in entries for file in united(entry["file"])]


def main():
    source_dir, build = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    only = sys.argv[3:]
    command, files = model(build)
    others = [os.path.join(root, name)
              for root, _, names in os.walk(os.path.join(build, "tests/model/CMakeFiles"))
              for name in names if name.endswith(".o") and "runahead_model_checks" not in root]
    every = []
    for path in FILES:
        with open(os.path.join(source_dir, path)) as file:
            every += [(path, *mutant) for mutant in mutants_of(path, file.read())]
    results = {"caught": 0, "survived": 0, "not compiled": 0}
    for path, number, what, text in every:
        where = f"{path}:{number + 1}"
        if only and not any(one in where for one in only):
            continue
        with tempfile.TemporaryDirectory() as work:
            mutated = os.path.join(work, path)
            os.makedirs(os.path.dirname(mutated))
            with open(mutated, "w") as file:
                file.write(text)
            # All as one file, in which names from the root find the mutant first.
            with open(os.path.join(work, "all.cpp"), "w") as file:
                file.writelines(f'#include "{os.path.relpath(one, source_dir)}"\n' for one in files)
            compile = re.sub(r" -I", f" -I{work} -I", command, count=1) + f" -w -c {work}/all.cpp -o {work}/all.o"
            link = f"c++ -o {work}/mutant {work}/all.o {' '.join(others)} -lgmock_main -lgmock -lgtest -lpthread"
            built = subprocess.run(f"{compile} && {link}", shell=True, cwd=build, capture_output=True, text=True)
            if built.returncode:
                results["not compiled"] += 1
                print(f"| {where} | {what} | does not compile: {built.stderr[:300]} |", flush=True)
                continue
            try:
                done = subprocess.run([f"{work}/mutant", "--gtest_fail_fast", "--gtest_brief=1"], capture_output=True,
                                      text=True, timeout=300)
                by = re.search(r"^(.*), (.*), in execution (\d+)$", done.stdout, re.M)
                why = re.search(r'Which is: "([^\\"]*)', done.stdout)
                result = f"{by[1]}, {by[2].strip()}: {why[1] if why else ''}" if by else "it crashes" if done.returncode else ""
            except subprocess.TimeoutExpired:
                result = "it does not end"
            results["caught" if result else "survived"] += 1
            print(f"| {where} | {what} | {result or '**survives**'} |", flush=True)
    print(", ".join(f"{count} {word}" for word, count in results.items()))


if __name__ == "__main__":
    main()
