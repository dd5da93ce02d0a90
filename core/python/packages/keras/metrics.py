# SPDX-License-Identifier: GPL-3.0-or-later
# keras.metrics: that of TensorFlow.
from _names import missing
from tensorflow.keras.metrics import *  # noqa

__getattr__ = missing(globals())
