# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.io: batches of arrays, in the older way.
import _runahead as _r
from _names import Lacking, missing
from mxnet import _ops
from mxnet.context import place_of


class DataDesc(tuple):
    """(name, shape), which knows type and layout, too."""
    def __new__(cls, name, shape, dtype='float32', layout='NCHW'):
        made = super().__new__(cls, (name, shape))
        made.name, made.shape, made.dtype, made.layout = name, shape, dtype, layout
        return made

    def __repr__(self):
        return f'DataDesc[{self.name},{self.shape},{self.dtype},{self.layout}]'


class DataBatch(Lacking):
    def __init__(self, data, label=None, pad=None, index=None, bucket_key=None, provide_data=None, provide_label=None):
        if not isinstance(data, (list, tuple)):
            raise AssertionError('Data must be list of NDArrays')
        self.data, self.label, self.pad, self.index, self.bucket_key = data, label, pad, index, bucket_key
        self.provide_data, self.provide_label = provide_data, provide_label

    def __str__(self):
        return f'DataBatch: data shapes: {[one.shape for one in self.data]} label shapes: {[one.shape for one in self.label or []]}'


class DataIter(Lacking):
    def __init__(self, batch_size=0):
        self.batch_size = batch_size

    def __iter__(self):
        return self

    def reset(self):
        pass

    def next(self):
        if not self.iter_next():
            raise StopIteration
        return DataBatch(self.getdata(), self.getlabel(), self.getpad(), self.getindex())

    def __next__(self):
        return self.next()

    def getindex(self):
        return None

    def getpad(self):
        return 0


def _named(given, name):
    """(name, array of mxnet.nd) of an array, a list or a dict of them."""
    from mxnet import nd
    if given is None:
        return []
    if isinstance(given, _r.Array):
        given = [given]
    if not isinstance(given, dict):
        given = {name if len(given) == 1 else f'_{i}_{name}': one for i, one in enumerate(given)}
    return [(key, one if isinstance(one, nd.NDArray) else nd.array(one)) for key, one in sorted(given.items())]


class NDArrayIter(DataIter):
    def __init__(self, data, label=None, batch_size=1, shuffle=False, last_batch_handle='pad', data_name='data',
                 label_name='softmax_label', layout='NCHW'):
        super().__init__(batch_size)
        self.data, self.label = _named(data, data_name), _named(label, label_name)
        if not self.data:
            raise ValueError('data: at least one array')
        self.shuffle, self.last_batch_handle, self.layout = shuffle, last_batch_handle, layout
        self.num_data, self.cursor, self._kept = self.data[0][1].shape[0], -batch_size, None
        self.reset()

    def _described(self, arrays):
        return [DataDesc(name, (self.batch_size,) + one.shape[1:], one.dtype, self.layout) for name, one in arrays]

    @property
    def provide_data(self):
        return self._described(self.data)

    @property
    def provide_label(self):
        return self._described(self.label)

    def _shuffled(self):
        from mxnet.gluon.data.sampler import RandomSampler
        if self.shuffle:
            places = _r.array(type(self.data[0][1]), list(RandomSampler(self.num_data)), place_of(None), 'int64')
            self.data, self.label = ([(name, _r.take(one, places, 0)) for name, one in arrays]
                                     for arrays in (self.data, self.label))

    def hard_reset(self):
        self._shuffled()
        self.cursor, self._kept = -self.batch_size, None

    def reset(self):
        self._shuffled()
        rolls = self.last_batch_handle == 'roll_over' and self.num_data - self.batch_size < self.cursor < self.num_data
        self.cursor = self.cursor - self.num_data - self.batch_size if rolls else -self.batch_size

    def iter_next(self):
        self.cursor += self.batch_size
        return self.cursor < self.num_data

    def next(self):
        if not self.iter_next():
            raise StopIteration
        kept, self._kept = self._kept, None
        data, label = ([self._part(one, kept and kept[which][i]) for i, (_, one) in enumerate(arrays)]
                       for which, arrays in enumerate((self.data, self.label)))
        if data[0].shape[0] != self.batch_size:  # discarded, or kept for the next time
            self._kept = data, label
            raise StopIteration
        return DataBatch(data, label, self.getpad())

    def _part(self, array, kept):
        first, last = self.cursor, self.cursor + self.batch_size
        if first < 0:
            return _r.concatenate([kept, array[:last]], 0)
        if last > self.num_data and self.last_batch_handle == 'pad':
            more = last - self.num_data
            again = _ops.tiled(array, (more // self.num_data,) + (1,) * (array.ndim - 1)) if more >= self.num_data else None
            parts = [array[first:], again, array[:more % self.num_data] if more % self.num_data else None]
            return _r.concatenate([one for one in parts if one is not None], 0)
        return array[first:min(last, self.num_data)]

    def getpad(self):
        if self.last_batch_handle == 'pad' and self.cursor + self.batch_size > self.num_data:
            return self.cursor + self.batch_size - self.num_data
        rolled = self.last_batch_handle == 'roll_over' and -self.batch_size < self.cursor < 0
        return -self.cursor if rolled else 0


__getattr__ = missing(globals())
