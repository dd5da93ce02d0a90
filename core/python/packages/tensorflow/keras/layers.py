# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.layers: layers know the variables below them.
import _runahead as _r
from _names import Lacking, missing
from tensorflow import Tensor, cast, convert_to_tensor, variable
from tensorflow.keras import activations, initializers


class Layer(Lacking):
    def __call__(self, inputs):
        if isinstance(inputs, _r.Array):
            inputs = convert_to_tensor(inputs)
            inputs = cast(inputs, 'float32') if _r.dtype(inputs) == 'float64' else inputs
        return self.call(inputs)

    @property
    def trainable_variables(self):
        found = []
        for value in self.__dict__.values():
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, Layer):
                    found += one.trainable_variables
                elif isinstance(one, Tensor) and _r.leaf(one):
                    found.append(one)
        return list({id(one): one for one in found}.values())  # of a shared layer once

    trainable_weights = variables = weights = trainable_variables


class Dense(Layer):
    """Its kernel lies transposed: (units, inputs)."""
    made = 0

    def __init__(self, units, activation=None, use_bias=True, kernel_initializer='glorot_uniform', input_shape=None,
                 name=None):
        self.activation = activations.get(activation)
        if not use_bias:
            raise ValueError('Dense: Runahead has no layer without a bias')
        self.initializer = initializers.get(kernel_initializer)
        self.units = units
        self.name = name or 'dense' + (f'_{Dense.made}' if Dense.made else '')
        Dense.made += 1
        if input_shape:
            self.build(input_shape)

    def build(self, input_shape):
        self.kernel = variable(self.initializer((self.units, input_shape[-1])))
        self.bias = variable(_r.zeros(Tensor, (self.units,), 0))
        _r.name(self.kernel, self.name + '/kernel')
        _r.name(self.bias, self.name + '/bias')

    def call(self, inputs):
        if 'kernel' not in self.__dict__:
            _r.before_tracing(lambda: self.build(inputs.shape))
        out = _r.dense(inputs, self.kernel, self.bias)
        return out if self.activation is None else self.activation(out)


class ReLU(Layer):
    def call(self, inputs):
        return _r.relu(inputs)


__getattr__ = missing(globals())
