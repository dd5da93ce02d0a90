# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.loss: of each example, averaged over all axes but that of the batch.
import _runahead as _r
from _names import missing
from mxnet import _ops
from mxnet.gluon.block import HybridBlock


class Loss(HybridBlock):
    def __init__(self, weight, batch_axis, prefix=None, params=None):
        super().__init__(prefix, params)
        self._weight, self._batch_axis = weight, batch_axis

    def __repr__(self):
        return f'{type(self).__name__}(batch_axis={self._batch_axis}, w={self._weight})'

    def weighted(self, loss, sample_weight, factor=1.0):
        if sample_weight is not None:
            loss = loss * sample_weight
        weight = factor if self._weight is None else self._weight * factor
        return loss if weight == 1 else loss * weight

    def averaged(self, loss):
        return _ops.over_rest(_r.mean, loss, self._batch_axis)


def _as(label, pred):
    return label if label.shape == pred.shape else _r.reshape(label, pred.shape)


class L2Loss(Loss):
    """Half the squared difference."""
    def __init__(self, weight=1.0, batch_axis=0, prefix=None, params=None):
        super().__init__(weight, batch_axis, prefix, params)

    def forward(self, pred, label, sample_weight=None):
        label = _as(label, pred)
        if sample_weight is None and self._weight in (1, None) and self._batch_axis == 0:
            return _r.l2_loss(pred, label)
        return self.averaged(self.weighted(_r.square(label - pred), sample_weight, 0.5))


class L1Loss(Loss):
    def __init__(self, weight=None, batch_axis=0, prefix=None, params=None):
        super().__init__(weight, batch_axis, prefix, params)

    def forward(self, pred, label, sample_weight=None):
        return self.averaged(self.weighted(_r.abs(_as(label, pred) - pred), sample_weight))


class SigmoidBinaryCrossEntropyLoss(Loss):
    def __init__(self, from_sigmoid=False, weight=None, batch_axis=0, prefix=None, params=None):
        super().__init__(weight, batch_axis, prefix, params)
        self._from_sigmoid = from_sigmoid

    def forward(self, pred, label, sample_weight=None, pos_weight=None):
        label = _as(label, pred)
        if self._from_sigmoid:
            positive = _r.log(pred + 1e-12) * label
            if pos_weight is not None:
                positive = positive * pos_weight
            loss = -(positive + _r.log(1.0 - pred + 1e-12) * (1.0 - label))
        elif pos_weight is None:
            loss = _r.relu(pred) - pred * label + _ops.softrelu(-_r.abs(pred))
        else:
            more = 1 + (pos_weight - 1) * label
            loss = pred - pred * label + more * (_ops.softrelu(-_r.abs(pred)) + _r.relu(-pred))
        return self.averaged(self.weighted(loss, sample_weight))


SigmoidBCELoss = SigmoidBinaryCrossEntropyLoss


class SoftmaxCrossEntropyLoss(Loss):
    def __init__(self, axis=-1, sparse_label=True, from_logits=False, weight=None, batch_axis=0, prefix=None, params=None):
        super().__init__(weight, batch_axis, prefix, params)
        self._axis, self._sparse_label, self._from_logits = axis, sparse_label, from_logits

    def forward(self, pred, label, sample_weight=None):
        if not self._from_logits:
            pred = _ops.log_softmax(pred, self._axis)
        if self._sparse_label:
            loss = -_ops.pick(pred, label, self._axis, True)
        else:
            loss = -_r.sum(pred * _as(label, pred), _ops.axis_of(pred, self._axis), True)
        return self.averaged(self.weighted(loss, sample_weight))


SoftmaxCELoss = SoftmaxCrossEntropyLoss


class KLDivLoss(Loss):
    def __init__(self, from_logits=True, axis=-1, weight=None, batch_axis=0, prefix=None, params=None):
        super().__init__(weight, batch_axis, prefix, params)
        self._from_logits, self._axis = from_logits, axis

    def forward(self, pred, label, sample_weight=None):
        if not self._from_logits:
            pred = _ops.log_softmax(pred, self._axis)
        return self.averaged(self.weighted(label * (_r.log(label + 1e-12) - pred), sample_weight))


