# SPDX-License-Identifier: GPL-3.0-or-later
# What mxnet.nd and mxnet.np share and the engine has not itself: functions of elements, and what else is put together from calls.
import math

import _runahead as _r
from _names import Unrecorded, size_of
from mxnet import _ops


def _by_double(function):
    """In float64 where the array is of float32, so that no digit of the result is lost between the calls."""
    def of(x):
        dtype = _r.dtype(x) if _r.dtype(x) in ('float32', 'float64') else 'float32'
        return _ops.as_type(function(_ops.as_type(x, 'float64')), dtype)
    of.__name__ = of.__qualname__ = function.__name__
    return of


@_by_double
def sinh(x):
    wide = _r.exp(x)
    return (wide - 1 / wide) / 2


@_by_double
def cosh(x):
    wide = _r.exp(x)
    return (wide + 1 / wide) / 2


@_by_double
def tan(x):
    return _r.sin(x) / _r.cos(x)


@_by_double
def arcsin(x):
    return _r.arctan(x / _r.sqrt(1 - _r.square(x)))


@_by_double
def arccos(x):
    return math.pi / 2 - _r.arctan(x / _r.sqrt(1 - _r.square(x)))


@_by_double
def arcsinh(x):
    size = _r.abs(x)
    return _ops.signs(x) * _r.log(size + _r.sqrt(_r.square(x) + 1))


@_by_double
def arccosh(x):
    return _r.log(x + _r.sqrt(_r.square(x) - 1))


@_by_double
def arctanh(x):
    return _r.log((1 + x) / (1 - x)) / 2


@_by_double
def log1p(x):
    return _r.log(x + 1)


@_by_double
def expm1(x):
    return _r.exp(x) - 1


@_by_double
def log2(x):
    return _r.log(x) / math.log(2)


@_by_double
def log10(x):
    return _r.log(x) / math.log(10)


@_by_double
def cbrt(x):
    return _ops.signs(x) * _r.power(_r.abs(x), 1 / 3)


@_by_double
def degrees(x):
    return x * (180 / math.pi)


@_by_double
def radians(x):
    return x * (math.pi / 180)


def trunc(x):
    return _ops.signs(x) * _r.floor_divide(_r.abs(x), 1)


def round_away(x):
    """Halves away from zero, as mxnet.nd.round."""
    return _ops.signs(x) * _r.floor_divide(_r.abs(x) + 0.5, 1)


def rint(x):
    """Halves to the even one, as NumPy's round."""
    low = _r.floor_divide(x, 1)
    rest = x - low
    odd = _r.not_equal(_r.remainder(low, 2), 0)
    up = _r.logical_or(_r.greater(rest, 0.5), _r.logical_and(_r.equal(rest, 0.5), odd))
    return low + _ops.like(up, x)


def hard_sigmoid(x, alpha=0.2, beta=0.5):
    return _r.minimum(_r.maximum(x * alpha + beta, 0), 1)


def gelu(x):
    return x * (_r.erf(x / math.sqrt(2)) + 1) / 2


def without_nan(array, value=0):
    """nan is another number, to which no gradient goes."""
    with Unrecorded(array):
        known = _r.equal(array, array)
    return _ops.chosen(known, array, value)


def product(array, axis=None, keepdims=False):
    """By halves, so that no product is made twice."""
    rank = array.ndim
    axes = range(rank) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    for one in sorted((_ops.axis_of(array, one) for one in axes), reverse=True):
        while array.shape[one] > 1:
            half = array.shape[one] // 2
            rest = _ops.part(array, one, 2 * half, array.shape[one]) if array.shape[one] % 2 else None
            array = _ops.part(array, one, 0, half) * _ops.part(array, one, half, 2 * half)
            array = array if rest is None else _r.concatenate([array, rest], one)
        if not array.shape[one]:
            return _r.ones(type(array), tuple(1 if at == one else size for at, size in enumerate(array.shape)), _r.place(array))
    gone = set() if keepdims else {_ops.axis_of(array, one) for one in axes}
    return _r.reshape(array, tuple(size for at, size in enumerate(array.shape) if at not in gone))


def moved(array, source, destination):
    source, destination = ([one] if isinstance(one, int) else list(one) for one in (source, destination))
    source, destination = ([_ops.axis_of(array, one) for one in axes] for axes in (source, destination))
    axes = [axis for axis in range(array.ndim) if axis not in source]
    for to, axis in sorted(zip(destination, source)):
        axes.insert(to, axis)
    return _ops.transposed(array, axes)


