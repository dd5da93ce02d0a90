# SPDX-License-Identifier: GPL-3.0-or-later
# PyTorch's names: calls are enqueued on the device; on the CPU they compute before they return.
import functools
import inspect

import _runahead as _r
from _functions import Function
from _names import (Array, InPlace, Names, all_close, all_equal, bounded, dtypes, given_shape, log_softmax, missing,
                    size_of, softmax, stacked, truth, type_name, with_axis)

_r.set_error_type(RuntimeError)
globals().update(dtypes('torch.{}'))
float, double, int, long = float32, float64, int32, int64
_DTYPES = {name: globals()[name] for name in ('float32', 'float64', 'int32', 'int64', 'bool')}
_GRADIENTS = {'dot': 'Mm', 'dense': 'Addmm', 'add_scalar': 'Add', 'mul_scalar': 'Mul', 'square': 'Pow', 'power': 'Pow',
             'negative': 'Neg', 'copy': 'Clone', 'to_copy': 'ToCopy', 'traced': 'CompiledFunction', 'reshape': 'View'}


def _of_type(dtype):
    if isinstance(dtype, str):
        raise TypeError(f"argument 'dtype' must be torch.dtype, not str (torch.{dtype} is one)")
    return type_name(dtype)


class Size(tuple):
    def __repr__(self):
        return f'torch.Size({list(self)})'

    def numel(self):
        elements = 1
        for size in self:
            elements *= size
        return elements


_whole = (0).__class__  # int, which is a type of tensors here


class device:
    def __init__(self, type, index=None):
        if isinstance(type, device):
            type, index = type.type, type.index
        if not isinstance(type, str):
            type, index = 'cuda', _whole(type)
        kind, colon, number = type.partition(':')
        if kind not in ('cpu', 'cuda') or (colon and not number.isdigit()):
            raise RuntimeError(f"device '{type}': Runahead has cpu, cuda and cuda:0 to cuda:{_r.devices() - 1}")
        self.type, self.index = kind, _whole(number) if colon else index

    def __eq__(self, other):
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self):
        return hash((self.type, self.index))

    def __str__(self):
        return self.type if self.index is None else f'{self.type}:{self.index}'

    def __repr__(self):
        return f"device(type='{self.type}'" + (')' if self.index is None else f', index={self.index})')


def _place(where):
    where = device('cpu' if where is None else where)
    if where.type == 'cpu':
        return _r.HOST if _r.asks_for_device() and _r.devices() else _r.BY_WORKERS
    if _r.devices() == 0:
        raise RuntimeError(f"device '{where}': this run is on the CPU; it has no GPU")
    index = cuda.current_device() if where.index is None else where.index
    if not 0 <= index < _r.devices():
        raise RuntimeError(f"device '{where}': this run has {_r.devices()} of that kind")
    return index


def _is_cpu(tensor):
    return _r.place(tensor) < 0


