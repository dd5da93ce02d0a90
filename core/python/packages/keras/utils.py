# SPDX-License-Identifier: GPL-3.0-or-later
# keras.utils: that of TensorFlow.
from _names import missing
from tensorflow.keras.utils import *  # noqa

__getattr__ = missing(globals())
