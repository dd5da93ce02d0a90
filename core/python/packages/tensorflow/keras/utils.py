# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.utils.
import _runahead as _r
import tensorflow as _tf
from _names import missing


def to_categorical(y, num_classes=None, dtype='float32'):
    y = _tf.cast(_tf._t(y), 'int32')
    if y.ndim > 1 and y.shape[-1] == 1:
        y = _r.reshape(y, y.shape[:-1])
    count = num_classes or _r.item(_r.max(y)) + 1
    return _tf.one_hot(y, count, dtype=dtype).numpy()


def normalize(x, axis=-1, order=2):
    if order != 2:
        raise NotImplementedError('normalize: Runahead has order=2 alone')
    x = _tf._t(x)
    length = _r.sqrt(_r.sum(_r.square(x), axis, True))
    return (x / _r.where(length == 0.0, _r.ones(_tf.Tensor, length.shape, 0, _r.dtype(length)), length)).numpy()


def set_random_seed(seed):
    import random
    _tf.random.set_seed(seed)
    random.seed(seed)


def get_file(*args, **kwargs):
    raise NotImplementedError('get_file: Runahead loads nothing from the network; tf.keras.datasets has generated data')


def plot_model(*args, **kwargs):
    raise NotImplementedError('plot_model: Runahead draws no models; summary() prints them')


__getattr__ = missing(globals())
