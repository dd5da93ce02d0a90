# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.loss.
import _runahead as _r
from _names import missing


class L2Loss:
    """Half the squared difference, averaged over all but the batch."""
    def __init__(self, weight=1.0, batch_axis=0):
        if weight != 1 or batch_axis != 0:
            raise ValueError('L2Loss: Runahead has the plain one alone')

    def __call__(self, pred, label):
        return _r.l2_loss(pred, label if label.shape == pred.shape else _r.reshape(label, pred.shape))


__getattr__ = missing(globals())
