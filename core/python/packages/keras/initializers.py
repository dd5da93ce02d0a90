# SPDX-License-Identifier: GPL-3.0-or-later
# keras.initializers: that of TensorFlow.
from _names import missing
from tensorflow.keras.initializers import *  # noqa

__getattr__ = missing(globals())
