# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.layers: windows over pictures, whose channels are their last axis.
import _runahead as _r
import tensorflow as _tf
from tensorflow import nn
from tensorflow.keras import activations, initializers, regularizers
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
                 kernel_regularizer=None, bias_regularizer=None, **kwargs):
        super().__init__(**kwargs)
        self.filters, self.kernel_size, self.strides, self.groups = filters, _two(kernel_size), _two(strides), groups
        self.padding = _checked(padding, data_format, ('same', 'valid'))
        self.dilation_rate, self.activation, self.use_bias = _two(dilation_rate), activations.get(activation), use_bias
        self.kernel_initializer, self.bias_initializer = map(initializers.get, (kernel_initializer, bias_initializer))
        self.kernel_regularizer, self.bias_regularizer = map(regularizers.get, (kernel_regularizer, bias_regularizer))

    def build(self, input_shape):
        shape = (*self.kernel_size, input_shape[-1] // self.groups, self.filters)
        self.kernel = self.add_weight('kernel', shape, None, self.kernel_initializer, self.kernel_regularizer)
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight('bias', (self.filters,), None, self.bias_initializer, self.bias_regularizer)
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


Convolution2D = Conv2D


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


MaxPool2D, AvgPool2D = MaxPooling2D, AveragePooling2D


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


class GlobalMaxPooling1D(_Global):
    axes, reduce = (1,), staticmethod(_r.max)


GlobalAvgPool2D, GlobalMaxPool2D = GlobalAveragePooling2D, GlobalMaxPooling2D
GlobalAvgPool1D, GlobalMaxPool1D = GlobalAveragePooling1D, GlobalMaxPooling1D


class ZeroPadding2D(Layer):
    def __init__(self, padding=(1, 1), data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.padding = [one if isinstance(one, tuple) else (one, one) for one in _two(padding)]

    def call(self, inputs):
        return _tf.pad(inputs, [(0, 0), *self.padding, (0, 0)])


class UpSampling2D(Layer):
    def __init__(self, size=(2, 2), data_format=None, interpolation='nearest', **kwargs):
        super().__init__(**kwargs)
        if interpolation != 'nearest':
            raise NotImplementedError("UpSampling2D: Runahead has interpolation='nearest' alone")
        self.size = _two(size)

    def call(self, inputs):
        return _tf.repeat(_tf.repeat(inputs, self.size[0], 1), self.size[1], 2)
