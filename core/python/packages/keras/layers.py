# SPDX-License-Identifier: GPL-3.0-or-later
# keras.layers: that of TensorFlow.
from _names import missing
from tensorflow.keras.layers import *  # noqa

__getattr__ = missing(globals())
