# SPDX-License-Identifier: GPL-3.0-or-later
# keras.optimizers.schedules: that of TensorFlow.
from _names import missing
from tensorflow.keras.optimizers.schedules import *  # noqa

__getattr__ = missing(globals())
