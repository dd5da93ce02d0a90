# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.optimizers.schedules: learning rates by the number of updates.
import _runahead as _r
import tensorflow as _tf
from _names import missing


class LearningRateSchedule:
    def __call__(self, step):
        raise NotImplementedError('Learning rate schedule must override `__call__(self, step)`.')


def _step(step):
    return _tf.cast(_tf._t(step), 'float32')


class ExponentialDecay(LearningRateSchedule):
    def __init__(self, initial_learning_rate, decay_steps, decay_rate, staircase=False, name=None):
        self.initial, self.steps, self.rate, self.staircase = initial_learning_rate, decay_steps, decay_rate, staircase

    def __call__(self, step):
        power = _step(step) / float(self.steps)
        return self.rate ** (power // 1.0 if self.staircase else power) * self.initial


class InverseTimeDecay(ExponentialDecay):
    def __call__(self, step):
        power = _step(step) / float(self.steps)
        return self.initial / ((power // 1.0 if self.staircase else power) * self.rate + 1.0)


class PolynomialDecay(LearningRateSchedule):
    def __init__(self, initial_learning_rate, decay_steps, end_learning_rate=0.0001, power=1.0, cycle=False, name=None):
        self.initial, self.steps, self.end, self.power = initial_learning_rate, decay_steps, end_learning_rate, power
        self.cycle = cycle

    def __call__(self, step):
        whole, step = float(self.steps), _step(step)
        if self.cycle:  # of as many parts as have begun
            whole = _r.maximum(-(-step / whole // 1.0), 1.0) * whole
        part = 1.0 - (step if self.cycle else _r.minimum(step, whole)) / whole
        return part ** self.power * (self.initial - self.end) + self.end


class PiecewiseConstantDecay(LearningRateSchedule):
    def __init__(self, boundaries, values, name=None):
        if len(boundaries) != len(values) - 1:
            raise ValueError('The length of boundaries should be 1 less than the length of values.')
        self.boundaries, self.values = boundaries, values

    def __call__(self, step):
        step = _step(step)
        made = step * 0.0 + self.values[0]
        for boundary, before, value in zip(self.boundaries, self.values, self.values[1:]):
            made = made + _r.astype(step > float(boundary), 'float32') * (value - before)
        return made


class CosineDecay(LearningRateSchedule):
    def __init__(self, initial_learning_rate, decay_steps, alpha=0.0, name=None):
        self.initial, self.steps, self.alpha = initial_learning_rate, decay_steps, alpha

    def __call__(self, step):
        part = _r.minimum(_step(step), float(self.steps)) / float(self.steps)
        return self.initial * ((_r.cos(part * 3.141592653589793) + 1.0) * 0.5 * (1.0 - self.alpha) + self.alpha)


class CosineDecayRestarts(LearningRateSchedule):
    def __init__(self, initial_learning_rate, first_decay_steps, t_mul=2.0, m_mul=1.0, alpha=0.0, name=None):
        if t_mul != 1.0:
            raise NotImplementedError('CosineDecayRestarts: Runahead has t_mul=1.0 alone')
        self.initial, self.steps, self.factor, self.alpha = initial_learning_rate, first_decay_steps, m_mul, alpha

    def __call__(self, step):
        rounds = _step(step) / float(self.steps)
        part = rounds - rounds // 1.0
        made = (_r.cos(part * 3.141592653589793) + 1.0) * 0.5 * (float(self.factor) ** (rounds // 1.0))
        return self.initial * (made * (1.0 - self.alpha) + self.alpha)


__getattr__ = missing(globals())
