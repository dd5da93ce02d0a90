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
        inputs = x.shape[-1] if self.weight.shape[1] == -1 else self.weight.shape[1]
        self.weight.make(self.init(type(x), (self.units, inputs), _r.place(x)))
        self.bias.make(_r.zeros(type(x), (self.units,), _r.place(x)))

    def forward(self, x):
        if self.weight.array is None:
            _r.before_tracing(lambda: self.make_weights(x))
        out = _r.dense(x, self.weight.array, self.bias.array)
        return ACTIVATIONS[self.activation](out) if self.activation else out

    def __repr__(self):
        units, inputs = self.weight.shape
        return f'Dense({inputs} -> {units}, {f"Activation({self.activation})" if self.activation else "linear"})'


class Activation(HybridBlock):
    def __init__(self, activation, **naming):
        super().__init__(**naming)
        if activation not in ACTIVATIONS:
            raise ValueError(f"Activation '{activation}': Runahead has {', '.join(ACTIVATIONS)}")
        self.activation = activation

    def forward(self, x):
        return ACTIVATIONS[self.activation](x)

    def __repr__(self):
        return f'Activation({self.activation})'


class Sequential(Block):
    def __init__(self, **naming):
        super().__init__(**naming)
        self.layers = []

    def parts(self):
        return {str(index): layer for index, layer in enumerate(self.layers)}

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
