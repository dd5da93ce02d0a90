# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.optimizer: plain stochastic gradient descent.
import _runahead as _r
from _names import missing


class SGD:
    def __init__(self, learning_rate=0.01, momentum=0.0, wd=0.0, rescale_grad=1.0):
        if momentum or wd:
            raise ValueError('SGD: Runahead has neither momentum nor wd')
        self.learning_rate, self.rescale_grad = learning_rate, rescale_grad


def create(name, **options):
    if isinstance(name, SGD):
        return name
    if name != 'sgd':
        raise ValueError(f"optimizer '{name}': Runahead has sgd alone")
    return SGD(**options)


def get_updater(optimizer):
    def update(index, grad, weight):
        _r.subtract_from(weight, grad, optimizer.learning_rate * optimizer.rescale_grad)
    return update


__getattr__ = missing(globals())
