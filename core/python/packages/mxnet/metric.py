# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.metric: how good predictions are. update() reads labels and predictions, so the program waits there.
import math

import _runahead as _r
from _names import Lacking, missing
from mxnet import _ops


def _listed(labels, preds):
    """Of one pair of arrays, or of as many labels as predictions."""
    labels = [labels] if isinstance(labels, _r.Array) else list(labels)
    preds = [preds] if isinstance(preds, _r.Array) else list(preds)
    check_label_shapes(labels, preds)
    return list(zip(labels, preds))


def check_label_shapes(labels, preds, wrap=False, shape=False):
    sizes = (labels.shape, preds.shape) if shape else (len(labels), len(preds))
    if sizes[0] != sizes[1]:
        raise ValueError(f'Shape of labels {sizes[0]} does not match shape of predictions {sizes[1]}')
    return labels, preds


def _numbers(array):
    """Its values one after another; the program waits for them."""
    def flat(values):
        if not isinstance(values, list):
            return [values]
        return [one for row in values for one in flat(row)] if values and isinstance(values[0], list) else values
    return flat(array.tolist())


def _rows(array):
    """Values by example."""
    return array.tolist() if array.ndim == 2 else [_numbers(array)]


class EvalMetric(Lacking):
    def __init__(self, name, output_names=None, label_names=None, **options):
        self.name, self.output_names, self.label_names = str(name), output_names, label_names
        self._kwargs = options
        self.reset()

    def __str__(self):
        return f'EvalMetric: {dict(self.get_name_value())}'

    def get_config(self):
        return {**self._kwargs, 'metric': type(self).__name__, 'name': self.name, 'output_names': self.output_names,
                'label_names': self.label_names}

    def update_dict(self, label, pred):
        pred = list(pred.values()) if self.output_names is None else [pred[name] for name in self.output_names]
        label = list(label.values()) if self.label_names is None else [label[name] for name in self.label_names]
        self.update(label, pred)

    def update(self, labels, preds):
        raise NotImplementedError()

    def add(self, total, count):
        self.sum_metric += total
        self.global_sum_metric += total
        self.num_inst += count
        self.global_num_inst += count

    def reset(self):
        self.global_num_inst, self.global_sum_metric = 0, 0.0
        self.reset_local()

    def reset_local(self):
        self.num_inst, self.sum_metric = 0, 0.0

    def of(self, total, count):
        return total / count

    def get(self):
        return self.name, self.of(self.sum_metric, self.num_inst) if self.num_inst else float('nan')

    def get_global(self):
        known = self.global_num_inst
        return self.name, self.of(self.global_sum_metric, known) if known else float('nan')

    @staticmethod
    def _pairs(got):
        name, value = got
        return list(zip(name if isinstance(name, list) else [name], value if isinstance(value, list) else [value]))

    def get_name_value(self):
        return self._pairs(self.get())

    def get_global_name_value(self):
        return self._pairs(self.get_global())


_BY_NAME = {}


def register(kind, *names):
    for name in (kind.__name__.lower(), *names):
        _BY_NAME[name] = kind
    return kind


def alias(*names):
    return lambda kind: register(kind, *names)


def create(metric, *args, **options):
    """By its name, of a function, or several of a list."""
    if callable(metric):
        return CustomMetric(metric, *args, **options)
    if isinstance(metric, EvalMetric):
        return metric
    if isinstance(metric, list):
        made = CompositeEvalMetric()
        for one in metric:
            made.add(create(one, *args, **options))
        return made
    if metric.lower() not in _BY_NAME:
        raise ValueError(f"Cannot find metric {metric}: Runahead has {', '.join(sorted(_BY_NAME))}")
    return _BY_NAME[metric.lower()](*args, **options)


