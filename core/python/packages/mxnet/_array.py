# SPDX-License-Identifier: GPL-3.0-or-later
# What arrays of mxnet.np and of mxnet.nd have in common.
import _runahead as _r
from _indexing import read_part, write_part
from _names import Array, InPlace, bounded, size_of, type_name
from mxnet import _ops
from mxnet.context import Context, context_of, place_of


class Semantics:
    """Whether the program has said set_np(): layers and data sets make arrays of mxnet.np then."""
    numpy = False


def array_kind():
    from mxnet import nd, np
    return np.ndarray if Semantics.numpy else nd.NDArray


def made_of(source, ctx=None, dtype=None):
    from mxnet import nd, np
    return (np if Semantics.numpy else nd).array(source, ctx=ctx, dtype=dtype)


_told = set()


def told_once(text):
    if text not in _told:
        _told.add(text)
        _r.tell(f'Runahead: {text}\n', True)


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
    def stype(self):
        return 'default'

    @property
    def ctx(self):
        return context_of(_r.place(self))

    context = device = ctx

    def __getitem__(self, key):
        return read_part(self, key)

    def __setitem__(self, key, value):
        if isinstance(value, _r.Array) and _r.place(value) != _r.place(self):
            value = _r.to_context(type(self), value, _r.place(self))
        write_part(self, key, value)

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

    as_in_context = to_device = as_in_ctx

    def dot(self, other):
        return (_ops.nd_dot if _ops.is_nd(self) else _ops.np_dot)(self, other)

    def transpose(self, *axes):
        return _ops.transposed(self, axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes or None)

    def swapaxes(self, axis1, axis2):
        return _ops.swapped(self, axis1, axis2)

    def square(self):
        return _r.square(self)

    def relu(self):
        return _r.relu(self)

    def sigmoid(self):
        return _r.sigmoid(self)

    def tanh(self):
        return _r.tanh(self)

    def exp(self):
        return _r.exp(self)

    def log(self):
        return _r.log(self)

    def sin(self):
        return _r.sin(self)

    def cos(self):
        return _r.cos(self)

    def sqrt(self):
        return _r.sqrt(self)

    def abs(self):
        return _r.abs(self)

    def sign(self):
        return _ops.signs(self)

    def floor(self):
        return _ops.floored(self)

    def ceil(self):
        return _ops.ceiled(self)

    def softmax(self, axis=-1):
        return _ops.softmax(self, axis)

    def log_softmax(self, axis=-1):
        return _ops.log_softmax(self, axis)

    def max(self, axis=None, keepdims=False):
        return _ops.reduced(_r.max, self, axis, keepdims)

    def min(self, axis=None, keepdims=False):
        return _ops.reduced(_r.min, self, axis, keepdims)

    def sum(self, axis=None, keepdims=False):
        return _ops.reduced(_r.sum, self, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        return _ops.reduced(_r.mean, self, axis, keepdims)

    def argmax(self, axis=None, keepdims=False):
        return _ops.position(_r.argmax, self, axis, keepdims)

    def argmin(self, axis=None, keepdims=False):
        return _ops.position(_r.argmin, self, axis, keepdims)

    def cumsum(self, axis=None):
        return _ops.summed_up(self, axis)

    def clip(self, a_min=None, a_max=None):
        return bounded(self, a_min, a_max)

    def astype(self, dtype, copy=True):
        known = type_name(dtype)
        return self if not copy and _r.dtype(self) == known else _r.astype(self, known)

    def expand_dims(self, axis):
        return _ops.expanded(self, axis)

    def squeeze(self, axis=None):
        return _ops.squeezed(self, axis)

    def repeat(self, repeats, axis=None):
        return _ops.repeated(self, repeats, axis)

    def tile(self, reps):
        return _ops.tiled(self, reps)

    def broadcast_to(self, shape):
        return _ops.broadcasted(self, shape)

    def broadcast_like(self, other):
        return _ops.broadcasted(self, other.shape)

    def reshape_like(self, other):
        return self.reshape(other.shape)

    def take(self, indices, axis=0, mode='clip'):
        return _ops.take(self, indices, axis, mode)

    def pick(self, index, axis=-1, keepdims=False, mode='clip'):
        return _ops.pick(self, index, axis, keepdims, mode)

    def one_hot(self, depth, on_value=1.0, off_value=0.0, dtype='float32'):
        return _ops.one_hot(self, depth, on_value, off_value, dtype)

    def slice_axis(self, axis, begin, end):
        return _ops.part(self, axis, begin, end)

    def zeros_like(self):
        return _r.zeros(type(self), self.shape, _r.place(self), _r.dtype(self))

    def ones_like(self):
        return _r.ones(type(self), self.shape, _r.place(self), _r.dtype(self))

    def flatten(self):
        return _r.reshape(self, (size_of(self),))

    def detach(self):
        return _r.detached(self)

    def attach_grad(self, grad_req='write', stype=None):
        if grad_req not in ('write', 'add', 'null'):
            raise ValueError(f"attach_grad: grad_req is 'write', 'add' or 'null', not {grad_req!r}")
        _r.attach_gradient(self)
        if grad_req == 'null':
            _r.freeze(self)
        else:
            _r.adds_gradients(self, grad_req == 'add')

    @property
    def grad(self):
        return _r.gradient(type(self), self)

    def backward(self, out_grad=None, retain_graph=False, train_mode=True):
        _r.backward([self], False, out_grad, retain_graph)