class Tensor(InPlace, Array):
    __slots__ = ()

    @property
    def shape(self):
        return Size(_r.shape(self))

    @property
    def dtype(self):
        return _DTYPES[_r.dtype(self)]

    @property
    def device(self):
        return device('cpu') if _is_cpu(self) else device('cuda', _r.place(self))

    @property
    def is_cuda(self):
        return not _is_cpu(self)

    def size(self, dim=None):
        return self.shape if dim is None else self.shape[dim]

    def dim(self):
        return self.ndim

    def numel(self):
        return size_of(self)

    def t(self):
        return _r.transpose(self)

    def transpose(self, dim0, dim1):
        return transpose(self, dim0, dim1)

    def permute(self, *dims):
        return self.transpose(*given_shape(dims))

    def dot(self, other):
        return _r.dot(self, other)

    def mm(self, mat2):
        return mm(self, mat2)

    def matmul(self, other):
        return _r.dot(self, other)

    def relu(self):
        return _r.relu(self)

    def square(self):
        return _r.square(self)

    def exp(self):
        return _r.exp(self)

    def log(self):
        return _r.log(self)

    def sqrt(self):
        return _r.sqrt(self)

    def tanh(self):
        return _r.tanh(self)

    def sigmoid(self):
        return _r.sigmoid(self)

    def abs(self):
        return _r.abs(self)

    def div(self, other):
        return self / other

    def view(self, *shape):
        return _r.view(self, given_shape(shape))

    def view_as(self, other):
        return _r.view(self, other.shape)

    def pow(self, exponent):
        return self ** exponent

    def add(self, other):
        return self + other

    def sub(self, other):
        return self - other

    def mul(self, other):
        return self * other

    def sum(self, dim=None, keepdim=False):
        return _r.sum(self, dim, keepdim)

    def mean(self, dim=None, keepdim=False):
        return _r.mean(self, dim, keepdim)

    def max(self, dim=None, keepdim=False):
        return max(self, dim, keepdim)

    def min(self, dim=None, keepdim=False):
        return min(self, dim, keepdim)

    def argmax(self, dim=None):
        return _r.argmax(self, dim)

    def argmin(self, dim=None):
        return _r.argmin(self, dim)

    def any(self):
        return truth(self, _r.max)

    def all(self):
        return truth(self, _r.min)

    def clamp(self, min=None, max=None):
        return bounded(self, min, max)

    clip = clamp

    def softmax(self, dim):
        return softmax(self, dim)

    def flatten(self):
        return _r.reshape(self, (size_of(self),))

    def unsqueeze(self, dim):
        return with_axis(self, dim, IndexError)

    def squeeze(self, dim=None):
        left = [size for axis, size in enumerate(self.shape)
                if size != 1 or dim is not None and axis != dim % self.ndim]
        return _r.reshape(self, left)

    def allclose(self, other, rtol=1e-05, atol=1e-08):
        return all_close(self, other, rtol, atol)

    def equal(self, other):
        return all_equal(self, other)

    def neg(self):
        return -self

    def eq(self, other):
        return self == other

    def ne(self, other):
        return self != other

    def lt(self, other):
        return self < other

    def le(self, other):
        return self <= other

    def gt(self, other):
        return self > other

    def ge(self, other):
        return self >= other

    def add_(self, other, *, alpha=1):
        return _r.add_into(self, other if alpha == 1 else other * alpha)

    def sub_(self, other, *, alpha=1):
        return _r.sub_into(self, other if alpha == 1 else other * alpha)

    def mul_(self, other):
        return _r.mul_into(self, other)

    def div_(self, other):
        return _r.div_into(self, other)

    def fill_(self, value):
        return _r.write_made(self, lambda: _r.full(Tensor, self.shape, value, _r.place(self), _r.dtype(self)))

    def copy_(self, src, non_blocking=False):
        if _r.place(self) == _r.place(src) or not _r.has_streams():
            self[:] = src if _r.place(self) == _r.place(src) else src.to(self.device)
            return self
        if _r.records() and (_r.watched(self) or _r.watched(src)):
            return self.copy_(src.to(self.device))
        if src.dtype == self.dtype and src.shape == self.shape:
            _r.copy_over(self, src, non_blocking)
        elif _r.HOST not in (_r.place(self), _r.place(src)):
            return self.copy_(src.to(self.device))
        elif _is_cpu(self):
            self[:] = src.cpu()  # types change on the CPU
        else:
            wanted = _astype(src, self.dtype)
            spread = wanted if wanted.shape == self.shape else wanted + zeros(self.shape, dtype=self.dtype)
            _r.copy_over(self, spread, False)
        return self

    def pin_memory(self, device=None):
        if not _is_cpu(self):
            raise RuntimeError(f"cannot pin 'torch.{self.device.type}.FloatTensor' only dense CPU tensors can be pinned")
        return self if _r.is_pinned(self) else _r.pinned(Tensor, self)

    def is_pinned(self, device=None):
        return _r.is_pinned(self)

    def record_stream(self, stream):
        if not _r.has_streams():
            return
        if _is_cpu(self):
            raise RuntimeError('record_stream: the memory of the CPU is of no stream')
        _r.record_stream(self, stream._stream)

    def get_device(self):
        return -1 if _is_cpu(self) else _r.place(self)

    def type(self, dtype):
        return _astype(self, dtype)

    def type_as(self, other):
        return _astype(self, other.dtype)

    def float(self):
        return _astype(self, float32)

    def double(self):
        return _astype(self, float64)

    def int(self):
        return _astype(self, int32)

    def long(self):
        return _astype(self, int64)

    def bool(self):
        return _astype(self, _DTYPES['bool'])

    def new_zeros(self, *size):
        return _r.zeros(Tensor, given_shape(size), _r.place(self), _r.dtype(self))

    def new_ones(self, *size):
        return _r.ones(Tensor, given_shape(size), _r.place(self), _r.dtype(self))

    def norm(self):
        return _r.norm(self)

    def clone(self):
        return _r.copy(self)

    def detach(self):
        return _r.detached(self)

    def contiguous(self):
        return self if _r.in_one_piece(self) else _r.copy(self)

    def is_contiguous(self):
        return _r.in_one_piece(self)

    def uniform_(self, low=0.0, high=1.0):
        return _r.write_made(self, lambda: _r.uniform(Tensor, self.shape, low, high, _r.place(self)))

    def normal_(self, mean=0.0, std=1.0):
        _check_std(std)
        return _r.write_made(self, lambda: _r.normal(Tensor, self.shape, mean, std, _r.place(self)))

    def zero_(self):
        return _r.write_made(self, lambda: _r.zeros(Tensor, self.shape, _r.place(self), _r.dtype(self)))

    def tolist(self):
        return _r.tolist(self)

    def numpy(self):
        if not _is_cpu(self):
            raise TypeError(f"can't convert {self.device} device type tensor to numpy. Use Tensor.cpu() to copy the "
                            'tensor to host memory first.')
        if _r.watched(self):
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        import numpy
        return _r.shared(numpy.ndarray, self, _r.HOST)

    def cpu(self):
        if _is_cpu(self):
            return self
        if _place('cpu') == _r.HOST:
            return _r.to_host(Tensor, self, copies=True)
        made = _r.to_device(Tensor, self, _r.BY_WORKERS)
        _r.wait_for_copy(made)
        return made

    def cuda(self, device=None, non_blocking=False):
        return self.to('cuda' if device is None else device, non_blocking=non_blocking)

    def to(self, device=None, dtype=None, non_blocking=False, copy=False):
        if isinstance(device, Tensor):
            device, dtype = device.device, device.dtype
        if isinstance(device, float32.__class__):
            device, dtype = None, device
        if dtype is not None and _of_type(dtype) != _r.dtype(self):
            if not _is_cpu(self) and device is not None and _place(device) == _r.HOST:
                return _astype(self.cpu(), dtype)  # types change on the CPU
            return _astype(self, dtype).to(device, non_blocking=non_blocking)
        place = _r.place(self) if device is None else _place(device)
        if place == _r.place(self):
            return _r.copy(self) if copy else self
        if place >= 0:
            return _r.to_device(Tensor, self, place, non_blocking)
        return _r.to_host_beside(Tensor, self) if non_blocking and _r.has_streams() else self.cpu()

    @property
    def data(self):
        """The same memory, which gradients do not go through."""
        return _r.detached(self)

    @property
    def requires_grad(self):
        return _r.watched(self)

    @requires_grad.setter
    def requires_grad(self, value):
        self.requires_grad_(value)

    def requires_grad_(self, requires_grad=True):
        if requires_grad:
            if _r.dtype(self) not in ('float32', 'float64'):
                raise RuntimeError('only Tensors of floating point dtype can require gradients')
            _r.watch(self)
        elif _r.leaf(self):
            _r.freeze(self)
        elif _r.watched(self):
            raise RuntimeError("you can only change requires_grad flags of leaf variables. If you want to use a computed "
                               "variable in a subgraph that doesn't require differentiation use var_no_grad = "
                               "var.detach().")
        return self

    @property
    def grad_fn(self):
        """A name for what it came from; None: nothing that gradients go through."""
        made_by = _r.made_by(self)
        return Names(f'{_GRADIENTS.get(made_by, made_by.title())}Backward0') if made_by else None

    @property
    def is_leaf(self):
        return not _r.watched(self) or _r.leaf(self)

    @property
    def grad(self):
        return _r.gradient(Tensor, self)

    @grad.setter
    def grad(self, value):
        if value is None:
            _r.clear_gradient(self)
        elif not _r.leaf(self):
            raise RuntimeError('Runahead sets grad of tensors that require one alone')
        elif not is_tensor(value):
            raise TypeError(f'assigned grad expected to be a Tensor or None but got grad of type{value.__class__.__name__}')
        elif (value.dtype, value.device, value.shape) != (self.dtype, self.device, self.shape):
            other = 'type' if value.dtype != self.dtype else 'size' if value.device == self.device else 'device'
            raise RuntimeError(f'assigned grad has data of a different {other}')
        elif not _r.is_gradient(self, value):
            _r.set_gradient(self, value.detach())

    def backward(self, gradient=None, retain_graph=None, create_graph=False):
        if create_graph:
            raise NotImplementedError('backward(create_graph=True): Runahead has no gradients of gradients')
        if gradient is None and size_of(self) != 1:
            raise RuntimeError('grad can be implicitly created only for scalar outputs')
        _r.backward([self], True, gradient, retain_graph is True)

    def __copy__(self):
        return _r.as_type(self.__class__, self)

    def __deepcopy__(self, memo):
        if not self.is_leaf:
            raise RuntimeError('Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol '
                               'at the moment')
        with no_grad():
            made = _r.as_type(self.__class__, _r.copy(self))
        if _r.leaf(self):
            made.requires_grad_()
            made.requires_grad_(self.requires_grad)
            made.grad = None if self.grad is None else _r.copy(self.grad)
        return made

    def __repr__(self):
        text = _r.printed(self, 'torch', ',', 7)
        if not size_of(self) and self.ndim > 1:
            text += f', size={tuple(self.shape)}'
        if not _is_cpu(self):
            text += f", device='{self.device}'"
        if _r.dtype(self) in ('float64', 'int32') or (_r.dtype(self) != 'float32' and not size_of(self)):
            text += f', dtype={self.dtype}'
        made_by = _r.made_by(self)
        if made_by:
            text += f', grad_fn=<{_GRADIENTS.get(made_by, made_by.title())}Backward0>'
        elif _r.watched(self):
            text += ', requires_grad=True'
        return f'tensor({text})'

    def __format__(self, form):
        return str(self) if self.ndim else format(_r.item(self), form)


