# SPDX-License-Identifier: GPL-3.0-or-later
# What MXNet's listings leave out (README.md).

from mxnet import autograd, gluon, np, npx

from mxnet.gluon import Trainer, nn

from mxnet.optimizer import SGD, get_updater

from d2l import mxnet as d2l

npx.set_np()

def sequential(layers):
    net = nn.Sequential()
    net.add(*layers)
    net.initialize()
    return net

def mlp(first, second, last):
    """Dense layers whose inputs the first call tells."""
    return sequential([nn.Dense(first, activation='relu'), nn.Dense(second, activation='relu'), nn.Dense(last)])

def layers(first):
    return [nn.Dense(first, activation='relu'), nn.Dense(first // 4, activation='relu'), nn.Dense(1)]

def weights_of(layers):
    """Of those that have been called: the others do not know their inputs yet, and have none."""
    return [weight for layer in layers if layer.weight.shape[1] > 0 for weight in (layer.weight, layer.bias)]

def update(sgd, weights):
    for index, weight in enumerate(weights):
        sgd(index, weight.grad(), weight.data())

def hybrid(f):
    """f as a block that is traced with its first call."""
    class Block(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return f(x)
    block = Block()
    block.hybridize()
    return block

copies = None  # MXNet chooses its streams itself

def to_host(array, stream):
    return array.copyto(npx.cpu())

def mean_squared_error(prediction, label):
    return ((prediction - label) ** 2).mean()
