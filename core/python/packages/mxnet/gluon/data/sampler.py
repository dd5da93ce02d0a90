# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.data.sampler: in which order examples come.
import random

from _names import Lacking, missing

draws = random.Random(str(random.getstate()[1][:8]))  # of the run's seed, and beside the program's own random numbers


class Sampler(Lacking):
    def __iter__(self):
        raise NotImplementedError

    def __len__(self):
        raise NotImplementedError


class SequentialSampler(Sampler):
    def __init__(self, length, start=0):
        self._length, self._start = length, start

    def __iter__(self):
        return iter(range(self._start, self._start + self._length))

    def __len__(self):
        return self._length


class RandomSampler(Sampler):
    def __init__(self, length):
        self._length = length

    def __iter__(self):
        indices = list(range(self._length))
        draws.shuffle(indices)
        return iter(indices)

    def __len__(self):
        return self._length


class FilterSampler(Sampler):
    def __init__(self, fn, dataset):
        self._indices = [index for index in range(len(dataset)) if fn(dataset[index])]

    def __iter__(self):
        return iter(self._indices)

    def __len__(self):
        return len(self._indices)


class IntervalSampler(Sampler):
    def __init__(self, length, interval, rollover=True):
        if interval > length:
            raise AssertionError(f'Interval {interval} must be smaller than or equal to length {length}')
        starts = range(interval) if rollover else (0,)
        self._indices = [index for start in starts for index in range(start, length, interval)]
        self._length = length

    def __iter__(self):
        return iter(self._indices)

    def __len__(self):
        return self._length


class BatchSampler(Sampler):
    def __init__(self, sampler, batch_size, last_batch='keep'):
        if last_batch not in ('keep', 'discard', 'rollover'):
            raise ValueError(f"last_batch must be one of 'keep', 'discard', or 'rollover', but got {last_batch}")
        self._sampler, self._batch_size, self._last_batch, self._rest = sampler, batch_size, last_batch, []

    def __iter__(self):
        batch, self._rest = self._rest, []
        for index in self._sampler:
            batch.append(index)
            if len(batch) == self._batch_size:
                yield batch
                batch = []
        if batch and self._last_batch == 'keep':
            yield batch
        elif batch and self._last_batch == 'rollover':
            self._rest = batch

    def __len__(self):
        if self._last_batch == 'keep':
            return -(-len(self._sampler) // self._batch_size)
        return (len(self._sampler) + len(self._rest)) // self._batch_size


__getattr__ = missing(globals())
