# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.datasets: generated data of the shapes of the real ones, which are not loaded from anywhere.
import sys

import _runahead as _r
from _names import missing

_told = set()


def generated(name, said):
    if name not in _told:
        _told.add(name)
        print(f'{name}: Runahead loads nothing from the network; this is generated data, {said}', file=sys.stderr)


def pictures(name, shape, counts=(60000, 10000), labels=None, classes=10):
    """Of each class a pattern of its own, with noise; whole numbers of int32 from 0 to 255."""
    import numpy
    generated(name, 'in shapes and labels as the real ones, in int32 in place of uint8')
    before = _r.record(False)
    try:
        elements = 1
        for one in shape:
            elements *= one
        pattern = _r.uniform(numpy.ndarray, (classes, elements), 0, 255, _r.HOST, 'float32')
        made = []
        for count in counts:
            label = _r.astype(_r.uniform(numpy.ndarray, (count,), 0, float(classes), _r.HOST, 'float32') // 1.0, 'int32')
            noise = _r.uniform(numpy.ndarray, (count, elements), -40, 40, _r.HOST, 'float32')
            x = _r.take(pattern, label, 0) + noise
            x = _r.astype(_r.minimum(_r.maximum(x, 0.0), 255.0), 'int32')
            made.append((_r.reshape(x, (count,) + shape), _r.reshape(label, labels or (count,))
                         if labels is None else _r.reshape(label, (count, 1))))
        return tuple(made)
    finally:
        _r.record(before)


from tensorflow.keras.datasets import boston_housing, cifar10, cifar100, fashion_mnist, imdb, mnist  # noqa

__getattr__ = missing(globals())
