# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.nd: the names that the older library has, and its arrays.
import _runahead as _r
from _names import Names, bounded, given_shape, missing, softmax as _softmax, type_name
from mxnet._array import Common
from mxnet.context import place_of


class NDArray(Common):
    __slots__ = ()

    def asscalar(self):
        return _r.asscalar(self)

    def reshape(self, *shape):
        return _r.view(self, given_shape(shape))

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


_r.set_rules(NDArray, 'nd')


def _made(call, shape, numbers, ctx, dtype):
    return call(NDArray, shape, *numbers, place_of(ctx), type_name(dtype))


def zeros(shape, ctx=None, dtype=None):
    return _made(_r.zeros, shape, (), ctx, dtype)


def ones(shape, ctx=None, dtype=None):
    return _made(_r.ones, shape, (), ctx, dtype)


def array(source_array, ctx=None, dtype=None):
    if isinstance(source_array, _r.Array):
        made = _r.to_context(NDArray, source_array, place_of(ctx))
        known = type_name(dtype) or (_r.dtype(made) if isinstance(source_array, NDArray) else 'float32')
        return made if _r.dtype(made) == known else made.astype(known)
    return _r.array(NDArray, source_array, place_of(ctx), type_name(dtype), 'float32', 'float32')


def full(shape, val, ctx=None, dtype=None):
    return _r.full(NDArray, shape, val, place_of(ctx), type_name(dtype), 'float32', 'float32')


def arange(start, stop=None, step=1.0, ctx=None, dtype=None):
    first, last = (0, start) if stop is None else (start, stop)
    return _r.arange(NDArray, first, last, step, place_of(ctx), type_name(dtype), 'float32')


def zeros_like(data):
    return _r.zeros(NDArray, data.shape, _r.place(data), _r.dtype(data))


def ones_like(data):
    return _r.ones(NDArray, data.shape, _r.place(data), _r.dtype(data))


def concat(*data, dim=1):
    return _r.concatenate(list(data), dim)


def clip(data, a_min, a_max):
    return bounded(data, a_min, a_max)


def softmax(data, axis=-1):
    return _softmax(data, axis)


def max(data, axis=None, keepdims=False):
    return _r.max(data, axis, keepdims)


def min(data, axis=None, keepdims=False):
    return _r.min(data, axis, keepdims)


def sum(data, axis=None, keepdims=False):
    return _r.sum(data, axis, keepdims)


def mean(data, axis=None, keepdims=False):
    return _r.mean(data, axis, keepdims)


def random_uniform(low=0, high=1, shape=(1,), ctx=None, dtype=None):
    return _made(_r.uniform, shape, (low, high), ctx, dtype)


def random_normal(loc=0, scale=1, shape=(1,), ctx=None, dtype=None):
    return _made(_r.normal, shape, (loc, scale), ctx, dtype)


def add(lhs, rhs):
    return lhs + rhs


dot = _r.dot
maximum, minimum = _r.maximum, _r.minimum
equal, not_equal, lesser, lesser_equal = _r.equal, _r.not_equal, _r.less, _r.less_equal
greater, greater_equal = _r.greater, _r.greater_equal
transpose = _r.transpose
relu = _r.relu
sigmoid = _r.sigmoid
reshape = _r.reshape
square = _r.square
exp = _r.exp
log = _r.log
sqrt = _r.sqrt
tanh = _r.tanh
abs = _r.abs
norm = _r.norm
waitall = _r.waitall
random = Names('random', uniform=random_uniform, normal=random_normal)

__getattr__ = missing(globals())
