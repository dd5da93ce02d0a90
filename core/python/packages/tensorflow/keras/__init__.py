# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.
from _names import missing
from tensorflow import Variable
from tensorflow.keras import (activations, backend, callbacks, constraints, datasets, initializers, layers, losses, metrics, models,
                              optimizers, preprocessing, regularizers, utils)
from tensorflow.keras.layers.core import Input
from tensorflow.keras.models import Model, Sequential

__version__ = '2.11.0'
__getattr__ = missing(globals())
