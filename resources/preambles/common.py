# SPDX-License-Identifier: GPL-3.0-or-later
# What listings of every library leave out. Only the blocks that a listing needs come before it; "only" names
# the scenarios that a block is for.

import time

import builtins

import os

import subprocess

# only: training-memory training-eager-vs-function
laps = [i for i in (batches // 2, batches) if i > 0]  # batches up to which it is measured, too

# only: prediction-memory
laps = range(every, batches + 1, every)  # batches up to which it is measured, too

# only: training-memory training-eager-vs-function prediction-memory
class Benchmark(d2l.Benchmark):
    """Measures and prints how long something takes; and, from its beginning, up to each lap."""
    def __enter__(self):
        super().__enter__()
        self.laps = {f'batch {i}': d2l.Benchmark(f'batch {i}') for i in laps}
        for lap in self.laps.values():
            lap.__enter__()
        return self

    def lap(self, name):
        self.laps[name].__exit__()

Benchmark = d2l.Benchmark  # measures and prints how long something takes

def get_mem():
    """What ps says is resident, in KiB / 1000."""
    said = subprocess.check_output(['ps', 'u', '-p', str(os.getpid())])
    return int(str(said).split()[15]) / 1e3

def powers_of_two(below):
    k = 1
    while k < below:
        yield k
        k *= 2

def time_to_issue(array):
    """How many ns an addition takes to return: the median of some."""
    times = []
    for _ in range(min(n, 101)):
        begin = time.perf_counter_ns()
        two = array + 1
        times.append(time.perf_counter_ns() - begin)
    return sorted(times)[len(times) // 2]

def spin(ns):
    """Is busy for so long."""
    until = time.perf_counter_ns() + ns
    while time.perf_counter_ns() < until:
        pass

# only: training-memory delayed-training-memory sync-every-k bounded-queue function-scope
def print(value):
    """What is printed is the run's result, and the weights are."""
    global __result__
    __result__ = [value, weights]
    builtins.print(value)

# only: prediction-memory
def print(value):
    """What is printed is the run's result."""
    global __result__
    __result__ = value
    builtins.print(value)

# only: training-eager-vs-function
__result__ = lambda: [l, own]  # of the run, once it is over

# only: two-devices
__result__ = lambda: [c, d]  # of the run, once it is over

# only: independent-work
__result__ = lambda: y[-1]  # of the run, once it is over

# only: implicit-blockers
__result__ = lambda: total  # of the run, once it is over

# only: dead-assignment
__result__ = lambda: a  # of the run, once it is over

# only: matmul-race cpu-matmul-async launch-queue overlap-copy
__result__ = lambda: b  # of the run, once it is over

# only: four-statements wait-on-intermediate late-error
__result__ = lambda: c  # of the run, once it is over

# only: barriers eager-vs-function increment-loop lazy-loop loop-model queued-vs-finished reorder slow-frontend small-copies tiny-tasks transpose-product
__result__ = lambda: y  # of the run, once it is over
