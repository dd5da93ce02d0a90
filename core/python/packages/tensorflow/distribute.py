# SPDX-License-Identifier: GPL-3.0-or-later
# tf.distribute: one device.
import contextlib

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


def MirroredStrategy(*args, **options):
    raise NotImplementedError('tf.distribute: Runahead has OneDeviceStrategy; a program says by tf.device where it computes')


__getattr__ = missing(globals())
