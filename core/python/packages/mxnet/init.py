# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.init: the first values of parameters.
import _runahead as _r
from _names import Lacking, missing


class InitDesc(str):
    """A parameter's name."""


class Initializer(Lacking):
    """One of a program's own writes into an array, as `_init_weight(name, array)`."""
    def __init__(self, **options):
        self._kwargs = options

    def __repr__(self):
        return type(self).__name__

    def __eq__(self, other):
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def made(self, name, kind, shape, place, dtype):
        """An array of its own."""
        array = _r.zeros(kind, shape, place, dtype)
        self._init_weight(InitDesc(name), array)
        return array

    def _init_weight(self, name, arr):
        raise NotImplementedError('Must override it')

    def __call__(self, desc, arr):
        """By the name's ending."""
        fixed = {'bias': 0.0, 'beta': 0.0, 'running_mean': 0.0, 'moving_mean': 0.0, 'min': 0.0, 'gamma': 1.0,
                 'running_var': 1.0, 'moving_var': 1.0, 'max': 1.0}
        for ending, value in fixed.items():
            if desc.endswith(ending):
                arr[:] = value
                return
        self._init_weight(desc, arr)


class _Made(Initializer):
    """Which one call makes."""
    def _init_weight(self, name, arr):
        arr[:] = self.made(name, type(arr), arr.shape, _r.place(arr), _r.dtype(arr))


class Uniform(_Made):
    def __init__(self, scale=0.07):
        super().__init__(scale=scale)
        self.scale = scale

    def made(self, name, kind, shape, place, dtype):
        return _r.uniform(kind, shape, -self.scale, self.scale, place, dtype)


class Normal(_Made):
    def __init__(self, sigma=0.01):
        super().__init__(sigma=sigma)
        self.sigma = sigma

    def made(self, name, kind, shape, place, dtype):
        return _r.normal(kind, shape, 0, self.sigma, place, dtype)


class Xavier(_Made):
    """By how many inputs and outputs there are."""
    def __init__(self, rnd_type='uniform', factor_type='avg', magnitude=3):
        super().__init__(rnd_type=rnd_type, factor_type=factor_type, magnitude=magnitude)
        self.rnd_type, self.factor_type, self.magnitude = rnd_type, factor_type, float(magnitude)

    def made(self, name, kind, shape, place, dtype):
        if len(shape) < 2:
            raise ValueError(f'Xavier initializer cannot be applied to vector {name}. It requires at least 2D.')
        places = 1
        for size in shape[2:]:
            places *= size
        inputs, outputs = shape[1] * places, shape[0] * places
        factors = {'avg': (inputs + outputs) / 2, 'in': inputs, 'out': outputs}
        if self.factor_type not in factors:
            raise ValueError('Incorrect factor type')
        scale = (self.magnitude / factors[self.factor_type]) ** 0.5
        if self.rnd_type == 'uniform':
            return _r.uniform(kind, shape, -scale, scale, place, dtype)
        if self.rnd_type == 'gaussian':
            return _r.normal(kind, shape, 0, scale, place, dtype)
        raise ValueError('Unknown random type')


class MSRAPrelu(Xavier):
    def __init__(self, factor_type='avg', slope=0.25):
        super().__init__('gaussian', factor_type, 2.0 / (1 + slope ** 2))


class Constant(_Made):
    def __init__(self, value=0.0):
        super().__init__(value=value)
        self.value = value

    def made(self, name, kind, shape, place, dtype):
        if isinstance(self.value, _r.Array):
            return _r.reshape(_r.to_context(kind, self.value, place), shape)
        if isinstance(self.value, (list, tuple)):
            return _r.reshape(_r.array(kind, self.value, place, dtype), shape)
        return _r.full(kind, shape, float(self.value), place, dtype)


class Zero(_Made):
    def made(self, name, kind, shape, place, dtype):
        return _r.zeros(kind, shape, place, dtype)


class One(_Made):
    def made(self, name, kind, shape, place, dtype):
        return _r.ones(kind, shape, place, dtype)


class LSTMBias(Initializer):
    """Zeros, but for the forget gate."""
    def __init__(self, forget_bias=1.0):
        super().__init__(forget_bias=forget_bias)
        self.forget_bias = forget_bias

    def _init_weight(self, name, arr):
        units = arr.shape[0] // 4
        arr[:] = 0.0
        arr[units:2 * units] = self.forget_bias


_BY_NAME = {'zeros': Zero, 'ones': One}


def register(kind):
    _BY_NAME[kind.__name__.lower()] = kind
    return kind


for _one in (Uniform, Normal, Xavier, MSRAPrelu, Constant, Zero, One, LSTMBias):
    register(_one)


def create(initializer, **options):
    """By its name, or itself."""
    if not isinstance(initializer, str):
        if not isinstance(initializer, Initializer):
            raise ValueError(f'initialize: {initializer!r} is none of mxnet.init, as init.Normal(sigma=0.01)')
        return initializer
    if initializer.lower() not in _BY_NAME:
        raise ValueError(f"Cannot find initializer {initializer}: Runahead has {', '.join(sorted(_BY_NAME))}")
    return _BY_NAME[initializer.lower()](**options)


__getattr__ = missing(globals())
