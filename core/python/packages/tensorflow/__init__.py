# SPDX-License-Identifier: GPL-3.0-or-later
# TensorFlow's names: eager calls compute before they return; a function is traced once and runs as one call.
# Here: tensors, variables, and what makes them. What computes: _math_ops.py, _array_ops.py.
import builtins

import _runahead as _r
from _names import Array, DType, Names, dtypes, missing, size_of, stacked, type_name

globals().update(dtypes("<dtype: '{}'>"))
uint8, int8, int16, string = (DType(name, f"<dtype: '{name}'>") for name in ('uint8', 'int8', 'int16', 'string'))
double = float64
newaxis = None
_DTYPES = {name: globals()[name] for name in ('float32', 'float64', 'int32', 'int64', 'bool')}
_places = [0]  # of the innermost tf.device
_FLOATING = ('float32', 'float64')


def _below(text):
    return '\n' + text if '\n' in text else text


class TensorShape(tuple):
    """A size that is not known is None."""
    __slots__ = ()

    def __new__(cls, dims=()):
        return tuple.__new__(cls, (dims,) if isinstance(dims, int) else dims)

    def __repr__(self):
        return f'TensorShape({list(self)})'

    def __str__(self):
        return tuple.__repr__(self)

    def __eq__(self, other):
        return tuple.__eq__(self, tuple(other) if isinstance(other, list) else other)

    def __ne__(self, other):
        return not self == other

    __hash__ = tuple.__hash__

    def __getitem__(self, key):
        made = tuple.__getitem__(self, key)
        return TensorShape(made) if isinstance(key, builtins.slice) else made

    def __add__(self, other):
        return TensorShape(tuple.__add__(self, tuple(other)))

    @property
    def rank(self):
        return len(self)

    ndims, dims = rank, property(list)

    def as_list(self):
        return list(self)

    def num_elements(self):
        if None in self:
            return None
        size = 1
        for one in self:
            size *= one
        return size

    def is_fully_defined(self):
        return None not in self


class Tensor(Array):
    __slots__ = ()

    @property
    def shape(self):
        return _function.shape_of(self) if _function.running else TensorShape(_r.shape(self))

    def get_shape(self):
        return _function.shape_of(self) if _function.running else self.shape

    def set_shape(self, shape):
        if len(shape) != self.ndim or builtins.any(one not in (None, own) for one, own in zip(shape, self.shape)):
            raise ValueError(f"Tensor's shape {self.shape} is not compatible with supplied shape {tuple(shape)}.")

    @property
    def dtype(self):
        return _DTYPES[_r.dtype(self)]

    @property
    def device(self):
        return f"/job:localhost/replica:0/task:0/device:{'GPU' if _r.has_streams() else 'CPU'}:{max(_r.place(self), 0)}"

    def numpy(self):
        _function.require_value(self)
        import numpy
        return _r.to_host(numpy.ndarray, self)

    def ref(self):
        return Reference(self)

    def __getitem__(self, key):
        return _array_ops.part_of(self, key)

    def __iter__(self):
        _function.looks_at(1)
        if not self.ndim:
            raise TypeError('Cannot iterate over a scalar tensor.')
        return (self[index] for index in builtins.range(len(self)))

    def __bool__(self):
        _function.looks_at(1)
        return _r.Array.__bool__(self)

    def __str__(self):
        return _function.symbolic(self) or (
            f'tf.Tensor({_below(_r.printed(self, "numpy", "", 0))}, shape={self.shape}, dtype={_r.dtype(self)})')

    def __repr__(self):
        symbol = _function.symbolic(self)
        if symbol:
            return symbol.replace('Tensor("', "<tf.Tensor '", 1).replace('", ', "' ", 1).replace(', dtype', ' dtype')[:-1] + '>'
        text = _r.printed(self, 'numpy', ',' if self.ndim else '', 6 if self.ndim else 0)
        if self.ndim:
            shown = f', dtype={_r.dtype(self)}' if _r.dtype(self) in ('float32', 'int32') else ''
            text = f'array({text}{shown})'
        return f'<tf.{self._shown()}shape={self.shape}{self._between} dtype={_r.dtype(self)}, numpy={_below(text)}>'

    def __format__(self, form):
        return format(_r.item(self), form) if form and not self.ndim else str(self)

    def _shown(self):
        return 'Tensor: '

    _between = ','


