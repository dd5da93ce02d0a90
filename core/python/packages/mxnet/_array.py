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
        if isinstance(value, _r.Array) and _r.place(value) == _r.HOST != _r.place(self):
            value = _r.to_device(type(self), value, _r.place(self))
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
        if not isinstance(other, Context):
            other[:] = self.copyto(other.ctx)
            return other
        if _r.has_streams():
            if other.device_type == 'cpu':
                return HostArray(self)
            return _r.to_device(type(self), self, place_of(other)) if other != self.ctx else _r.copy(self)
        if other == self.ctx:
            return _r.copy(self)
        return _r.to_context(type(self), self, place_of(other))

    def as_in_ctx(self, ctx):
        if ctx == self.ctx or _r.has_streams() and place_of(ctx) == _r.place(self):
            return self
        return self.copyto(ctx)

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


class HostArray:
    """On its way from a device to the host."""
    def __init__(self, array):
        self.kind, self.shape, self.number = type(array), array.shape, _r.start_copy(array)

    def asnumpy(self):
        import numpy
        return _r.finish_copy(numpy.ndarray, self.number, self.shape)

    def __repr__(self):
        return repr(_r.finish_copy(self.kind, self.number, self.shape))

    def __str__(self):
        return str(_r.finish_copy(self.kind, self.number, self.shape))

    @property
    def context(self):
        return context_of(_r.HOST)

    ctx = context

    def wait_to_read(self):
        self.asnumpy()

    def __getattr__(self, name):
        raise AttributeError(f'Runahead has no {name} of a copy that is on its way; its asnumpy() waits for it')

    def __del__(self, drop=_r.drop_copy):  # at the end of a run this module is empty
        if 'number' in self.__dict__:
            drop(self.number)
