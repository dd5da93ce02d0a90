# SPDX-License-Identifier: GPL-3.0-or-later
# NumPy's names: every call computes before it returns, on the frontend's thread.
import builtins
import collections
import math

import _runahead as _r
from _indexing import read_part, write_part
from _runahead import AxisError  # noqa: a name of NumPy's
from _names import (Array, DType, InPlace, Names, all_close, all_equal, all_true, bounded, dtypes, given_shape, grid, missing,
                    size_of, stacked, table, truth, type_name, with_axis)

globals().update(dtypes("<class 'numpy.{}'>"))
bool_ = DType('bool', "<class 'numpy.bool_'>")
del globals()['bool']
int_, double, single = int64, float64, float32
pi, inf, nan, e = 3.141592653589793, float('inf'), float('nan'), 2.718281828459045
newaxis = None
_DTYPES = {name: DType(name, f"dtype('{name}')", name) for name in ('float32', 'float64', 'int32', 'int64', 'bool')}


def _number(name):
    """What NumPy has of a result without axes is a number, which operators do not change."""
    in_place, plain = getattr(InPlace, f'__i{name}__'), getattr(Array, f'__{name}__')

    def operator(self, other):
        return in_place(self, other) if self.ndim or _r.is_view(self) else plain(self, other)
    return operator


