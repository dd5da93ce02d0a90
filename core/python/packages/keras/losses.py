# SPDX-License-Identifier: GPL-3.0-or-later
# keras.losses: that of TensorFlow.
from _names import missing
from tensorflow.keras.losses import *  # noqa

__getattr__ = missing(globals())
