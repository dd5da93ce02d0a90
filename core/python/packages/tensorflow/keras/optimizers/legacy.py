# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.optimizers.legacy: the same updates under their older names.
from _names import missing
from tensorflow.keras.optimizers import Adadelta, Adagrad, Adam, Adamax, Ftrl, Nadam, Optimizer, RMSprop, SGD

__getattr__ = missing(globals())
