# SPDX-License-Identifier: GPL-3.0-or-later
# keras.datasets: that of TensorFlow.
from _names import missing
from tensorflow.keras.datasets import *  # noqa

__getattr__ = missing(globals())
