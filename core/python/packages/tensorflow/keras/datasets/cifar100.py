# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.datasets.cifar100.
from tensorflow.keras import datasets as _datasets


def load_data(label_mode='fine'):
    if label_mode not in ('fine', 'coarse'):
        raise ValueError(f'`label_mode` must be one of `"fine"`, `"coarse"`. Received: label_mode={label_mode}.')
    return _datasets.pictures('cifar100', (32, 32, 3), (50000, 10000), 'columns', 100 if label_mode == 'fine' else 20)