class HuberLoss(Loss):
    def __init__(self, rho=1, weight=None, batch_axis=0, prefix=None, params=None):
        super().__init__(weight, batch_axis, prefix, params)
        self._rho = rho

    def forward(self, pred, label, sample_weight=None):
        size = _r.abs(_as(label, pred) - pred)
        far = _ops.as_type(_r.greater(size, self._rho), 'bool')
        loss = _r.where(far, size - 0.5 * self._rho, _r.square(size) * (0.5 / self._rho))
        return self.averaged(self.weighted(loss, sample_weight))


class HingeLoss(Loss):
    def __init__(self, margin=1, weight=None, batch_axis=0, prefix=None, params=None):
        super().__init__(weight, batch_axis, prefix, params)
        self._margin = margin

    def beyond(self, pred, label):
        return _r.relu(self._margin - pred * _as(label, pred))

    def forward(self, pred, label, sample_weight=None):
        return self.averaged(self.weighted(self.beyond(pred, label), sample_weight))


class SquaredHingeLoss(HingeLoss):
    def beyond(self, pred, label):
        return _r.square(super().beyond(pred, label))


class LogisticLoss(Loss):
    def __init__(self, weight=None, batch_axis=0, label_format='signed', prefix=None, params=None):
        super().__init__(weight, batch_axis, prefix, params)
        if label_format not in ('signed', 'binary'):
            raise ValueError(f'label_format can only be signed or binary, recieved {label_format}.')
        self._label_format = label_format

    def forward(self, pred, label, sample_weight=None):
        label = _as(label, pred)
        if self._label_format == 'signed':
            label = (label + 1.0) / 2.0
        loss = _r.relu(pred) - pred * label + _ops.softrelu(-_r.abs(pred))
        return self.averaged(self.weighted(loss, sample_weight))


class TripletLoss(Loss):
    def __init__(self, margin=1, weight=None, batch_axis=0, prefix=None, params=None):
        super().__init__(weight, batch_axis, prefix, params)
        self._margin = margin

    def forward(self, pred, positive, negative):
        apart = _r.square(_as(positive, pred) - pred) - _r.square(_as(negative, pred) - pred)
        return self.weighted(_r.relu(_ops.over_rest(_r.sum, apart, self._batch_axis) + self._margin), None)


class PoissonNLLLoss(Loss):
    def __init__(self, weight=None, from_logits=True, batch_axis=0, compute_full=False, prefix=None, params=None):
        super().__init__(weight, batch_axis, prefix, params)
        if compute_full:
            raise NotImplementedError('PoissonNLLLoss: Runahead has it without compute_full')
        self._from_logits = from_logits

    def forward(self, pred, target, sample_weight=None, epsilon=1e-08):
        target = _as(target, pred)
        loss = _r.exp(pred) - target * pred if self._from_logits else pred - target * _r.log(pred + epsilon)
        return _r.mean(self.weighted(loss, sample_weight))


class CosineEmbeddingLoss(Loss):
    """1 - cos where the label is 1, what cos has above the margin where it is -1."""
    def __init__(self, weight=None, batch_axis=0, margin=0, prefix=None, params=None):
        super().__init__(weight, batch_axis, prefix, params)
        self._margin = margin

    def forward(self, input1, input2, label, sample_weight=None):
        input1, label = _as(input1, input2), _r.reshape(label, (-1, 1))

        def norm(x):
            return _r.reshape(_r.sqrt(_r.sum(_r.square(x), x.ndim - 1)), (-1, 1))
        both = _r.reshape(_r.sum(input1 * input2, input1.ndim - 1), (-1, 1))
        cosine = both / _r.maximum(norm(input1) * norm(input2), 1e-12)
        alike = _ops.like(_r.equal(label, 1), cosine)
        unlike = _ops.like(_r.equal(label, -1), cosine)
        loss = (1 - cosine) * alike + _r.maximum(unlike * (cosine - self._margin), 0)
        return self.weighted(loss, sample_weight)


__getattr__ = missing(globals())
