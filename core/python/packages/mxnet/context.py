# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.context: what arrays can be made on. The CPU and the first GPU are what the run computes with.
import _runahead as _r
from _names import missing


class MXNetError(_r.EngineError):
    pass


_r.set_error_type(MXNetError)


class Context:
    def __init__(self, device_type, device_id=0):
        self.device_type, self.device_id = device_type, device_id

    def __eq__(self, other):
        return isinstance(other, Context) and repr(self) == repr(other)

    def __hash__(self):
        return hash(repr(self))

    def __repr__(self):
        return f'{self.device_type}({self.device_id})'


def cpu(device_id=0):
    return Context('cpu', device_id)


def gpu(device_id=0):
    return Context('gpu', device_id)


def num_gpus():
    return _r.devices()


def place_of(ctx):
    if ctx is None or ctx.device_type == 'cpu':
        return 0
    if ctx.device_id >= _r.devices():
        raise MXNetError(f'{ctx}: this run has {_r.devices() or "no"} GPU' + ('s' if _r.devices() > 1 else ''))
    return ctx.device_id


__getattr__ = missing(globals())