_r.set_rules(Tensor, 'torch')
_r.gradients_as('torch')


class _Best:
    """values, indices"""
    def __init__(self, name, values, indices):
        self.name, self.values, self.indices = name, values, indices

    def __iter__(self):
        return iter((self.values, self.indices))

    def __getitem__(self, index):
        return (self.values, self.indices)[index]

    def __repr__(self):
        return f'torch.return_types.{self.name}(\nvalues={self.values},\nindices={self.indices})'


def _best(tensor, best, place, dim, keepdim):
    if dim is None:
        return best(tensor)
    places = place(tensor, dim)
    kept = best(tensor, dim, keepdim)
    _r.to_first(kept, places)
    return _Best(best.__name__, kept, _r.reshape(places, kept.shape) if keepdim else places)


def _astype(tensor, dtype):
    name = _of_type(dtype)
    return tensor if name == _r.dtype(tensor) else _r.astype(tensor, name)


def _made(call, sizes, numbers, device, dtype, requires_grad, pin_memory=False):
    shape, place = given_shape(sizes), _place(device)
    if pin_memory and place == _r.HOST:
        tensor = _r.empty_pinned(Tensor, shape, _of_type(dtype) or 'float32')
        if call is not _r.empty:
            _r.write_made(tensor, lambda: call(Tensor, shape, *numbers, place, _of_type(dtype)))
        return tensor.requires_grad_(requires_grad)
    tensor = call(Tensor, shape, *numbers, place, _of_type(dtype))
    return (tensor.pin_memory() if pin_memory else tensor).requires_grad_(requires_grad)


