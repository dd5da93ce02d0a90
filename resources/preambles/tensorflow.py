# SPDX-License-Identifier: GPL-3.0-or-later
# What TensorFlow's listings leave out (README.md).

import tensorflow as tf

from tensorflow.keras import Sequential

from tensorflow.keras.initializers import RandomUniform

from tensorflow.keras.layers import Dense

from tensorflow.keras.optimizers import SGD

from d2l import tensorflow as d2l

def dense(units, activation=None):
    """With the initial values that MXNet gives it."""
    return Dense(units, activation, kernel_initializer=RandomUniform(-.07, .07))

def layers(first):
    return [dense(first, 'relu'), dense(first // 4, 'relu'), dense(1)]

def mlp(first, second, last):
    return Sequential([dense(first, 'relu'), dense(second, 'relu'), dense(last)])

def variables(layers):
    """Of those that have been called: the others do not know their inputs yet, and have none."""
    return [variable for layer in layers for variable in layer.trainable_variables]

def uniform_on(device, shape):
    with tf.device(device):
        return tf.random.uniform(shape)

copies = None  # TensorFlow chooses its streams itself

def to_host(array, stream=None):
    with tf.device('/CPU:0'):
        return tf.identity(array)

def l2_loss(prediction, label):
    """For each row, half the squared difference."""
    return tf.reduce_mean((prediction - label) ** 2 * .5, 1)
