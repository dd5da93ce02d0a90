# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.models: layers one after the other.
from _names import missing
from tensorflow.keras.layers import Layer


class Model(Layer):
    @property
    def layers(self):
        return [value for value in self.__dict__.values() if isinstance(value, Layer)]

    def compile(self, *args, **options):
        raise NotImplementedError('Runahead has no compile() and fit(): write the loop, with a GradientTape')

    fit = evaluate = predict = compile


class Sequential(Model):
    layers = ()

    def __init__(self, layers=()):
        self.layers = list(layers)

    def add(self, layer):
        self.layers.append(layer)

    def call(self, inputs):
        for layer in self.layers:
            inputs = layer(inputs)
        return inputs


__getattr__ = missing(globals())
