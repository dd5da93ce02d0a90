# SPDX-License-Identifier: GPL-3.0-or-later
# keras.constraints: that of TensorFlow.
from _names import missing
from tensorflow.keras.constraints import *  # noqa

__getattr__ = missing(globals())