def zeros(*sizes, size=None, device=None, dtype=None, requires_grad=False, pin_memory=False):
    return _made(_r.zeros, sizes if size is None else (size,), (), device, dtype, requires_grad, pin_memory)


def ones(*sizes, size=None, device=None, dtype=None, requires_grad=False, pin_memory=False):
    return _made(_r.ones, sizes if size is None else (size,), (), device, dtype, requires_grad, pin_memory)


def empty(*sizes, size=None, device=None, dtype=None, requires_grad=False, pin_memory=False):
    return _made(_r.empty, sizes if size is None else (size,), (), device, dtype, requires_grad, pin_memory)


def rand(*sizes, size=None, device=None, dtype=None, requires_grad=False, pin_memory=False):
    return _made(_r.uniform, sizes if size is None else (size,), (0, 1), device, dtype, requires_grad, pin_memory)


def randn(*sizes, size=None, device=None, dtype=None, requires_grad=False, pin_memory=False):
    return _made(_r.normal, sizes if size is None else (size,), (0, 1), device, dtype, requires_grad, pin_memory)


def _check_std(std):
    if std < 0:
        raise RuntimeError(f'normal expects std >= 0.0, but found std {std}')


def normal(mean=0.0, std=1.0, size=(), *, device=None, dtype=None, requires_grad=False):
    _check_std(std)
    return _made(_r.normal, (tuple(size),), (mean, std), device, dtype, requires_grad)


