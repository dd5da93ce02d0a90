# SPDX-License-Identifier: GPL-3.0-or-later
# keras.models: that of TensorFlow.
from _names import missing
from tensorflow.keras.models import *  # noqa

__getattr__ = missing(globals())
