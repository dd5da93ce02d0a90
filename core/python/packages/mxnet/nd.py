# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.nd: the names that the older library has, and its arrays.
import _runahead as _r
from _names import Names, float32_only, missing
from mxnet._array import Common
from mxnet.context import place_of


class NDArray(Common):
    __slots__ = ()

    def asscalar(self):
        return _r.asscalar(self)

    def norm(self):
        return _r.norm(self)

    def as_np_ndarray(self):
        from mxnet import np
        return _r.as_type(np.ndarray, self)

    def as_nd_ndarray(self):
        return self

    def __repr__(self):
        text = _r.printed(self, 'numpy', '', 0)
        return f"\n{text}\n<NDArray {'x'.join(str(size) for size in self.shape) or 'scalar'} @{self.ctx}>"


def _made(call, shape, numbers, ctx, dtype):
    float32_only(dtype)
    return call(NDArray, shape, *numbers, place_of(ctx))


def zeros(shape, ctx=None, dtype=None):
    return _made(_r.zeros, shape, (), ctx, dtype)


def ones(shape, ctx=None, dtype=None):
    return _made(_r.ones, shape, (), ctx, dtype)


def array(source_array, ctx=None, dtype=None):
    float32_only(dtype)
    if isinstance(source_array, _r.Array):
        return _r.to_device(NDArray, source_array, place_of(ctx))
    return _r.array(NDArray, source_array, place_of(ctx))


def random_uniform(low=0, high=1, shape=(1,), ctx=None, dtype=None):
    return _made(_r.uniform, shape, (low, high), ctx, dtype)


def random_normal(loc=0, scale=1, shape=(1,), ctx=None, dtype=None):
    return _made(_r.normal, shape, (loc, scale), ctx, dtype)


def add(lhs, rhs):
    return lhs + rhs


dot = _r.dot
transpose = _r.transpose
relu = _r.relu
sigmoid = _r.sigmoid
reshape = _r.reshape
sum = _r.sum
mean = _r.mean
square = _r.square
exp = _r.exp
log = _r.log
sqrt = _r.sqrt
tanh = _r.tanh
abs = _r.abs
max = _r.max
norm = _r.norm
waitall = _r.waitall
random = Names('random', uniform=random_uniform, normal=random_normal)

__getattr__ = missing(globals())
