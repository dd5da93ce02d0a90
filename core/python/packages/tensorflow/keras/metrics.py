# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.metrics: what is summed up over batches, in variables.
import _runahead as _r
import tensorflow as _tf
from _names import missing, with_axis
from tensorflow import _t
from tensorflow.keras import losses
from tensorflow.keras.layers.base_layer import Layer
from tensorflow.keras.losses import (binary_crossentropy, categorical_crossentropy, mean_absolute_error, mean_squared_error,
                                     sparse_categorical_crossentropy, squeezed)

MSE = mse = mean_squared_error
MAE = mae = mean_absolute_error


class Metric(Layer):
    is_metric = True

    def __init__(self, name=None, dtype=None, **kwargs):
        super().__init__(name=name, dtype=dtype, **kwargs)
        self.built = True

    def add_weight(self, name=None, shape=(), aggregation=None, synchronization=None, initializer='zeros', dtype=None):
        return super().add_weight(name, shape, dtype, initializer, trainable=False)

    def update_state(self, *args, **kwargs):
        raise NotImplementedError('Must be implemented in subclasses.')

    def result(self):
        raise NotImplementedError('Must be implemented in subclasses.')

    def reset_state(self):
        for one in self._own:
            one.assign(_tf.zeros_like(one))

    def reset_states(self):
        return self.reset_state()

    def __call__(self, *args, **kwargs):
        self.update_state(*args, **kwargs)
        return self.result()

    @property
    def variables(self):
        return list(self._own)


def _unrecorded(update):
    """No gradients go through what a metric sums."""
    def function(self, *args, **kwargs):
        before = _r.record(False)
        try:
            return update(self, *args, **kwargs)
        finally:
            _r.record(before)
    return function


class Sum(Metric):
    def __init__(self, name='sum', dtype=None):
        super().__init__(name, dtype)
        self.total = self.add_weight('total')

    @_unrecorded
    def update_state(self, values, sample_weight=None):
        values = _tf.cast(_t(values), self.dtype)
        self.total.assign_add(_r.sum(values if sample_weight is None else values * _weights(sample_weight, values)))

    def result(self):
        return _r.copy(self.total)


def _weights(sample_weight, values):
    weight = _tf.cast(_t(sample_weight), _r.dtype(values))
    if weight.ndim == values.ndim + 1 and weight.shape[-1] == 1:
        weight = _r.reshape(weight, weight.shape[:-1])
    while 0 < weight.ndim < values.ndim:
        weight = with_axis(weight, -1, ValueError)
    return weight


class Mean(Metric):
    def __init__(self, name='mean', dtype=None):
        super().__init__(name, dtype)
        self.total, self.count = self.add_weight('total'), self.add_weight('count')

    @_unrecorded
    def update_state(self, values, sample_weight=None):
        values = _tf.cast(_t(values), self.dtype)
        if sample_weight is None:
            self.total.assign_add(_r.sum(values))
            self.count.assign_add(float(_tf.size_of(values)))
        else:
            weight = _weights(sample_weight, values)
            self.total.assign_add(_r.sum(values * weight))
            self.count.assign_add(_r.sum(_tf.broadcast_to(weight, values.shape)))

    def result(self):
        return _tf.math.divide_no_nan(self.total, self.count)


class MeanMetricWrapper(Mean):
    def __init__(self, fn, name=None, dtype=None, **kwargs):
        super().__init__(name or getattr(fn, '__name__', None), dtype)
        self.fn, self.options = fn, kwargs

    def update_state(self, y_true, y_pred, sample_weight=None):
        before = _r.record(False)
        try:
            made = self.fn(_t(y_true), y_pred if isinstance(y_pred, losses.Activated) else _t(y_pred), **self.options)
        finally:
            _r.record(before)
        Mean.update_state(self, made, sample_weight)


def _equal(a, b):
    return _r.astype(a == b, 'float32')


def accuracy(y_true, y_pred):
    label, predicted = squeezed(_t(y_true), _t(y_pred))
    return _equal(_tf.cast(label, _r.dtype(predicted)), predicted)


