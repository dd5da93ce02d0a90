# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.layers: dense ones, and what has no weights.
import _runahead as _r
import tensorflow as _tf
from tensorflow import _function, nn
from tensorflow.keras import activations, initializers, regularizers
from tensorflow.keras.layers.base_layer import Layer, Symbol


class Dense(Layer):
    def __init__(self, units, activation=None, use_bias=True, kernel_initializer='glorot_uniform', bias_initializer='zeros',
                 kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
                 bias_constraint=None, **kwargs):
        super().__init__(**kwargs)
        if activity_regularizer or kernel_constraint or bias_constraint:
            raise NotImplementedError('Dense: Runahead has neither activity_regularizer nor constraints')
        self.units, self.use_bias, self.activation = int(units), use_bias, activations.get(activation)
        self.kernel_initializer = initializers.get(kernel_initializer)
        self.bias_initializer = initializers.get(bias_initializer)
        self.kernel_regularizer, self.bias_regularizer = map(regularizers.get, (kernel_regularizer, bias_regularizer))
        self.bias = None
        if self.given_shape:
            self.build(self.given_shape)

    def build(self, input_shape):
        if input_shape[-1] is None:
            raise ValueError('The last dimension of the inputs to a Dense layer should be defined. Found None. Full input shape '
                             f'received: {input_shape}')
        self.kernel = self.add_weight('kernel', (input_shape[-1], self.units), None, self.kernel_initializer,
                                      self.kernel_regularizer)
        if self.use_bias:
            self.bias = self.add_weight('bias', (self.units,), None, self.bias_initializer, self.bias_regularizer)
        self.built = True

    def call(self, inputs):
        if inputs.ndim < 2:
            raise ValueError(f'Input 0 of layer "{self.name}" is incompatible with the layer: expected min_ndim=2, found '
                             f'ndim={inputs.ndim}. Full shape received: {inputs.shape}')
        if inputs.shape[-1] != self.kernel.shape[0]:
            raise ValueError(f'Input 0 of layer "{self.name}" is incompatible with the layer: expected axis -1 of input shape to '
                             f'have value {self.kernel.shape[0]}, but received input with shape {inputs.shape}')
        if _r.dtype(inputs) not in ('float32', 'float64'):
            inputs = _r.astype(inputs, self.dtype)
        flat = inputs if inputs.ndim == 2 else _r.reshape(inputs, (-1, inputs.shape[-1]))
        made = _r.dot(flat, self.kernel)
        if self.use_bias:
            made = made + self.bias
        made = made if inputs.ndim == 2 else _r.reshape(made, inputs.shape[:-1] + (self.units,))
        return self.activation(made)

    def compute_output_shape(self, input_shape):
        return _tf.TensorShape((*input_shape[:-1], self.units))

    def get_config(self):
        return {**super().get_config(), 'units': self.units, 'use_bias': self.use_bias}


class _SameShape(Layer):
    def compute_output_shape(self, input_shape):
        return _tf.TensorShape(input_shape)


class Activation(_SameShape):
    def __init__(self, activation, **kwargs):
        super().__init__(**kwargs)
        self.activation = activations.get(activation)

    def call(self, inputs):
        return self.activation(inputs)


class ReLU(_SameShape):
    def __init__(self, max_value=None, negative_slope=0.0, threshold=0.0, **kwargs):
        super().__init__(**kwargs)
        self.options = negative_slope, max_value, threshold

    def call(self, inputs):
        return activations.relu(inputs, *self.options)


class LeakyReLU(_SameShape):
    def __init__(self, alpha=0.3, **kwargs):
        super().__init__(**kwargs)
        self.alpha = alpha

    def call(self, inputs):
        return nn.leaky_relu(inputs, self.alpha)


class ELU(_SameShape):
    def call(self, inputs):
        return nn.elu(inputs)


class Softmax(_SameShape):
    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs):
        return nn.softmax(inputs, self.axis)


class _Noise(_SameShape):
    """What draws while it trains; with a seed, from the next one at each call."""
    seed, draws = None, 0

    def drawn(self, draw):
        if self.seed is None:
            return draw(None)
        _function.needs_values()
        own = self.seed + self.draws
        self.draws += 1
        if not _function.running:
            return draw(own)
        return _tf.random.with_seed(f'{_tf.random.seeds[0]}/{own}/0', lambda: draw(None))


class Dropout(_Noise):
    def __init__(self, rate, noise_shape=None, seed=None, **kwargs):
        super().__init__(**kwargs)
        if not 0 <= rate <= 1:
            raise ValueError(f'Invalid value {rate} received for `rate`, expected a value between 0 and 1.')
        self.rate, self.noise_shape, self.seed = rate, noise_shape, seed

    def call(self, inputs, training=None):
        if not training:
            return _r.copy(inputs)
        return self.drawn(lambda seed: nn.dropout(inputs, self.rate, self.noise_shape, seed))


