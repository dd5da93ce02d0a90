# SPDX-License-Identifier: GPL-3.0-or-later
# tf.random.
import _runahead as _r
from _names import missing, type_name
from tensorflow import Tensor, _places, _sizes, _t


def uniform(shape, minval=0, maxval=None, dtype=None, seed=None, name=None):
    kind = type_name(dtype) or 'float32'
    low, high = (_r.item(one) if isinstance(one, _r.Array) else one for one in (minval, maxval))
    if kind in ('int32', 'int64'):
        if high is None:
            raise ValueError('Must specify maxval for integer dtype int32')
        drawn = _r.uniform(Tensor, _sizes(shape), 0, 1, _places[-1], 'float64')
        return _r.astype(drawn * float(high - low) // 1.0 + float(low), kind)
    return _r.uniform(Tensor, _sizes(shape), low, 1 if high is None else high, _places[-1], kind)


def normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None, name=None):
    if isinstance(mean, _r.Array) or isinstance(stddev, _r.Array):
        return _r.normal(Tensor, _sizes(shape), 0, 1, _places[-1], type_name(dtype)) * stddev + mean
    # A negative one mirrors the numbers, which is no error here.
    return _r.normal(Tensor, _sizes(shape), mean, stddev if stddev >= 0 else -stddev, _places[-1], type_name(dtype))


def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None, name=None):
    """What lies beyond two deviations is drawn again: eight times, then it is 0."""
    made = normal(shape, 0.0, 1.0, dtype)
    zero = _r.zeros(Tensor, _sizes(shape), _places[-1], _r.dtype(made))
    for left in range(8):
        made = _r.where(_r.abs(made) <= 2.0, made, normal(shape, 0.0, 1.0, dtype) if left < 7 else zero)
    return made * stddev + mean


def shuffle(value, seed=None, name=None):
    value = _t(value)
    order = _r.argsort(_r.uniform(Tensor, (value.shape[0],), 0, 1, _places[-1], 'float32'))
    return _r.take(value, order, 0)


seeds = [None]  # which the program has set


def set_seed(seed):
    """The run's seed and this one: the numbers begin anew."""
    seeds[0] = seed
    _r.seed(Tensor, seed)


__getattr__ = missing(globals())
