# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.initializers: the first values of a layer's weights.
import re
import warnings

import tensorflow as _tf
from _names import missing


class Initializer:
    def __call__(self, shape, dtype=None, **options):
        raise NotImplementedError('Initializer subclasses must implement the `__call__()` method.')


def fans(shape):
    """How many go into one place and out of it; of a kernel of several axes times its window."""
    if len(shape) < 2:
        return (shape[0] if shape else 1,) * 2
    window = 1
    for one in shape[:-2]:
        window *= one
    return shape[-2] * window, shape[-1] * window


class Drawn(Initializer):
    """Of a seed, given or found; every call begins with it."""
    seed = own = None
    repeats = True

    def __call__(self, shape, dtype=None, **options):
        dtype = getattr(dtype, 'name', dtype) or 'float32'
        if self.seed is None and not self.repeats:
            return self.drawn(shape, dtype)
        if self.own is None:
            begins = _tf.random.seeds[0], _tf.random.calls.get(None, 0)
            self.own = begins if self.seed is None else self.seed
        elif self.seed is None:
            warnings.warn(f'The initializer {type(self).__name__} is unseeded and being called multiple times, which will return '
                          'identical values each time (even if the initializer is unseeded). Please update your code to provide a '
                          'seed to the initializer, or avoid using the same initializer instance more than once.', stacklevel=2)
        return _tf.random.with_seed(f'initializer of {self.own}', lambda: self.drawn(shape, dtype))


class RandomUniform(Drawn):
    def __init__(self, minval=-0.05, maxval=0.05, seed=None):
        self.minval, self.maxval, self.seed = minval, maxval, seed

    def drawn(self, shape, dtype):
        return _tf.random.uniform(shape, self.minval, self.maxval, dtype)


class RandomNormal(Drawn):
    def __init__(self, mean=0.0, stddev=0.05, seed=None):
        self.mean, self.stddev, self.seed = mean, stddev, seed

    def drawn(self, shape, dtype):
        return _tf.random.normal(shape, self.mean, self.stddev, dtype)


class TruncatedNormal(RandomNormal):
    def drawn(self, shape, dtype):
        return _tf.random.truncated_normal(shape, self.mean, self.stddev, dtype)


class VarianceScaling(Drawn):
    def __init__(self, scale=1.0, mode='fan_in', distribution='truncated_normal', seed=None):
        self.scale, self.mode, self.distribution, self.seed = scale, mode, distribution, seed

    def drawn(self, shape, dtype):
        fan_in, fan_out = fans(list(shape))
        over = {'fan_in': fan_in, 'fan_out': fan_out, 'fan_avg': (fan_in + fan_out) / 2}[self.mode]
        scale = self.scale / max(1.0, over)
        if self.distribution == 'uniform':
            limit = (3.0 * scale) ** 0.5
            return _tf.random.uniform(shape, -limit, limit, dtype)
        if self.distribution == 'untruncated_normal':
            return _tf.random.normal(shape, 0.0, scale ** 0.5, dtype)
        return _tf.random.truncated_normal(shape, 0.0, scale ** 0.5 / 0.87962566103423978, dtype)


def _scaling(name, scale, mode, distribution):
    def __init__(self, seed=None):
        VarianceScaling.__init__(self, scale, mode, distribution, seed)
    return type(name, (VarianceScaling,), {'__init__': __init__, '__module__': __name__})


GlorotUniform = _scaling('GlorotUniform', 1.0, 'fan_avg', 'uniform')
GlorotNormal = _scaling('GlorotNormal', 1.0, 'fan_avg', 'truncated_normal')
HeUniform = _scaling('HeUniform', 2.0, 'fan_in', 'uniform')
HeNormal = _scaling('HeNormal', 2.0, 'fan_in', 'truncated_normal')
LecunUniform = _scaling('LecunUniform', 1.0, 'fan_in', 'uniform')
LecunNormal = _scaling('LecunNormal', 1.0, 'fan_in', 'truncated_normal')


class Orthogonal(Drawn):
    """Of normal numbers, the nearest matrix whose rows or columns are orthogonal."""
    def __init__(self, gain=1.0, seed=None):
        self.gain, self.seed = gain, seed

    def drawn(self, shape, dtype):
        if len(shape) < 2:
            raise ValueError(f'The tensor to initialize must be at least two-dimensional. Received: shape={shape} of rank '
                             f'{len(shape)}.')
        rows = 1
        for one in shape[:-1]:
            rows *= one
        made = _tf.random.normal((rows, shape[-1]), dtype='float64') / (rows ** 0.5 + shape[-1] ** 0.5)
        for _ in range(40):  # small ones of its singular values grow by half each time
            square = _tf.matmul(made, made, transpose_a=rows > shape[-1], transpose_b=rows <= shape[-1])
            both = (made, square) if rows > shape[-1] else (square, made)
            made = made * 1.5 - _tf.matmul(*both) * 0.5
        return _tf.cast(_tf.reshape(made, shape), dtype) * self.gain


class Zeros(Initializer):
    def __call__(self, shape, dtype=None, **options):
        return _tf.zeros(shape, dtype or 'float32')


class Ones(Initializer):
    def __call__(self, shape, dtype=None, **options):
        return _tf.ones(shape, dtype or 'float32')


class Constant(Initializer):
    def __init__(self, value=0):
        self.value = value

    def __call__(self, shape, dtype=None, **options):
        return _tf.constant(self.value, dtype or 'float32', shape)


class Identity(Initializer):
    def __init__(self, gain=1.0):
        self.gain = gain

    def __call__(self, shape, dtype=None, **options):
        return _tf.eye(*shape, dtype=dtype or 'float32') * self.gain


_CLASSES = (RandomUniform, RandomNormal, TruncatedNormal, VarianceScaling, GlorotUniform, GlorotNormal, HeUniform, HeNormal,
            LecunUniform, LecunNormal, Orthogonal, Zeros, Ones, Constant, Identity)
_KNOWN = {re.sub('(?<!^)([A-Z])', r'_\1', one.__name__).lower(): one for one in _CLASSES}
_KNOWN.update({one.__name__: one for one in _CLASSES}, uniform=RandomUniform, normal=RandomNormal, one=Ones, zero=Zeros)
globals().update({name: one for name, one in _KNOWN.items()})


class random_normal_initializer(RandomNormal):
    """tf's own, not Keras': without a seed it draws anew."""
    repeats = False


class random_uniform_initializer(RandomUniform):
    repeats = False


def get(identifier):
    if isinstance(identifier, str):
        if identifier not in _KNOWN:
            raise ValueError(f"Unknown initializer: '{identifier}'. Runahead has {', '.join(_KNOWN)}")
        return _KNOWN[identifier]()
    return identifier() if isinstance(identifier, type) else identifier


__getattr__ = missing(globals())
