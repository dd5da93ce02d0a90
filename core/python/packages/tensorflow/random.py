# SPDX-License-Identifier: GPL-3.0-or-later
# tf.random.
import random as _random

import _runahead as _r
from _names import missing, type_name
from tensorflow import Tensor, _function, _places, _sizes, _t

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


__getattr__ = missing(globals())