def binary_accuracy(y_true, y_pred, threshold=0.5):
    predicted = _t(y_pred)
    label, predicted = squeezed(_t(y_true), predicted)
    made = _equal(_tf.cast(label, 'float32'), _r.astype(predicted > threshold, 'float32'))
    return _r.mean(made, -1) if made.ndim > 1 else made


def categorical_accuracy(y_true, y_pred):
    return _equal(_r.argmax(_t(y_true), -1), _r.argmax(_t(y_pred), -1))


def sparse_categorical_accuracy(y_true, y_pred):
    label, predicted = _t(y_true), _t(y_pred)
    if label.ndim == predicted.ndim and label.shape[-1] == 1:
        label = _r.reshape(label, label.shape[:-1])
    return _equal(_tf.cast(label, 'int64'), _r.argmax(predicted, -1))


def sparse_top_k_categorical_accuracy(y_true, y_pred, k=5):
    return _r.astype(_tf.nn.in_top_k(_r.reshape(_tf.cast(_t(y_true), 'int64'), (-1,)), y_pred, k), 'float32')


def top_k_categorical_accuracy(y_true, y_pred, k=5):
    return sparse_top_k_categorical_accuracy(_r.argmax(_t(y_true), -1), _t(y_pred), k)


def _class(own, function, default, *takes):
    def __init__(self, *given, name=default, dtype=None, **options):
        options = {**dict(zip(takes, given)), **options}
        if len(given) > len(takes):
            name = given[len(takes)]
        if set(options) - set(takes):
            raise TypeError(f'{own}: unexpected argument {next(iter(set(options) - set(takes)))!r}')
        MeanMetricWrapper.__init__(self, function, name, dtype, **options)
    return type(own, (MeanMetricWrapper,), {'__init__': __init__, '__module__': __name__})


Accuracy = _class('Accuracy', accuracy, 'accuracy')
BinaryAccuracy = _class('BinaryAccuracy', binary_accuracy, 'binary_accuracy', 'threshold')
CategoricalAccuracy = _class('CategoricalAccuracy', categorical_accuracy, 'categorical_accuracy')
SparseCategoricalAccuracy = _class('SparseCategoricalAccuracy', sparse_categorical_accuracy, 'sparse_categorical_accuracy')
SparseTopKCategoricalAccuracy = _class('SparseTopKCategoricalAccuracy', sparse_top_k_categorical_accuracy,
                                       'sparse_top_k_categorical_accuracy', 'k')
TopKCategoricalAccuracy = _class('TopKCategoricalAccuracy', top_k_categorical_accuracy, 'top_k_categorical_accuracy', 'k')
MeanSquaredError = _class('MeanSquaredError', mean_squared_error, 'mean_squared_error')
MeanAbsoluteError = _class('MeanAbsoluteError', mean_absolute_error, 'mean_absolute_error')
MeanAbsolutePercentageError = _class('MeanAbsolutePercentageError', losses.mean_absolute_percentage_error,
                                     'mean_absolute_percentage_error')
MeanSquaredLogarithmicError = _class('MeanSquaredLogarithmicError', losses.mean_squared_logarithmic_error,
                                     'mean_squared_logarithmic_error')
KLDivergence, Poisson = (_class('KLDivergence', losses.kl_divergence, 'kullback_leibler_divergence'),
                         _class('Poisson', losses.poisson, 'poisson'))
Hinge, LogCoshError = _class('Hinge', losses.hinge, 'hinge'), _class('LogCoshError', losses.log_cosh, 'logcosh')
CosineSimilarity = _class('CosineSimilarity', lambda y_true, y_pred, axis=-1: -losses.cosine_similarity(y_true, y_pred, axis),
                          'cosine_similarity', 'axis')
BinaryCrossentropy = _class('BinaryCrossentropy', binary_crossentropy, 'binary_crossentropy', 'from_logits', 'label_smoothing')
CategoricalCrossentropy = _class('CategoricalCrossentropy', categorical_crossentropy, 'categorical_crossentropy', 'from_logits')
SparseCategoricalCrossentropy = _class('SparseCategoricalCrossentropy', sparse_categorical_crossentropy,
                                       'sparse_categorical_crossentropy', 'from_logits')


