# SPDX-License-Identifier: GPL-3.0-or-later
# torch.cuda: the device of the run.
import _runahead as _r
from _names import missing


def is_available():
    return _r.devices() > 0


def device_count():
    return _r.devices()


def current_device():
    return 0


def get_device_name(device=None):
    return 'the device of the run'


def synchronize(device=None):
    _r.waitall()


class Stream:
    """The one that computes, or one beside it that copies."""
    beside = True

    def __init__(self, device=None, priority=0):
        pass

    def wait_stream(self, stream):
        """A copy waits for what it copies, without being told."""

    def synchronize(self):
        _r.waitall()


_computing = Stream()
_computing.beside = False
_current = [_computing]


def current_stream(device=None):
    return _current[-1]


default_stream = lambda device=None: _computing


class stream:
    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        _current.append(self.stream)

    def __exit__(self, *error):
        _current.pop()


__getattr__ = missing(globals())