_r.set_rules(Tensor, 'tensorflow')
_r.gradients_as('tensorflow')


class Reference:
    """A tensor as a key."""
    def __init__(self, tensor):
        self.tensor = tensor

    def deref(self):
        return self.tensor

    def __eq__(self, other):
        return isinstance(other, Reference) and self.tensor is other.tensor

    def __hash__(self):
        return id(self.tensor)


class IndexedSlices:
    """What no gradient is here: all of them are whole."""
    def __init__(self, *args, **options):
        raise NotImplementedError('tf.IndexedSlices: the gradients of Runahead are whole tensors')


class _Known(Tensor):
    """The sizes of a shape, which are known where nothing can be read."""
    def __getitem__(self, key):
        return _known(self.sizes[key]) if isinstance(key, (int, builtins.slice)) else Tensor.__getitem__(self, key)

    def __index__(self):
        return self.sizes

    __int__ = __index__

    def __iter__(self):
        return (_known(one) for one in self.sizes)


_r.set_result_type(_Known, Tensor)


def _known(sizes):
    made = _r.as_type(_Known, _r.array(Tensor, sizes, _places[-1], 'int32'))
    made.sizes = sizes
    return made


def _sizes(shape):
    """Of a shape that is a tensor, has tensors, or is a number."""
    if isinstance(shape, _Known):
        shape = shape.sizes
    if isinstance(shape, _r.Array):
        shape = _r.tolist(shape)
    if isinstance(shape, (list, tuple)) and builtins.any(one is None for one in shape):
        if isinstance(shape, TensorShape):
            raise ValueError(f'Cannot convert a partially known TensorShape {shape} to a Tensor.')
        raise TypeError(f'Failed to convert elements of {shape} to Tensor. Consider casting elements to a supported type.')
    return [int(one) for one in shape] if isinstance(shape, (list, tuple)) else [int(shape)]


def _fits(dtype, given):
    """Whether numbers of a type are converted to it without being asked for."""
    if dtype == given:
        return True
    return 'bool' not in (dtype, given) and (dtype in _FLOATING or given not in _FLOATING)


def constant(value, dtype=None, shape=None, name=None):
    made = convert_to_tensor(value, dtype)
    if shape is None or isinstance(made, _texts.Texts):
        return made
    sizes = _sizes(shape)
    return broadcast_to(made, sizes) if size_of(made) == 1 else reshape(made, sizes)


def convert_to_tensor(value, dtype=None, dtype_hint=None, name=None):
    wanted = type_name(dtype)
    if isinstance(value, Tensor):
        value = value.read_value() if isinstance(value, Variable) else value
        if wanted not in (None, _r.dtype(value)):
            raise ValueError(f"Tensor conversion requested dtype {wanted} for Tensor with dtype {_r.dtype(value)}: {value!r}")
        return value
    if isinstance(value, _r.Array):
        made = _r.to_device(Tensor, value, _places[-1])
        return made if wanted is None else _converted(made, wanted, value)
    if _texts.has_text(value):
        return _texts.made(value, dtype)
    if isinstance(value, builtins.range):
        value = list(value)
    if isinstance(value, (list, tuple)) and value and _has_arrays(value):
        return _packed(value, wanted)
    if value is None or not isinstance(value, (builtins.bool, int, float, list, tuple)):
        raise ValueError(f'Attempt to convert a value ({value!r}) with an unsupported type ({type(value)}) to a Tensor.')
    made = _r.array(Tensor, value, _places[-1], wanted if wanted in _FLOATING else None,
                    wanted if wanted in ('int32', 'int64') else 'int32')
    return made if wanted is None else _converted(made, wanted, value)