class RootMeanSquaredError(Mean):
    def __init__(self, name='root_mean_squared_error', dtype=None):
        super().__init__(name, dtype)

    def update_state(self, y_true, y_pred, sample_weight=None):
        label, predicted = squeezed(*losses._both(y_true, y_pred))
        super().update_state(_r.square(predicted - label), sample_weight)

    def result(self):
        return _r.sqrt(super().result())


class _Counts(Metric):
    """Right and wrong ones of those that are there and that are not, at each threshold."""
    def __init__(self, thresholds=None, name=None, dtype=None):
        super().__init__(name, dtype)
        self.several = isinstance(thresholds, (list, tuple))
        self.thresholds = [float(one) for one in (thresholds if self.several else [0.5 if thresholds is None else thresholds])]
        shape = (len(self.thresholds),)
        self.counts = [self.add_weight(one, shape) for one in self.kept]

    @_unrecorded
    def update_state(self, y_true, y_pred, sample_weight=None):
        label, predicted = squeezed(*losses._both(y_true, y_pred))
        weight = _tf.ones_like(predicted) if sample_weight is None else _tf.broadcast_to(_weights(sample_weight, predicted),
                                                                                         predicted.shape)
        weight = _tf.reshape(weight, (1, -1))
        there = _tf.reshape(_r.astype(label != 0.0, 'float32'), (1, -1))
        found = _r.astype(_tf.reshape(predicted, (1, -1)) > _tf.reshape(_tf.constant(self.thresholds), (-1, 1)), 'float32')
        parts = {'true_positives': found * there, 'false_positives': found * (1.0 - there),
                 'false_negatives': (1.0 - found) * there, 'true_negatives': (1.0 - found) * (1.0 - there)}
        for own, name in zip(self.counts, self.kept):
            own.assign_add(_r.sum(parts[name] * weight, 1))

    def shown(self, made):
        return made if self.several else made[0]


class _Ratio(_Counts):
    def __init__(self, thresholds=None, top_k=None, class_id=None, name=None, dtype=None):
        if top_k is not None or class_id is not None:
            raise NotImplementedError(f'{type(self).__name__}: Runahead has neither top_k nor class_id')
        super().__init__(thresholds, name or type(self).__name__.lower(), dtype)

    def result(self):
        right, wrong = self.counts
        return self.shown(_tf.math.divide_no_nan(right, right + wrong))


class Precision(_Ratio):
    kept = 'true_positives', 'false_positives'


class Recall(_Ratio):
    kept = 'true_positives', 'false_negatives'


def _count(own, kind):
    def __init__(self, thresholds=None, name=None, dtype=None):
        _Counts.__init__(self, thresholds, name or kind, dtype)

    def result(self):
        return self.shown(_r.copy(self.counts[0]))
    return type(own, (_Counts,), {'__init__': __init__, 'result': result, 'kept': (kind,), '__module__': __name__})


TruePositives, TrueNegatives = _count('TruePositives', 'true_positives'), _count('TrueNegatives', 'true_negatives')
FalsePositives, FalseNegatives = _count('FalsePositives', 'false_positives'), _count('FalseNegatives', 'false_negatives')


class AUC(_Counts):
    kept = 'true_positives', 'true_negatives', 'false_positives', 'false_negatives'

    def __init__(self, num_thresholds=200, curve='ROC', summation_method='interpolation', name='auc', dtype=None, thresholds=None,
                 multi_label=False, num_labels=None, label_weights=None, from_logits=False):
        if multi_label or num_labels or label_weights is not None or summation_method != 'interpolation' or thresholds is not None:
            raise NotImplementedError("AUC: Runahead has num_thresholds, one label and summation_method='interpolation'")
        between = [(i + 1) / (num_thresholds - 1) for i in range(num_thresholds - 2)]
        super().__init__([-1e-7, *between, 1.0 + 1e-7], name, dtype)
        self.curve, self.from_logits = curve, from_logits

    def update_state(self, y_true, y_pred, sample_weight=None):
        super().update_state(y_true, _r.sigmoid(_t(y_pred)) if self.from_logits else y_pred, sample_weight)

    def result(self):
        tp, tn, fp, fn = self.counts
        share = _tf.math.divide_no_nan
        if self.curve == 'PR':
            return self.of_precision(tp, fp, fn)
        y, x = share(tp, tp + fn), share(fp, fp + tn)
        return _r.sum((x[:-1] - x[1:]) * (y[:-1] + y[1:]) / 2.0)

    def of_precision(self, tp, fp, fn):
        """Between two thresholds precision goes along with what there is of both kinds."""
        share = _tf.math.divide_no_nan
        found = tp + fp
        slope = share(tp[:-1] - tp[1:], _r.maximum(found[:-1] - found[1:], 0.0))
        offset = tp[1:] - slope * found[1:]
        both = _r.logical_and(found[:-1] > 0.0, found[1:] > 0.0)
        ratio = _tf.where(both, share(found[:-1], _r.maximum(found[1:], 0.0)), _tf.ones_like(slope))
        step = slope * (tp[:-1] - tp[1:] + offset * _r.log(ratio))
        return _r.sum(share(step, _r.maximum(tp[1:] + fn[1:], 0.0)))


