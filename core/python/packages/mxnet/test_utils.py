# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.test_utils, as far as programs use it.
import _runahead as _r
from _names import all_close, missing
from mxnet.context import current_context, num_gpus
from mxnet.gluon.utils import download  # noqa: one of its names


def list_gpus():
    return list(range(num_gpus()))


def default_context():
    return current_context()


def get_mnist(path='data'):
    """Generated pictures as gluon.data.vision.MNIST has, in arrays of NumPy: (n, 1, 28, 28) between 0 and 1, and labels."""
    import numpy
    from mxnet.gluon.data.vision import MNIST
    made = {}
    for part in 'train', 'test':
        pictures, labels = MNIST(train=part == 'train')[:]
        made[f'{part}_data'] = _r.to_host(numpy.ndarray, _r.reshape(_r.astype(pictures, 'float32') / 255, (-1, 1, 28, 28)))
        made[f'{part}_label'] = _r.to_host(numpy.ndarray, labels)
    return made


def _on_host(array):
    import numpy
    return array.asnumpy() if hasattr(array, 'asnumpy') else numpy.asarray(array)


def same(a, b):
    return almost_equal(a, b, 0, 0)


def almost_equal(a, b, rtol=1e-5, atol=1e-20, equal_nan=False):
    a, b = _on_host(a), _on_host(b)
    return a.shape == b.shape and all_close(a, b, rtol, atol)


def assert_almost_equal(a, b, rtol=1e-5, atol=1e-20, names=('a', 'b'), equal_nan=False):
    if not almost_equal(a, b, rtol, atol):
        raise AssertionError(f'Items are not equal: {names[0]} and {names[1]} differ by more than rtol={rtol}, atol={atol}')


__getattr__ = missing(globals())
