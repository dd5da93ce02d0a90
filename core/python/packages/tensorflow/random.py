# SPDX-License-Identifier: GPL-3.0-or-later
# tf.random.
import random as _random

import _runahead as _r
from _names import missing, type_name
from tensorflow import Tensor, _function, _places, _sizes, _t, cast

seeds = [None]  # which the program has set
calls = {}  # with a seed of their own, how many; of None, all of them


def with_seed(own, draw):
    """What is drawn begins a sequence of its own. The others' goes on from another place."""
    _function.needs_values()  # a trace draws anew at each call
    calls[None] = calls.get(None, 0) + 1
    _r.seed(Tensor, _number(own))
    try:
        return draw()
    finally:
        _r.seed(Tensor, _number(f'{seeds[0]} behind {calls[None]}'))


def _number(text):
    return _random.Random(text).getrandbits(64)


def with_own(seed, kind, draw):
    """Calls with one seed go through its sequence, which begins anew with set_seed()."""
    if seed is None:
        return draw()
    if _function.running:
        raise NotImplementedError(f'tf.random.{kind.split()[0]}: inside a tf.function, Runahead has no seed= of a call; tf.random.set_seed() makes all '
                                  'numbers repeatable')
    calls[kind, seed] = calls.get((kind, seed), -1) + 1
    return with_seed(f'{seeds[0]}/{seed}/{calls[kind, seed]}', draw)


def uniform(shape, minval=0, maxval=None, dtype=None, seed=None, name=None):
    kind = type_name(dtype) or 'float32'
    return with_own(seed, f'uniform of {kind}', lambda: _uniform(shape, minval, maxval, kind))


def _uniform(shape, minval, maxval, kind):
    low, high = (_r.item(one) if isinstance(one, _r.Array) else one for one in (minval, maxval))
    if kind in ('int32', 'int64'):
        if high is None:
            raise ValueError('Must specify maxval for integer dtype int32')
        drawn = _r.uniform(Tensor, _sizes(shape), 0, 1, _places[-1], 'float64')
        return _r.astype(drawn * float(high - low) // 1.0 + float(low), kind)
    return _r.uniform(Tensor, _sizes(shape), low, 1 if high is None else high, _places[-1], kind)


def normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None, name=None):
    return with_own(seed, f'normal of {type_name(dtype) or "float32"}', lambda: _normal(shape, mean, stddev, dtype))


def _normal(shape, mean, stddev, dtype):
    if isinstance(mean, _r.Array) or isinstance(stddev, _r.Array):
        return _r.normal(Tensor, _sizes(shape), 0, 1, _places[-1], type_name(dtype)) * stddev + mean
    # A negative one mirrors the numbers, which is no error here.
    return _r.normal(Tensor, _sizes(shape), mean, stddev if stddev >= 0 else -stddev, _places[-1], type_name(dtype))


def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None, name=None):
    kind = f'truncated_normal of {type_name(dtype) or "float32"}'
    return with_own(seed, kind, lambda: _truncated_normal(shape, mean, stddev, dtype))


def _truncated_normal(shape, mean, stddev, dtype):
    """What lies beyond two deviations is drawn again: eight times, then it is 0."""
    made = normal(shape, 0.0, 1.0, dtype)
    zero = _r.zeros(Tensor, _sizes(shape), _places[-1], _r.dtype(made))
    for left in range(8):
        made = _r.where(_r.abs(made) <= 2.0, made, normal(shape, 0.0, 1.0, dtype) if left < 7 else zero)
    return made * stddev + mean


def shuffle(value, seed=None, name=None):
    value = _t(value)
    drawn = with_own(seed, f'shuffle of {_r.dtype(value)}',
                     lambda: _r.uniform(Tensor, (value.shape[0],), 0, 1, _places[-1], 'float32'))
    return _r.take(value, _r.argsort(drawn), 0)


def set_seed(seed):
    """The run's seed and this one: the numbers begin anew."""
    seeds[0] = seed
    calls.clear()
    _r.seed(Tensor, seed)


def categorical(logits, num_samples, dtype=None, seed=None, name=None):
    """Of each row of logarithms of chances, places."""
    logits = _t(logits)
    if logits.ndim != 2:
        raise _tf_error(f'logits should be a matrix, got shape {logits.shape}')
    drawn = uniform((logits.shape[0], num_samples, logits.shape[1]), 1e-38, 1.0, seed=seed)
    noise = -_r.log(-_r.log(drawn))
    made = _r.argmax(_r.reshape(cast(logits, 'float32'), (logits.shape[0], 1, logits.shape[1])) + noise, 2)
    return made if type_name(dtype) in (None, 'int64') else _r.astype(made, type_name(dtype))


def _tf_error(text):
    from tensorflow import InvalidArgumentError
    return InvalidArgumentError(text)


# With a seed at each call: the same numbers each time.

def _key(seed):
    return '/'.join(str(one) for one in (_r.tolist(seed) if isinstance(seed, _r.Array) else seed))


def _stateless(kind, draw):
    def function(shape, seed, *args, **options):
        options.pop('alg', None), options.pop('name', None)
        return with_seed(f'stateless {kind} of {_key(seed)}', lambda: draw(shape, *args, **options))
    return function


stateless_uniform = _stateless('uniform', lambda shape, minval=0, maxval=None, dtype='float32': _uniform(
    shape, minval, maxval, type_name(dtype)))
stateless_normal = _stateless('normal', lambda shape, mean=0.0, stddev=1.0, dtype='float32': _normal(shape, mean, stddev, dtype))
stateless_truncated_normal = _stateless('truncated', lambda shape, mean=0.0, stddev=1.0, dtype='float32': _truncated_normal(
    shape, mean, stddev, dtype))


def stateless_categorical(logits, num_samples, seed, dtype='int64', name=None):
    return with_seed(f'stateless categorical of {_key(seed)}', lambda: categorical(logits, num_samples, dtype))


class Generator:
    """Numbers of its own, each call from where the last one was."""
    def __init__(self, own):
        self.own, self.drawn = own, 0

    @classmethod
    def from_seed(cls, seed, alg=None):
        return cls(f'generator {seed}')

    @classmethod
    def from_non_deterministic_state(cls, alg=None):
        return cls(f'generator {seeds[0]} {calls.get(None, 0)}')

    def reset_from_seed(self, seed):
        self.own, self.drawn = f'generator {seed}', 0

    def split(self, count=1):
        self.drawn += 1
        return [Generator(f'{self.own}/{self.drawn}/{i}') for i in range(count)]

    def _draw(self, draw):
        if _function.running:
            raise NotImplementedError('tf.random.Generator: inside a tf.function, Runahead has no generators; tf.random.set_seed() '
                                      'makes all numbers repeatable')
        self.drawn += 1
        return with_seed(f'{self.own}/{self.drawn}', draw)

    def normal(self, shape, mean=0.0, stddev=1.0, dtype='float32', name=None):
        return self._draw(lambda: _normal(shape, mean, stddev, dtype))

    def truncated_normal(self, shape, mean=0.0, stddev=1.0, dtype='float32', name=None):
        return self._draw(lambda: _truncated_normal(shape, mean, stddev, dtype))

    def uniform(self, shape, minval=0, maxval=None, dtype='float32', name=None):
        return self._draw(lambda: _uniform(shape, minval, maxval, type_name(dtype)))


_global = []


def get_global_generator():
    if not _global:
        _global.append(Generator.from_non_deterministic_state())
    return _global[0]


def set_global_generator(generator):
    _global[:] = [generator]


__getattr__ = missing(globals())
