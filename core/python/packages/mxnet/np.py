# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.np: NumPy's names, computed behind the program's back.
import _runahead as _r
from _names import DType, Names, bounded, dtypes, missing, stacked, truth, type_name
from mxnet._array import Common
from mxnet.context import place_of

globals().update(dtypes("<class 'numpy.{}'>"))
bool_ = DType('bool', "<class 'numpy.bool_'>")
del globals()['bool']
pi, inf, nan = 3.141592653589793, float('inf'), float('nan')


class ndarray(Common):
    __slots__ = ()

    def as_nd_ndarray(self):
        from mxnet import nd
        return _r.as_type(nd.NDArray, self)

    def as_np_ndarray(self):
        return self

    def __repr__(self):
        dtype = _r.dtype(self)
        text = _r.printed(self, 'numpy', ',', 6 if self.ndim else 0).strip()
        return f"array({text}{'' if dtype in ('float32', 'bool') else ', dtype=' + dtype})"

    def any(self, axis=None, keepdims=False):
        return truth(self, _r.max, axis, keepdims)

    def all(self, axis=None, keepdims=False):
        return truth(self, _r.min, axis, keepdims)

    def __str__(self):
        return _r.printed(self, 'numpy', '', 0)


_r.set_rules(ndarray, 'mxnet')


def _made(call, shape, numbers, dtype, ctx, device):
    return call(ndarray, () if shape is None else shape, *numbers, place_of(ctx or device), type_name(dtype))


def zeros(shape, dtype=None, order='C', ctx=None, device=None):
    return _made(_r.zeros, shape, (), dtype, ctx, device)


def ones(shape, dtype=None, order='C', ctx=None, device=None):
    return _made(_r.ones, shape, (), dtype, ctx, device)


def full(shape, fill_value, dtype=None, ctx=None, device=None):
    return _r.full(ndarray, shape, fill_value, place_of(ctx or device), type_name(dtype), 'float32', 'float32')


def arange(start, stop=None, step=1, dtype=None, ctx=None, device=None):
    first, last = (0, start) if stop is None else (start, stop)
    return _r.arange(ndarray, first, last, step, place_of(ctx or device), type_name(dtype), 'float32')


def zeros_like(a):
    return _r.zeros(ndarray, a.shape, _r.place(a), _r.dtype(a))


def ones_like(a):
    return _r.ones(ndarray, a.shape, _r.place(a), _r.dtype(a))


def array(object, dtype=None, ctx=None, device=None):
    if isinstance(object, _r.Array):
        made = _r.to_context(ndarray, object, place_of(ctx or device))
        if dtype is None and _r.dtype(made) == 'float64' and not isinstance(object, ndarray):
            dtype = 'float32'  # of NumPy's
        return made if dtype is None else made.astype(dtype)
    return _r.array(ndarray, object, place_of(ctx or device), type_name(dtype), 'float32', 'float32')


def where(condition, x, y):
    return _r.where(condition, x, y)


def concatenate(seq, axis=0):
    return _r.concatenate(list(seq), axis)


def stack(arrays, axis=0):
    return stacked(list(arrays), axis)


def clip(a, a_min, a_max):
    return bounded(a, a_min, a_max)


def _uniform(low=0.0, high=1.0, size=None, dtype=None, ctx=None, device=None):
    return _made(_r.uniform, size, (low, high), dtype, ctx, device)


def _normal(loc=0.0, scale=1.0, size=None, dtype=None, ctx=None, device=None):
    return _made(_r.normal, size, (loc, scale), dtype, ctx, device)


def _rand(*size, dtype=None, ctx=None, device=None):
    return _made(_r.uniform, size, (0, 1), dtype, ctx, device)


def _randn(*size, dtype=None, ctx=None, device=None):
    return _made(_r.normal, size, (0, 1), dtype, ctx, device)


def _seed(seed):
    """The run's seed and this one: the numbers begin anew."""
    _r.seed(ndarray, seed)


def add(x1, x2):
    return x1 + x2


def subtract(x1, x2):
    return x1 - x2


def multiply(x1, x2):
    return x1 * x2


def sum(a, axis=None, keepdims=False):
    return _r.sum(a, axis, keepdims)


def mean(a, axis=None, keepdims=False):
    return _r.mean(a, axis, keepdims)


def max(a, axis=None, keepdims=False):
    return _r.max(a, axis, keepdims)


def min(a, axis=None, keepdims=False):
    return _r.min(a, axis, keepdims)


def argmax(a, axis=None):
    return _r.argmax(a, axis)


def argmin(a, axis=None):
    return _r.argmin(a, axis)


dot = matmul = _r.dot
transpose = _r.transpose
divide, power, maximum, minimum = _r.div, _r.power, _r.maximum, _r.minimum
equal, not_equal, less, less_equal = _r.equal, _r.not_equal, _r.less, _r.less_equal
greater, greater_equal = _r.greater, _r.greater_equal
logical_and, logical_or, logical_not = _r.logical_and, _r.logical_or, _r.logical_not
square = _r.square
exp = _r.exp
log = _r.log
sqrt = _r.sqrt
tanh = _r.tanh
absolute = _r.abs
reshape = _r.reshape
abs = _r.abs
copy = _r.copy
random = Names('random', uniform=_uniform, normal=_normal, rand=_rand, randn=_randn, seed=_seed)
linalg = Names('linalg', norm=_r.norm)

__getattr__ = missing(globals())