def _converted(made, wanted, value):
    if not _fits(wanted, _r.dtype(made)) and size_of(made):
        raise TypeError(f'Cannot convert {value!r} to EagerTensor of dtype {wanted}')
    return made if _r.dtype(made) == wanted else _r.astype(made, wanted)


def _has_arrays(values):
    return builtins.any(isinstance(one, _r.Array) or isinstance(one, (list, tuple)) and _has_arrays(one) for one in values)


def _packed(values, dtype):
    """Of tensors and numbers in lists, one tensor."""
    if builtins.all(isinstance(one, _r.Array) and not isinstance(one, Tensor) and not one.ndim for one in values):
        numbers = [_r.item(one) for one in values]
        return _r.array(Tensor, numbers, _places[-1], dtype or _r.dtype(values[0]))
    own = next((_r.dtype(one) for one in values if isinstance(one, _r.Array)), None)
    return stacked([_t(one, dtype or own) for one in values], 0, InvalidArgumentError, InvalidArgumentError)


def _t(value, hint=None):
    """What a call is given, as a tensor; numbers and lists of the hint's type where they fit."""
    if isinstance(value, Tensor):
        return value
    if hint is None:
        return convert_to_tensor(value)
    try:
        return convert_to_tensor(value, hint)
    except TypeError:
        return convert_to_tensor(value)


def _like(tensor, value):
    """As a tensor of its type and shape."""
    made = convert_to_tensor(value, _r.dtype(tensor))
    return made if made.shape == tensor.shape else broadcast_to(made, tensor.shape)


class VariableType(type):
    def __call__(cls, initial_value=None, trainable=None, validate_shape=True, caching_device=None, name=None,
                 variable_def=None, dtype=None, import_scope=None, constraint=None, synchronization=None, aggregation=None,
                 shape=None):
        if initial_value is None:
            raise ValueError('The `initial_value` arg to `tf.Variable` must be specified')

        def make():
            value = initial_value() if callable(initial_value) else initial_value
            return variable(_r.copy(convert_to_tensor(value, dtype)), trainable is None or trainable)
        made = _r.before_tracing(make)
        made.own_name, made.constraint = name, constraint
        if name:
            _r.name(made, name)
        return made


class Variable(Tensor, metaclass=VariableType):
    own_name = constraint = None
    flag = True

    @property
    def name(self):
        return (self.own_name or 'Variable') + ':0'

    def _shown(self):
        return f"Variable '{self.name}' "

    _between = ''

    def __str__(self):
        return repr(self)

    def assign_add(self, delta, use_locking=None, name=None, read_value=True):
        return self._moved_by(_like(self, delta), -1)

    def assign_sub(self, delta, use_locking=None, name=None, read_value=True):
        return self._moved_by(_like(self, delta), 1)

    def _moved_by(self, delta, rate):
        if _r.dtype(self) == 'float32':
            _r.subtract_from(self, delta, rate)
        else:  # the engine updates float32 in place
            before = _r.record(False)
            try:
                _r.assign(self, self - delta if rate == 1 else self + delta)
            finally:
                _r.record(before)
        return self

    def assign(self, value, use_locking=None, name=None, read_value=True):
        made = convert_to_tensor(value, _r.dtype(self))
        if made.shape != self.shape:
            raise ValueError(f"Cannot assign value to variable '{self.name}': Shape mismatch.The variable shape {self.shape}, "
                             f'and the assigned value shape {made.shape} are incompatible.')
        _r.assign(self, made)
        return self

    def __getitem__(self, key):
        made = Tensor.__getitem__(self, key)
        part = _r.as_type(_Part, made)
        part.variable, part.key = self, key
        return part

    def __deepcopy__(self, memo):
        made = variable(_r.copy(self), self.trainable)
        made.own_name, made.constraint = self.own_name, self.constraint
        return made

    def read_value(self):
        return _r.copy(self)

    value = read_value

    @property
    def trainable(self):
        return self.flag


