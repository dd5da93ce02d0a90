# SPDX-License-Identifier: GPL-3.0-or-later
# PyTorch's names: calls are enqueued on the device; on the CPU they compute before they return.
import _runahead as _r
from _names import Array, Function, InPlace, dtypes, float32_only, floats_only, given_shape, missing, size_of

globals().update(dtypes('torch.'))
GRADIENTS = {'dot': 'Mm', 'dense': 'Addmm', 'add_scalar': 'Add', 'mul_scalar': 'Mul', 'square': 'Pow', 'power': 'Pow',
             'negative': 'Neg', 'copy': 'Clone'}


class device:
    def __init__(self, type, index=None):
        if isinstance(type, device):
            type, index = type.type, type.index
        if isinstance(type, int):
            type, index = 'cuda', type
        kind, colon, number = type.partition(':')
        if kind not in ('cpu', 'cuda') or (colon and not number.isdigit()):
            raise RuntimeError(f"device '{type}': Runahead has cpu, cuda and cuda:1")
        self.type, self.index = kind, int(number) if colon else index

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
        return _r.HOST if _r.asks_for_device() and _r.devices() else 0
    if _r.devices() == 0:
        raise RuntimeError(f"device '{where}': this run is on the CPU; it has no GPU")
    if (where.index or 0) >= _r.devices():
        raise RuntimeError(f"device '{where}': this run has {_r.devices()} of that kind")
    return where.index or 0


def _is_cpu(tensor):
    return _r.place(tensor) == _r.HOST or not _r.asks_for_device() or _r.devices() == 0


class Tensor(InPlace, Array):
    __slots__ = ()
    dtype = float32

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

    def mm(self, other):
        return _r.dot(self, other)

    matmul = mm

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
        return self.reshape(*shape)

    def pow(self, exponent):
        return self ** exponent

    def add(self, other):
        return self + other

    def sub(self, other):
        return self - other

    def mul(self, other):
        return self * other

    def sum(self, dim=None):
        return _r.sum(self, dim)

    def mean(self, dim=None):
        return _r.mean(self, dim)

    def norm(self):
        return _r.norm(self)

    def clone(self):
        return _r.copy(self)

    def detach(self):
        return _r.unwatched(self)

    def contiguous(self):
        return self

    def uniform_(self, low=0.0, high=1.0):
        return _r.rebind(self, _r.uniform(Tensor, self.shape, low, high, _r.place(self)))

    def normal_(self, mean=0.0, std=1.0):
        _check_std(std)
        return _r.rebind(self, _r.normal(Tensor, self.shape, mean, std, _r.place(self)))

    def zero_(self):
        return _r.rebind(self, _r.zeros(Tensor, self.shape, _r.place(self)))

    def tolist(self):
        return _r.tolist(self)

    def numpy(self):
        if not _is_cpu(self):
            raise TypeError(f"can't convert {self.device} device type tensor to numpy. Use Tensor.cpu() to copy the "
                            'tensor to host memory first.')
        if _r.watched(self):
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        import numpy
        return _r.to_host(numpy.ndarray, self)

    def cpu(self):
        return self if _is_cpu(self) else _r.to_host(Tensor, self)

    def cuda(self, device=None, non_blocking=False):
        return self.to('cuda' if device is None else device)

    def to(self, device=None, dtype=None, non_blocking=False):
        if isinstance(device, type(float32)):
            device, dtype = None, device
        float32_only(dtype)
        if device is None:
            return self
        place = _place(device)
        if place == _r.place(self):
            return self
        if place != _r.HOST:
            return _r.to_device(Tensor, self if _r.place(self) == _r.HOST else self.cpu(), place)
        return HostTensor(self, cuda.current_stream().beside) if non_blocking else self.cpu()

    @property
    def requires_grad(self):
        return _r.watched(self)

    def requires_grad_(self, requires_grad=True):
        if requires_grad:
            _r.watch(self)
        return self

    @property
    def is_leaf(self):
        return not _r.watched(self) or _r.leaf(self)

    @property
    def grad(self):
        return _r.gradient(Tensor, self)

    @grad.setter
    def grad(self, value):
        if value is not None:
            raise RuntimeError('Runahead sets grad to None alone')
        _r.clear_gradient(self)

    def backward(self, gradient=None):
        if gradient is None and size_of(self) != 1:
            raise RuntimeError('grad can be implicitly created only for scalar outputs')
        _r.backward(self, True, gradient)

    def __repr__(self):
        text = _r.printed(self, 'torch', ',', 7)
        if not _is_cpu(self):
            text += f", device='{self.device}'"
        made_by = _r.made_by(self)
        if made_by:
            text += f', grad_fn=<{GRADIENTS.get(made_by, made_by.title())}Backward0>'
        elif _r.watched(self):
            text += ', requires_grad=True'
        return f'tensor({text})'


