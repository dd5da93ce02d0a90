# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.losses.
import _runahead as _r
import tensorflow as _tf
from _names import bounded, missing, with_axis
from tensorflow import _t, nn
from tensorflow.keras.activations import Activated


class Reduction:
    AUTO, NONE, SUM, SUM_OVER_BATCH_SIZE = 'auto', 'none', 'sum', 'sum_over_batch_size'


def squeezed(label, predicted):
    """Without a last axis of 1 that the other one does not have."""
    if label.ndim + 1 == predicted.ndim and predicted.shape[-1] == 1:
        return label, _r.reshape(predicted, predicted.shape[:-1])
    if predicted.ndim + 1 == label.ndim and label.shape[-1] == 1:
        return _r.reshape(label, label.shape[:-1]), predicted
    return label, predicted


def _both(y_true, y_pred):
    predicted = _t(y_pred)
    if _r.dtype(predicted) not in ('float32', 'float64'):
        predicted = _r.astype(predicted, 'float32')
    return _tf.cast(_t(y_true), _r.dtype(predicted)), predicted


def mean_squared_error(y_true, y_pred):
    label, predicted = _both(y_true, y_pred)
    return _r.mean(_r.square(predicted - label), -1)


def mean_absolute_error(y_true, y_pred):
    label, predicted = _both(y_true, y_pred)
    return _r.mean(_r.abs(predicted - label), -1)


def mean_absolute_percentage_error(y_true, y_pred):
    label, predicted = _both(y_true, y_pred)
    return _r.mean(_r.abs((label - predicted) / _r.maximum(_r.abs(label), 1e-7)), -1) * 100.0


def mean_squared_logarithmic_error(y_true, y_pred):
    label, predicted = _both(y_true, y_pred)
    return _r.mean(_r.square(_r.log(_r.maximum(predicted, 1e-7) + 1.0) - _r.log(_r.maximum(label, 1e-7) + 1.0)), -1)


def huber(y_true, y_pred, delta=1.0):
    label, predicted = _both(y_true, y_pred)
    error = _r.abs(predicted - label)
    small = _r.minimum(error, delta)
    return _r.mean(_r.square(small) * 0.5 + (error - small) * delta, -1)


def hinge(y_true, y_pred):
    label, predicted = _both(y_true, y_pred)
    label = label * 2.0 - 1.0 if _zeros_and_ones(label) else label
    return _r.mean(_r.relu(1.0 - label * predicted), -1)


def _zeros_and_ones(label):
    return _r.item(_r.min(_r.astype(_r.logical_or(label == 0.0, label == 1.0), 'int32'))) == 1


def log_cosh(y_true, y_pred):
    label, predicted = _both(y_true, y_pred)
    x = predicted - label
    return _r.mean(x + _tf.math.softplus(x * -2.0) - 0.6931471805599453, -1)


def kl_divergence(y_true, y_pred):
    label, predicted = _both(y_true, y_pred)
    label, predicted = bounded(label, 1e-7, 1.0), bounded(predicted, 1e-7, 1.0)
    return _r.sum(label * _r.log(label / predicted), -1)


def poisson(y_true, y_pred):
    label, predicted = _both(y_true, y_pred)
    return _r.mean(predicted - label * _r.log(predicted + 1e-7), -1)


def cosine_similarity(y_true, y_pred, axis=-1):
    label, predicted = _both(y_true, y_pred)
    return -_r.sum(nn.l2_normalize(label, axis) * nn.l2_normalize(predicted, axis), axis)


def binary_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    label, predicted = _both(y_true, y_pred)
    if label_smoothing:
        label = label * (1.0 - label_smoothing) + 0.5 * label_smoothing
    if not from_logits and isinstance(y_pred, Activated):
        predicted, from_logits = y_pred.logits, True
    if from_logits:
        return _r.mean(nn.sigmoid_cross_entropy_with_logits(label, predicted), axis)
    predicted = bounded(predicted, 1e-7, 1 - 1e-7)
    made = label * _r.log(predicted + 1e-7) + (1.0 - label) * _r.log(1.0 - predicted + 1e-7)
    return _r.mean(-made, axis)


def categorical_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    label, predicted = _both(y_true, y_pred)
    if label.shape != predicted.shape:
        raise ValueError(f'Shapes {label.shape} and {predicted.shape} are incompatible')
    if label_smoothing:
        label = label * (1.0 - label_smoothing) + label_smoothing / label.shape[-1]
    if not from_logits and isinstance(y_pred, Activated):
        predicted, from_logits = y_pred.logits, True
    if from_logits:
        return nn.softmax_cross_entropy_with_logits(label, predicted, axis)
    predicted = bounded(predicted / _r.sum(predicted, axis, True), 1e-7, 1 - 1e-7)
    return -_r.sum(label * _r.log(predicted), axis)