_r.set_result_type(Variable, Tensor)


class _Part(Tensor):
    """Of a variable, in square brackets."""
    def assign(self, value, name=None, read_value=True):
        variable, made = self.variable, convert_to_tensor(value, _r.dtype(self))
        before = _r.record(False)
        try:
            whole = _array_ops.with_part(variable, self.key, made)
            _r.assign(variable, whole)
        finally:
            _r.record(before)
        return variable

    def assign_add(self, value, name=None, read_value=True):
        return self.assign(self.variable[self.key] + value)

    def assign_sub(self, value, name=None, read_value=True):
        return self.assign(self.variable[self.key] - value)


_r.set_result_type(_Part, Tensor)


def variable(array, trainable=True):
    """The array itself as a variable."""
    made = _r.as_type(Variable, array)
    made.flag = trainable
    if trainable and _r.dtype(made) in _FLOATING:
        _r.watch(made)
    return made


def executing_eagerly():
    return not _function.running


def init_scope():
    import contextlib
    return contextlib.nullcontext()


class device:
    def __init__(self, name):
        kind, _, number = name.strip('/').upper().rpartition('DEVICE:')[2].partition(':')
        if kind not in ('CPU', 'GPU') or not (number or '0').isdigit():
            raise ValueError(f"device '{name}': Runahead has /CPU:0, /GPU:0 and /GPU:1")
        # Without a GPU, TensorFlow places on the CPU what it was told to place there.
        self._device_name = f'/device:{kind}:{number or 0}'
        self.place = int(number or 0) if kind == 'GPU' and _r.has_streams() else 0
        if self.place >= max(_r.devices(), 1):
            raise RuntimeError(f"device '{name}': this run has {_r.devices()} of that kind")

    def __enter__(self):
        _places.append(self.place)

    def __exit__(self, *error):
        _places.pop()


class name_scope:
    """Names that only TensorFlow's graphs show."""
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        return self.name + '/'

    def __exit__(self, *error):
        pass


def control_dependencies(control_inputs):
    """Computed already."""
    import contextlib
    return contextlib.nullcontext()


def get_static_value(tensor, partial=False):
    return None if _function.running and not _function.has_value(tensor) else tensor.numpy()


VariableAggregation = Names('VariableAggregation', NONE=0, SUM=1, MEAN=2, ONLY_FIRST_REPLICA=3)
VariableSynchronization = Names('VariableSynchronization', AUTO=0, NONE=1, ON_WRITE=2, ON_READ=3)


class InvalidArgumentError(_r.EngineError):
    pass


_r.set_error_type(InvalidArgumentError)


def _error(name, kind=Exception):
    return type(name, (kind,), {'__module__': 'tensorflow.errors'})


OutOfRangeError, NotFoundError, DataLossError, ResourceExhaustedError, FailedPreconditionError, UnimplementedError, AlreadyExistsError = map(
    _error, ('OutOfRangeError', 'NotFoundError', 'DataLossError', 'ResourceExhaustedError', 'FailedPreconditionError',
             'UnimplementedError', 'AlreadyExistsError'))
errors = Names('errors', InvalidArgumentError=InvalidArgumentError, OutOfRangeError=OutOfRangeError, NotFoundError=NotFoundError,
               DataLossError=DataLossError, ResourceExhaustedError=ResourceExhaustedError, OpError=_r.EngineError,
               FailedPreconditionError=FailedPreconditionError, UnimplementedError=UnimplementedError,
               AlreadyExistsError=AlreadyExistsError)

