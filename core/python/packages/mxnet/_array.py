# SPDX-License-Identifier: GPL-3.0-or-later
# What arrays of mxnet.np and of mxnet.nd have in common.
import _runahead as _r
from _names import Array, InPlace, bounded, size_of, type_name
from mxnet.context import Context, context_of, place_of


class Common(InPlace, Array):
    __slots__ = ()

    @property
    def dtype(self):
        import numpy
        return numpy._DTYPES[_r.dtype(self)]

    @property
    def size(self):
        return size_of(self)

    @property
    def ctx(self):
        return context_of(_r.place(self))

    context = ctx

    def __setitem__(self, key, value):
        if isinstance(value, _r.Array) and _r.place(value) != _r.place(self):
            value = _r.to_context(type(self), value, _r.place(self))
        InPlace.__setitem__(self, key, value)

    def wait_to_read(self):
        return _r.wait_to_read(self)

    def asnumpy(self):
        import numpy
        return _r.to_host(numpy.ndarray, self)

    def tolist(self):
        return _r.tolist(self)

    def copy(self):
        return _r.copy(self)

    def copyto(self, other):
        if isinstance(other, Context):
            return _r.copy(self) if other == self.ctx else _r.to_context(type(self), self, place_of(other))
        places = _r.place(self), _r.place(other)
        alike = (other.shape, other.dtype) == (self.shape, self.dtype) and not _r.records()
        if _r.has_streams() and alike and places[0] != places[1] and _r.HOST in places:
            _r.copy_over(other, self, False)
        else:
            other[:] = self
        return other

    def as_in_ctx(self, ctx):
        return self if ctx == self.ctx else self.copyto(ctx)

    as_in_context = as_in_ctx

    def dot(self, other):
        return _r.dot(self, other)

    def transpose(self):
        return _r.transpose(self)

    def square(self):
        return _r.square(self)

    def relu(self):
        return _r.relu(self)

    def max(self, axis=None, keepdims=False):
        return _r.max(self, axis, keepdims)

    def min(self, axis=None, keepdims=False):
        return _r.min(self, axis, keepdims)

    def sum(self, axis=None, keepdims=False):
        return _r.sum(self, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        return _r.mean(self, axis, keepdims)

    def argmax(self, axis=None):
        return _r.argmax(self, axis)

    def argmin(self, axis=None):
        return _r.argmin(self, axis)

    def clip(self, a_min=None, a_max=None):
        return bounded(self, a_min, a_max)

    def astype(self, dtype):
        return _r.astype(self, type_name(dtype))

    def flatten(self):
        return _r.reshape(self, (size_of(self),))

    def detach(self):
        return _r.detached(self)

    def attach_grad(self):
        _r.attach_gradient(self)

    @property
    def grad(self):
        return _r.gradient(type(self), self)

    def backward(self):
        _r.backward([self], False)