def sparse_categorical_crossentropy(y_true, y_pred, from_logits=False, axis=-1, ignore_class=None):
    if axis != -1 or ignore_class is not None:
        raise NotImplementedError('sparse_categorical_crossentropy: Runahead has axis=-1 and no ignore_class')
    label, predicted = _t(y_true), _t(y_pred)
    if not from_logits and isinstance(y_pred, Activated):
        predicted = y_pred.logits
    elif not from_logits:
        predicted = _r.log(bounded(predicted, 1e-7, 1 - 1e-7))
    label = _tf.cast(label, 'int64')
    if label.ndim == predicted.ndim and label.shape[-1] == 1:
        label = _r.reshape(label, label.shape[:-1])
    return nn.sparse_softmax_cross_entropy_with_logits(label, predicted)


mse = MSE = mean_squared_error
mae = MAE = mean_absolute_error
mape = MAPE = mean_absolute_percentage_error
msle = MSLE = mean_squared_logarithmic_error
kld = KLD = kullback_leibler_divergence = kl_divergence
logcosh = log_cosh


class Loss:
    def __init__(self, reduction='auto', name=None):
        if reduction not in ('auto', 'none', 'sum', 'sum_over_batch_size'):
            raise ValueError(f'Invalid Reduction Key: {reduction}. Expected keys are "(\'auto\', \'none\', \'sum\', '
                             "'sum_over_batch_size')\"")
        self.reduction, self.name = reduction, name

    def call(self, y_true, y_pred):
        raise NotImplementedError('Must be implemented in subclasses.')

    def __call__(self, y_true, y_pred, sample_weight=None):
        if not isinstance(y_pred, Activated):
            y_pred = _t(y_pred)
        made = _t(self.call(_t(y_true), y_pred))
        if sample_weight is not None:
            weight = _tf.cast(_t(sample_weight), _r.dtype(made))
            if weight.ndim == made.ndim + 1 and weight.shape[-1] == 1:
                weight = _r.reshape(weight, weight.shape[:-1])
            while 0 < weight.ndim < made.ndim:
                weight = with_axis(weight, -1, ValueError)
            made = made * weight
        if self.reduction == 'none':
            return made
        return _r.sum(made) if self.reduction == 'sum' else _r.mean(made)


class _Function(Loss):
    function, takes = None, ()

    def __init__(self, *given, reduction='auto', name=None, **options):
        options = {**dict(zip(self.takes, given)), **options}
        if set(options) - set(self.takes):
            raise TypeError(f'{type(self).__name__}: unexpected argument {next(iter(set(options) - set(self.takes)))!r}')
        super().__init__(reduction, name or self.function.__name__)
        self.options = options

    def call(self, y_true, y_pred):
        if self.function not in (sparse_categorical_crossentropy,):
            label, predicted = squeezed(y_true, y_pred)
            y_true, y_pred = label, (y_pred if predicted is y_pred else predicted)
        return type(self).function(y_true, y_pred, **self.options)


def _class(name, function, *takes):
    return type(name, (_Function,), {'function': staticmethod(function), 'takes': takes, '__module__': __name__})


class MeanSquaredError(_class('MeanSquaredError', mean_squared_error)):
    def __call__(self, y_true, y_pred, sample_weight=None):
        label, predicted = squeezed(*_both(y_true, y_pred))
        if sample_weight is None and self.reduction in ('auto', 'sum_over_batch_size') and label.shape == predicted.shape and (
                _r.dtype(predicted) == 'float32'):
            return _r.mean_squared_error(predicted, label)
        return super().__call__(label, predicted, sample_weight)


MeanAbsoluteError = _class('MeanAbsoluteError', mean_absolute_error)
MeanAbsolutePercentageError = _class('MeanAbsolutePercentageError', mean_absolute_percentage_error)
MeanSquaredLogarithmicError = _class('MeanSquaredLogarithmicError', mean_squared_logarithmic_error)
Huber = _class('Huber', huber, 'delta')
Hinge = _class('Hinge', hinge)
LogCosh = _class('LogCosh', log_cosh)
KLDivergence = _class('KLDivergence', kl_divergence)
Poisson = _class('Poisson', poisson)
CosineSimilarity = _class('CosineSimilarity', cosine_similarity, 'axis')
BinaryCrossentropy = _class('BinaryCrossentropy', binary_crossentropy, 'from_logits', 'label_smoothing', 'axis')
CategoricalCrossentropy = _class('CategoricalCrossentropy', categorical_crossentropy, 'from_logits', 'label_smoothing', 'axis')
SparseCategoricalCrossentropy = _class('SparseCategoricalCrossentropy', sparse_categorical_crossentropy, 'from_logits')


def get(identifier):
    if not isinstance(identifier, str):
        return identifier() if isinstance(identifier, type) else identifier
    found = globals().get(identifier)
    if found is None or identifier in ('get', 'squeezed', 'missing', 'bounded', 'with_axis', 'Loss', 'Reduction', 'nn'):
        raise ValueError(f"Unknown loss function: '{identifier}'. Runahead has mean_squared_error, mean_absolute_error, huber, "
                         'binary_crossentropy, categorical_crossentropy, sparse_categorical_crossentropy and others')
    return found() if isinstance(found, type) else found


__getattr__ = missing(globals())
