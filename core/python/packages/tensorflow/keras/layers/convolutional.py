# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.layers: windows over pictures, whose channels are their last axis.
import _runahead as _r
import tensorflow as _tf
from tensorflow import nn
from tensorflow.keras import activations, constraints, initializers, regularizers
from tensorflow.keras.layers.base_layer import Layer


def _two(value):
    return (value, value) if isinstance(value, int) else tuple(value)


def _length(size, window, stride, padding, dilation=1):
    if size is None:
        return None
    return -(-size // stride) if padding == 'same' else (size - (window - 1) * dilation - 1) // stride + 1


def _checked(padding, data_format, names):
    if padding.lower() not in names:
        raise NotImplementedError(f"padding '{padding}': Runahead has {' and '.join(names)}")
    if data_format not in (None, 'channels_last'):
        raise NotImplementedError("data_format: Runahead has 'channels_last' alone")
    return padding.lower()


class Conv2D(Layer):
    def __init__(self, filters, kernel_size, strides=(1, 1), padding='valid', data_format=None, dilation_rate=(1, 1), groups=1,
                 activation=None, use_bias=True, kernel_initializer='glorot_uniform', bias_initializer='zeros',
                 kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
                 bias_constraint=None, **kwargs):
        super().__init__(**kwargs)
        if activity_regularizer:
            raise NotImplementedError(f'{type(self).__name__}: Runahead has no activity_regularizer')
        self.constraints = constraints.get(kernel_constraint), constraints.get(bias_constraint)
        self.filters, self.kernel_size, self.strides, self.groups = filters, _two(kernel_size), _two(strides), groups
        self.padding = _checked(padding, data_format, ('same', 'valid'))
        self.dilation_rate, self.activation, self.use_bias = _two(dilation_rate), activations.get(activation), use_bias
        self.kernel_initializer, self.bias_initializer = map(initializers.get, (kernel_initializer, bias_initializer))
        self.kernel_regularizer, self.bias_regularizer = map(regularizers.get, (kernel_regularizer, bias_regularizer))

    def build(self, input_shape):
        shape = (*self.kernel_size, input_shape[-1] // self.groups, self.filters)
        self.kernel = self.add_weight('kernel', shape, None, self.kernel_initializer, self.kernel_regularizer,
                                      constraint=self.constraints[0])
        self.add_bias()

    def add_bias(self):
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight('bias', (self.filters,), None, self.bias_initializer, self.bias_regularizer,
                                        constraint=self.constraints[1])
        self.built = True

    def call(self, inputs):
        if inputs.ndim != 4:
            raise ValueError(f'Input 0 of layer "{self.name}" is incompatible with the layer: expected min_ndim=4, found '
                             f'ndim={inputs.ndim}. Full shape received: {inputs.shape}')
        made = nn.conv2d(inputs, self.kernel, self.strides, self.padding, dilations=self.dilation_rate)
        return self.activation(made + self.bias if self.use_bias else made)

    def compute_output_shape(self, input_shape):
        sizes = [_length(size, window, stride, self.padding, dilation) for size, window, stride, dilation in
                 zip(input_shape[1:3], self.kernel_size, self.strides, self.dilation_rate)]
        return _tf.TensorShape((input_shape[0], *sizes, self.filters))


class Conv2DTranspose(Conv2D):
    def __init__(self, filters, kernel_size, strides=(1, 1), padding='valid', output_padding=None, *given, **kwargs):
        super().__init__(filters, kernel_size, strides, padding, *given, **kwargs)
        if output_padding is not None or self.groups != 1:
            raise NotImplementedError('Conv2DTranspose: Runahead has neither output_padding nor groups')

    def build(self, input_shape):
        shape = (*self.kernel_size, self.filters, input_shape[-1])
        self.kernel = self.add_weight('kernel', shape, None, self.kernel_initializer, self.kernel_regularizer,
                                      constraint=self.constraints[0])
        self.add_bias()

    def lengths(self, sizes):
        """Without padding, the reach of the kernel; else each stride once."""
        made = []
        for size, window, stride, dilation in zip(sizes, self.kernel_size, self.strides, self.dilation_rate):
            more = max((window - 1) * dilation + 1 - stride, 0) if self.padding == 'valid' else 0
            made.append(None if size is None else size * stride + more)
        return made

    def call(self, inputs):
        shape = (inputs.shape[0], *self.lengths(inputs.shape[1:3]), self.filters)
        made = nn.conv2d_transpose(inputs, self.kernel, shape, self.strides, self.padding.upper(), dilations=self.dilation_rate)
        return self.activation(made + self.bias if self.use_bias else made)

    def compute_output_shape(self, input_shape):
        return _tf.TensorShape((input_shape[0], *self.lengths(input_shape[1:3]), self.filters))


class DepthwiseConv2D(Conv2D):
    """Each channel by kernels of its own."""
    def __init__(self, kernel_size, strides=(1, 1), padding='valid', depth_multiplier=1, data_format=None, dilation_rate=(1, 1),
                 activation=None, use_bias=True, depthwise_initializer='glorot_uniform', bias_initializer='zeros',
                 depthwise_regularizer=None, bias_regularizer=None, activity_regularizer=None, depthwise_constraint=None, **kwargs):
        super().__init__(0, kernel_size, strides, padding, data_format, dilation_rate, 1, activation, use_bias, depthwise_initializer,
                         bias_initializer, depthwise_regularizer, bias_regularizer, activity_regularizer, depthwise_constraint, **kwargs)
        self.depth_multiplier = depth_multiplier

    def build(self, input_shape):
        self.filters = input_shape[-1] * self.depth_multiplier
        self.kernel = self.depthwise_kernel = self.add_weight(
            'depthwise_kernel', (*self.kernel_size, input_shape[-1], self.depth_multiplier), None, self.kernel_initializer,
            self.kernel_regularizer, constraint=self.constraints[0])
        self.add_bias()

    def call(self, inputs):
        made = nn.depthwise_conv2d(inputs, self.kernel, (1, *self.strides, 1), self.padding.upper(), dilations=self.dilation_rate)
        return self.activation(made + self.bias if self.use_bias else made)


class SeparableConv2D(Conv2D):
    """Each channel by a kernel of its own, then all of them in each place."""
    def __init__(self, filters, kernel_size, strides=(1, 1), padding='valid', data_format=None, dilation_rate=(1, 1),
                 depth_multiplier=1, activation=None, use_bias=True, depthwise_initializer='glorot_uniform',
                 pointwise_initializer='glorot_uniform', bias_initializer='zeros', depthwise_regularizer=None,
                 pointwise_regularizer=None, bias_regularizer=None, **kwargs):
        super().__init__(filters, kernel_size, strides, padding, data_format, dilation_rate, 1, activation, use_bias,
                         depthwise_initializer, bias_initializer, depthwise_regularizer, bias_regularizer, **kwargs)
        self.depth_multiplier = depth_multiplier
        self.pointwise = initializers.get(pointwise_initializer), regularizers.get(pointwise_regularizer)

    def build(self, input_shape):
        depth = input_shape[-1] * self.depth_multiplier
        self.depthwise_kernel = self.add_weight('depthwise_kernel', (*self.kernel_size, input_shape[-1], self.depth_multiplier), None,
                                                self.kernel_initializer, self.kernel_regularizer)
        self.pointwise_kernel = self.add_weight('pointwise_kernel', (1, 1, depth, self.filters), None, *self.pointwise)
        self.add_bias()

    def call(self, inputs):
        made = nn.separable_conv2d(inputs, self.depthwise_kernel, self.pointwise_kernel, (1, *self.strides, 1), self.padding.upper(),
                                   dilations=self.dilation_rate)
        return self.activation(made + self.bias if self.use_bias else made)


class Conv1D(Conv2D):
    """As windows over pictures of one line."""
    def __init__(self, filters, kernel_size, strides=1, padding='valid', data_format='channels_last', dilation_rate=1, *given,
                 **kwargs):
        self.__dict__['causal'] = padding == 'causal'
        one = [(1, size if isinstance(size, int) else size[0]) for size in (kernel_size, strides, dilation_rate)]
        super().__init__(filters, one[0], one[1], 'valid' if self.causal else padding, data_format, one[2], *given, **kwargs)

    def build(self, input_shape):
        shape = (self.kernel_size[1], input_shape[-1] // self.groups, self.filters)
        self.kernel = self.add_weight('kernel', shape, None, self.kernel_initializer, self.kernel_regularizer,
                                      constraint=self.constraints[0])
        self.add_bias()

    def call(self, inputs):
        if inputs.ndim != 3:
            raise ValueError(f'Input 0 of layer "{self.name}" is incompatible with the layer: expected min_ndim=3, found '
                             f'ndim={inputs.ndim}. Full shape received: {inputs.shape}')
        if self.causal:
            inputs = _tf.pad(inputs, [(0, 0), ((self.kernel_size[1] - 1) * self.dilation_rate[1], 0), (0, 0)])
        made = _tf.squeeze(nn.conv2d(_tf.expand_dims(inputs, 1), _tf.expand_dims(self.kernel, 0), self.strides, self.padding,
                                     dilations=self.dilation_rate), 1)
        return self.activation(made + self.bias if self.use_bias else made)

    def compute_output_shape(self, input_shape):
        size = input_shape[1]
        if self.causal and size is not None:
            size += (self.kernel_size[1] - 1) * self.dilation_rate[1]
        made = _length(size, self.kernel_size[1], self.strides[1], self.padding, self.dilation_rate[1])
        return _tf.TensorShape((input_shape[0], made, self.filters))


Convolution2D, Convolution2DTranspose, SeparableConvolution2D, Convolution1D = Conv2D, Conv2DTranspose, SeparableConv2D, Conv1D


class _Pooling2D(Layer):
    def __init__(self, pool_size=(2, 2), strides=None, padding='valid', data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.pool_size = _two(pool_size)
        self.strides = self.pool_size if strides is None else _two(strides)
        self.padding = _checked(padding, data_format, ('same', 'valid'))

    def call(self, inputs):
        return self.pool(inputs, self.pool_size, self.strides, self.padding)

    def compute_output_shape(self, input_shape):
        sizes = [_length(*one, self.padding) for one in zip(input_shape[1:3], self.pool_size, self.strides)]
        return _tf.TensorShape((input_shape[0], *sizes, input_shape[-1]))


class MaxPooling2D(_Pooling2D):
    pool = staticmethod(nn.max_pool2d)


class AveragePooling2D(_Pooling2D):
    pool = staticmethod(nn.avg_pool2d)


class _Pooling1D(_Pooling2D):
    def __init__(self, pool_size=2, strides=None, padding='valid', data_format='channels_last', **kwargs):
        size, step = (one if one is None or isinstance(one, int) else one[0] for one in (pool_size, strides))
        super().__init__((1, size), None if step is None else (1, step), padding, data_format, **kwargs)

    def call(self, inputs):
        return _tf.squeeze(super().call(_tf.expand_dims(inputs, 1)), 1)

    def compute_output_shape(self, input_shape):
        size = _length(input_shape[1], self.pool_size[1], self.strides[1], self.padding)
        return _tf.TensorShape((input_shape[0], size, input_shape[-1]))


class MaxPooling1D(_Pooling1D):
    pool = staticmethod(nn.max_pool2d)


class AveragePooling1D(_Pooling1D):
    pool = staticmethod(nn.avg_pool2d)


MaxPool2D, AvgPool2D, MaxPool1D, AvgPool1D = MaxPooling2D, AveragePooling2D, MaxPooling1D, AveragePooling1D


class _Global(Layer):
    def __init__(self, data_format=None, keepdims=False, **kwargs):
        super().__init__(**kwargs)
        _checked('valid', data_format, ('valid',))
        self.keepdims = keepdims

    def call(self, inputs):
        return self.reduce(inputs, self.axes, self.keepdims)

    def compute_output_shape(self, input_shape):
        between = (1,) * len(self.axes) if self.keepdims else ()
        return _tf.TensorShape((input_shape[0], *between, input_shape[-1]))


class GlobalAveragePooling2D(_Global):
    axes, reduce = (1, 2), staticmethod(_r.mean)


class GlobalMaxPooling2D(_Global):
    axes, reduce = (1, 2), staticmethod(_r.max)


class GlobalAveragePooling1D(_Global):
    axes, reduce = (1,), staticmethod(_r.mean)
    supports_masking = True

    def call(self, inputs, mask=None):
        if mask is None:
            return super().call(inputs)
        weight = _tf.expand_dims(_tf.cast(mask, inputs.dtype), 2)
        return _r.sum(inputs * weight, 1, self.keepdims) / _r.sum(weight, 1, self.keepdims)

    def compute_mask(self, inputs, mask=None):
        return None


class GlobalMaxPooling1D(_Global):
    axes, reduce = (1,), staticmethod(_r.max)


GlobalAvgPool2D, GlobalMaxPool2D = GlobalAveragePooling2D, GlobalMaxPooling2D
GlobalAvgPool1D, GlobalMaxPool1D = GlobalAveragePooling1D, GlobalMaxPooling1D


class ZeroPadding1D(Layer):
    def __init__(self, padding=1, **kwargs):
        super().__init__(**kwargs)
        self.padding = _two(padding)

    def call(self, inputs):
        return _tf.pad(inputs, [(0, 0), self.padding, (0, 0)])


class Cropping2D(Layer):
    def __init__(self, cropping=((0, 0), (0, 0)), data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.cropping = [one if isinstance(one, tuple) else (one, one) for one in _two(cropping)]

    def call(self, inputs):
        (above, below), (left, right) = self.cropping
        return inputs[:, above:inputs.shape[1] - below, left:inputs.shape[2] - right]


class Cropping1D(Layer):
    def __init__(self, cropping=(1, 1), **kwargs):
        super().__init__(**kwargs)
        self.cropping = _two(cropping)

    def call(self, inputs):
        return inputs[:, self.cropping[0]:inputs.shape[1] - self.cropping[1]]


class ZeroPadding2D(Layer):
    def __init__(self, padding=(1, 1), data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.padding = [one if isinstance(one, tuple) else (one, one) for one in _two(padding)]

    def call(self, inputs):
        return _tf.pad(inputs, [(0, 0), *self.padding, (0, 0)])


class UpSampling2D(Layer):
    def __init__(self, size=(2, 2), data_format=None, interpolation='nearest', **kwargs):
        super().__init__(**kwargs)
        if interpolation not in ('nearest', 'bilinear'):
            raise NotImplementedError("UpSampling2D: Runahead has interpolation='nearest' and 'bilinear'")
        self.size, self.interpolation = _two(size), interpolation

    def call(self, inputs):
        if self.interpolation == 'bilinear':
            return _tf.image.resize(inputs, [one * times for one, times in zip(inputs.shape[1:3], self.size)])
        return _tf.repeat(_tf.repeat(inputs, self.size[0], 1), self.size[1], 2)


class UpSampling1D(Layer):
    def __init__(self, size=2, **kwargs):
        super().__init__(**kwargs)
        self.size = size

    def call(self, inputs):
        return _tf.repeat(inputs, self.size, 1)
