# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.layers.Layer: what it is called with, its weights, and what it adds to the loss.
import collections.abc
import inspect
import re

import _runahead as _r
import tensorflow as _tf
from tensorflow import nest
from tensorflow._module import Module
from tensorflow.keras import initializers, regularizers

counted = {}  # layers of a name, until clear_session()
training_now = []  # of the layers that are called now


class Symbol:
    """A tensor of a functional model, without values: what made it."""
    def __init__(self, shape, dtype='float32', layer=None, given=None, options=None, name=None, place=None):
        self.shape, self.kind, self.layer, self.given, self.options = _tf.TensorShape(shape), dtype, layer, given, options or {}
        self.own_name, self.place = name, place

    dtype = property(lambda self: getattr(_tf, self.kind))
    name = property(lambda self: self.own_name or self.layer.name)
    ndim = property(lambda self: len(self.shape))

    def __repr__(self):
        made = f" (created by layer '{self.layer.name}')" if self.layer else ''
        return f'<KerasTensor: shape={self.shape} dtype={self.kind}{made}>'

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        raise NotImplementedError(f'a KerasTensor of Runahead has no {name}: layers compute with it')


def _operator(name):
    def operate(self, *others):
        return Operation(name)([self, *others])
    return operate


for _name in ('add', 'radd', 'sub', 'rsub', 'mul', 'rmul', 'truediv', 'rtruediv', 'pow', 'neg', 'getitem'):
    setattr(Symbol, f'__{_name}__', _operator(f'__{_name}__'))


def symbols_in(values):
    return [one for one in nest.flatten(values) if isinstance(one, Symbol)]


def snake(name):
    return re.sub('([a-z])([A-Z])', r'\1_\2', re.sub('(.)([A-Z][a-z0-9]+)', r'\1_\2', name)).lower()


def numbered(name):
    counted[name] = counted.get(name, -1) + 1
    return f'{name}_{counted[name]}' if counted[name] else name


class Arguments:
    """Of a method, without its object: their names, and what `training` is where nothing is given."""
    def __init__(self, method):
        method = getattr(method, 'python_function', method)  # of tf.function
        function = getattr(method, '__func__', method)
        code = getattr(function, '__code__', None)
        count = code.co_argcount if code else 0
        self.names = list(code.co_varnames[:count]) if code else []
        by_name = list(code.co_varnames[count:count + code.co_kwonlyargcount]) if code else []
        defaults = dict(zip(self.names[::-1], (getattr(function, '__defaults__', None) or ())[::-1]))
        defaults.update(getattr(function, '__kwdefaults__', None) or {})
        self.takes_all = bool(code) and bool(code.co_flags & inspect.CO_VARKEYWORDS)
        self.names = self.names[1:] if function is not method else self.names
        self.takes_training = 'training' in self.names or 'training' in by_name
        self.training = defaults.get('training') or False

    def has_training(self, args):
        """Whether it is among what has no name."""
        return 'training' in self.names and self.names.index('training') < len(args)


class ListWrapper(collections.abc.MutableSequence, list):
    """How a layer shows a list that it was given: what is done to either is done to both."""
    def __init__(self, given):
        self.given = given

    def __getitem__(self, key):
        return self.given[key]

    def __setitem__(self, key, value):
        self.given[key] = value

    def __delitem__(self, key):
        del self.given[key]

    def __len__(self):
        return len(self.given)

    def insert(self, index, value):
        self.given.insert(index, value)

    def sort(self, *, key=None, reverse=False):
        self.given.sort(key=key, reverse=reverse)

    def copy(self):
        return self.given.copy()

    def __add__(self, other):
        return self.given + list(other)

    def __radd__(self, other):
        return other + self.given

    def __mul__(self, times):
        return self.given * times

    __rmul__ = __mul__

    def __eq__(self, other):
        return self.given == (other.given if isinstance(other, ListWrapper) else other)

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        return self.given < (other.given if isinstance(other, ListWrapper) else other)

    __hash__ = None

    @property
    def layers(self):
        return [one for one in self if isinstance(one, Layer)]

    def __repr__(self):
        return f'ListWrapper({self.given!r})'


class Masked(_tf.Tensor):
    """With the mask of its steps."""


