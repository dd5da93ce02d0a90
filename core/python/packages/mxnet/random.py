# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.random: the run's random numbers, as arrays of mxnet.nd.
import _runahead as _r
from _names import missing, type_name
from mxnet.context import place_of


def seed(seed_state, ctx='all'):
    """The run's seed and this one: the numbers begin anew."""
    from mxnet import nd
    _r.seed(nd.NDArray, int(seed_state))


def _into(made, out):
    if out is None:
        return made
    out[:] = made
    return out


def _number(value):
    if isinstance(value, _r.Array):
        raise NotImplementedError('random: Runahead draws between and around numbers, not arrays')
    return value


def _drawn(call, first, second, shape, dtype, ctx, out):
    from mxnet import nd
    shape = out.shape if out is not None and shape in (None, ()) else (1,) if shape is None or shape == () else shape
    return _into(call(nd.NDArray, shape, _number(first), _number(second), place_of(ctx), type_name(dtype)), out)


def uniform(low=0, high=1, shape=None, dtype=None, ctx=None, out=None):
    return _drawn(_r.uniform, low, high, shape, dtype, ctx, out)


def normal(loc=0, scale=1, shape=None, dtype=None, ctx=None, out=None):
    return _drawn(_r.normal, loc, scale, shape, dtype, ctx, out)


def randn(*shape, loc=0, scale=1, dtype=None, ctx=None, out=None):
    return _drawn(_r.normal, loc, scale, shape, dtype, ctx, out)


def randint(low, high, shape=None, dtype=None, ctx=None, out=None):
    from mxnet import nd
    shape = out.shape if out is not None and shape in (None, ()) else (1,) if shape is None or shape == () else shape
    return _into(whole(nd.NDArray, low, high, shape, place_of(ctx), type_name(dtype) or 'int32'), out)


def whole(kind, low, high, shape, place, dtype):
    """Whole numbers from `low` to below `high`, equally often."""
    if not high > low:
        raise ValueError(f'randint: no whole number is at least {low} and below {high}')
    drawn = _r.floor_divide(_r.uniform(kind, shape, 0, high - low, place, 'float64'), 1)
    return _r.astype(_r.minimum(drawn, float(high - low - 1)) + float(low), dtype)


def exponential(scale=1, shape=None, dtype=None, ctx=None, out=None):
    return _into(-_r.log(1 - uniform(0, 1, shape if out is None else out.shape, dtype, ctx)) * scale, out)


def multinomial(data, shape=(), get_prob=False, out=None, dtype='int32'):
    from mxnet import _elements
    made = _elements.drawn_categories(data, shape, type_name(dtype), get_prob)
    return made if get_prob else _into(made, out)


def bernoulli(prob=0.5, shape=None, dtype=None, ctx=None, out=None):
    drawn = _r.less(uniform(0, 1, shape if out is None else out.shape, None, ctx), _number(prob))
    return _into(_r.astype(drawn, type_name(dtype) or 'float32'), out)


def order_of(count, kind, place):
    """Places in a random order: an array of int64."""
    return _r.argsort(_r.uniform(kind, (count,), 0, 1, place, 'float64'), 0)


def shuffle(data, out=None):
    """Its rows in a random order."""
    made = _r.take(data, order_of(data.shape[0], type(data), _r.place(data)), 0)
    return _into(made, out)


__getattr__ = missing(globals())
