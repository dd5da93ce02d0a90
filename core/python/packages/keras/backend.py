# SPDX-License-Identifier: GPL-3.0-or-later
# keras.backend: that of TensorFlow.
from _names import missing
from tensorflow.keras.backend import *  # noqa

__getattr__ = missing(globals())
