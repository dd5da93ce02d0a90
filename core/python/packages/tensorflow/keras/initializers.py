# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.initializers: the first values of a layer's kernel.
import _runahead as _r
from _names import missing
from tensorflow import Tensor


class RandomUniform:
    def __init__(self, minval=-0.05, maxval=0.05, seed=None):
        self.minval, self.maxval = minval, maxval

    def __call__(self, shape):
        return _r.uniform(Tensor, shape, self.minval, self.maxval, 0)


class GlorotUniform:
    def __init__(self, seed=None):
        pass

    def __call__(self, shape):
        bound = (6 / sum(shape)) ** 0.5
        return _r.uniform(Tensor, shape, -bound, bound, 0)


class Zeros:
    def __call__(self, shape):
        return _r.zeros(Tensor, shape, 0)


def get(identifier):
    known = {'glorot_uniform': GlorotUniform, 'random_uniform': RandomUniform, 'zeros': Zeros}
    if isinstance(identifier, str):
        if identifier not in known:
            raise ValueError(f"initializer '{identifier}': Runahead has {', '.join(known)}")
        return known[identifier]()
    return identifier


__getattr__ = missing(globals())