class HostTensor:
    """On its way from a device to the host."""
    def __init__(self, tensor, beside=False):
        self.shape, self.number = tensor.shape, _r.start_copy(tensor, beside)

    def numpy(self):
        import numpy
        return _r.finish_copy(numpy.ndarray, self.number, self.shape)

    def cpu(self):
        return _r.finish_copy(Tensor, self.number, self.shape)

    def __getattr__(self, name):
        raise AttributeError(f'Runahead has no {name} of a copy that is on its way; its cpu() waits for it')

    def __del__(self):
        if 'number' in self.__dict__:
            _r.drop_copy(self.number)


def _made(call, sizes, numbers, device, dtype, requires_grad):
    float32_only(dtype)
    tensor = call(Tensor, given_shape(sizes), *numbers, _place(device))
    return tensor.requires_grad_(requires_grad)


def zeros(*size, device=None, dtype=None, requires_grad=False):
    return _made(_r.zeros, size, (), device, dtype, requires_grad)


def ones(*size, device=None, dtype=None, requires_grad=False):
    return _made(_r.ones, size, (), device, dtype, requires_grad)


def empty(*size, device=None, dtype=None, requires_grad=False):
    return _made(_r.empty, size, (), device, dtype, requires_grad)


def rand(*size, device=None, dtype=None, requires_grad=False):
    return _made(_r.uniform, size, (0, 1), device, dtype, requires_grad)


def randn(*size, device=None, dtype=None, requires_grad=False):
    return _made(_r.normal, size, (0, 1), device, dtype, requires_grad)


def _check_std(std):
    if std < 0:
        raise RuntimeError(f'normal expects std >= 0.0, but found std {std}')


def normal(mean=0.0, std=1.0, size=(), *, device=None, dtype=None, requires_grad=False):
    _check_std(std)
    return _made(_r.normal, (tuple(size),), (mean, std), device, dtype, requires_grad)


def zeros_like(other):
    return _r.zeros(Tensor, other.shape, _r.place(other))


def ones_like(other):
    return _r.ones(Tensor, other.shape, _r.place(other))


def rand_like(other):
    return _r.uniform(Tensor, other.shape, 0, 1, _r.place(other))


def randn_like(other):
    return _r.normal(Tensor, other.shape, 0, 1, _r.place(other))


def tensor(data, dtype=None, device=None, requires_grad=False):
    float32_only(dtype)
    if isinstance(data, _r.Array):
        made = from_numpy(data).to(device)
    else:
        if dtype is None:
            floats_only(data, 'torch.tensor')
        made = _r.array(Tensor, data, _place(device))
    return made.requires_grad_(requires_grad)


def from_numpy(array):
    place = _place('cpu')
    return _r.as_type(Tensor, array) if place == _r.HOST else _r.to_device(Tensor, array, place)


def mm(input, mat2):
    return _r.dot(input, mat2)


matmul = mm


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


def sum(input, dim=None):
    return _r.sum(input, dim)


def mean(input, dim=None):
    return _r.mean(input, dim)


def norm(input):
    return _r.norm(input)


def manual_seed(seed):
    """The run has a seed of its own."""


def compile(model=None, **options):
    return compile if model is None else Function(model, Tensor, in_tape=True)


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
        def inside(*args, **kwargs):
            with _Grad(self.on):
                return f(*args, **kwargs)
        return inside


def enable_grad():
    return _Grad(True)


def no_grad():
    return _Grad(False)


def set_grad_enabled(mode):
    return _Grad(mode)


inference_mode = no_grad
is_grad_enabled = _r.records
_r.record(True)

from torch import autograd, cuda, nn, optim  # noqa: they need what stands above
from torch.nn import functional  # noqa

__getattr__ = missing(globals())
