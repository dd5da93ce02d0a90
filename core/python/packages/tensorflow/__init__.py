# SPDX-License-Identifier: GPL-3.0-or-later
# TensorFlow's names: eager calls compute before they return; a function is traced once and runs as one call.
import builtins

import _runahead as _r
from _functions import Function
from _names import Array, Names, bounded, dtypes, missing, size_of, softmax as _softmax, stacked, truth, type_name

globals().update(dtypes("<dtype: '{}'>"))
double = float64
_DTYPES = {name: globals()[name] for name in ('float32', 'float64', 'int32', 'int64', 'bool')}
_places = [0]  # of the innermost tf.device


def _below(text):
    return '\n' + text if '\n' in text else text


class Tensor(Array):
    __slots__ = ()

    @property
    def dtype(self):
        return _DTYPES[_r.dtype(self)]

    def numpy(self):
        import numpy
        return _r.to_host(numpy.ndarray, self)

    def __str__(self):
        return f'tf.Tensor({_below(_r.printed(self, "numpy", "", 0))}, shape={self.shape}, dtype={_r.dtype(self)})'

    def __repr__(self):
        text = _r.printed(self, 'numpy', ',' if self.ndim else '', 6 if self.ndim else 0)
        if self.ndim:
            shown = f', dtype={_r.dtype(self)}' if _r.dtype(self) in ('float32', 'int32') else ''
            text = f'array({text}{shown})'
        return f'<tf.{self._shown}shape={self.shape}{self._between} dtype={_r.dtype(self)}, numpy={_below(text)}>'

    def __format__(self, form):
        return format(_r.item(self), form) if form and not self.ndim else str(self)

    _shown, _between = 'Tensor: ', ','


_r.set_rules(Tensor, 'tensorflow')
_r.gradients_as('tensorflow')


def _like(tensor, value):
    """As an array of its type."""
    if isinstance(value, _r.Array):
        return value
    if isinstance(value, (list, tuple)):
        return _r.array(Tensor, value, _r.place(tensor), _r.dtype(tensor))
    return _r.full(Tensor, tensor.shape, value, _r.place(tensor), _r.dtype(tensor))


class VariableType(type):
    def __call__(cls, initial_value=None, trainable=True, name=None, dtype=None):
        made = _r.before_tracing(lambda: variable(_r.copy(convert_to_tensor(initial_value, dtype)), trainable))
        if name:
            _r.name(made, name)
        return made


class Variable(Tensor, metaclass=VariableType):
    __slots__ = ()
    _shown, _between = "Variable 'Variable:0' ", ''

    def __str__(self):
        return repr(self)

    def assign_add(self, delta):
        return self._moved_by(_like(self, delta), -1)

    def assign_sub(self, delta):
        return self._moved_by(_like(self, delta), 1)

    def _moved_by(self, delta, rate):
        if _r.dtype(self) == 'float32':
            _r.subtract_from(self, delta, rate)
        else:  # the engine updates float32 in place
            _r.assign(self, self - delta * rate)
        return self

    def assign(self, value):
        _r.assign(self, _like(self, value))
        return self

    def __deepcopy__(self, memo):
        return variable(_r.copy(self), self.trainable)

    def read_value(self):
        return _r.copy(self)

    value = read_value

    @property
    def trainable(self):
        return _r.watched(self)


_r.set_result_type(Variable, Tensor)


def variable(array, trainable=True):
    """The array itself as a variable."""
    made = _r.as_type(Variable, array)
    if trainable:
        _r.watch(made)
    return made


def constant(value, dtype=None, shape=None):
    if shape is not None:
        raise TypeError('tf.constant: Runahead takes no shape; tf.fill(shape, value) has one')
    if isinstance(value, _r.Array):
        made = value if isinstance(value, Tensor) else _r.to_device(Tensor, value, _places[-1])
        return made if dtype is None else cast(made, dtype)
    return _r.array(Tensor, value, _places[-1], type_name(dtype), 'int32')


convert_to_tensor = constant


def zeros(shape, dtype=None):
    return _r.zeros(Tensor, shape, _places[-1], type_name(dtype))


def ones(shape, dtype=None):
    return _r.ones(Tensor, shape, _places[-1], type_name(dtype))


def fill(dims, value):
    return _r.full(Tensor, dims, value, _places[-1], None, 'int32')


def range(start, limit=None, delta=1, dtype=None):
    first, last = (0, start) if limit is None else (start, limit)
    return _r.arange(Tensor, first, last, delta, _places[-1], type_name(dtype), 'int32')


def zeros_like(input, dtype=None):
    return zeros(input.shape, dtype or _r.dtype(input))


def ones_like(input, dtype=None):
    return ones(input.shape, dtype or _r.dtype(input))


def cast(x, dtype):
    name = type_name(dtype)
    return x if name == _r.dtype(x) else _r.astype(x, name)


def executing_eagerly():
    return not _r.tracing()


def _uniform(shape, minval=0, maxval=1, dtype=None, seed=None):
    return _r.uniform(Tensor, shape, minval, maxval, _places[-1], type_name(dtype))


def _normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None):
    # A negative one mirrors the numbers, which is no error here.
    return _r.normal(Tensor, shape, mean, stddev if stddev >= 0 else -stddev, _places[-1], type_name(dtype))


def _set_seed(seed):
    """The run's seed and this one: the numbers begin anew."""
    _r.seed(Tensor, seed)


def matmul(a, b, transpose_a=False, transpose_b=False):
    return _r.dot(_r.transpose(a) if transpose_a else a, _r.transpose(b) if transpose_b else b)


def transpose(a, perm=None):
    if perm is not None and list(perm) != [1, 0]:
        raise ValueError('tf.transpose: Runahead transposes matrices alone')
    return _r.transpose(a)


