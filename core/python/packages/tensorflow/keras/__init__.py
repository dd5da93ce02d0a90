# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras: layers, losses and plain stochastic gradient descent.
from _names import missing
from tensorflow import Variable
from tensorflow.keras import activations, backend, initializers, layers, losses, models, optimizers
from tensorflow.keras.models import Model, Sequential

__getattr__ = missing(globals())
