# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.losses.
import _runahead as _r
from _names import missing
from tensorflow import cast, convert_to_tensor


class MeanSquaredError:
    def __call__(self, y_true, y_pred):
        label = convert_to_tensor(y_true)
        return _r.mean_squared_error(y_pred, label if _r.dtype(label) == 'float32' else cast(label, 'float32'))


__getattr__ = missing(globals())
