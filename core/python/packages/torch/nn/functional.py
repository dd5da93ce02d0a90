# SPDX-License-Identifier: GPL-3.0-or-later
# torch.nn.functional: what layers compute.
import _runahead as _r
from _names import missing


def relu(input):
    return _r.relu(input)


def linear(input, weight, bias=None):
    if bias is None:
        return _r.dot(input, _r.transpose(weight))
    return _r.dense(input, weight, bias)


def mse_loss(input, target, reduction='mean'):
    if reduction == 'none':
        return _r.square(input - target)
    if reduction == 'sum':
        return _r.sum(_r.square(input - target))
    return _r.mean_squared_error(input, target)


__getattr__ = missing(globals())