_r.set_result_type(Masked, _tf.Tensor)


def mask_of(value):
    """Of a tensor, or of several; None: there is none."""
    if isinstance(value, (list, tuple)):
        made = [mask_of(one) for one in value]
        return None if all(one is None for one in made) else made
    return getattr(value, '_keras_mask', None) if isinstance(value, _tf.Tensor) else None


def masked(value, mask):
    if mask is None or not isinstance(value, _tf.Tensor):
        return value
    made = value if hasattr(value, '__dict__') and not isinstance(value, _tf.Variable) else _r.as_type(Masked, value)
    made._keras_mask = mask
    return made


class Layer(Module):
    supports_masking = False
    kind = None  # what it is named after; None: its class
    is_metric = False

    def __new__(cls, *args, **kwargs):
        made = object.__new__(cls)
        made.__dict__['_recipe'] = args, kwargs  # what makes another one of it
        return made

    def __init__(self, trainable=True, name=None, dtype=None, dynamic=False, **kwargs):
        shape = kwargs.pop('input_shape', None)
        whole = kwargs.pop('batch_input_shape', None)
        size = kwargs.pop('input_dim', None)
        kwargs.pop('batch_size', None)
        if kwargs:
            raise TypeError(f"('Keyword argument not understood:', {next(iter(kwargs))!r})")
        if getattr(dtype, 'name', dtype) not in (None, 'float32', 'float64', 'int32', 'int64'):
            raise NotImplementedError(f'Layer: the layers of Runahead compute in float32, not {dtype}')
        self.__dict__.update(_name=name or numbered(self.kind or snake(type(self).__name__)), built=False, _own=[], _losses=[],
                             _trainable=trainable, _made_by=None, input_spec=None)
        self._dtype = getattr(dtype, 'name', dtype) or 'float32'
        if size is not None:
            shape = (size,)
        self.given_shape = whole or (None if shape is None else (None, *shape))

    def __setattr__(self, name, value):
        super().__setattr__(name, ListWrapper(value) if type(value) is list else value)

    name = property(lambda self: self._name)
    dtype = property(lambda self: self._dtype)

    # Its weights.

    @property
    def trainable(self):
        return self._trainable

    @trainable.setter
    def trainable(self, value):
        self._trainable = value
        for one in self._below():
            one.trainable = value

    def add_weight(self, name=None, shape=None, dtype=None, initializer=None, regularizer=None, trainable=None,
                   constraint=None, use_resource=None, synchronization=None, aggregation=None, **options):
        if isinstance(name, (tuple, list)):
            name, shape = None, name
        made = initializers.get(initializer if initializer is not None else 'glorot_uniform')
        kind = getattr(dtype, 'name', dtype) or self._dtype
        sizes = _tf._sizes(() if shape is None else shape)
        first = _r.before_tracing(lambda: _tf.convert_to_tensor(made(sizes, dtype=kind)))
        first = _tf._r.copy(first) if list(first.shape) == sizes else _tf.broadcast_to(first, sizes)
        own = _r.before_tracing(lambda: _tf.variable(first, trainable is None or trainable))
        own.own_name, own.constraint = f'{self.name}/{name or "Variable"}', constraint
        _r.name(own, own.own_name)
        own.regularizer = regularizers.get(regularizer)
        self._own.append(own)
        return own

    add_variable = add_weight

    def _held(self, kind):
        """Of its attributes, also in lists and dicts, in the order in which they were given."""
        def look(value):
            if isinstance(value, kind):
                yield value
            elif isinstance(value, (list, tuple)) and not isinstance(value, _tf.TensorShape):
                for one in value:
                    yield from look(one)
            elif isinstance(value, dict):
                for one in value.values():
                    yield from look(one)
        for name, value in list(self.__dict__.items()):
            if name not in ('_made_by', '_functions', '_own', '_losses', '_recipe', 'optimizer', 'loss', 'compiled'):
                yield from look(value)

    def _below(self):
        found = {id(one): one for one in self._held(Layer) if not one.is_metric}
        return list(found.values())

    def _all_weights(self):
        """(variable, whether it is trained), once each."""
        found = {}
        for one in [*self._own, *self._held(_tf.Variable)]:
            found.setdefault(id(one), (one, one.trainable and self._trainable))
        for module in self._held(Module):
            if isinstance(module, Layer) and module.is_metric:
                continue
            inner = (module._all_weights() if isinstance(module, Layer) else
                     [(one, one.trainable) for one in module.variables])
            for one, trains in inner:
                found.setdefault(id(one), (one, trains and self._trainable))
        return list(found.values())

    @property
    def trainable_weights(self):
        return [one for one, trains in self._all_weights() if trains]

    @property
    def non_trainable_weights(self):
        return [one for one, trains in self._all_weights() if not trains]

    @property
    def weights(self):
        return self.trainable_weights + self.non_trainable_weights

    trainable_variables, non_trainable_variables, variables = trainable_weights, non_trainable_weights, weights

    def get_weights(self):
        return [one.numpy() for one in self.weights]

    def set_weights(self, weights):
        own = self.weights
        if len(own) != len(weights):
            raise ValueError(f'You called `set_weights(weights)` on layer "{self.name}" with a weight list of length '
                             f'{len(weights)}, but the layer was expecting {len(own)} weights.')
        for variable, value in zip(own, weights):
            variable.assign(value)

    def count_params(self):
        if not self.built:
            raise ValueError(f'You tried to call `count_params` on layer {self.name}, but the layer isn\'t built. You can build '
                             f'it manually via: `{self.name}.build(batch_input_shape)`.')
        return sum(_tf.size_of(one) for one in self.weights)

    @property
    def submodules(self):
        return tuple(inner for one in self._below() for inner in (one, *one.submodules))

    # What it adds to the loss.

    def add_loss(self, losses, **options):
        for one in losses if isinstance(losses, (list, tuple)) else [losses]:
            self._losses.append(one)

    @property
    def losses(self):
        made = [one.regularizer(one) for one in self._own if getattr(one, 'regularizer', None) and one.trainable]
        made += [one() if callable(one) else one for one in self._losses]
        for one in self._below():
            made += one.losses
        return made

    def add_update(self, updates):
        """What is a tensor has been computed."""
        for one in nest.flatten(updates):
            if callable(one) and self.trainable:
                one()

    def add_metric(self, *args, **options):
        raise NotImplementedError('add_metric: Runahead has the metrics of compile()')

    # A call.

    def build(self, input_shape):
        self.built = True

    def call(self, inputs):
        return inputs

    def built_for(self, inputs):
        if self.built:
            return
        shape = nest.map_structure(lambda one: _tf.TensorShape(one.shape), inputs) if nest.is_nested(inputs) else inputs.shape
        _r.before_tracing(lambda: self.build(shape))
        self.built = True

    def __call__(self, *args, **kwargs):
        if '_own' not in self.__dict__:
            raise RuntimeError('It looks like you are subclassing `Model` and you forgot to call `super().__init__()`. Always '
                               'start with this line.')
        if symbols_in(args) or symbols_in(list(kwargs.values())):
            return self.symbolic(args, kwargs)
        if args:
            args = (self.taken(args[0]), *args[1:])
            self.built_for(args[0])
        own = Arguments(self.call)
        given = own.has_training(args)
        training = args[own.names.index('training')] if given else kwargs.get('training')
        if training is None and training_now:
            training = training_now[-1]
        if own.takes_training and not given:
            kwargs = {**kwargs, 'training': own.training if training is None else training}
        elif 'training' in kwargs and not own.takes_all and not given:
            kwargs = {key: value for key, value in kwargs.items() if key != 'training'}
        mask = kwargs.get('mask')
        if args and mask is None:
            mask = mask_of(args[0])
            if mask is not None and 'mask' in own.names and own.names.index('mask') >= len(args):
                kwargs = {**kwargs, 'mask': mask}
        training_now.append(training)
        try:
            if len(training_now) == 1:
                self.forget_losses()
            made = self.call(*args, **kwargs)
        finally:
            training_now.pop()
        if args and (self.supports_masking or type(self).compute_mask is not Layer.compute_mask):
            made = self.with_masks(made, self.compute_mask(args[0], mask))
        return made

    def compute_mask(self, inputs, mask=None):
        return mask if self.supports_masking else None

    def with_masks(self, made, mask):
        if isinstance(made, (list, tuple)):
            several = mask if isinstance(mask, (list, tuple)) else [mask] * len(made)
            return type(made)(map(masked, made, several)) if not hasattr(made, '_fields') else made
        return masked(made, mask[0] if isinstance(mask, list) else mask)

    def forget_losses(self):
        """Those that calls have added."""
        self._losses[:] = [one for one in self._losses if callable(one)]
        for one in self._below():
            one.forget_losses()

    def taken(self, inputs):
        """What it is called with, as tensors of its type where that is floating."""
        def one_of(value):
            if isinstance(value, _tf.Tensor):
                made = value
            elif isinstance(value, (_r.Array, float, int, list)):
                made = _tf.convert_to_tensor(value)
            else:
                return value
            floating = _r.dtype(made) in ('float32', 'float64')
            return _r.astype(made, self._dtype) if floating and _r.dtype(made) != self._dtype and self._casts else made
        if isinstance(inputs, (list, tuple)) and any(isinstance(one, _r.Array) for one in nest.flatten(inputs)):
            return type(inputs)(map(self.taken, inputs)) if not hasattr(inputs, '_fields') else inputs
        if isinstance(inputs, dict):
            return {key: self.taken(one) for key, one in inputs.items()}
        return one_of(inputs)

    _casts = True

    def symbolic(self, args, kwargs):
        """The call is part of a functional model: what it gives has a shape alone."""
        self.built_for(args[0] if len(args) == 1 else list(args))
        kind = self.result_kind(args[0])
        shape = self.compute_output_shape(nest.map_structure(lambda one: _tf.TensorShape(getattr(one, 'shape', ())), args[0]))
        several = isinstance(shape, list)
        made = [Symbol(one, kind, self, args, kwargs, place=i if several else None)
                for i, one in enumerate(shape if several else [shape])]
        if self._made_by is None:
            self._made_by = made[0]
        return made if several else made[0]

    def result_kind(self, inputs):
        return self._dtype

    def compute_output_shape(self, input_shape):
        """By a call with two rows of zeros."""
        return _shape_by_call(self, input_shape)

    @property
    def input(self):
        return self._made_by.given[0]

    @property
    def output(self):
        return self._made_by

    @property
    def output_shape(self):
        if self._made_by is None and 'shown_shape' in self.__dict__:
            return tuple(self.shown_shape)
        return tuple(self._made_by.shape)

    @property
    def input_shape(self):
        return tuple(self._made_by.given[0].shape)

    @classmethod
    def from_config(cls, config):
        return cls(**config)

    def get_config(self):
        return {'name': self.name, 'trainable': self.trainable, 'dtype': self.dtype}

    def __getattr__(self, name):
        if name.startswith('__') or name in ('_own', '_made_by'):
            raise AttributeError(name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'; if its library has it, Runahead "
                             'does not')


