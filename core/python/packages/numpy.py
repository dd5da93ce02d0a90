# SPDX-License-Identifier: GPL-3.0-or-later
# NumPy's names: every call computes before it returns, on the frontend's thread.
import _runahead as _r
from _runahead import AxisError  # noqa: a name of NumPy's
from _names import (Array, DType, InPlace, Names, all_close, all_equal, all_true, bounded, dtypes, grid, missing,
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
    first, last = (0, start) if stop is None else (start, stop)
    return _r.arange(ndarray, first, last, step, _r.HOST, type_name(dtype), real='float64')


def linspace(start, stop, num=50, dtype=None):
    step = (stop - start) / (num - 1) if num > 1 else 0.0
    made = _r.arange(ndarray, 0.0, float(num), 1.0, _r.HOST, 'float64') * step + start
    if num > 1:
        made[num - 1] = stop
    return made if dtype is None else made.astype(dtype)


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


def _uniform(low=0.0, high=1.0, size=None):
    return _r.uniform(ndarray, () if size is None else size, low, high, _r.HOST, 'float64')


def _normal(loc=0.0, scale=1.0, size=None):
    if scale < 0:
        raise ValueError('scale < 0')
    return _r.normal(ndarray, () if size is None else size, loc, scale, _r.HOST, 'float64')


def _seed(seed=0):
    """The run's seed and this one: the numbers begin anew, and are NumPy's alone."""
    _r.seed(ndarray, seed)


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


amax, amin = max, min
dot = matmul = _of(_r.dot)
transpose = _of(_r.transpose)
square, exp, log, sqrt, tanh = _of(_r.square), _of(_r.exp), _of(_r.log), _of(_r.sqrt), _of(_r.tanh)
abs = absolute = _of(_r.abs)
add, subtract, multiply, divide, power = _of(_r.add), _of(_r.sub), _of(_r.mul), _of(_r.div), _of(_r.power)
maximum, minimum = _of(_r.maximum), _of(_r.minimum)
equal, not_equal, less, less_equal = _of(_r.equal), _of(_r.not_equal), _of(_r.less), _of(_r.less_equal)
greater, greater_equal = _of(_r.greater), _of(_r.greater_equal)
logical_and, logical_or, logical_not = _of(_r.logical_and), _of(_r.logical_or), _of(_r.logical_not)
random = Names('random', uniform=_uniform, normal=_normal, seed=_seed,
               rand=lambda *size: _uniform(size=size), randn=lambda *size: _normal(size=size))
linalg = Names('linalg', norm=_of(_r.norm))
testing = Names('testing', assert_allclose=_assert_allclose, assert_array_equal=_assert_array_equal)

__version__ = '1.24.2'  # whose names these are
__getattr__ = missing(globals())
