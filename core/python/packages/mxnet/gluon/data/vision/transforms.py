# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.data.vision.transforms: what is done to pictures (height, width, channels), one or a batch of them.
import _runahead as _r
from _names import missing, type_name
from mxnet import _ops
from mxnet.gluon.block import Block, HybridBlock
from mxnet.gluon.nn import HybridSequential, Sequential


class Compose(Sequential):
    def __init__(self, transforms):
        super().__init__()
        self.add(*transforms)

    @property
    def of_batches(self):
        return all(getattr(one, 'of_batches', False) for one in self)


class HybridCompose(HybridSequential):
    of_batches = Compose.of_batches

    def __init__(self, transforms):
        super().__init__()
        self.add(*transforms)


class Cast(HybridBlock):
    of_batches = True

    def __init__(self, dtype='float32'):
        super().__init__()
        self._dtype = type_name(dtype)

    def forward(self, x):
        return _ops.as_type(x, self._dtype)


class ToTensor(HybridBlock):
    """Channels before height and width, of float32 from 0 to 1."""
    of_batches = True

    def forward(self, x):
        if x.ndim not in (3, 4):
            raise ValueError(f'ToTensor: a picture has 3 axes, and a batch of them 4, not {x.ndim}')
        shape, first = x.shape, x.ndim - 3
        if shape[-1] == 1:
            x = _r.reshape(x, shape[:first] + (1,) + shape[first:-1])
        else:
            x = _r.transpose(x, (2, 0, 1) if first == 0 else (0, 3, 1, 2))
        return _ops.as_type(x, 'float32') / 255


class Normalize(HybridBlock):
    """Of each channel, behind ToTensor."""
    of_batches = True

    def __init__(self, mean=0.0, std=1.0):
        super().__init__()
        self._mean, self._std = mean, std

    def forward(self, x):
        def channels(given):
            if isinstance(given, (int, float)):
                return given
            return _r.reshape(_r.array(type(x), list(given), _r.place(x), 'float32'), (-1, 1, 1))
        return (x - channels(self._mean)) / channels(self._std)


class Resize(Block):
    """Bilinear."""
    of_batches = True

    def __init__(self, size, keep_ratio=False, interpolation=1):
        super().__init__()
        if interpolation != 1:
            raise NotImplementedError('Resize: Runahead has the bilinear one alone (interpolation=1)')
        self._size, self._keep = size, keep_ratio

    def forward(self, x):
        height, width = x.shape[-3:-1]
        if isinstance(self._size, (tuple, list)):
            new_width, new_height = self._size
        elif self._keep:
            short = min(height, width)
            new_height, new_width = height * self._size // short, width * self._size // short
        else:
            new_height = new_width = self._size
        return resized(x, new_height, new_width)


def weights(size, new, kind, place):
    """Which places each new one lies between, in rows."""
    rows = []
    for i in range(new):
        at = min(max((i + 0.5) * size / new - 0.5, 0.0), size - 1.0)
        first = min(int(at), size - 1)
        row = [0.0] * size
        row[first] += 1 - (at - first)
        if first + 1 < size:
            row[first + 1] += at - first
        rows.append(row)
    return _r.array(kind, rows, place, 'float32')


def resized(x, height, width):
    dtype, shape = _r.dtype(x), x.shape
    before, (h, w, channels) = shape[:-3], shape[-3:]
    if (h, w) == (height, width):
        return x
    kind, place = type(x), _r.place(x)
    count = 1
    for one in before:
        count *= one
    # (n, h, w c): along h, then (n, h w, c) by w, each as a product of matrices.
    flat = _r.transpose(_r.reshape(_ops.as_type(x, 'float32'), (count, h, w * channels)), (1, 0, 2))
    tall = _r.dot(weights(h, height, kind, place), _r.reshape(flat, (h, count * w * channels)))
    turned = _r.transpose(_r.reshape(tall, (height * count, w, channels)), (1, 0, 2))
    wide = _r.dot(weights(w, width, kind, place), _r.reshape(turned, (w, height * count * channels)))
    made = _r.transpose(_r.reshape(wide, (width, height, count, channels)), (2, 1, 0, 3))
    if dtype != 'float32':
        made = _r.astype(_r.floor_divide(made + 0.5, 1), dtype)
    return _r.reshape(made, before + (height, width, channels))


__getattr__ = missing(globals())