def _shape_by_call(layer, shape):
    several = isinstance(shape, list)
    sizes = [(2 if one is None else one for one in its) for its in (shape if several else [shape])]
    zeros = [_tf.zeros(list(one)) for one in sizes]
    made = layer(zeros if several else zeros[0])

    def open_shape(one):
        return _tf.TensorShape((None, *one.shape[1:]))
    return [open_shape(one) for one in made] if isinstance(made, (list, tuple)) else open_shape(made)


class Operation(Layer):
    """An operator between tensors of a functional model."""
    def __init__(self, operator):
        names = {'__getitem__': 'slicing_op_lambda'}
        super().__init__(name=numbered('tf.' + names.get(operator, 'math.' + operator.strip('_'))))
        self.operator = operator

    def __call__(self, values):
        if symbols_in(values):
            return self.symbolic((values,), {})
        return getattr(values[0], self.operator)(*values[1:])

    def built_for(self, inputs):
        pass

    def compute_output_shape(self, input_shape):
        raise NotImplementedError

    def symbolic(self, args, kwargs):
        values = args[0]
        sample = [_tf.zeros([2 if size is None else size for size in one.shape], one.kind) if isinstance(one, Symbol) else one
                  for one in values]
        made = getattr(sample[0], self.operator)(*sample[1:])
        return Symbol((None, *made.shape[1:]), _r.dtype(made), self, args, kwargs)
