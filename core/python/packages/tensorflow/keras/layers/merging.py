# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.layers: several inputs together.
import _runahead as _r
import tensorflow as _tf
from tensorflow.keras.layers.base_layer import Layer


class _Merge(Layer):
    supports_masking = True

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

    def compute_mask(self, inputs, mask=None):
        """Where all of them have something."""
        given = [one for one in mask if one is not None] if isinstance(mask, list) else []
        made = given[0] if given else None
        for one in given[1:]:
            made = _tf.logical_and(made, one)
        return made


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

    def compute_mask(self, inputs, mask=None):
        if not isinstance(mask, list) or self.axis in (-1, inputs[0].ndim - 1):
            return super().compute_mask(inputs, mask)
        return _tf.concat([_tf.ones(x.shape[:2], 'bool') if one is None else one for x, one in zip(inputs, mask)], self.axis)

    def compute_output_shape(self, input_shape):
        sizes = list(input_shape[0])
        along = [one[self.axis] for one in input_shape]
        sizes[self.axis] = None if None in along else sum(along)
        return _tf.TensorShape(sizes)


class Dot(Layer):
    def __init__(self, axes, normalize=False, **kwargs):
        super().__init__(**kwargs)
        self.axes, self.normalize = axes, normalize

    def call(self, inputs):
        a, b = inputs
        if self.normalize:
            both = self.axes if isinstance(self.axes, (list, tuple)) else (self.axes, self.axes)
            a, b = (_tf.math.l2_normalize(x, one) for x, one in zip((a, b), both))
        if a.ndim == b.ndim == 2:
            return _r.sum(a * b, 1, True)
        first, second = self.axes if isinstance(self.axes, (list, tuple)) else (self.axes, self.axes)
        return _r.batch_dot(a, b, first == 1, second == 2)


def add(inputs, **kwargs):
    return Add(**kwargs)(inputs)


def subtract(inputs, **kwargs):
    return Subtract(**kwargs)(inputs)


def maximum(inputs, **kwargs):
    return Maximum(**kwargs)(inputs)


def minimum(inputs, **kwargs):
    return Minimum(**kwargs)(inputs)


def dot(inputs, axes, normalize=False, **kwargs):
    return Dot(axes, normalize, **kwargs)(inputs)


def multiply(inputs, **kwargs):
    return Multiply(**kwargs)(inputs)


def average(inputs, **kwargs):
    return Average(**kwargs)(inputs)


def concatenate(inputs, axis=-1, **kwargs):
    return Concatenate(axis, **kwargs)(inputs)
