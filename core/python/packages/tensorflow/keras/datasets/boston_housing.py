# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.datasets.boston_housing.
import _runahead as _r
from tensorflow.keras import datasets as _datasets


def load_data(path='boston_housing.npz', test_split=0.2, seed=113):
    """What it costs is a sum over what is known of it, with noise."""
    import numpy
    _datasets.generated('boston_housing', 'in shapes and types as the real ones')
    x = _r.uniform(numpy.ndarray, (506, 13), 0, 10, _r.HOST, 'float64')
    y = _r.sum(x, 1) / 3.0 + _r.normal(numpy.ndarray, (506,), 0, 1, _r.HOST, 'float64')
    first = int(506 * (1 - test_split))
    return (x[:first], y[:first]), (x[first:], y[first:])
