# SPDX-License-Identifier: GPL-3.0-or-later
# keras.callbacks: that of TensorFlow.
from _names import missing
from tensorflow.keras.callbacks import *  # noqa

__getattr__ = missing(globals())
