# SPDX-License-Identifier: GPL-3.0-or-later
# The helpers of the book that no library has part in.
import time

import _runahead as _r


class Timer:
    def __init__(self):
        self.times = []
        self.start()

    def start(self):
        self.tik = time.time()

    def stop(self):
        self.times.append(time.time() - self.tik)
        return self.times[-1]

    def avg(self):
        return sum(self.times) / len(self.times)

    def sum(self):
        return sum(self.times)

    def cumsum(self):
        total, sums = 0, []
        for one in self.times:
            total += one
            sums.append(total)
        return sums


class Benchmark:
    def __init__(self, description='Done'):
        self.description = description

    def __enter__(self):
        self.mark = _r.begin_mark(self.description)
        return self

    def __exit__(self, *error):
        # What it says of itself is no statement of the program's, and its looks at the clock are the mark's.
        _r.tell(f'{self.description}: {_r.end_mark(self.mark) / 1e9:.4f} sec\n')


class benchmark(Benchmark):
    """Of the edition of 2020: its description is a format of the seconds."""
    def __init__(self, description='Done in %.4f sec'):
        super().__init__(description.partition('%')[0].rstrip(' :'))
        self.form = description

    def __exit__(self, *error):
        _r.tell(self.form % (_r.end_mark(self.mark) / 1e9) + '\n')
