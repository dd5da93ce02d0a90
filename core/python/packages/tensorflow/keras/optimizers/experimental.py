# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.optimizers.experimental: the same updates under their newer names.
from _names import missing
from tensorflow.keras.optimizers import Adadelta, Adagrad, Adam, AdamW, Adamax, Ftrl, Nadam, Optimizer, RMSprop, SGD

__getattr__ = missing(globals())
