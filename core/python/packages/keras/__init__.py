# SPDX-License-Identifier: GPL-3.0-or-later
# keras: that of TensorFlow under its own name.
from _names import missing
from keras import (activations, backend, callbacks, constraints, datasets, initializers, layers, losses, metrics, models, optimizers,
                   preprocessing, regularizers, utils)
from tensorflow.keras import Input, Model, Sequential, Variable, __version__

__getattr__ = missing(globals())
