# SPDX-License-Identifier: GPL-3.0-or-later
# numpy.random: its numbers, of the run's seed or of one of NumPy's own.
import math

import _runahead as _r
import numpy as np
from _names import missing, type_name


def uniform(low=0.0, high=1.0, size=None):
    return _r.uniform(np.ndarray, () if size is None else size, low, high, _r.HOST, 'float64')


def normal(loc=0.0, scale=1.0, size=None):
    if scale < 0:
        raise ValueError('scale < 0')
    return _r.normal(np.ndarray, () if size is None else size, loc, scale, _r.HOST, 'float64')


def seed(seed=0):
    """The run's seed and this one: the numbers begin anew, and are NumPy's alone."""
    _r.seed(np.ndarray, seed)


def _count(size):
    return size if isinstance(size, int) else math.prod(size or ())


def randint(low, high=None, size=None, dtype=np.int64):
    low, high = (0, low) if high is None else (low, high)
    if not high > low:
        raise ValueError('low >= high')
    made = _r.floor_divide(uniform(0, high - low, size), 1)
    return _r.astype(_r.minimum(made, float(high - low - 1)) + float(low), type_name(dtype))


def _order(count):
    return _r.argsort(uniform(size=count), 0)


def permutation(x):
    return _order(x) if isinstance(x, int) else _r.take(np._array(x), _order(len(x)), 0)


def shuffle(x):
    """In place."""
    order = _order(len(x))
    if isinstance(x, _r.Array):
        x[()] = _r.take(x, order, 0)
    else:
        x[:] = [x[at] for at in _r.tolist(order)]


def choice(a, size=None, replace=True, p=None):
    values = None if isinstance(a, int) else a if isinstance(a, _r.Array) else list(a)
    count = a if values is None else len(values)
    wanted = 1 if size is None else _count(size)
    if not replace and wanted > count:
        raise ValueError("Cannot take a larger sample than population when 'replace=False'")
    if p is not None:
        chances = _r.tolist(np._array(p))
        if len(chances) != count:
            raise ValueError("'a' and 'p' must have same size")
        if not math.isclose(math.fsum(chances), 1, abs_tol=1e-8):
            raise ValueError('probabilities do not sum to 1')
        drawn = []
        for chance in _r.tolist(uniform(size=wanted)):
            chance *= math.fsum(chances)
            at = 0
            while at < count - 1 and (chance >= chances[at] or not chances[at]):
                chance -= chances[at]
                at += 1
            drawn.append(at)
            if not replace:
                chances[at] = 0.0
        places = np.array(drawn, np.int64)
    else:
        places = randint(0, count, wanted) if replace else _order(count)[:wanted]
    if size is None:
        place = int(places[0])
        return place if values is None else values[place]
    places = _r.reshape(places, (size,) if isinstance(size, int) else tuple(size))
    if values is None:
        return places
    if isinstance(values, list):
        if not isinstance(values[0], (int, float, bool, list, tuple)):
            return [values[at] for at in _r.tolist(places)]
        values = np.array(values)
    return _r.take(values, places, 0)


def exponential(scale=1.0, size=None):
    return -_r.log(1 - uniform(size=size)) * scale


def binomial(n, p, size=None):
    counted = _r.sum(_r.astype(uniform(size=(n, *((size,) if isinstance(size, int) else size or ()))) < p, 'int64'), 0, False)
    return int(counted) if size is None else counted


def rand(*size):
    return uniform(size=size)


def randn(*size):
    return normal(size=size)


def random(size=None):
    return uniform(size=size)


def standard_normal(size=None):
    return normal(size=size)


random_sample = random
__getattr__ = missing(globals())
