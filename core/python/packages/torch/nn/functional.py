# SPDX-License-Identifier: GPL-3.0-or-later
# torch.nn.functional: what layers compute.
import _runahead as _r
from _names import log_softmax as _log_softmax, missing, softmax as _softmax


def relu(input):
    return _r.relu(input)


def sigmoid(input):
    return _r.sigmoid(input)


def tanh(input):
    return _r.tanh(input)


def softmax(input, dim):
    return _softmax(input, dim)


def log_softmax(input, dim):
    return _log_softmax(input, dim)


def linear(input, weight, bias=None):
    if bias is None:
        return _r.dot(input, _r.transpose(weight))
    return _r.dense(input, weight, bias)


def l1_loss(input, target):
    return _r.mean(_r.abs(input - target))


def mse_loss(input, target, reduction='mean'):
    squares = _r.square(input - target)
    return squares if reduction == 'none' else _r.sum(squares) if reduction == 'sum' else _r.mean(squares)


__getattr__ = missing(globals())