def padded(data, pad_width, mode='constant', value=0):
    """pad_width: before and behind, for each axis."""
    for axis, (before, behind) in enumerate(pad_width):
        if not before and not behind:
            continue
        size, shape = data.shape[axis], data.shape
        if mode == 'constant':
            def filled(count):
                return _r.full(type(data), shape[:axis] + (count,) + shape[axis + 1:], value, _r.place(data), _r.dtype(data))
            parts = [filled(before)] * bool(before) + [data] + [filled(behind)] * bool(behind)
            data = _r.concatenate(parts, axis)
            continue
        places = list(range(-before, size + behind))
        if mode == 'edge':
            places = [min(max(place, 0), size - 1) for place in places]
        elif mode == 'reflect':
            period = 2 * (size - 1) or 1
            places = [min(place % period, period - place % period) if size > 1 else 0 for place in places]
        else:
            raise NotImplementedError(f"pad: mode '{mode}': Runahead has constant, edge and reflect")
        data = _r.take(data, _r.array(type(data), places, _r.place(data), 'int64'), axis)
    return data


def triangle(array, k=0, lower=True):
    """What is on the k-th diagonal and on one side of it."""
    rows, columns = array.shape[-2:]
    kind, place = type(array), _r.place(array)
    at_row = _r.reshape(_r.arange(kind, 0, rows, 1, place, 'int64'), (rows, 1)) + k
    at_column = _r.reshape(_r.arange(kind, 0, columns, 1, place, 'int64'), (1, columns))
    kept = _r.greater_equal(at_row, at_column) if lower else _r.less_equal(at_row, at_column)
    return _ops.chosen(_ops.broadcasted(kept, array.shape), array, 0)


def diagonal(array, k=0):
    """Of a matrix its diagonal; of a vector a matrix that has it there."""
    kind, place = type(array), _r.place(array)
    if array.ndim == 1:
        size = array.shape[0] + abs(k)
        wide = padded(array, ((max(k, 0), max(-k, 0)),))
        rows = _r.reshape(_r.arange(kind, 0, size, 1, place, 'int64'), (size, 1)) + k
        on = _r.equal(rows, _r.reshape(_r.arange(kind, 0, size, 1, place, 'int64'), (1, size)))
        return _ops.chosen(on, _ops.broadcasted(_r.reshape(wide, (1, size)), (size, size)), 0)
    rows, columns = array.shape[:2]
    count = max(0, min(rows - max(-k, 0), columns - max(k, 0)))
    places = [(at + max(-k, 0)) * columns + at + max(k, 0) for at in range(count)]
    flat = _r.reshape(array, (rows * columns,) + array.shape[2:])
    return _r.take(flat, _r.array(kind, places, place, 'int64'), 0)


def drawn_categories(chances, shape, dtype, get_prob=False):
    """mxnet.nd.sample_multinomial: places along the last axis, by their chances."""
    kind, place = type(chances), _r.place(chances)
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    count, before = chances.shape[-1], chances.shape[:-1]
    draws = 1
    for size in shape:
        draws *= size
    rows = size_of(chances) // count
    with Unrecorded(chances):
        bounds = _r.reshape(_r.cumsum(_ops.as_type(chances, 'float64'), chances.ndim - 1), (rows, 1, count))
        bounds = bounds / bounds[:, :, count - 1:]  # so that rounding leaves no room behind the last one
        passed = _r.greater_equal(_r.uniform(kind, (rows, draws, 1), 0, 1, place, 'float64'), bounds)
        places = _r.sum(_ops.as_type(passed, 'int64'), 2, False)
    made = _ops.as_type(_r.reshape(places, before + shape or (1,)), dtype)
    if not get_prob:
        return made
    wide = _ops.broadcasted(_r.reshape(chances, (rows, 1, count)), (rows, draws, count))
    return [made, _r.reshape(_r.log(_r.pick(wide, places, 2, False)), made.shape)]


def gathered(data, indices):
    """Of gather_nd: along the first axis of indices, a place for each of the first axes of data."""
    depth = indices.shape[0]
    flat_places, rows = None, 1
    for axis in range(depth):
        one = _ops.as_type(indices[axis], 'int64')
        flat_places = one if flat_places is None else flat_places * data.shape[axis] + one
        rows *= data.shape[axis]
    return _r.take(_r.reshape(data, (rows,) + data.shape[depth:]), flat_places, 0)