class ndarray(InPlace, Array):
    __slots__ = ()
    __iadd__, __isub__, __imul__ = _number('add'), _number('sub'), _number('mul')
    __itruediv__, __ifloordiv__ = _number('truediv'), _number('floordiv')

    def __getitem__(self, key):
        if builtins.any(isinstance(one, slice) and one.step not in (None, 1) for one in (key if isinstance(key, tuple) else (key,))):
            return _r.Array.__getitem__(self, key)  # which would share memory, and is refused
        return read_part(self, key)

    def __setitem__(self, key, value):
        write_part(self, key, value)

    @property
    def dtype(self):
        return _DTYPES[_r.dtype(self)]

    @property
    def size(self):
        return size_of(self)

    def dot(self, other):
        return _r.dot(self, other)

    def transpose(self):
        return _r.transpose(self)

    def max(self, axis=None, keepdims=False):
        return _r.max(self, axis, keepdims)

    def min(self, axis=None, keepdims=False):
        return _r.min(self, axis, keepdims)

    def argmax(self, axis=None):
        return _r.argmax(self, axis)

    def argmin(self, axis=None):
        return _r.argmin(self, axis)

    def sum(self, axis=None, keepdims=False):
        return _r.sum(self, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        return _r.mean(self, axis, keepdims)

    def any(self, axis=None, keepdims=False):
        return truth(self, _r.max, axis, keepdims)

    def all(self, axis=None, keepdims=False):
        return truth(self, _r.min, axis, keepdims)

    def clip(self, min=None, max=None):
        return bounded(self, min, max)

    def flatten(self):
        return _r.reshape(_r.copy(self), (size_of(self),))

    def ravel(self):
        return _r.reshape(self, (size_of(self),))

    def fill(self, value):
        self[()] = value

    def copy(self):
        return _r.copy(self)

    def tolist(self):
        return _r.tolist(self)

    def astype(self, dtype):
        return _r.astype(self, type_name(dtype))

    def reshape(self, *shape, order='C'):
        return _r.reshape(self, given_shape(shape))

    def std(self, axis=None, ddof=0, keepdims=False):
        return std(self, axis, ddof, keepdims)

    def var(self, axis=None, ddof=0, keepdims=False):
        return var(self, axis, ddof, keepdims)

    def prod(self, axis=None, keepdims=False):
        return prod(self, axis, keepdims)

    def cumsum(self, axis=None):
        return cumsum(self, axis)

    def round(self, decimals=0):
        return round(self, decimals)

    def squeeze(self, axis=None):
        return squeeze(self, axis)

    def repeat(self, repeats, axis=None):
        return repeat(self, repeats, axis)

    def argsort(self, axis=-1):
        return argsort(self, axis)

    def sort(self, axis=-1):
        self[()] = sort(self, axis)

    def swapaxes(self, axis1, axis2):
        return swapaxes(self, axis1, axis2)

    def __repr__(self):
        if not self.ndim:
            return str(self)  # what NumPy has there is no array any more
        dtype = _r.dtype(self)
        text = f"array({_r.printed(self, 'numpy', ',', 6)}"
        if dtype in ('float64', 'int64', 'bool') and size_of(self):
            return text + ')'
        if not size_of(self) and self.ndim > 1:
            text += f', shape={self.shape}'
        shown = f'dtype={dtype})'
        last_line = len(text) - text.rfind('\n')
        return text + (',\n      ' if last_line + len(shown) + 1 > 75 else ', ') + shown

    def __str__(self):
        return _r.printed(self, 'numpy', '', 0)


_r.set_rules(ndarray, 'numpy')


def _array_of(made):
    """Without axes an array all the same, which operators change."""
    return made if made.ndim else _r.alias(made)


def zeros(shape, dtype=None):
    return _array_of(_r.zeros(ndarray, shape, _r.HOST, type_name(dtype) or 'float64'))


def ones(shape, dtype=None):
    return _array_of(_r.ones(ndarray, shape, _r.HOST, type_name(dtype) or 'float64'))


empty = zeros


def full(shape, fill_value, dtype=None):
    return _array_of(_r.full(ndarray, shape, fill_value, _r.HOST, type_name(dtype), real='float64'))


def zeros_like(a, dtype=None):
    return zeros(a.shape, type_name(dtype) or _r.dtype(a))


def ones_like(a, dtype=None):
    return ones(a.shape, type_name(dtype) or _r.dtype(a))


def arange(start, stop=None, step=1, dtype=None):
    start, stop, step = (_r.item(one) if isinstance(one, _r.Array) else one for one in (start, stop, step))
    first, last = (0, start) if stop is None else (start, stop)
    return _r.arange(ndarray, first, last, step, _r.HOST, type_name(dtype), real='float64')


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None):
    start, stop = (_r.item(one) if isinstance(one, _r.Array) else one for one in (start, stop))
    parts = num - 1 if endpoint else num
    step = (stop - start) / parts if parts > 0 else nan
    made = _r.arange(ndarray, 0.0, float(num), 1.0, _r.HOST, 'float64') * (step if parts > 0 else 0.0) + start
    if endpoint and num > 1:
        made[num - 1] = stop
    made = made if dtype is None else made.astype(dtype)
    return (made, step) if retstep else made


def eye(N, dtype=None):
    if N < 0:
        raise ValueError('negative dimensions are not allowed')
    row = arange(N)
    return (_r.reshape(row, (N, 1)) == row).astype(dtype or float64)


def array(object, dtype=None):
    if isinstance(object, _r.Array):
        if not isinstance(object, ndarray):
            object = object.asnumpy() if hasattr(object, 'asnumpy') else object.numpy()
        return object.copy() if dtype is None else object.astype(dtype)
    return _array_of(_r.array(ndarray, object, _r.HOST, type_name(dtype), real='float64'))


def asarray(a, dtype=None):
    return a if isinstance(a, ndarray) and dtype is None else array(a, dtype)


def _array(a):
    return a if isinstance(a, _r.Array) else array(a)


def _of(call):
    """Also of lists, and of numbers alone."""
    def of_any(a, *others):
        if not isinstance(a, _r.Array):
            a = array(a) if not others or isinstance(a, (list, tuple)) else a
        others = [array(one) if isinstance(one, (list, tuple)) else one for one in others]
        return call(a, *others)
    of_any.__name__ = of_any.__qualname__ = call.__name__
    return of_any


