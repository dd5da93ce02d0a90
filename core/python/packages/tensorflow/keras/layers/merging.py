# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.layers: several inputs together.
import _runahead as _r
import tensorflow as _tf
from tensorflow.keras.layers.base_layer import Layer


class _Merge(Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)

    def call(self, inputs):
        if not isinstance(inputs, (list, tuple)) or len(inputs) < 2:
            raise ValueError(f'A merge layer should be called on a list of at least 2 inputs. Received: {inputs}')
        made = inputs[0]
        for one in inputs[1:]:
            made = self.merged(made, one)
        return made

    def compute_output_shape(self, input_shape):
        return _tf.TensorShape(max(input_shape, key=len))


class Add(_Merge):
    def merged(self, a, b):
        return a + b


class Subtract(_Merge):
    def merged(self, a, b):
        return a - b


class Multiply(_Merge):
    def merged(self, a, b):
        return a * b


class Average(_Merge):
    def merged(self, a, b):
        return a + b

    def call(self, inputs):
        return super().call(inputs) / len(inputs)


class Maximum(_Merge):
    def merged(self, a, b):
        return _r.maximum(a, b)


class Minimum(_Merge):
    def merged(self, a, b):
        return _r.minimum(a, b)


class Concatenate(_Merge):
    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs):
        return _tf.concat(inputs, self.axis)

    def compute_output_shape(self, input_shape):
        sizes = list(input_shape[0])
        along = [one[self.axis] for one in input_shape]
        sizes[self.axis] = None if None in along else sum(along)
        return _tf.TensorShape(sizes)


class Dot(Layer):
    def __init__(self, axes, normalize=False, **kwargs):
        super().__init__(**kwargs)
        if normalize:
            raise NotImplementedError('Dot: Runahead has no normalize')
        self.axes = axes

    def call(self, inputs):
        a, b = inputs
        if a.ndim == b.ndim == 2:
            return _r.sum(a * b, 1, True)
        first, second = self.axes if isinstance(self.axes, (list, tuple)) else (self.axes, self.axes)
        return _r.batch_dot(a, b, first == 1, second == 2)


def add(inputs, **kwargs):
    return Add(**kwargs)(inputs)


def multiply(inputs, **kwargs):
    return Multiply(**kwargs)(inputs)


def average(inputs, **kwargs):
    return Average(**kwargs)(inputs)


def concatenate(inputs, axis=-1, **kwargs):
    return Concatenate(axis, **kwargs)(inputs)
