# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.losses.
import _runahead as _r
from _names import missing


class MeanSquaredError:
    def __call__(self, y_true, y_pred):
        return _r.mean_squared_error(y_pred, y_true)


__getattr__ = missing(globals())