def genfromtxt(fname, dtype=float, delimiter=None):
    return array(table(fname, delimiter), dtype)


def meshgrid(*xi, indexing='xy'):
    if indexing not in ('xy', 'ij'):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    return grid([_array(one) for one in xi], indexing)


def concatenate(arrays, axis=0):
    return _r.concatenate(list(arrays), axis)


def stack(arrays, axis=0):
    return stacked(list(arrays), axis, AxisError, ValueError)


def where(condition, x, y):
    return _r.where(condition, x, y)


def negative(x):
    return -x


def transpose(a, axes=None):
    return _r.transpose(_array(a), axes and [axis % _array(a).ndim for axis in axes])


def reshape(a, newshape):
    return _r.reshape(_array(a), newshape)


def expand_dims(a, axis):
    return with_axis(_array(a), axis, AxisError)


def any(a, axis=None, keepdims=False):
    return truth(_array(a), _r.max, axis, keepdims)


def all(a, axis=None, keepdims=False):
    return truth(_array(a), _r.min, axis, keepdims)


def clip(a, a_min, a_max):
    return bounded(_array(a), a_min, a_max)


def allclose(a, b, rtol=1e-05, atol=1e-08):
    return all_close(asarray(a), asarray(b), rtol, atol)


def array_equal(a1, a2):
    return all_equal(asarray(a1), asarray(a2))


def _assert_allclose(actual, desired, rtol=1e-07, atol=0):
    if not allclose(actual, desired, rtol, atol):
        raise AssertionError(f'Not equal to tolerance rtol={rtol:g}, atol={atol:g}')


def _assert_array_equal(x, y):
    if not array_equal(x, y):
        raise AssertionError('Arrays are not equal')


def max(a, axis=None, keepdims=False):
    return _r.max(_array(a), axis, keepdims)


def min(a, axis=None, keepdims=False):
    return _r.min(_array(a), axis, keepdims)


def sum(a, axis=None, keepdims=False):
    return _r.sum(_array(a), axis, keepdims)


def mean(a, axis=None, keepdims=False):
    return _r.mean(_array(a), axis, keepdims)


def argmax(a, axis=None):
    return _r.argmax(_array(a), axis)


def argmin(a, axis=None):
    return _r.argmin(_array(a), axis)


def _axis(a, axis):
    if not -a.ndim <= axis < a.ndim:
        raise AxisError(f'axis {axis} is out of bounds for array of dimension {a.ndim}')
    return axis % a.ndim


def _floating(a):
    a = _array(a)
    return a if _r.dtype(a) in ('float32', 'float64') else _r.astype(a, 'float64')


