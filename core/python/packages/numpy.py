# SPDX-License-Identifier: GPL-3.0-or-later
# NumPy's names: every call computes before it returns, on the frontend's thread. Arrays are of float32 here,
# and say so.
import _runahead as _r
from _names import Array, InPlace, Names, dtypes, float32_only, missing, size_of

globals().update(dtypes('numpy.'))


class ndarray(InPlace, Array):
    __slots__ = ()

    @property
    def dtype(self):
        return float32

    @property
    def size(self):
        return size_of(self)

    def dot(self, other):
        return _r.dot(self, other)

    def transpose(self):
        return _r.transpose(self)

    def max(self, axis=None):
        return _r.max(self, axis)

    def sum(self, axis=None):
        return _r.sum(self, axis)

    def mean(self, axis=None):
        return _r.mean(self, axis)

    def copy(self):
        return _r.copy(self)

    def tolist(self):
        return _r.tolist(self)

    def astype(self, dtype):
        float32_only(dtype)
        return _r.copy(self)

    def __repr__(self):
        if not self.ndim:
            return str(self)  # what NumPy has there is no array any more
        return f"array({_r.printed(self, 'numpy', ',', 6)}, dtype=float32)"

    def __str__(self):
        return _r.printed(self, 'numpy', '', 0)


def zeros(shape, dtype=None):
    float32_only(dtype)
    return _r.zeros(ndarray, shape, _r.HOST)


def ones(shape, dtype=None):
    float32_only(dtype)
    return _r.ones(ndarray, shape, _r.HOST)


def array(object, dtype=None):
    float32_only(dtype)
    if isinstance(object, ndarray):
        return object.copy()
    return _r.array(ndarray, object, _r.HOST)


def _uniform(low=0.0, high=1.0, size=None):
    return _r.uniform(ndarray, () if size is None else size, low, high, _r.HOST)


def _normal(loc=0.0, scale=1.0, size=None):
    if scale < 0:
        raise ValueError('scale < 0')
    return _r.normal(ndarray, () if size is None else size, loc, scale, _r.HOST)


def _seed(seed):
    """The run has a seed of its own."""


dot = matmul = _r.dot
transpose = _r.transpose
square = _r.square
exp = _r.exp
log = _r.log
sqrt = _r.sqrt
tanh = _r.tanh
absolute = _r.abs
reshape = _r.reshape
abs = _r.abs
max = _r.max
sum = _r.sum
mean = _r.mean
random = Names('random', uniform=_uniform, normal=_normal, seed=_seed,
               rand=lambda *size: _uniform(size=size), randn=lambda *size: _normal(size=size))
linalg = Names('linalg', norm=_r.norm)

__getattr__ = missing(globals())
