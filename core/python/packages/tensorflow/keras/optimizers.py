# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.optimizers: stochastic gradient descent.
from _names import Descent, missing


class SGD:
    def __init__(self, learning_rate=0.01, momentum=0.0, nesterov=False, weight_decay=None):
        if nesterov or weight_decay:
            raise ValueError('SGD: Runahead has neither nesterov nor weight_decay')
        self.learning_rate, self.descent = learning_rate, Descent(momentum)

    def apply_gradients(self, grads_and_vars):
        for gradient, weight in grads_and_vars:
            if gradient is not None:
                self.descent.step(weight, gradient, self.learning_rate)


__getattr__ = missing(globals())
