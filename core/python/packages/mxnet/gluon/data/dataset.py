# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.data.dataset: examples by their index. What has a whole batch in a few calls says so by _batch_of().
import _runahead as _r
from _names import Lacking, missing, type_name
from mxnet.gluon.data.sampler import FilterSampler, Sampler, SequentialSampler


class Dataset(Lacking):
    def __getitem__(self, idx):
        raise NotImplementedError

    def __len__(self):
        raise NotImplementedError

    def filter(self, fn):
        return _Sampled(self, FilterSampler(fn, self))

    def shard(self, num_shards, index):
        if not 0 <= index < num_shards:
            raise AssertionError(f'Shard index of out bound: {index} out of {num_shards}')
        each, rest = divmod(len(self), num_shards)
        start = each * index + min(index, rest)
        return _Sampled(self, SequentialSampler(each + (index < rest), start))

    def take(self, count):
        return _Sampled(self, SequentialSampler(len(self) if count is None else min(count, len(self))))

    def sample(self, sampler):
        if not isinstance(sampler, Sampler):
            raise TypeError(f'Invalid sampler type: {type(sampler)}. Expected gluon.data.Sampler instead.')
        return _Sampled(self, sampler)

    def transform(self, fn, lazy=True):
        made = _Transformed(self, fn)
        return made if lazy else SimpleDataset([one for one in made])

    def transform_first(self, fn, lazy=True):
        return self.transform(_First(fn), lazy)

    def __iter__(self):
        return (self[index] for index in range(len(self)))

    def _batch_of(self, indices):
        """A batch of these; None: they are put together one by one."""
        return None


class SimpleDataset(Dataset):
    def __init__(self, data):
        self._data = data

    def __len__(self):
        return len(self._data)

    def __getitem__(self, idx):
        return self._data[idx]


class _Sampled(Dataset):
    def __init__(self, dataset, sampler):
        self._dataset, self._indices = dataset, list(sampler)

    def __len__(self):
        return len(self._indices)

    def __getitem__(self, idx):
        return self._dataset[self._indices[idx]]

    def _batch_of(self, indices):
        return self._dataset._batch_of([self._indices[index] for index in indices])


class _Transformed(Dataset):
    def __init__(self, dataset, fn):
        self._data, self._fn = dataset, fn

    def __len__(self):
        return len(self._data)

    def __getitem__(self, idx):
        item = self._data[idx]
        return self._fn(*item) if isinstance(item, tuple) else self._fn(item)

    def _batch_of(self, indices):
        """Where the transform takes a whole batch as it takes one."""
        if not (isinstance(self._fn, _First) and getattr(self._fn.fn, 'of_batches', False)):
            return None
        batch = self._data._batch_of(indices) if isinstance(self._data, Dataset) else None
        if batch is None:
            return None
        return [self._fn.fn(batch[0]), *batch[1:]] if isinstance(batch, list) else self._fn.fn(batch)


class _First:
    def __init__(self, fn):
        self.fn = fn

    def __call__(self, x, *rest):
        return (self.fn(x), *rest) if rest else self.fn(x)


def _keeping(kind, name):
    plain = getattr(kind, name)

    def operator(self, other):
        made = plain(self, other)
        return type(self)(made) if type(made) is kind else made
    return operator


class _Scalar:
    """A number of NumPy's, which has a type."""
    shape, ndim, size = (), 0, 1

    def astype(self, dtype):
        return _NUMBERS.get(type_name(dtype), bool)(self)

    def item(self):
        return (float if isinstance(self, float) else int)(self)


class _Float(_Scalar, float):
    dtype = 'float32'
    __add__, __radd__, __sub__, __rsub__, __mul__, __rmul__, __truediv__ = (
        _keeping(float, name) for name in ('__add__', '__radd__', '__sub__', '__rsub__', '__mul__', '__rmul__', '__truediv__'))


class _Double(_Float):
    dtype = 'float64'


class _Int(_Scalar, int):
    dtype = 'int32'


class _Long(_Int):
    dtype = 'int64'


_NUMBERS = {'float32': _Float, 'float64': _Double, 'int32': _Int, 'int64': _Long}


def numbers_of(array):
    """Its values, for which the program waits."""
    kind = _NUMBERS.get(_r.dtype(array), bool)
    return [kind(one) for one in _r.tolist(array)]


def rows_of(array, indices):
    """These rows, as an array of its own."""
    first = indices[0]
    if list(indices) == list(range(first, first + len(indices))):
        return _r.copy(array[first:first + len(indices)])
    return _r.take(array, _r.array(type(array), list(indices), _r.place(array), 'int64'), 0)


class ArrayDataset(Dataset):
    """Rows of arrays or lists beside each other. An array of one axis is read when it is made."""
    def __init__(self, *args):
        if not args:
            raise AssertionError('Needs at least 1 arrays')
        self._length, self._data, self._arrays = len(args[0]), [], args
        for i, data in enumerate(args):
            if len(data) != self._length:
                raise AssertionError(f'All arrays must have the same length; array[0] has length {self._length} while '
                                     f'array[{i + 1}] has {len(data)}.')
            read = isinstance(data, _r.Array) and data.ndim == 1
            self._data.append(numbers_of(data) if read else data)

    def __getitem__(self, idx):
        return self._data[0][idx] if len(self._data) == 1 else tuple(data[idx] for data in self._data)

    def __len__(self):
        return self._length

    def _batch_of(self, indices):
        from mxnet._array import Common
        if not all(isinstance(one, Common) for one in self._arrays):
            return None
        batch = [rows_of(one, indices) for one in self._arrays]
        return batch if len(batch) > 1 else batch[0]


__getattr__ = missing(globals())