def var(a, axis=None, ddof=0, keepdims=False):
    a = _floating(a)
    moved = a - _r.mean(a, axis, True)
    made = _r.sum(_r.square(moved), axis, keepdims)
    return made / (size_of(a) // (size_of(made) or 1) - ddof)


def std(a, axis=None, ddof=0, keepdims=False):
    return _r.sqrt(var(a, axis, ddof, keepdims))


def _flat(a):
    return _r.reshape(a, (size_of(a),))


def cumsum(a, axis=None):
    a = _array(a)
    return _r.cumsum(_flat(a), 0) if axis is None else _r.cumsum(a, _axis(a, axis))


def prod(a, axis=None, keepdims=False):
    """By halves."""
    a = _array(a)
    if axis is None:
        made = prod(_flat(a), 0)
        return _r.reshape(made, (1,) * a.ndim) if keepdims else made
    axis = _axis(a, axis)
    if not a.shape[axis]:
        return ones(a.shape[:axis] + ((1,) if keepdims else ()) + a.shape[axis + 1:], _r.dtype(a))
    before = (slice(None),) * axis
    while a.shape[axis] > 1:
        half = a.shape[axis] // 2
        made = a[before + (slice(0, half),)] * a[before + (slice(half, 2 * half),)]
        a = _r.concatenate([made, a[before + (slice(2 * half, None),)]], axis) if a.shape[axis] % 2 else made
    return _r.copy(a) if keepdims else _r.copy(a[before + (0,)])


def sort(a, axis=-1):
    a = _array(a)
    return _r.sort(_flat(a), 0) if axis is None else _r.sort(a, _axis(a, axis))


def argsort(a, axis=-1):
    a = _array(a)
    return _r.argsort(_flat(a), 0) if axis is None else _r.argsort(a, _axis(a, axis))


def percentile(a, q, axis=None):
    """Linear between the two that are nearest."""
    a = sort(_r.astype(_array(a), 'float64'), axis)
    axis = 0 if axis is None else _axis(a, axis)
    if isinstance(q, (list, tuple, _r.Array)):
        return stack([percentile(a, float(one), axis) for one in q])
    at = q / 100 * (a.shape[axis] - 1)
    low = int(at)
    before = (slice(None),) * axis
    first, next_one = a[before + (low,)], a[before + (builtins.min(low + 1, a.shape[axis] - 1),)]
    return first + (next_one - first) * (at - low)


def median(a, axis=None):
    return _like(percentile(a, 50, axis), _floating(a))


def unique(ar, return_counts=False):
    flat = _r.tolist(_flat(_array(ar)))
    values = sorted(set(flat))
    made = array(values, _r.dtype(_array(ar)))
    if not return_counts:
        return made
    counts = collections.Counter(flat)
    return made, array([counts[value] for value in values], int64)


def bincount(x, minlength=0):
    counts = collections.Counter(_r.tolist(_array(x)))
    return array([counts[at] for at in range(builtins.max([minlength, *(one + 1 for one in counts)]))], int64)


def squeeze(a, axis=None):
    gone = [at for at, size in enumerate(a.shape) if size == 1] if axis is None else [_axis(a, axis)]
    if builtins.any(a.shape[at] != 1 for at in gone):
        raise ValueError('cannot select an axis to squeeze out which has size not equal to one')
    return _r.reshape(a, tuple(size for at, size in enumerate(a.shape) if at not in gone))


def swapaxes(a, axis1, axis2):
    axes = list(range(a.ndim))
    axes[axis1], axes[axis2] = axes[axis2], axes[axis1]
    return _r.view(a, a.shape) if axes == sorted(axes) else transpose(a, axes)


def repeat(a, repeats, axis=None):
    a = _array(a)
    a, axis = (_flat(a), 0) if axis is None else (a, _axis(a, axis))
    places = [at for at in range(a.shape[axis]) for _ in range(repeats)]
    return _r.take(a, array(places, int64), axis)


def tile(A, reps):
    a, reps = _array(A), (reps,) if isinstance(reps, int) else tuple(reps)
    rank = builtins.max(a.ndim, len(reps))
    a, reps = _r.reshape(a, (1,) * (rank - a.ndim) + a.shape), (1,) * (rank - len(reps)) + reps
    for axis, count in enumerate(reps):
        a = _r.concatenate([a] * count, axis) if count > 1 else a
    return _r.copy(a)


def hstack(tup):
    arrays = [_array(one) for one in tup]
    return _r.concatenate(arrays, 1 if arrays[0].ndim > 1 else 0)


def vstack(tup):
    arrays = [_array(one) for one in tup]
    return _r.concatenate([one if one.ndim > 1 else _r.reshape(one, (1, size_of(one))) for one in arrays], 0)


def append(arr, values, axis=None):
    arr, values = _array(arr), _array(values)
    return _r.concatenate([_flat(arr), _flat(values)], 0) if axis is None else _r.concatenate([arr, values], axis)


def split(ary, indices_or_sections, axis=0):
    size = ary.shape[axis]
    if isinstance(indices_or_sections, int):
        if size % indices_or_sections:
            raise ValueError('array split does not result in an equal division')
        bounds = list(range(0, size + 1, size // indices_or_sections))
    else:
        bounds = [0, *indices_or_sections, size]
    return [ary[(slice(None),) * _axis(ary, axis) + (slice(first, last),)] for first, last in zip(bounds, bounds[1:])]


def empty_like(a, dtype=None):
    return zeros_like(a, dtype)


def full_like(a, fill_value, dtype=None):
    return full(a.shape, fill_value, type_name(dtype) or _r.dtype(a))


def outer(a, b):
    a, b = _array(a), _array(b)
    return _r.reshape(a, (size_of(a), 1)) * _r.reshape(b, (1, size_of(b)))


def shape(a):
    return _array(a).shape


def ndim(a):
    return _array(a).ndim


def size(a):
    return size_of(_array(a))


def asscalar(a):
    return _r.item(a)


def _like(made, a):
    return made if _r.dtype(made) == _r.dtype(a) else _r.astype(made, _r.dtype(a))


def floor(x):
    return _r.floor_divide(_floating(x), 1)


def ceil(x):
    return -_r.floor_divide(-_floating(x), 1)


def rint(x):
    """Halves to the even one."""
    x = _floating(x)
    low = _r.floor_divide(x, 1)
    rest = x - low
    up = _r.logical_or(rest > 0.5, _r.logical_and(rest == 0.5, _r.remainder(low, 2) != 0))
    return low + _like(up, x)


def round(a, decimals=0):
    a = _array(a)
    if _r.dtype(a) not in ('float32', 'float64'):
        return a
    return rint(a * 10.0 ** decimals) / 10.0 ** decimals if decimals else rint(a)


def sign(x):
    x = _array(x)
    return _like(x > 0, x) - _like(x < 0, x)


def isnan(x):
    x = _array(x)
    return x != x


def isinf(x):
    return _r.abs(_floating(x)) == inf


def isfinite(x):
    return _r.abs(_floating(x)) < inf


def _by_logarithm(base):
    def log_of(x):
        x = _floating(x)
        return _like(_r.log(_r.astype(x, 'float64')) / math.log(base), x)
    log_of.__name__ = log_of.__qualname__ = f'log{base}'
    return log_of


def log1p(x):
    x = _floating(x)
    return _like(_r.log(_r.astype(x, 'float64') + 1), x)


def tan(x):
    x = _floating(x)
    wide = _r.astype(x, 'float64')
    return _like(_r.sin(wide) / _r.cos(wide), x)


amax, amin = max, min
around = round_ = round
log2, log10 = _by_logarithm(2), _by_logarithm(10)
dot = matmul = _of(_r.dot)
square, exp, log, sqrt, tanh = _of(_r.square), _of(_r.exp), _of(_r.log), _of(_r.sqrt), _of(_r.tanh)
abs = absolute = _of(_r.abs)
sin, cos, arctan = _of(_r.sin), _of(_r.cos), _of(_r.arctan)
mod = remainder = _of(_r.remainder)
floor_divide = _of(_r.floor_divide)
add, subtract, multiply, divide, power = _of(_r.add), _of(_r.sub), _of(_r.mul), _of(_r.div), _of(_r.power)
maximum, minimum = _of(_r.maximum), _of(_r.minimum)
equal, not_equal, less, less_equal = _of(_r.equal), _of(_r.not_equal), _of(_r.less), _of(_r.less_equal)
greater, greater_equal = _of(_r.greater), _of(_r.greater_equal)
logical_and, logical_or, logical_not = _of(_r.logical_and), _of(_r.logical_or), _of(_r.logical_not)
linalg = Names('linalg', norm=_of(_r.norm))
testing = Names('testing', assert_allclose=_assert_allclose, assert_array_equal=_assert_array_equal)

from numpy import random  # noqa: which takes names of these

__version__ = '1.24.2'  # whose names these are
__getattr__ = missing(globals())
