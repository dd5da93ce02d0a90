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


def backward(heads):
    for head in heads if isinstance(heads, (list, tuple)) else [heads]:
        head.backward()


__getattr__ = missing(globals())
