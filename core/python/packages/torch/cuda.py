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


__getattr__ = missing(globals())