def full(size, fill_value, *, dtype=None, device=None, requires_grad=False):
    return _r.full(Tensor, size, fill_value, _place(device), _of_type(dtype)).requires_grad_(requires_grad)


def arange(start, end=None, step=1, *, dtype=None, device=None, requires_grad=False):
    first, last = (0, start) if end is None else (start, end)
    return _r.arange(Tensor, first, last, step, _place(device), _of_type(dtype)).requires_grad_(requires_grad)


def linspace(start, end, steps, *, dtype=None, device=None, requires_grad=False):
    step = (end - start) / (steps - 1) if steps > 1 else 0
    made = _r.arange(Tensor, 0, steps, 1, _place(device), _of_type(dtype) or 'float32')
    return (made * step + start).requires_grad_(requires_grad)


def eye(n, *, dtype=None, device=None, requires_grad=False):
    if n < 0:
        raise RuntimeError(f'n must be greater or equal to 0, got {n}')
    row = arange(n, device=device)
    return _astype(_r.reshape(row, (n, 1)) == row, dtype or float32).requires_grad_(requires_grad)


def _made_like(call, other, numbers, dtype, requires_grad):
    made = call(Tensor, other.shape, *numbers, _r.place(other), _of_type(dtype) or _r.dtype(other))
    return made.requires_grad_(requires_grad)


def zeros_like(other, *, dtype=None, requires_grad=False):
    return _made_like(_r.zeros, other, (), dtype, requires_grad)


def ones_like(other, *, dtype=None, requires_grad=False):
    return _made_like(_r.ones, other, (), dtype, requires_grad)


def full_like(other, fill_value, *, dtype=None, requires_grad=False):
    return _made_like(_r.full, other, (fill_value,), dtype, requires_grad)


