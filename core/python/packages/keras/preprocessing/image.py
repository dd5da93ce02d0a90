# SPDX-License-Identifier: GPL-3.0-or-later
# keras.preprocessing.image: that of TensorFlow.
from _names import missing
from tensorflow.keras.preprocessing.image import *  # noqa

__getattr__ = missing(globals())
