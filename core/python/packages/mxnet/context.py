# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.context: what arrays are on: the CPU's workers, or a device of the run.
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

    def __enter__(self):
        self.before = Context.default_ctx
        Context.default_ctx = self
        return self

    def __exit__(self, *error):
        Context.default_ctx = self.before


def cpu(device_id=0):
    return Context('cpu', device_id)


def gpu(device_id=0):
    return Context('gpu', device_id)


def num_gpus():
    return _r.devices()


def place_of(ctx):
    """In mode stream the CPU computes inside the call. A program without contexts is on the device there."""
    if ctx is None:
        ctx = Context.default_ctx
    if ctx.device_type != 'gpu':
        return _r.BY_WORKERS if not _r.has_streams() else _r.HOST if _r.has_contexts() else 0
    if not 0 <= ctx.device_id < _r.devices():
        raise MXNetError(f'{ctx}: this run has {_r.devices() or "no"} GPU' + ('s' if _r.devices() > 1 else ''))
    return ctx.device_id


def context_of(place):
    return Context('gpu', place) if place >= 0 and (_r.has_contexts() or not _r.has_streams()) else Context('cpu')


def current_context():
    return Context.default_ctx


Context.default_ctx = cpu()

__getattr__ = missing(globals())