def rand_like(other, *, dtype=None, requires_grad=False):
    return _made_like(_r.uniform, other, (0, 1), dtype, requires_grad)


def randn_like(other, *, dtype=None, requires_grad=False):
    return _made_like(_r.normal, other, (0, 1), dtype, requires_grad)


def tensor(data, dtype=None, device=None, requires_grad=False):
    if isinstance(data, _r.Array):
        made = (data if isinstance(data, Tensor) else from_numpy(data)).detach()
        made = made.to(made.device if device is None else device, dtype, copy=True)
    else:
        made = _r.array(Tensor, data, _place(device), _of_type(dtype))
    return made.requires_grad_(requires_grad)


def as_tensor(data, dtype=None, device=None):
    """In the memory of an array of NumPy's, or the tensor itself, where it is of that type and there."""
    if not isinstance(data, _r.Array):
        return tensor(data, dtype, device)
    shared = data if isinstance(data, Tensor) else from_numpy(data)
    return shared.to(shared.device if device is None else device, dtype)


def from_numpy(array):
    return _r.shared(Tensor, array, _place('cpu'))


def mm(input, mat2):
    for tensor, name in ((input, 'self'), (mat2, 'mat2')):
        if tensor.ndim != 2:
            raise RuntimeError(f'{name} must be a matrix')
    return _r.dot(input, mat2)


matmul = dot = _r.dot


def t(input):
    return _r.transpose(input)


def transpose(input, dim0, dim1):
    if input.ndim != 2 or {dim0 % 2, dim1 % 2} != {0, 1}:
        raise RuntimeError(f'transpose: Runahead transposes matrices, got shape {input.shape}')
    return _r.transpose(input)


def relu(input):
    return _r.relu(input)


exp = _r.exp
log = _r.log
sqrt = _r.sqrt
tanh = _r.tanh
sigmoid = _r.sigmoid
abs = _r.abs
reshape = _r.reshape


def square(input):
    return _r.square(input)


def pow(input, exponent):
    return input ** exponent


def div(input, other):
    return input / other


def add(input, other):
    return input + other


def sub(input, other):
    return input - other


def mul(input, other):
    return input * other


def sum(input, dim=None, keepdim=False):
    return _r.sum(input, dim, keepdim)


def mean(input, dim=None, keepdim=False):
    return _r.mean(input, dim, keepdim)


def max(input, dim=None, keepdim=False):
    if isinstance(dim, Tensor):
        return _r.maximum(input, dim)
    return _best(input, _r.max, _r.argmax, dim, keepdim)


def min(input, dim=None, keepdim=False):
    if isinstance(dim, Tensor):
        return _r.minimum(input, dim)
    return _best(input, _r.min, _r.argmin, dim, keepdim)


def argmax(input, dim=None):
    return _r.argmax(input, dim)


def argmin(input, dim=None):
    return _r.argmin(input, dim)


def any(input):
    return truth(input, _r.max)


def all(input):
    return truth(input, _r.min)


def where(condition, input, other):
    return _r.where(condition, input, other)


def clamp(input, min=None, max=None):
    return bounded(input, min, max)


def cat(tensors, dim=0):
    return _r.concatenate(list(tensors), dim)


def stack(tensors, dim=0):
    return stacked(list(tensors), dim)


def allclose(input, other, rtol=1e-05, atol=1e-08):
    return all_close(input, other, rtol, atol)


def equal(input, other):
    return all_equal(input, other)


def get_num_threads():
    """One thread computes a call."""
    return 1


maximum, minimum = _r.maximum, _r.minimum
eq, ne, lt, le, gt, ge = _r.equal, _r.not_equal, _r.less, _r.less_equal, _r.greater, _r.greater_equal
logical_and, logical_or, logical_not = _r.logical_and, _r.logical_or, _r.logical_not


def norm(input):
    return _r.norm(input)


