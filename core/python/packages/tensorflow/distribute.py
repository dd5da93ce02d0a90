# SPDX-License-Identifier: GPL-3.0-or-later
# tf.distribute: one device.
import contextlib

import _runahead as _r
from _names import missing


class OneDeviceStrategy:
    def __init__(self, device):
        self.device = device
        self.num_replicas_in_sync = 1

    @contextlib.contextmanager
    def scope(self):
        from tensorflow import device
        with device(self.device):
            yield self

    def run(self, fn, args=(), kwargs=None):
        return fn(*args, **(kwargs or {}))

    def experimental_distribute_dataset(self, dataset, options=None):
        return dataset


class MirroredStrategy(OneDeviceStrategy):
    """Of one device, which is that of all calls."""
    def __init__(self, devices=None, cross_device_ops=None):
        if _r.has_streams() and _r.devices() > 1 or devices is not None and len(devices) > 1:
            raise NotImplementedError('MirroredStrategy: Runahead computes on the one device that tf.device names')
        super().__init__(devices[0] if devices else '/CPU:0')


__getattr__ = missing(globals())
