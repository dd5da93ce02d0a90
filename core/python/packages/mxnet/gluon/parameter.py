# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.parameter: arrays that a block is made of, one for each context.
import re
import warnings

import _runahead as _r
from _names import Lacking, missing, type_name
from mxnet import init as _init
from mxnet._array import array_kind
from mxnet.context import Context, MXNetError, context_of, current_context, place_of


class DeferredInitializationError(MXNetError):
    pass


def contexts_in(ctx):
    return [current_context()] if ctx is None else list(ctx) if isinstance(ctx, (list, tuple)) else [ctx]


def is_known(shape):
    return shape is not None and all(size > 0 for size in shape)


class Parameter(Lacking):
    """Without arrays until its shape is known, which the first call may tell."""
    def __init__(self, name='weight', grad_req='write', shape=None, dtype='float32', lr_mult=1.0, wd_mult=1.0, init=None,
                 allow_deferred_init=False, differentiable=True):
        self.name, self.lr_mult, self.wd_mult, self.init = name, lr_mult, wd_mult, init
        self._shape = (shape,) if isinstance(shape, int) else shape if shape is None else tuple(shape)
        self._dtype = type_name(dtype) or 'float32'
        self._differentiable, self._allow_deferred_init = differentiable, allow_deferred_init
        self._grad_req = None
        self._contexts, self._arrays, self._deferred = [], None, None
        self.beside = None  # another, together with which it is made
        self.grad_req = grad_req

    def __repr__(self):
        return f'{type(self).__name__} {self.name} (shape={self.shape}, dtype={self._dtype})'

    @property
    def dtype(self):
        import numpy
        return numpy._DTYPES[self._dtype]

    @property
    def shape(self):
        """-1 where it is not known yet."""
        return self._shape and tuple(size or -1 for size in self._shape)

    @shape.setter
    def shape(self, given):
        if self._shape is not None:
            alike = len(given) == len(self._shape) and all(own in (-1, 0, new) for new, own in zip(given, self._shape))
            if not alike:
                raise AssertionError(f'Expected shape {given} is incompatible with given shape {self._shape}.')
        self._shape = tuple(given)

    @property
    def grad_req(self):
        return self._grad_req

    @grad_req.setter
    def grad_req(self, given):
        if given not in ('write', 'add', 'null'):
            raise AssertionError(f"grad_req must be one of 'write', 'add', or 'null', but got '{given}'")
        self._grad_req = given if self._differentiable else 'null'
        for array in self._arrays or ():
            self._wanted(array)

    def _wanted(self, array):
        if self._grad_req == 'null':
            if _r.watched(array):
                _r.freeze(array)
            return
        _r.attach_gradient(array)
        _r.adds_gradients(array, self._grad_req == 'add')

    def initialize(self, init=None, ctx=None, default_init=None, force_reinit=False, device=None):
        if self._arrays is not None and not force_reinit:
            warnings.warn(f"Parameter '{self.name}' is already initialized, ignoring. Set force_reinit=True to re-initialize.",
                          stacklevel=2)
            return
        self._arrays = None
        wanted = init if init is not None else self.init if self.init is not None else default_init
        self._deferred = _init.create(wanted or _init.Uniform()), contexts_in(ctx if ctx is not None else device), None
        if not is_known(self._shape):
            if not self._allow_deferred_init:
                raise ValueError(f"Cannot initialize Parameter '{self.name}' because it has invalid shape: {self.shape}.")
        elif self.beside is None or self.beside._arrays is not None:
            self.finish()

    def finish(self, kind=None):
        """Makes the arrays whose making was deferred."""
        if self._deferred is None:
            return
        if not is_known(self._shape):
            raise AssertionError(f"Cannot initialize Parameter '{self.name}' because it has invalid shape: {self.shape}. "
                                 'Please specify in_units, in_channels, etc for `Block`s.')
        _r.before_tracing(lambda: self._make(kind or array_kind()))

    def _make(self, kind):
        (init, contexts, data), self._deferred = self._deferred, None
        recorded = _r.record(False)
        try:
            place = place_of(contexts[0])
            if data is None:
                first = init.made(self.name, kind, self._shape, place, self._dtype)
            else:
                first = _r.to_context(kind, data, place)
            self._take([first] + [_r.to_context(kind, first, place_of(ctx)) for ctx in contexts[1:]], contexts)
        finally:
            _r.record(recorded)

    def _take(self, arrays, contexts):
        self._contexts, self._arrays = list(contexts), arrays
        for array in arrays:
            if _r.dtype(array) in ('float32', 'float64'):
                self._wanted(array)
            _r.name(array, self.name)

    def _checked(self):
        if self._arrays is None and self._deferred is not None and is_known(self._shape):
            self.finish()
        if self._arrays is not None:
            return self._arrays
        if self._deferred is not None:
            raise DeferredInitializationError(
                f"Parameter '{self.name}' has not been initialized yet because initialization was deferred. Actual "
                'initialization happens during the first forward pass. Please pass one batch of data through the network before '
                'accessing Parameters. You can also avoid deferred initialization by specifying in_units, num_features, etc., '
                'for network layers.')
        raise RuntimeError(
            f"Parameter '{self.name}' has not been initialized. Note that you should initialize parameters and create Trainer "
            'with Block.collect_params() instead of Block.params because the later does not include Parameters of nested child '
            'Blocks')

    def _at(self, place):
        for array in self._checked():
            if _r.place(array) == place:
                return array
        raise RuntimeError(f"Parameter '{self.name}' was not initialized on context {context_of(place)}. It was only "
                           f'initialized on {self._contexts}.')

    def beside_array(self, x):
        """Where x is, as an array of its library."""
        kind = type(x)
        if self._arrays is None and self._deferred is not None:
            self.finish(kind)
        arrays = self._checked()
        for i, array in enumerate(arrays):
            if _r.place(array) == _r.place(x):
                if type(array) is not kind:
                    arrays[i] = array = _r.as_type(kind, array)
                return array
        return self._at(_r.place(x))

    def data(self, ctx=None):
        arrays = self._checked()
        return arrays[0] if ctx is None and len(arrays) == 1 else self._at(place_of(ctx))

    @property
    def _data(self):
        """The arrays themselves, which programs replace."""
        return self._arrays

    def list_data(self):
        return list(self._checked())

    def _with_gradient(self):
        if self._arrays is not None and self._grad_req == 'null':
            raise RuntimeError(f"Cannot get gradient array for Parameter '{self.name}' because grad_req='null'")

    def grad(self, ctx=None):
        self._with_gradient()
        return self.data(ctx).grad

    def list_grad(self):
        self._with_gradient()
        return [array.grad for array in self._checked()]

    def list_ctx(self):
        if self._arrays is not None:
            return list(self._contexts)
        if self._deferred is None:
            raise RuntimeError(f"Parameter '{self.name}' has not been initialized")
        return list(self._deferred[1])

    list_device = list_ctx

    def reset_ctx(self, ctx):
        contexts = contexts_in(ctx)
        if self._arrays is not None:
            first = self._arrays[0]
            recorded = _r.record(False)
            try:
                self._take([_r.to_context(type(first), first, place_of(one)) for one in contexts], contexts)
            finally:
                _r.record(recorded)
        elif self._deferred is not None:
            self._deferred = self._deferred[0], contexts, self._deferred[2]
        else:
            raise ValueError(f"Cannot reset context for Parameter '{self.name}' because it has not been initialized.")

    reset_device = reset_ctx

    def set_data(self, data):
        self.shape = data.shape
        if self._arrays is None:
            if self._deferred is None:
                raise AssertionError(f"Parameter '{self.name}' has not been initialized")
            self._deferred = self._deferred[:2] + (data,)
            return
        recorded = _r.record(False)
        try:
            for array in self._arrays:
                array[:] = data
        finally:
            _r.record(recorded)

    def load(self, data, ctx, cast_dtype):
        """What a file has of it."""
        if self._shape and not (len(self._shape) == len(data.shape) and
                                all(own in (-1, 0, new) for own, new in zip(self._shape, data.shape))):
            raise AssertionError(f"Failed loading Parameter '{self.name}' from saved params: shape incompatible expected "
                                 f'{self.shape} vs saved {data.shape}')
        self._shape = tuple(data.shape)
        if _r.dtype(data) != self._dtype:
            if not cast_dtype:
                raise AssertionError(f"Failed loading Parameter '{self.name}' from saved params: dtype incompatible expected "
                                     f'{self._dtype} vs saved {_r.dtype(data)}. Set cast_dtype=True to cast the dtype of saved '
                                     'params.')
            data = _r.astype(data, self._dtype)
        if self._arrays is not None:
            self.set_data(data)
            return
        contexts = self._deferred[1] if self._deferred else contexts_in(ctx)
        self._deferred = None, contexts, data
        self.finish()

    def zero_grad(self):
        if self._grad_req == 'null' or self._arrays is None:
            return
        for gradient in self.list_grad():
            gradient[:] = 0

    def cast(self, dtype):
        self._dtype = type_name(dtype)
        if self._arrays is not None:
            recorded = _r.record(False)
            try:
                self._take([_r.astype(array, self._dtype) for array in self._arrays], self._contexts)
            finally:
                _r.record(recorded)