_KINDS = {'bool': ('Bool', 0), 'int32': ('Int', 1), 'int64': ('Long', 1), 'float32': ('Float', 2), 'float64': ('Double', 2)}


def _with_out(call):
    """The call, which also writes its result into out=."""
    @functools.wraps(call)
    def into(*args, out=None, **options):
        return call(*args, **options) if out is None else _written(out, call, args, options)
    return into


def _written(out, call, args, options):
    name = call.__name__
    if not is_tensor(out):
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {out.__class__.__name__}")
    if _r.records() and [one for one in (*args, out) if is_tensor(one) and one.requires_grad]:
        raise RuntimeError(f"{name}(): functions with out=... arguments don't support automatic differentiation, but one of "
                           'the arguments requires grad.')

    def make():
        made = call(*args, **options)
        (shown, kind), (wanted, most) = _KINDS[_r.dtype(made)], _KINDS[_r.dtype(out)]
        if kind > most:
            raise RuntimeError(f"result type {shown} can't be cast to the desired output type {wanted}")
        if made.shape != out.shape or made.device != out.device:
            raise RuntimeError(f'{name}(): its result, of shape {list(made.shape)} on {made.device}, does not fit into out, of '
                               f'shape {list(out.shape)} on {out.device}; Runahead resizes none')
        return made
    given = [*args, *options.values()]
    given += [one for many in given if isinstance(many, (list, tuple)) for one in many]
    return _r.write_made(out, make, tuple(one for one in given if is_tensor(one)))


globals().update((name, _with_out(globals()[name])) for name in (
    'mm', 'matmul', 'dot', 'exp', 'log', 'sqrt', 'tanh', 'sigmoid', 'abs', 'square', 'pow', 'div', 'add', 'sub', 'mul', 'sum',
    'mean', 'argmax', 'argmin', 'where', 'clamp', 'cat', 'stack', 'maximum', 'minimum', 'eq', 'ne', 'lt', 'le', 'gt', 'ge',
    'logical_and', 'logical_or', 'logical_not', 'norm'))


def manual_seed(seed):
    """The run's seed and this one: the numbers begin anew."""
    _r.seed(Tensor, _whole(seed))


def compile(model=None, **options):
    return compile if model is None else Function(model, Tensor, in_tape=True, looks=True)


def is_tensor(value):
    return isinstance(value, Tensor)


class _Grad:
    """A context, and a decorator."""
    def __init__(self, on):
        self.on = on

    def __enter__(self):
        self.before = _r.record(self.on)
        return self

    def __exit__(self, *error):
        _r.record(self.before)

    def __call__(self, f):
        @functools.wraps(f)
        def inside(*args, **kwargs):
            with _Grad(self.on):
                return f(*args, **kwargs)

        @functools.wraps(f)
        def generator(*args, **kwargs):
            """Between two values, what the caller has holds."""
            inner = f(*args, **kwargs)
            resume, given = next, ()
            while True:
                try:
                    with _Grad(self.on):
                        value = resume(inner, *given)
                except StopIteration as end:
                    return end.value
                try:
                    resume, given = inner.__class__.send, ((yield value),)
                except GeneratorExit:
                    inner.close()
                    raise
                except BaseException as error:
                    resume, given = inner.__class__.throw, (error,)
        return generator if inspect.isgeneratorfunction(f) else inside


def enable_grad():
    return _Grad(True)


def no_grad():
    return _Grad(False)


class set_grad_enabled(_Grad):
    """As soon as it is called."""
    def __init__(self, mode):
        super().__init__(mode)
        self.before = _r.record(mode)

    def __enter__(self):
        return self


inference_mode = no_grad
is_grad_enabled = _r.records
_r.record(True)

from torch import autograd, cuda, nn, optim  # noqa: they need what stands above
from torch.nn import functional  # noqa

jit = Names('jit', script=compile, trace=lambda func, example_inputs: compile(func))

__version__ = '1.13.1'  # whose names these are
__getattr__ = missing(globals())
