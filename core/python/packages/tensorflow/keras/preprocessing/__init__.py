# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.preprocessing.
from _names import missing
from tensorflow.keras.preprocessing import image, sequence, text
from tensorflow.keras.utils import timeseries_dataset_from_array

__getattr__ = missing(globals())
