# SPDX-License-Identifier: GPL-3.0-or-later
# Elements by their places: what is put there, and what there is of each. Not here: gather() and its like (_array_ops.py).
import collections

import _runahead as _r
from _names import size_of, type_name
from tensorflow import InvalidArgumentError, Tensor, _places, _sizes, _t, cast
from tensorflow._array_ops import _in_range, concat, gather, reshape, stack, zeros

__all__ = ['scatter_nd', 'searchsorted', 'tensor_scatter_nd_add', 'tensor_scatter_nd_max', 'tensor_scatter_nd_min',
           'tensor_scatter_nd_sub', 'tensor_scatter_nd_update', 'unique', 'unique_with_counts']


def _rows(indices, updates, shape):
    """Places as whole numbers among the rows that they name, and the updates as rows."""
    indices = _t(indices)
    depth = indices.shape[-1]
    if depth > len(shape) or tuple(updates.shape) != tuple(indices.shape[:-1]) + tuple(shape[depth:]):
        raise InvalidArgumentError(f'Dimensions of indices {indices.shape}, updates {updates.shape} and shape {tuple(shape)} do not '
                                   'fit')
    place, count, width = None, 1, 1
    for axis in range(depth):
        one = reshape(indices[..., axis], (-1,))
        _in_range(one, shape[axis], 'indices[...] = {one} does not index into shape of size {size}')
        place = one if place is None else place * shape[axis] + one
        count *= shape[axis]
    for one in shape[depth:]:
        width *= one
    return place, reshape(updates, (-1, width)), count, width


def scatter_nd(indices, updates, shape, name=None):
    updates, sizes = _t(updates), _sizes(shape)
    place, rows, count, _ = _rows(indices, updates, sizes)
    if not size_of(place):
        return zeros(sizes, _r.dtype(updates))
    return reshape(_added(rows, place, count), sizes)


def _added(rows, place, count):
    """Of each place, the sum of its rows."""
    kind = _r.dtype(rows)
    own = rows if kind in ('float32', 'float64') else cast(rows, 'float64')
    made = _r.dot(_r.transpose(_r.one_hot(place, count, _r.dtype(own))), own)
    return made if kind == _r.dtype(made) else cast(made, kind)


def tensor_scatter_nd_add(tensor, indices, updates, name=None):
    tensor = _t(tensor)
    return tensor + scatter_nd(indices, _t(updates, _r.dtype(tensor)), tensor.shape)


def tensor_scatter_nd_sub(tensor, indices, updates, name=None):
    tensor = _t(tensor)
    return tensor - scatter_nd(indices, _t(updates, _r.dtype(tensor)), tensor.shape)


def _by_rows(take):
    def function(tensor, indices, updates, name=None):
        tensor = _t(tensor)
        updates = _t(updates, _r.dtype(tensor))
        place, rows, count, width = _rows(indices, updates, tensor.shape)
        whole = reshape(tensor, (count, width))
        last = {}
        for i, one in enumerate(_r.tolist(place)):
            last.setdefault(one, []).append(i)
        if not last:
            return tensor
        # The whole and, behind it, what is put there; then each row from where it stands.
        made, at = [whole], list(range(count))
        for one, its in last.items():
            at[one] = count + len(made) - 1
            made.append(take(whole, one, [rows[i:i + 1] for i in its]))
        return reshape(gather(concat(made, 0), at), tensor.shape)
    return function


def _best(better):
    def take(whole, place, rows):
        made = whole[place:place + 1]
        for one in rows:
            made = better(made, one)
        return made
    return take


tensor_scatter_nd_update = _by_rows(lambda whole, place, rows: rows[-1])
tensor_scatter_nd_max, tensor_scatter_nd_min = _by_rows(_best(_r.maximum)), _by_rows(_best(_r.minimum))


def _numbered(x):
    x = _t(x)
    if x.ndim != 1:
        raise InvalidArgumentError('unique expects a 1D vector.')
    found, at = {}, []
    for one in _r.tolist(x):
        at.append(found.setdefault(one, len(found)))
    return x, list(found), at


