# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.autograd: whether calls are kept for gradients.
import _runahead as _r
from _names import missing


class _Recording:
    def __init__(self, on):
        self.on = on

    def __enter__(self):
        self.before = _r.record(self.on)

    def __exit__(self, *error):
        _r.record(self.before)


def record(train_mode=True):
    return _Recording(True)


def pause(train_mode=False):
    return _Recording(False)


is_recording = _r.records


def backward(heads, head_grads=None, retain_graph=False, train_mode=True):
    if head_grads is not None:
        raise ValueError('backward: Runahead takes no head_grads; multiply each head by its own and sum up')
    _r.backward(heads if isinstance(heads, (list, tuple)) else [heads], False, None, retain_graph)


__getattr__ = missing(globals())