from tensorflow import _texts, _array_ops, _function  # noqa: it needs what stands above
from tensorflow._array_ops import *  # noqa
from tensorflow._math_ops import *  # noqa
from tensorflow._function import TensorSpec, function, print, py_function, numpy_function  # noqa
from tensorflow._scatter import *  # noqa
from tensorflow._control import *  # noqa
from tensorflow._tape import (GradientTape, UnconnectedGradients, custom_gradient, grad_pass_through, recompute_grad,  # noqa
                              stop_gradient)
from tensorflow._module import Module  # noqa
from tensorflow import nest, nn, random, strings, data, debugging, distribute, image, linalg, math, summary  # noqa

Assert = debugging.Assert

def _no_matter(*args, **options):
    """Of what the machine does, not of what is computed."""


test = Names('test', experimental=Names('test.experimental', sync_devices=_r.waitall), is_gpu_available=lambda *args, **options: False,
             gpu_device_name=lambda: '')
sysconfig = Names('sysconfig', get_build_info=lambda: {'is_cuda_build': False, 'is_rocm_build': False, 'is_tensorrt_build': False})
config = Names('config', list_physical_devices=lambda device_type=None: _list_devices(device_type),
               list_logical_devices=lambda device_type=None: _list_devices(device_type),
               get_visible_devices=lambda device_type=None: _list_devices(device_type),
               set_visible_devices=_no_matter, set_soft_device_placement=_no_matter, get_soft_device_placement=lambda: True,
               run_functions_eagerly=_function.run_functions_eagerly,
               functions_run_eagerly=lambda: _function.eager[0],
               threading=Names('config.threading', set_inter_op_parallelism_threads=_no_matter, set_intra_op_parallelism_threads=_no_matter),
               optimizer=Names('config.optimizer', set_jit=_no_matter, set_experimental_options=_no_matter,
                               get_experimental_options=lambda: {}),
               experimental=Names('config.experimental', list_physical_devices=lambda device_type=None: _list_devices(device_type),
                                  list_logical_devices=lambda device_type=None: _list_devices(device_type),
                                  set_memory_growth=_no_matter, get_memory_growth=lambda device: False,
                                  enable_op_determinism=_no_matter, enable_tensor_float_32_execution=_no_matter))
autograph = Names('autograph', set_verbosity=_no_matter, trace=print, experimental=Names(
    'autograph.experimental', do_not_convert=lambda func=None: (lambda inner: inner) if func is None else func,
    set_loop_options=_no_matter))
version = Names('version', VERSION='2.11.0')


def _list_devices(kind):
    return [_Device('/physical_device:CPU:0', 'CPU')] if kind in (None, 'CPU') else []


class _Device:
    def __init__(self, name, device_type):
        self.name, self.device_type = name, device_type

    def __repr__(self):
        return f"PhysicalDevice(name='{self.name}', device_type='{self.device_type}')"


def get_logger():
    import logging
    return logging.getLogger('tensorflow')


from tensorflow import keras  # noqa

initializers, losses, metrics, optimizers = keras.initializers, keras.losses, keras.metrics, keras.optimizers
random_normal_initializer = initializers.random_normal_initializer
random_uniform_initializer = initializers.random_uniform_initializer
zeros_initializer, ones_initializer, constant_initializer = initializers.Zeros, initializers.Ones, initializers.Constant
dtypes = Names('dtypes', **_DTYPES, uint8=uint8, string=string, cast=cast)


def _refused(*args, **options):
    raise NotImplementedError('tf.saved_model.load: Runahead reads no models of TensorFlow itself; tf.keras.models.load_model() has those '
                              'that it saved')


def _save_whole(obj, export_dir, signatures=None, options=None):
    if not isinstance(obj, keras.Model):
        raise NotImplementedError('tf.saved_model.save: Runahead saves models of Keras; tf.train.Checkpoint keeps the variables of others')
    obj.save(export_dir)


saved_model = Names('saved_model', save=_save_whole, load=_refused)
from tensorflow import train  # noqa

__version__ = '2.11.0'  # whose names these are
__getattr__ = missing(globals())
