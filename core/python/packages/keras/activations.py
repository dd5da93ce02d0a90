# SPDX-License-Identifier: GPL-3.0-or-later
# keras.activations: that of TensorFlow.
from _names import missing
from tensorflow.keras.activations import *  # noqa

__getattr__ = missing(globals())