@alias('composite')
class CompositeEvalMetric(EvalMetric):
    def __init__(self, metrics=None, name='composite', output_names=None, label_names=None):
        self.metrics = [create(one) for one in metrics or ()]
        super().__init__(name, output_names, label_names)

    def add(self, metric):
        self.metrics.append(create(metric))

    def get_metric(self, index):
        return self.metrics[index]

    def update(self, labels, preds):
        for one in self.metrics:
            one.update(labels, preds)

    def update_dict(self, labels, preds):
        for one in self.metrics:
            one.update_dict(labels, preds)

    def reset(self):
        for one in self.metrics:
            one.reset()

    def reset_local(self):
        for one in self.metrics:
            one.reset_local()

    def _all(self, each):
        pairs = [pair for one in self.metrics for pair in each(one)]
        return [name for name, _ in pairs], [value for _, value in pairs]

    def get(self):
        return self._all(lambda one: one.get_name_value())

    def get_global(self):
        return self._all(lambda one: one.get_global_name_value())


@alias('acc')
class Accuracy(EvalMetric):
    def __init__(self, axis=1, name='accuracy', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names, axis=axis)
        self.axis = axis

    def update(self, labels, preds):
        for label, pred in _listed(labels, preds):
            if pred.shape != label.shape:
                pred = _ops.position(_r.argmax, pred, self.axis)
            found, wanted = [int(one) for one in _numbers(pred)], [int(one) for one in _numbers(label)]
            check_label_shapes(wanted, found)
            self.add(sum(map(int.__eq__, found, wanted)), len(found))


@alias('top_k_accuracy', 'top_k_acc')
class TopKAccuracy(EvalMetric):
    def __init__(self, top_k=1, name='top_k_accuracy', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names, top_k=top_k)
        if top_k <= 1:
            raise AssertionError('Please use Accuracy if top_k is no more than 1')
        self.top_k = top_k
        self.name += f'_{top_k}'

    def update(self, labels, preds):
        for label, pred in _listed(labels, preds):
            if pred.ndim != 2:
                raise AssertionError('Predictions should be no more than 2 dims')
            wanted, rows = [int(one) for one in _numbers(label)], _rows(pred)
            check_label_shapes(wanted, rows)
            right = 0
            for one, row in zip(wanted, rows):
                best = sorted(range(len(row)), key=lambda place: -row[place])[:self.top_k]
                right += one in best
            self.add(right, len(rows))


class _Binary(EvalMetric):
    """Of classes 0 and 1, by how often each was taken for each."""
    def __init__(self, name, output_names, label_names, average):
        self.average = average
        super().__init__(name, output_names, label_names)

    def reset_local(self):
        super().reset_local()
        self.counts = {}

    def update(self, labels, preds):
        for label, pred in _listed(labels, preds):
            wanted = [int(one) for one in _numbers(label)]
            if len(set(wanted)) > 2:
                raise ValueError(f'{type(self).__name__} currently only supports binary classification.')
            for one, row in zip(wanted, _rows(pred)):
                pair = one == 1, row.index(max(row)) == 1
                self.counts[pair] = self.counts.get(pair, 0) + 1
        total = sum(self.counts.values())
        if self.average == 'macro':
            self.add(self.score(), 1)
            self.counts = {}
        else:
            self.sum_metric = self.global_sum_metric = self.score() * total
            self.num_inst = self.global_num_inst = total

    def numbers(self):
        """Rightly taken for 1, wrongly for 1, wrongly for 0, rightly for 0."""
        return [self.counts.get(pair, 0) for pair in ((True, True), (False, True), (True, False), (False, False))]


@register
class F1(_Binary):
    def __init__(self, name='f1', output_names=None, label_names=None, average='macro'):
        super().__init__(name, output_names, label_names, average)

    def score(self):
        right, wrong, missed, _ = self.numbers()
        precision = right / (right + wrong) if right + wrong else 0.0
        recall = right / (right + missed) if right + missed else 0.0
        return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


@register
class MCC(_Binary):
    def __init__(self, name='mcc', output_names=None, label_names=None, average='macro'):
        super().__init__(name, output_names, label_names, average)

    def score(self):
        right, wrong, missed, others = self.numbers()
        scale = 1.0
        for one in (right + wrong, right + missed, others + wrong, others + missed):
            scale *= one or 1.0
        return (right * others - wrong * missed) / math.sqrt(scale)


