# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.optimizer: stochastic gradient descent.
import _runahead as _r
from _names import Descent, missing


class SGD:
    def __init__(self, learning_rate=0.01, momentum=0.0, wd=0.0, rescale_grad=1.0):
        self.learning_rate, self.rescale_grad, self.descent = learning_rate, rescale_grad, Descent(momentum, wd)


def create(name, **options):
    if isinstance(name, SGD):
        return name
    if name != 'sgd':
        raise ValueError(f"optimizer '{name}': Runahead has sgd alone")
    return SGD(**options)


def get_updater(optimizer):
    def update(index, grad, weight):
        optimizer.descent.step(weight, grad, optimizer.learning_rate * optimizer.rescale_grad)
    return update


__getattr__ = missing(globals())
