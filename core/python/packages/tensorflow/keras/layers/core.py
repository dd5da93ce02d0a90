# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.layers: dense ones, and what has no weights.
import _runahead as _r
import tensorflow as _tf
from tensorflow import _function, nn
from tensorflow.keras import activations, constraints, initializers, regularizers
from tensorflow.keras.layers.base_layer import Layer, Symbol


class Dense(Layer):
    supports_masking = True

    def __init__(self, units, activation=None, use_bias=True, kernel_initializer='glorot_uniform', bias_initializer='zeros',
                 kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
                 bias_constraint=None, **kwargs):
        super().__init__(**kwargs)
        self.activity_regularizer = regularizers.get(activity_regularizer)
        self.constraints = constraints.get(kernel_constraint), constraints.get(bias_constraint)
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
        of_kernel, of_bias = self.constraints
        self.kernel = self.add_weight('kernel', (input_shape[-1], self.units), None, self.kernel_initializer,
                                      self.kernel_regularizer, constraint=of_kernel)
        if self.use_bias:
            self.bias = self.add_weight('bias', (self.units,), None, self.bias_initializer, self.bias_regularizer,
                                        constraint=of_bias)
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
        made = self.activation(made)
        if self.activity_regularizer is not None:
            self.add_loss(self.activity_regularizer(made) / float(made.shape[0]))
        return made

    def compute_output_shape(self, input_shape):
        return _tf.TensorShape((*input_shape[:-1], self.units))

    def get_config(self):
        return {**super().get_config(), 'units': self.units, 'use_bias': self.use_bias}


class _SameShape(Layer):
    supports_masking = True

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
    def __init__(self, alpha=1.0, **kwargs):
        super().__init__(**kwargs)
        self.alpha = alpha

    def call(self, inputs):
        return activations.elu(inputs, self.alpha)


class ThresholdedReLU(_SameShape):
    def __init__(self, theta=1.0, **kwargs):
        super().__init__(**kwargs)
        self.theta = theta

    def call(self, inputs):
        return inputs * _r.astype(inputs > self.theta, _r.dtype(inputs))


class PReLU(_SameShape):
    def __init__(self, alpha_initializer='zeros', alpha_regularizer=None, alpha_constraint=None, shared_axes=None, **kwargs):
        super().__init__(**kwargs)
        self.initializer, self.regularizer = initializers.get(alpha_initializer), regularizers.get(alpha_regularizer)
        self.constraint, self.shared_axes = constraints.get(alpha_constraint), shared_axes or ()

    def build(self, input_shape):
        shape = [1 if axis in self.shared_axes else one for axis, one in enumerate(input_shape)][1:]
        self.alpha = self.add_weight('alpha', shape, None, self.initializer, self.regularizer, constraint=self.constraint)
        self.built = True

    def call(self, inputs):
        return _r.relu(inputs) - self.alpha * _r.relu(-inputs)


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


class SpatialDropout1D(Dropout):
    """Whole channels."""
    between = 1

    def __init__(self, rate, data_format=None, **kwargs):
        super().__init__(rate, **kwargs)

    def call(self, inputs, training=None):
        self.noise_shape = (inputs.shape[0], *(1,) * self.between, inputs.shape[-1])
        return super().call(inputs, training)


class SpatialDropout2D(SpatialDropout1D):
    between = 2


class GaussianDropout(_Noise):
    def __init__(self, rate, seed=None, **kwargs):
        super().__init__(**kwargs)
        self.rate, self.seed = rate, seed

    def call(self, inputs, training=None):
        if not training or not self.rate:
            return inputs
        spread = (self.rate / (1.0 - self.rate)) ** 0.5
        return inputs * self.drawn(lambda seed: _tf.random.normal(inputs.shape, 1.0, spread, seed=seed))


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


class Masking(_SameShape):
    def __init__(self, mask_value=0.0, **kwargs):
        super().__init__(**kwargs)
        self.mask_value = mask_value

    def compute_mask(self, inputs, mask=None):
        return _tf.reduce_any(_r.not_equal(inputs, self.mask_value), -1)

    def call(self, inputs):
        return inputs * _tf.cast(_tf.reduce_any(_r.not_equal(inputs, self.mask_value), -1, keepdims=True), inputs.dtype)


class ActivityRegularization(_SameShape):
    def __init__(self, l1=0.0, l2=0.0, **kwargs):
        super().__init__(**kwargs)
        self.regularizer = regularizers.L1L2(l1, l2)

    def call(self, inputs):
        self.add_loss(self.regularizer(inputs) / float(inputs.shape[0]))
        return inputs


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
        if activity_regularizer:
            raise NotImplementedError('Embedding: Runahead has no activity_regularizer')
        self.input_dim, self.output_dim, self.mask_zero = input_dim, output_dim, mask_zero
        self.constraint = constraints.get(embeddings_constraint)
        self.initializer = initializers.get(embeddings_initializer)
        self.regularizer = regularizers.get(embeddings_regularizer)

    def build(self, input_shape=None):
        self.embeddings = self.add_weight('embeddings', (self.input_dim, self.output_dim), None, self.initializer,
                                          self.regularizer, constraint=self.constraint)
        self.built = True

    def compute_mask(self, inputs, mask=None):
        return _r.not_equal(inputs, 0) if self.mask_zero else None

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
