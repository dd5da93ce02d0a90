# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.np: NumPy's names, computed behind the program's back.
import _runahead as _r
from _names import Names, dtypes, float32_only, missing
from mxnet._array import Common
from mxnet.context import place_of

globals().update(dtypes('numpy.'))


class ndarray(Common):
    __slots__ = ()

    def as_nd_ndarray(self):
        from mxnet import nd
        return _r.as_type(nd.NDArray, self)

    def as_np_ndarray(self):
        return self

    def __repr__(self):
        return f"array({_r.printed(self, 'numpy', ',', 6)})"

    def __str__(self):
        return _r.printed(self, 'numpy', '', 0)


def _made(call, shape, numbers, dtype, ctx, device):
    float32_only(dtype)
    return call(ndarray, () if shape is None else shape, *numbers, place_of(ctx or device))


def zeros(shape, dtype=None, order='C', ctx=None, device=None):
    return _made(_r.zeros, shape, (), dtype, ctx, device)


def ones(shape, dtype=None, order='C', ctx=None, device=None):
    return _made(_r.ones, shape, (), dtype, ctx, device)


def zeros_like(a):
    return zeros(a.shape)


def ones_like(a):
    return ones(a.shape)


def array(object, dtype=None, ctx=None, device=None):
    float32_only(dtype)
    if isinstance(object, _r.Array):
        return _r.to_device(ndarray, object, place_of(ctx or device))
    return _r.array(ndarray, object, place_of(ctx or device))


def _uniform(low=0.0, high=1.0, size=None, dtype=None, ctx=None, device=None):
    return _made(_r.uniform, size, (low, high), dtype, ctx, device)


def _normal(loc=0.0, scale=1.0, size=None, dtype=None, ctx=None, device=None):
    return _made(_r.normal, size, (loc, scale), dtype, ctx, device)


def _rand(*size, dtype=None, ctx=None, device=None):
    return _made(_r.uniform, size, (0, 1), dtype, ctx, device)


def _randn(*size, dtype=None, ctx=None, device=None):
    return _made(_r.normal, size, (0, 1), dtype, ctx, device)


def _seed(seed):
    """The run has a seed of its own."""


def add(x1, x2):
    return x1 + x2


def subtract(x1, x2):
    return x1 - x2


def multiply(x1, x2):
    return x1 * x2


dot = matmul = _r.dot
transpose = _r.transpose
sum = _r.sum
mean = _r.mean
square = _r.square
exp = _r.exp
log = _r.log
sqrt = _r.sqrt
tanh = _r.tanh
absolute = _r.abs
reshape = _r.reshape
abs = _r.abs
max = _r.max
copy = _r.copy
random = Names('random', uniform=_uniform, normal=_normal, rand=_rand, randn=_randn, seed=_seed)
linalg = Names('linalg', norm=_r.norm)

__getattr__ = missing(globals())
