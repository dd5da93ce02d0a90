# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.data.dataloader: batches of a data set.
import _runahead as _r
from _names import Lacking, missing, stacked
from mxnet._array import Common, made_of, told_once
from mxnet.gluon.data.dataset import Dataset
from mxnet.gluon.data.sampler import BatchSampler, RandomSampler, SequentialSampler


def default_batchify_fn(data):
    """Arrays are stacked, tuples one place after another, numbers become an array of their type."""
    first = data[0]
    if isinstance(first, (tuple, list)) and not isinstance(first, str):
        return [default_batchify_fn(list(one)) for one in zip(*data)]
    if isinstance(first, Common):
        return stacked(list(data), 0)
    if isinstance(first, _r.Array):  # NumPy's
        return made_of(stacked(list(data), 0), dtype=_r.dtype(first))
    known = getattr(first, 'dtype', None)
    return made_of(data, dtype=known or {bool: 'bool', int: 'int64', float: 'float64'}.get(type(first)))


default_mp_batchify_fn = default_batchify_fn


class DataLoader(Lacking):
    def __init__(self, dataset, batch_size=None, shuffle=False, sampler=None, last_batch=None, batch_sampler=None,
                 batchify_fn=None, num_workers=0, pin_memory=False, pin_device_id=0, prefetch=None, thread_pool=False,
                 timeout=120, try_nopython=None):
        self._dataset, self._batchify = dataset, batchify_fn
        if num_workers < 0:
            raise ValueError('num_workers must be a non-negative integer')
        if num_workers or pin_memory or prefetch:
            told_once('DataLoader: batches are made in the program itself: without other processes (num_workers), in memory as '
                      'all other (pin_memory), when they are asked for (prefetch).')
        if batch_sampler is None:
            if batch_size is None:
                raise ValueError('batch_size must be specified unless batch_sampler is specified')
            if sampler is None:
                sampler = (RandomSampler if shuffle else SequentialSampler)(len(dataset))
            elif shuffle:
                raise ValueError('shuffle must not be specified if sampler is specified')
            batch_sampler = BatchSampler(sampler, batch_size, last_batch or 'keep')
        elif batch_size is not None or shuffle or sampler is not None or last_batch is not None:
            raise ValueError('batch_size, shuffle, sampler and last_batch must not be specified if batch_sampler is specified.')
        self._batch_sampler = batch_sampler

    def __iter__(self):
        for indices in self._batch_sampler:
            batch = None
            if self._batchify is None and isinstance(self._dataset, Dataset):
                batch = self._dataset._batch_of(indices)
            yield self._made(indices) if batch is None else batch

    def _made(self, indices):
        return (self._batchify or default_batchify_fn)([self._dataset[index] for index in indices])

    def __len__(self):
        return len(self._batch_sampler)


__getattr__ = missing(globals())
