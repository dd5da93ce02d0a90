# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.npx: what NumPy has no name for.
import _runahead as _r
from _names import Names, missing, softmax as _softmax
from mxnet import np
from mxnet.context import cpu, gpu, num_gpus

waitall = _r.waitall
relu = _r.relu
sigmoid = _r.sigmoid


def softmax(data, axis=-1):
    return _softmax(data, axis)


def _seed(seed):
    np.random.seed(seed)


random = Names('random', seed=_seed)


def set_np(shape=True, array=True):
    pass


__getattr__ = missing(globals())
