# SPDX-License-Identifier: GPL-3.0-or-later
# NumPy as a peer of the speed benchmark: reads the name of a job, does it once, answers the milliseconds.
# Not here: jobs that no target of ours names.
import sys
import time

import numpy

jobs = {"normal": lambda: numpy.random.normal(size=(1000, 1000))}
for line in sys.stdin:
    start = time.thread_time()
    jobs[line.strip()]()
    print((time.thread_time() - start) * 1e3, flush=True)
