# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.layers: what brings numbers to a mean of 0 and a variance of 1.
import _runahead as _r
import tensorflow as _tf
from tensorflow.keras import initializers
from tensorflow.keras.layers.core import _SameShape


class BatchNormalization(_SameShape):
    def __init__(self, axis=-1, momentum=0.99, epsilon=1e-3, center=True, scale=True, beta_initializer='zeros',
                 gamma_initializer='ones', moving_mean_initializer='zeros', moving_variance_initializer='ones', **kwargs):
        super().__init__(**kwargs)
        self.axis, self.momentum, self.epsilon, self.center, self.scale = axis, momentum, epsilon, center, scale
        self.initializers = [initializers.get(one) for one in (gamma_initializer, beta_initializer, moving_mean_initializer,
                                                               moving_variance_initializer)]

    def build(self, input_shape):
        axis = self.axis[0] if isinstance(self.axis, (list, tuple)) else self.axis
        self.place = axis % len(input_shape)
        shape = (input_shape[self.place],)
        gamma, beta, mean, variance = self.initializers
        self.gamma = self.add_weight('gamma', shape, None, gamma) if self.scale else None
        self.beta = self.add_weight('beta', shape, None, beta) if self.center else None
        self.moving_mean = self.add_weight('moving_mean', shape, None, mean, trainable=False)
        self.moving_variance = self.add_weight('moving_variance', shape, None, variance, trainable=False)
        self.built = True

    def call(self, inputs, training=None):
        others = tuple(one for one in range(inputs.ndim) if one != self.place)
        shape = [inputs.shape[one] if one == self.place else 1 for one in range(inputs.ndim)]
        if training and self.trainable:
            mean, variance = _tf.nn.moments(inputs, others)
            for moving, now in ((self.moving_mean, mean), (self.moving_variance, variance)):
                moving.assign_sub((moving - _tf.stop_gradient(now)) * (1 - self.momentum))
        else:
            mean, variance = self.moving_mean, self.moving_variance

        def spread(one):
            return one if self.place == inputs.ndim - 1 else _r.reshape(one, shape)
        factor = 1.0 / _r.sqrt(variance + self.epsilon)
        if self.scale:
            factor = factor * self.gamma
        made = (inputs - spread(mean)) * spread(factor)
        return made + spread(self.beta) if self.center else made


class LayerNormalization(_SameShape):
    def __init__(self, axis=-1, epsilon=1e-3, center=True, scale=True, beta_initializer='zeros', gamma_initializer='ones',
                 **kwargs):
        super().__init__(**kwargs)
        self.axis, self.epsilon, self.center, self.scale = axis, epsilon, center, scale
        self.initializers = initializers.get(gamma_initializer), initializers.get(beta_initializer)

    def build(self, input_shape):
        axes = self.axis if isinstance(self.axis, (list, tuple)) else [self.axis]
        self.places = tuple(sorted(one % len(input_shape) for one in axes))
        if self.places != tuple(range(len(input_shape) - len(self.places), len(input_shape))):
            raise NotImplementedError('LayerNormalization: Runahead has the last axes alone')
        shape = tuple(input_shape[one] for one in self.places)
        self.gamma = self.add_weight('gamma', shape, None, self.initializers[0]) if self.scale else None
        self.beta = self.add_weight('beta', shape, None, self.initializers[1]) if self.center else None
        self.built = True

    def call(self, inputs):
        mean, variance = _tf.nn.moments(inputs, self.places, keepdims=True)
        made = (inputs - mean) / _r.sqrt(variance + self.epsilon)
        made = made * self.gamma if self.scale else made
        return made + self.beta if self.center else made


class UnitNormalization(_SameShape):
    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs):
        return _tf.math.l2_normalize(inputs, self.axis)


class Normalization(_SameShape):
    def __init__(self, axis=-1, mean=None, variance=None, invert=False, **kwargs):
        super().__init__(**kwargs)
        self.invert = invert
        self.axis, self.mean, self.variance = axis, mean, variance

    def adapt(self, data, batch_size=None, steps=None):
        """Mean and variance of all of it."""
        if isinstance(data, _tf.data.Dataset):
            data = _tf.concat(list(data), 0)
        data = _tf.cast(data, 'float32')
        axes = [] if self.axis is None else [self.axis] if isinstance(self.axis, int) else list(self.axis)
        kept = [one % data.ndim for one in axes]
        others = tuple(one for one in range(data.ndim) if one not in kept)
        self.mean, self.variance = _tf.nn.moments(data, others, keepdims=True)
        self.built = True

    def call(self, inputs):
        if self.mean is None:
            raise RuntimeError('Normalization: call adapt() before, or give mean and variance')
        inputs = _tf.cast(inputs, 'float32')
        spread = _r.maximum(_r.sqrt(_tf.convert_to_tensor(self.variance, 'float32')), 1e-7)
        return inputs * spread + self.mean if self.invert else (inputs - self.mean) / spread