class _Value(_init.Initializer):
    def __init__(self, value):
        self.value = value

    def made(self, name, kind, shape, place, dtype):
        return _r.to_context(kind, self.value, place)


class Constant(Parameter):
    """One that no training changes."""
    def __init__(self, name, value):
        if not isinstance(value, _r.Array):
            value = _r.array(array_kind(), value, place_of(None), None, 'float32', 'float32')
        self.value = value
        super().__init__(name, 'null', value.shape, _r.dtype(value), init=_Value(value), differentiable=False)


class ParameterDict(dict):
    """By name; what a block gets of its names begins with its prefix."""
    def __init__(self, prefix='', shared=None):
        super().__init__()
        self.prefix, self._shared = prefix, shared

    def __repr__(self):
        lines = '\n'.join(f'  {one}' for one in self.values())
        return f"{self.prefix + ' ' if self.prefix else ''}(\n{lines}\n)"

    def __missing__(self, name):
        """Version 2 has names without the prefix."""
        if self.prefix + name in self:
            return self[self.prefix + name]
        raise KeyError(name)

    def _known(self, name):
        if name not in self and self._shared is not None and name in self._shared:
            self[name] = self._shared[name]
        return super().get(name)

    def get(self, name, **options):
        """The parameter of that name behind the prefix, which it makes where there is none."""
        full = self.prefix + name
        known = self._known(full)
        if known is None:
            self[full] = known = Parameter(full, **options)
        elif 'shape' in options and options['shape'] is not None:
            given = options['shape'] if isinstance(options['shape'], (tuple, list)) else (options['shape'],)
            if len(given) != len(known._shape) or any(a != b and a > 0 and b > 0 for a, b in zip(given, known._shape)):
                raise AssertionError(f"Cannot retrieve Parameter '{full}' because desired attribute does not match with stored "
                                     f"for attribute 'shape': desired '{tuple(given)}' vs stored '{known.shape}'.")
        return known

    def get_constant(self, name, value=None):
        full = self.prefix + name
        known = self._known(full)
        if known is None:
            if value is None:
                raise KeyError(f"No constant named '{full}'. Please specify value if you want to create a new constant.")
            self[full] = known = Constant(full, value)
        return known

    def update(self, other):
        for name, one in other.items():
            if self.setdefault(name, one) is not one:
                raise AssertionError('Cannot update self with other because they have different Parameters with the same name '
                                     f"'{name}'")

    def initialize(self, init=None, ctx=None, verbose=False, force_reinit=False, device=None):
        for one in self.values():
            one.initialize(None, ctx if ctx is not None else device, init, force_reinit)

    def zero_grad(self):
        for one in self.values():
            one.zero_grad()

    def reset_ctx(self, ctx):
        for one in self.values():
            one.reset_ctx(ctx)

    def list_ctx(self):
        return list({ctx: None for one in self.values() for ctx in one.list_ctx()})

    def setattr(self, name, value):
        for one in self.values():
            setattr(one, name, value)

    def matching(self, pattern):
        found = ParameterDict(self.prefix)
        found.update({name: one for name, one in self.items() if re.compile(pattern).match(name)})
        return found

    def save(self, filename, strip_prefix=''):
        from mxnet._files import save
        wrong = [one.name for one in self.values() if not one.name.startswith(strip_prefix)]
        if wrong:
            raise ValueError(f"Prefix '{strip_prefix}' is to be striped before saving, but Parameter's name '{wrong[0]}' does "
                             f"not start with '{strip_prefix}'.")
        save(filename, {one.name[len(strip_prefix):]: one.data() if len(one.list_ctx()) == 1 else one.list_data()[0]
                        for one in self.values()})

    def load(self, filename, ctx=None, allow_missing=False, ignore_extra=False, restore_prefix='', cast_dtype=False,
             dtype_source='current'):
        from mxnet._files import load
        load_into(self, {restore_prefix + name: value for name, value in load(filename, array_kind()).items()}, filename, ctx,
                  allow_missing, ignore_extra, cast_dtype)


def load_into(parameters, loaded, filename, ctx, allow_missing, ignore_extra, cast_dtype):
    """Into parameters by name."""
    for name in parameters:
        if name not in loaded and not allow_missing:
            raise AssertionError(f"Parameter '{name}' is missing in file '{filename}', which contains parameters: "
                                 f"{', '.join(map(repr, loaded))}. Set allow_missing=True to ignore missing parameters.")
    for name, value in loaded.items():
        if name in parameters:
            parameters[name].load(value, ctx, cast_dtype)
        elif not ignore_extra:
            raise ValueError(f"Parameter '{name}' loaded from file '{filename}' is not present in ParameterDict, which contains "
                             f"parameters {', '.join(map(repr, parameters))}. Set ignore_extra=True to ignore. ")


__getattr__ = missing(globals())
