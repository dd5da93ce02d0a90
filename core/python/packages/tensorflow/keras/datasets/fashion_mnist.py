# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.datasets.fashion_mnist.
from tensorflow.keras import datasets as _datasets


def load_data():
    return _datasets.pictures('fashion_mnist', (28, 28))
