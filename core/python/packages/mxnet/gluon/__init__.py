# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon: blocks, their parameters, and what updates these.
import _runahead as _r
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
            if parameter.array is not None:
                _r.descend(parameter.array, self.optimizer.learning_rate * self.optimizer.rescale_grad / batch_size)


__getattr__ = missing(globals())
