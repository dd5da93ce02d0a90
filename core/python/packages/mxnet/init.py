# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.init: the first values of parameters. Biases are zeros whatever is said here.
import _runahead as _r
from _names import missing


class Initializer:
    def __repr__(self):
        return type(self).__name__


class Uniform(Initializer):
    def __init__(self, scale=0.07):
        self.scale = scale

    def __call__(self, kind, shape, place):
        return _r.uniform(kind, shape, -self.scale, self.scale, place)


class Normal(Initializer):
    def __init__(self, sigma=0.01):
        self.sigma = sigma

    def __call__(self, kind, shape, place):
        return _r.normal(kind, shape, 0, self.sigma, place)


class Xavier(Initializer):
    """Uniform, by the mean of inputs and outputs."""
    def __init__(self, rnd_type='uniform', factor_type='avg', magnitude=3):
        if rnd_type != 'uniform' or factor_type != 'avg':
            raise ValueError('Xavier: Runahead has the uniform one by the average alone')
        self.magnitude = magnitude

    def __call__(self, kind, shape, place):
        bound = (self.magnitude / ((shape[0] + shape[1]) / 2)) ** 0.5
        return _r.uniform(kind, shape, -bound, bound, place)


class Constant(Initializer):
    def __init__(self, value=0.0):
        self.value = value

    def __call__(self, kind, shape, place):
        return _r.full(kind, shape, float(self.value), place)


class Zero(Constant):
    def __init__(self):
        super().__init__(0.0)


class One(Constant):
    def __init__(self):
        super().__init__(1.0)


__getattr__ = missing(globals())
