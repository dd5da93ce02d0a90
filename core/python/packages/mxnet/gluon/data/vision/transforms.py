# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.data.vision.transforms: what is done to pictures (height, width, channels), one or a batch of them.
import _runahead as _r
from _names import missing, type_name
from mxnet import _ops, image
from mxnet.gluon.block import Block, HybridBlock
from mxnet.gluon.data.sampler import draws
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
    of_batches = True

    def __init__(self, size, keep_ratio=False, interpolation=1):
        super().__init__()
        self._size, self._keep, self._interpolation = size, keep_ratio, interpolation

    def forward(self, x):
        height, width = x.shape[-3:-1]
        if isinstance(self._size, (tuple, list)):
            new_width, new_height = self._size
        elif self._keep:
            short = min(height, width)
            new_height, new_width = height * self._size // short, width * self._size // short
        else:
            new_height = new_width = self._size
        return image.resized(x, new_height, new_width, self._interpolation)


def _pair(size):
    return (size, size) if isinstance(size, (int, float)) else size


class CenterCrop(Block):
    def __init__(self, size, interpolation=1):
        super().__init__()
        self._args = _pair(size), interpolation

    def forward(self, x):
        return image.center_crop(x, *self._args)[0]


class RandomResizedCrop(Block):
    def __init__(self, size, scale=(0.08, 1.0), ratio=(3.0 / 4.0, 4.0 / 3.0), interpolation=1):
        super().__init__()
        self._args = _pair(size), scale, ratio, interpolation

    def forward(self, x):
        return image.random_size_crop(x, *self._args)[0]


class CropResize(Block):
    def __init__(self, x, y, width, height, size=None, interpolation=1):
        super().__init__()
        self._args = x, y, width, height, size and _pair(size), interpolation or 1

    def forward(self, x):
        return image.fixed_crop(x, *self._args)


class _Random(HybridBlock):
    """By the run's random numbers, picture by picture."""
    def chance(self):
        return draws.random() < 0.5

    def factor(self, most):
        return draws.uniform(max(0, 1 - most), 1 + most)


class RandomFlipLeftRight(_Random):
    def forward(self, x):
        return _ops.flipped(x, x.ndim - 2) if self.chance() else x


class RandomFlipTopBottom(_Random):
    def forward(self, x):
        return _ops.flipped(x, x.ndim - 3) if self.chance() else x


class _Jitter(_Random):
    def __init__(self, most):
        super().__init__()
        self._most = most

    def forward(self, x):
        return self.adjusted(x, self.factor(self._most))


class RandomBrightness(_Jitter):
    adjusted = staticmethod(image.brightened)

    def __init__(self, brightness):
        super().__init__(brightness)


class RandomContrast(_Jitter):
    adjusted = staticmethod(image.contrasted)

    def __init__(self, contrast):
        super().__init__(contrast)


class RandomSaturation(_Jitter):
    adjusted = staticmethod(image.saturated)

    def __init__(self, saturation):
        super().__init__(saturation)


class RandomHue(_Jitter):
    adjusted = staticmethod(image.hued)

    def __init__(self, hue):
        super().__init__(hue)


class RandomColorJitter(_Random):
    def __init__(self, brightness=0, contrast=0, saturation=0, hue=0):
        super().__init__()
        self._steps = [(image.brightened, brightness, 1), (image.contrasted, contrast, 1), (image.saturated, saturation, 1),
                       (image.hued, hue, 0)]

    def forward(self, x):
        steps = list(self._steps)
        draws.shuffle(steps)
        for adjusted, most, middle in steps:
            if most > 0:
                x = adjusted(x, middle + draws.uniform(-most, most))
        return x


class RandomLighting(_Random):
    def __init__(self, alpha):
        super().__init__()
        self._alpha = alpha

    def forward(self, x):
        return image.lit(x, [draws.gauss(0, self._alpha) for _ in range(3)])


class RandomApply(Sequential):
    def __init__(self, transforms, p=0.5):
        super().__init__()
        self.transforms, self.p = transforms, p

    def forward(self, x):
        return x if draws.random() > self.p else self.transforms(x)


__getattr__ = missing(globals())
