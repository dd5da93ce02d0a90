# SPDX-License-Identifier: GPL-3.0-or-later
# keras.preprocessing.text: that of TensorFlow.
from _names import missing
from tensorflow.keras.preprocessing.text import *  # noqa

__getattr__ = missing(globals())
