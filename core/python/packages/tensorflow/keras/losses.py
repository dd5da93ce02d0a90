# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.losses.
import _runahead as _r
from _names import missing
from tensorflow import cast, convert_to_tensor


class MeanSquaredError:
    def __call__(self, y_true, y_pred):
        label, predicted = squeezed(convert_to_tensor(y_true), y_pred)
        return _r.mean_squared_error(predicted, label if _r.dtype(label) == 'float32' else cast(label, 'float32'))


def squeezed(label, predicted):
    """Without a last axis of 1 that the other one does not have."""
    if label.ndim + 1 == predicted.ndim and predicted.shape[-1] == 1:
        return label, _r.reshape(predicted, predicted.shape[:-1])
    if predicted.ndim + 1 == label.ndim and label.shape[-1] == 1:
        return _r.reshape(label, label.shape[:-1]), predicted
    return label, predicted


__getattr__ = missing(globals())
