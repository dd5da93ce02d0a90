# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.nn: layers.
import _runahead as _r
from _names import missing
from mxnet.gluon.block import Block, HybridBlock, Parameter

ACTIVATIONS = {'relu': _r.relu, 'sigmoid': _r.sigmoid, 'tanh': _r.tanh}


class Dense(HybridBlock):
    def __init__(self, units, activation=None, use_bias=True, in_units=0, **naming):
        super().__init__(**naming)
        if activation is not None and activation not in ACTIVATIONS:
            raise ValueError(f"Dense: activation '{activation}': Runahead has {', '.join(ACTIVATIONS)}")
        if not use_bias:
            raise ValueError('Dense: Runahead has no layer without a bias')
        self.units, self.activation = units, activation
        self.weight = Parameter(self.prefix + 'weight', (units, in_units or -1))
        self.bias = Parameter(self.prefix + 'bias', (units,))

    def make_weights(self, x):
        self.weight.make(self.init(type(x), (self.units, x.shape[-1]), _r.place(x)))
        self.bias.make(_r.zeros(type(x), (self.units,), _r.place(x)))

    def forward(self, x):
        if self.weight.array is None:
            _r.before_tracing(lambda: self.make_weights(x))
        out = _r.dense(x, self.weight.array, self.bias.array)
        return ACTIVATIONS[self.activation](out) if self.activation else out


class Activation(HybridBlock):
    def __init__(self, activation, **naming):
        super().__init__(**naming)
        if activation not in ACTIVATIONS:
            raise ValueError(f"Activation '{activation}': Runahead has {', '.join(ACTIVATIONS)}")
        self.activation = activation

    def forward(self, x):
        return ACTIVATIONS[self.activation](x)


class Sequential(Block):
    def __init__(self, **naming):
        super().__init__(**naming)
        self.layers = []

    def children(self):
        return self.layers

    def add(self, *layers):
        self.layers += layers

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def __len__(self):
        return len(self.layers)

    def __getitem__(self, index):
        return self.layers[index]


class HybridSequential(Sequential, HybridBlock):
    pass


__getattr__ = missing(globals())
