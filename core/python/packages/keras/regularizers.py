# SPDX-License-Identifier: GPL-3.0-or-later
# keras.regularizers: that of TensorFlow.
from _names import missing
from tensorflow.keras.regularizers import *  # noqa

__getattr__ = missing(globals())
