# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon: blocks, their parameters, and what updates these.
from _names import missing
from mxnet import optimizer as _optimizer
from mxnet.gluon import loss, nn
from mxnet.gluon.block import Block, HybridBlock, Parameter


class Trainer:
    def __init__(self, params, optimizer, optimizer_params=None, kvstore=None):
        self.params = list(params.values()) if isinstance(params, dict) else list(params)
        self.optimizer = _optimizer.create(optimizer, **(optimizer_params or {}))

    @property
    def learning_rate(self):
        return self.optimizer.learning_rate

    def step(self, batch_size, ignore_stale_grad=False):
        for parameter in self.params:
            gradient = None if parameter.array is None else parameter.array.grad
            if gradient is not None:
                rate = self.optimizer.learning_rate * self.optimizer.rescale_grad / batch_size
                self.optimizer.descent.step(parameter.array, gradient, rate)


__getattr__ = missing(globals())