@register
class Perplexity(EvalMetric):
    def __init__(self, ignore_label, axis=-1, name='perplexity', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names, ignore_label=ignore_label)
        self.ignore_label, self.axis = ignore_label, axis

    def update(self, labels, preds):
        for label, pred in _listed(labels, preds):
            rows = _rows(_r.reshape(pred, (-1, pred.shape[-1])))
            wanted = [int(one) for one in _numbers(label)]
            if len(wanted) != len(rows):
                raise AssertionError(f'shape mismatch: {label.shape} vs. {pred.shape}')
            known = [row[one] for one, row in zip(wanted, rows) if one != self.ignore_label]
            self.add(-sum(math.log(max(1e-10, one)) for one in known), len(known))

    def of(self, total, count):
        return math.exp(total / count)


class _Difference(EvalMetric):
    def update(self, labels, preds):
        for label, pred in _listed(labels, preds):
            apart = _apart(_numbers(label), label.shape, _numbers(pred), pred.shape)
            self.add(self.mean(apart), 1)


def _apart(a, shape, b, other):
    """Differences, where NumPy's would meet: an array of one axis is a column."""
    shape, other = ((one + (1,)) if len(one) == 1 else one for one in (shape, other))
    if shape != other:
        raise ValueError(f'Shape of labels {shape} does not match shape of predictions {other}')
    return [x - y for x, y in zip(a, b)]


@register
class MAE(_Difference):
    def __init__(self, name='mae', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)

    def mean(self, apart):
        return sum(map(abs, apart)) / len(apart)


@register
class MSE(_Difference):
    def __init__(self, name='mse', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)

    def mean(self, apart):
        return sum(one * one for one in apart) / len(apart)


@register
class RMSE(MSE):
    def __init__(self, name='rmse', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)

    def mean(self, apart):
        return math.sqrt(super().mean(apart))


@alias('ce')
class CrossEntropy(EvalMetric):
    def __init__(self, eps=1e-12, name='cross-entropy', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names, eps=eps)
        self.eps = eps

    def update(self, labels, preds):
        for label, pred in _listed(labels, preds):
            wanted, rows = [int(one) for one in _numbers(label)], _rows(pred)
            if len(wanted) != len(rows):
                raise AssertionError(f'{len(wanted)} labels for {len(rows)} predictions')
            self.add(-sum(math.log(row[one] + self.eps) for one, row in zip(wanted, rows)), len(wanted))


@alias('nll_loss')
class NegativeLogLikelihood(CrossEntropy):
    def __init__(self, eps=1e-12, name='nll-loss', output_names=None, label_names=None):
        super().__init__(eps, name, output_names, label_names)


@register
class Loss(EvalMetric):
    """The mean of what it is given; labels are not looked at."""
    def __init__(self, name='loss', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)

    def update(self, _, preds):
        for pred in [preds] if isinstance(preds, _r.Array) else preds:
            numbers = _r.asscalar(_r.sum(pred))
            self.add(numbers, pred.size)


class CustomMetric(EvalMetric):
    """Of a function of labels and predictions, both NumPy's arrays."""
    def __init__(self, feval, name=None, output_names=None, label_names=None, allow_extra_outputs=False):
        if name is None:
            name = getattr(feval, '__name__', 'custom')
            name = f'custom({name})' if '<' in name else name
        super().__init__(name, output_names, label_names)
        self._feval = feval

    def update(self, labels, preds):
        for label, pred in _listed(labels, preds):
            found = self._feval(label.asnumpy(), pred.asnumpy())
            self.add(*(found if isinstance(found, tuple) else (found, 1)))


def np(numpy_feval, name=None, allow_extra_outputs=False):
    return CustomMetric(numpy_feval, name or getattr(numpy_feval, '__name__', None), None, None, allow_extra_outputs)


__getattr__ = missing(globals())