def _made(x, values, at, out_idx):
    return (_r.array(Tensor, values, _places[-1], _r.dtype(x)) if values else x,
            cast(_r.array(Tensor, at, _places[-1], 'int64'), out_idx) if at else zeros((0,), out_idx))


def unique(x, out_idx='int32', name=None):
    x, values, at = _numbered(x)
    return collections.namedtuple('Unique', ['y', 'idx'])(*_made(x, values, at, type_name(out_idx)))


def unique_with_counts(x, out_idx='int32', name=None):
    x, values, at = _numbered(x)
    counts = [at.count(i) for i in range(len(values))]
    made = _made(x, values, at, type_name(out_idx))
    return collections.namedtuple('UniqueWithCounts', ['y', 'idx', 'count'])(*made, _made(x, values, counts, type_name(out_idx))[1])


def searchsorted(sorted_sequence, values, side='left', out_type='int32', name=None):
    sequence = _t(sorted_sequence)
    values = _t(values, _r.dtype(sequence))
    if side not in ('left', 'right'):
        raise ValueError("Argument `side` must be either 'right' or 'left'.")
    below = _r.reshape(sequence, (*sequence.shape[:-1], 1, -1)), _r.reshape(values, (*values.shape, 1))
    smaller = below[0] < below[1] if side == 'left' else below[0] <= below[1]
    return cast(_r.sum(cast(smaller, 'int64'), -1), out_type)


def bincount(arr, weights=None, minlength=None, maxlength=None, dtype='int32', name=None, axis=None, binary_output=False):
    arr = reshape(_t(arr), (-1,))
    if axis is not None or binary_output:
        raise NotImplementedError('tf.math.bincount: Runahead has neither axis nor binary_output')
    count = (int(_r.item(_r.max(arr))) + 1) if size_of(arr) else 0
    count = max(count, int(minlength or 0))
    count = count if maxlength is None else min(count, int(maxlength))
    if not size_of(arr) or not count:
        return zeros((count,), dtype)
    if maxlength is not None:
        at = [i for i, one in enumerate(_r.tolist(arr)) if one < count]
        arr, weights = gather(arr, at), None if weights is None else gather(reshape(_t(weights), (-1,)), at)
    rows = _r.ones(Tensor, (size_of(arr), 1), _places[-1], 'float64') if weights is None else reshape(_t(weights), (-1, 1))
    made = reshape(_added(rows, arr, count), (count,))
    return cast(made, dtype) if weights is None else made


def _segments(segment_ids, count):
    ids = _r.tolist(_t(segment_ids))
    count = max(ids, default=-1) + 1 if count is None else int(count)
    return [[i for i, own in enumerate(ids) if own == one] for one in range(count)]


def _segment(reduce, empty):
    def function(data, segment_ids, num_segments=None, name=None):
        data = _t(data)
        made = []
        for its in _segments(segment_ids, num_segments):
            made.append(reduce(gather(data, its)) if its else _r.full(Tensor, data.shape[1:], empty(_r.dtype(data)),
                                                                      _places[-1], _r.dtype(data)))
        return stack(made)
    return function


def _lowest(dtype):
    return {'float32': -3.4028234663852886e38, 'float64': -1.7976931348623157e308, 'int32': -2 ** 31, 'int64': -2 ** 63}[dtype]


def _highest(dtype):
    return -_lowest(dtype) if dtype.startswith('float') else -_lowest(dtype) - 1


def _over_rows(call):
    from tensorflow import _math_ops
    return lambda rows: getattr(_math_ops, call)(rows, 0)


segment_sum = unsorted_segment_sum = _segment(_over_rows('reduce_sum'), lambda dtype: 0)
segment_mean = unsorted_segment_mean = _segment(_over_rows('reduce_mean'), lambda dtype: 0)
segment_prod = _segment(_over_rows('reduce_prod'), lambda dtype: 1)
segment_max, segment_min = (_segment(_over_rows(name), lambda dtype: 0) for name in ('reduce_max', 'reduce_min'))
unsorted_segment_max = _segment(_over_rows('reduce_max'), _lowest)
unsorted_segment_min = _segment(_over_rows('reduce_min'), _highest)
