# SPDX-License-Identifier: GPL-3.0-or-later
# torch.optim: stochastic gradient descent.
import _runahead as _r
from _names import Descent, missing


class SGD:
    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False):
        if dampening or nesterov:
            raise ValueError('SGD: Runahead has neither dampening nor nesterov')
        if momentum < 0:
            raise ValueError(f'Invalid momentum value: {momentum}')
        self.descent = Descent(momentum, weight_decay)
        params = list(params)
        if not params:
            raise ValueError('optimizer got an empty parameter list')
        groups = params if isinstance(params[0], dict) else [{'params': params}]
        self.param_groups = [{'lr': lr, **group, 'params': list(group['params'])} for group in groups]

    def step(self):
        for group in self.param_groups:
            for param in group['params']:
                gradient = param.grad
                if gradient is not None:
                    self.descent.step(param, gradient, group['lr'])

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for param in group['params']:
                _r.clear_gradient(param)


__getattr__ = missing(globals())
