# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.optimizers: plain stochastic gradient descent.
import _runahead as _r
from _names import missing


class SGD:
    def __init__(self, learning_rate=0.01, momentum=0.0, nesterov=False, weight_decay=None):
        if momentum or nesterov or weight_decay:
            raise ValueError('SGD: Runahead has neither momentum nor weight_decay')
        self.learning_rate = learning_rate

    def apply_gradients(self, grads_and_vars):
        for gradient, weight in grads_and_vars:
            if gradient is not None:
                _r.subtract_from(weight, gradient, self.learning_rate)


__getattr__ = missing(globals())