def add(x, y):
    return x + y


def subtract(x, y):
    return x - y


def multiply(x, y):
    return x * y


def square(x):
    return _r.square(x)


def pow(x, y):
    return x ** y


def identity(input):
    return _r.copy(input)


def norm(tensor):
    return _r.norm(tensor)


def reduce_sum(input_tensor, axis=None, keepdims=False):
    return _r.sum(input_tensor, axis, keepdims)


def reduce_mean(input_tensor, axis=None, keepdims=False):
    return _r.mean(input_tensor, axis, keepdims)


def reduce_max(input_tensor, axis=None, keepdims=False):
    return _r.max(input_tensor, axis, keepdims)


def reduce_min(input_tensor, axis=None, keepdims=False):
    return _r.min(input_tensor, axis, keepdims)


def reduce_any(input_tensor, axis=None, keepdims=False):
    return truth(input_tensor, _r.max, axis, keepdims)


def reduce_all(input_tensor, axis=None, keepdims=False):
    return truth(input_tensor, _r.min, axis, keepdims)


def argmax(input, axis=0):
    return _r.argmax(input, axis)


def argmin(input, axis=0):
    return _r.argmin(input, axis)


def where(condition, x, y):
    return _r.where(condition, x, y)


def concat(values, axis):
    return _r.concatenate(list(values), axis)


def stack(values, axis=0):
    return stacked(list(values), axis)


def clip_by_value(t, clip_value_min, clip_value_max):
    return bounded(t, clip_value_min, clip_value_max)


def size(input):
    return constant(size_of(input))


def reshape(tensor, shape):
    return _r.reshape(tensor, shape)


def divide(x, y):
    return x / y


maximum, minimum = _r.maximum, _r.minimum
equal, not_equal, less, less_equal = _r.equal, _r.not_equal, _r.less, _r.less_equal
greater, greater_equal = _r.greater, _r.greater_equal
logical_and, logical_or, logical_not = _r.logical_and, _r.logical_or, _r.logical_not
exp = _r.exp
sqrt = _r.sqrt
tanh = _r.tanh
sigmoid = _r.sigmoid
abs = _r.abs


def function(func=None, **options):
    return function if func is None else Function(func, Tensor, made_of=lambda number: fill((), number))


class device:
    def __init__(self, name):
        kind, _, number = name.strip('/').removeprefix('device:').upper().partition(':')
        if kind not in ('CPU', 'GPU') or not (number or '0').isdigit():
            raise ValueError(f"device '{name}': Runahead has /CPU:0, /GPU:0 and /GPU:1")
        # Without a GPU, TensorFlow places on the CPU what it was told to place there.
        self.place = int(number or 0) if kind == 'GPU' and _r.has_streams() else 0
        if self.place >= max(_r.devices(), 1):
            raise RuntimeError(f"device '{name}': this run has {_r.devices()} of that kind")

    def __enter__(self):
        _places.append(self.place)

    def __exit__(self, *error):
        _places.pop()


class GradientTape:
    def __init__(self, persistent=False, watch_accessed_variables=True):
        if not watch_accessed_variables:
            raise ValueError('GradientTape: the one of Runahead watches all variables')
        self.persistent, self.used = persistent, False

    def __enter__(self):
        if _r.record(True):
            _r.record(False)
            raise RuntimeError('GradientTape: Runahead has no tape inside a tape')
        return self

    def __exit__(self, *error):
        _r.record(False)

    def watch(self, tensor):
        _r.watch(tensor)

    def gradient(self, target, sources):
        if self.used and not self.persistent:
            raise RuntimeError('A non-persistent GradientTape can only be used to compute one set of gradients (or '
                               'jacobians)')
        self.used = True
        several = list(sources) if isinstance(sources, (list, tuple)) else [sources]
        for source in several:
            _r.clear_gradient(source)
        targets = target if isinstance(target, (list, tuple)) else [target]
        targets = [one for one in targets if _r.watched(one) and not _r.leaf(one)]
        if several and targets:
            _r.backward(targets, False, None, self.persistent)
        found = [_r.gradient(Tensor, source) for source in several]
        for source in several:
            _r.clear_gradient(source)
        return found if isinstance(sources, (list, tuple)) else found[0]


class InvalidArgumentError(_r.EngineError):
    pass


_r.set_error_type(InvalidArgumentError)
errors = Names('errors', InvalidArgumentError=InvalidArgumentError)
random = Names('random', uniform=_uniform, normal=_normal, set_seed=_set_seed)
math = Names('math', square=square, add=add, subtract=subtract, multiply=multiply, reduce_sum=reduce_sum,
             reduce_mean=reduce_mean, reduce_max=reduce_max, divide=divide, pow=pow, exp=exp, log=_r.log, sqrt=sqrt,
             tanh=tanh, sigmoid=sigmoid, abs=abs)
linalg = Names('linalg', matmul=matmul, norm=norm)
nn = Names('nn', relu=_r.relu, sigmoid=sigmoid, tanh=tanh, softmax=lambda logits, axis=-1: _softmax(logits, axis))
test = Names('test', experimental=Names('test.experimental', sync_devices=_r.waitall))
config = Names('config', list_physical_devices=lambda kind=None: _list_devices(kind),
               list_logical_devices=lambda kind=None: _list_devices(kind))


def _list_devices(kind):
    return ['/physical_device:CPU:0'] if kind in (None, 'CPU') else []


from tensorflow import keras  # noqa: it needs what stands above

initializers, losses, optimizers = keras.initializers, keras.losses, keras.optimizers
__version__ = '2.11.0'  # whose names these are
__getattr__ = missing(globals())
