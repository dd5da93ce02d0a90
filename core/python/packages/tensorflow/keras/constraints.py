# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.constraints: what a weight is made to hold after each step.
import _runahead as _r
import tensorflow as _tf
from _names import bounded, missing


class Constraint:
    def __call__(self, w):
        return w


class MaxNorm(Constraint):
    def __init__(self, max_value=2, axis=0):
        self.max_value, self.axis = max_value, axis

    def __call__(self, w):
        length = _length(w, self.axis)
        return w * (bounded(length, 0.0, float(self.max_value)) / (length + 1e-7))


class MinMaxNorm(Constraint):
    def __init__(self, min_value=0.0, max_value=1.0, rate=1.0, axis=0):
        self.bounds, self.rate, self.axis = (float(min_value), float(max_value)), rate, axis

    def __call__(self, w):
        length = _length(w, self.axis)
        wanted = bounded(length, *self.bounds) * self.rate + length * (1 - self.rate)
        return w * (wanted / (length + 1e-7))


class NonNeg(Constraint):
    def __call__(self, w):
        return w * _tf.cast(w >= 0.0, w.dtype)


class UnitNorm(Constraint):
    def __init__(self, axis=0):
        self.axis = axis

    def __call__(self, w):
        return w / (_length(w, self.axis) + 1e-7)


def _length(w, axis):
    return _r.sqrt(_tf.reduce_sum(_r.square(w), axis, keepdims=True))


max_norm, min_max_norm, non_neg, unit_norm = MaxNorm, MinMaxNorm, NonNeg, UnitNorm


def get(identifier):
    if isinstance(identifier, str):
        found = globals().get(identifier)
        if identifier in ('get', 'missing', 'bounded') or not callable(found):
            raise ValueError(f"Unknown constraint: '{identifier}'. Runahead has max_norm, min_max_norm, non_neg and unit_norm")
        return found()
    return identifier


__getattr__ = missing(globals())