class GaussianNoise(_Noise):
    def __init__(self, stddev, seed=None, **kwargs):
        super().__init__(**kwargs)
        self.stddev, self.seed = stddev, seed

    def call(self, inputs, training=None):
        if not training:
            return inputs
        return inputs + self.drawn(lambda seed: _tf.random.normal(inputs.shape, 0.0, self.stddev, seed=seed))


class Flatten(Layer):
    def __init__(self, data_format=None, **kwargs):
        super().__init__(**kwargs)

    def call(self, inputs):
        return _r.reshape(inputs, (inputs.shape[0], -1 if inputs.shape[0] else _product(inputs.shape[1:])))

    def compute_output_shape(self, input_shape):
        return _tf.TensorShape((input_shape[0], _product(input_shape[1:])))

    def result_kind(self, inputs):
        return inputs.kind


def _product(sizes):
    made = 1
    for one in sizes:
        made *= one
    return made


class Reshape(Layer):
    def __init__(self, target_shape, **kwargs):
        super().__init__(**kwargs)
        self.target_shape = tuple(target_shape)

    def call(self, inputs):
        return _r.reshape(inputs, (inputs.shape[0],) + self.target_shape)

    def compute_output_shape(self, input_shape):
        target = list(self.target_shape)
        if -1 in target:
            target[target.index(-1)] = _product(input_shape[1:]) // -_product(target)
        return _tf.TensorShape((input_shape[0], *target))


class Permute(Layer):
    def __init__(self, dims, **kwargs):
        super().__init__(**kwargs)
        self.dims = tuple(dims)

    def call(self, inputs):
        return _tf.transpose(inputs, (0, *self.dims))

    def compute_output_shape(self, input_shape):
        return _tf.TensorShape((input_shape[0], *(input_shape[one] for one in self.dims)))


class RepeatVector(Layer):
    def __init__(self, n, **kwargs):
        super().__init__(**kwargs)
        self.n = n

    def call(self, inputs):
        return _tf.tile(_tf.expand_dims(inputs, 1), [1, self.n, 1])


class Lambda(Layer):
    def __init__(self, function, output_shape=None, mask=None, arguments=None, **kwargs):
        super().__init__(**kwargs)
        self.function, self.arguments = function, arguments or {}

    def call(self, inputs):
        return self.function(inputs, **self.arguments)


class Rescaling(_SameShape):
    def __init__(self, scale, offset=0.0, **kwargs):
        super().__init__(**kwargs)
        self.scale, self.offset = scale, offset

    def call(self, inputs):
        return _tf.cast(inputs, self.dtype) * self.scale + self.offset


class Embedding(Layer):
    _casts = False

    def __init__(self, input_dim, output_dim, embeddings_initializer='uniform', embeddings_regularizer=None,
                 activity_regularizer=None, embeddings_constraint=None, mask_zero=False, input_length=None, **kwargs):
        super().__init__(**kwargs)
        if mask_zero or activity_regularizer or embeddings_constraint:
            raise NotImplementedError('Embedding: Runahead has neither mask_zero nor activity_regularizer nor constraints')
        self.input_dim, self.output_dim = input_dim, output_dim
        self.initializer = initializers.get(embeddings_initializer)
        self.regularizer = regularizers.get(embeddings_regularizer)

    def build(self, input_shape=None):
        self.embeddings = self.add_weight('embeddings', (self.input_dim, self.output_dim), None, self.initializer,
                                          self.regularizer)
        self.built = True

    def call(self, inputs):
        return _tf.gather(self.embeddings, _tf.cast(inputs, 'int32') if _r.dtype(inputs) not in ('int32', 'int64') else inputs)

    def compute_output_shape(self, input_shape):
        return _tf.TensorShape((*input_shape, self.output_dim))


class InputLayer(Layer):
    def __init__(self, input_shape=None, batch_size=None, dtype=None, name=None, **kwargs):
        kwargs.pop('input_tensor', None)
        if kwargs:
            raise NotImplementedError(f'InputLayer: Runahead does not take {next(iter(kwargs))}')
        super().__init__(name=name or None, dtype=dtype)
        self.given_shape = (batch_size, *(input_shape or ()))
        self.built = True


def Input(shape=None, batch_size=None, name=None, dtype=None, sparse=None, tensor=None, ragged=None, type_spec=None,
          batch_shape=None, **kwargs):
    if sparse or ragged or tensor is not None or type_spec is not None or kwargs:
        raise NotImplementedError('Input: Runahead takes shape, batch_size, name and dtype')
    from tensorflow.keras.layers.base_layer import numbered
    whole = batch_shape or (batch_size, *((shape,) if isinstance(shape, int) else shape))
    layer = InputLayer(whole[1:], whole[0], dtype, name or numbered_input())
    layer._made_by = Symbol(whole, getattr(dtype, 'name', dtype) or 'float32', layer, (), name=layer.name)
    return layer._made_by


def numbered_input():
    from tensorflow.keras.layers.base_layer import counted
    counted['input'] = counted.get('input', 0) + 1
    return f'input_{counted["input"]}'