class MeanIoU(Metric):
    def __init__(self, num_classes, name='mean_io_u', dtype=None, **options):
        super().__init__(name, dtype, **options)
        self.num_classes, self.total = num_classes, self.add_weight('total_confusion_matrix', (num_classes, num_classes))

    @_unrecorded
    def update_state(self, y_true, y_pred, sample_weight=None):
        if sample_weight is not None:
            raise NotImplementedError('MeanIoU: Runahead has no sample_weight')
        label, predicted = (_tf.reshape(_tf.cast(_t(one), 'int32'), (-1,)) for one in (y_true, y_pred))
        self.total.assign_add(_tf.cast(_tf.math.confusion_matrix(label, predicted, self.num_classes), 'float32'))

    def result(self):
        right = _tf.linalg.diag_part(self.total)
        whole = _r.sum(self.total, 0) + _r.sum(self.total, 1) - right
        there = _r.sum(_r.astype(whole != 0.0, 'float32'))
        return _tf.math.divide_no_nan(_r.sum(_tf.math.divide_no_nan(right, whole)), there)


class MeanTensor(Metric):
    """Of each place by itself."""
    def __init__(self, name='mean_tensor', dtype=None, shape=None):
        super().__init__(name, dtype)
        self.total = self.count = None

    @_unrecorded
    def update_state(self, values, sample_weight=None):
        values = _tf.cast(_t(values), self.dtype)
        if self.total is None:
            self.total, self.count = self.add_weight('total', values.shape), self.add_weight('count', values.shape)
        weight = _tf.ones_like(values) if sample_weight is None else _tf.broadcast_to(_weights(sample_weight, values), values.shape)
        self.total.assign_add(values * weight)
        self.count.assign_add(weight)

    def result(self):
        return _tf.math.divide_no_nan(self.total, self.count)


NAMES = {'mse': mean_squared_error, 'MSE': mean_squared_error, 'mae': mean_absolute_error, 'MAE': mean_absolute_error}


class ByShape(Mean):
    """'accuracy': which one, the first labels and predictions say."""
    function = None

    def update_state(self, y_true, y_pred, sample_weight=None):
        if self.function is None:
            label, predicted = _t(y_true).shape, _t(y_pred).shape
            if predicted[-1] == 1:
                self.function = binary_accuracy
            elif len(label) < len(predicted) or label[-1] == 1:
                self.function = sparse_categorical_accuracy
            else:
                self.function = categorical_accuracy
        before = _r.record(False)
        try:
            made = self.function(y_true, y_pred)
        finally:
            _r.record(before)
        super().update_state(made, sample_weight)


def get(identifier):
    """Of a name, a function or a metric: a metric."""
    if isinstance(identifier, Metric):
        return identifier
    if isinstance(identifier, str):
        if identifier in ('accuracy', 'acc'):
            return ByShape(identifier)
        found = NAMES.get(identifier) or globals().get(identifier)
        if isinstance(found, type) and issubclass(found, Metric):
            return found()
        if not callable(found) or identifier in ('get', 'missing', 'squeezed', 'with_axis'):
            raise ValueError(f"Unknown metric function: '{identifier}'. Runahead has accuracy, mse, mae and the metrics of "
                             'tf.keras.metrics')
        return MeanMetricWrapper(found, identifier)
    return identifier() if isinstance(identifier, type) else MeanMetricWrapper(identifier)


__getattr__ = missing(globals())
