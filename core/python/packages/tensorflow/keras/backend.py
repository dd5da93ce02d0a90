# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.backend: what Keras calls TensorFlow by.
import _runahead as _r
import tensorflow as _tf
from _names import bounded, missing, size_of, type_name
from tensorflow.keras.layers import base_layer as _layers

_settings = {'floatx': 'float32', 'epsilon': 1e-7}


def floatx():
    return _settings['floatx']


def set_floatx(value):
    if value not in ('float32', 'float64'):
        raise ValueError(f'Unknown `floatx` value: {value}. Expected one of float32 and float64')
    if value == 'float64':
        raise NotImplementedError('set_floatx: the layers of Runahead compute in float32')
    _settings['floatx'] = value


def epsilon():
    return _settings['epsilon']


def set_epsilon(value):
    _settings['epsilon'] = value


def image_data_format():
    return 'channels_last'


def clear_session():
    """The next layers are named from the beginning."""
    _layers.counted.clear()


def get_value(x):
    return x.numpy() if isinstance(x, _r.Array) else x


eval = get_value


def batch_get_value(tensors):
    return [get_value(x) for x in tensors]


def set_value(x, value):
    x.assign(value)


def batch_set_value(tuples):
    for x, value in tuples:
        set_value(x, value)


def is_tensor(x):
    return isinstance(x, _tf.Tensor)


def dtype(x):
    return _r.dtype(x)


def ndim(x):
    return x.ndim


def shape(x):
    return _tf.constant(list(x.shape))


def int_shape(x):
    return x.shape


def count_params(x):
    return size_of(x)


def constant(value, dtype=None, shape=None, name=None):
    made = _tf.constant(value, dtype or floatx())
    return made if shape is None else _tf.fill(shape, value) if made.ndim == 0 else _tf.reshape(made, shape)


def variable(value, dtype=None, name=None, constraint=None):
    return _tf.Variable(value, name=name, dtype=dtype or floatx())


def zeros(shape, dtype=None, name=None):
    return _tf.zeros(shape, dtype or floatx())


def ones(shape, dtype=None, name=None):
    return _tf.ones(shape, dtype or floatx())


def zeros_like(x, dtype=None, name=None):
    return _tf.zeros_like(x, dtype)


def ones_like(x, dtype=None, name=None):
    return _tf.ones_like(x, dtype)


def random_uniform(shape, minval=0.0, maxval=1.0, dtype=None, seed=None):
    return _tf.random.uniform(shape, minval, maxval, dtype or floatx(), seed)


def random_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None):
    return _tf.random.normal(shape, mean, stddev, dtype or floatx(), seed)


def cast(x, dtype):
    return _tf.cast(x, type_name(dtype))


def dot(x, y):
    return _tf.matmul(x, y)


def transpose(x):
    return _tf.transpose(x)


def reshape(x, shape):
    return _tf.reshape(x, shape)


def flatten(x):
    return _tf.reshape(x, (size_of(x),))


def concatenate(tensors, axis=-1):
    return _tf.concat(tensors, axis)


def stack(x, axis=0):
    return _tf.stack(x, axis)


sum, mean, max, min = _tf.reduce_sum, _tf.reduce_mean, _tf.reduce_max, _tf.reduce_min
any, all = _tf.reduce_any, _tf.reduce_all
square, abs, exp, log, pow = _tf.square, _tf.abs, _tf.exp, _tf.math.log, _tf.pow
sigmoid, tanh, softmax = _tf.sigmoid, _tf.tanh, _tf.nn.softmax


def argmax(x, axis=-1):
    return _tf.argmax(x, axis)


def argmin(x, axis=-1):
    return _tf.argmin(x, axis)


def sqrt(x):
    return _r.sqrt(_r.maximum(_tf._t(x), 0.0))


def clip(x, min_value, max_value):
    return bounded(_tf._t(x), min_value, max_value)


def relu(x, alpha=0.0, max_value=None, threshold=0.0):
    from tensorflow.keras import activations
    return activations.relu(x, alpha, max_value, threshold)


maximum, minimum, equal, not_equal = _tf.maximum, _tf.minimum, _tf.equal, _tf.not_equal
less, less_equal, greater, greater_equal = _tf.less, _tf.less_equal, _tf.greater, _tf.greater_equal

__getattr__ = missing(globals())
