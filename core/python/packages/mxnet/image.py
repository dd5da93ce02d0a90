# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.image: pictures as arrays (height, width, channels).
import math
import os
import random

import _runahead as _r
from _names import missing
from mxnet import _ops
from mxnet._array import array_kind, told_once
from mxnet.context import MXNetError, place_of

SIZES = {'catdog.jpg': (561, 728)}  # of the book's pictures


def imread(filename, flag=1, to_rgb=True, **options):
    """One of the book's pictures that is not there is generated, of the same shape."""
    if os.path.exists(filename):
        raise NotImplementedError(f'imread: Runahead decodes no files of pictures: {filename}')
    folder, name = os.path.split(filename)
    if os.path.basename(folder) != 'img':
        raise MXNetError(f'imread: there is no file {filename}')
    told_once('image.imread: the pictures of the book are generated here, of three channels and of int32 in place of uint8.')
    height, width = SIZES.get(name, (400, 500))
    kind, place = array_kind(), place_of(None)
    rows = _r.reshape(_r.arange(kind, 0, height, 1, place, 'float32'), (height, 1, 1))
    columns = _r.reshape(_r.arange(kind, 0, width, 1, place, 'float32'), (1, width, 1))
    waves = _r.array(kind, [0.02, 0.03, 0.05], place, 'float32')
    return _r.astype((_r.sin(rows * waves) + _r.cos(columns * waves)) * 60 + 128, 'int32')


def imdecode(buf, *args, **options):
    raise NotImplementedError('imdecode: Runahead decodes no pictures')


def _linear(at, size):
    at = min(max(at, 0.0), size - 1.0)
    first = min(int(at), size - 1)
    return [(first, 1 - (at - first)), (min(first + 1, size - 1), at - first)]


def _cubic(at, size):
    first, a = math.floor(at), -0.75
    rest = at - first

    def far(t):
        return ((a * t - 5 * a) * t + 8 * a) * t - 4 * a

    def near(t):
        return ((a + 2) * t - (a + 3)) * t * t + 1
    parts = [far(rest + 1), near(rest), near(1 - rest)]
    return [(min(max(first - 1 + i, 0), size - 1), part) for i, part in enumerate(parts + [1 - sum(parts)])]


def _nearest(at, size):
    return [(min(max(math.floor(at + 0.5), 0), size - 1), 1.0)]


_MIXES = {0: _nearest, 1: _linear, 2: _cubic}


def _weights(size, new, interp, kind, place):
    """Of which places each new one is mixed, in rows."""
    if interp not in _MIXES:
        raise NotImplementedError(f'resize: interp={interp}: Runahead has 0 (nearest), 1 (bilinear) and 2 (bicubic)')
    rows = []
    for i in range(new):
        row = [0.0] * size
        at = math.floor(i * size / new) if interp == 0 else (i + 0.5) * size / new - 0.5
        for place_of_old, part in _MIXES[interp](at, size):
            row[place_of_old] += part
        rows.append(row)
    return _r.array(kind, rows, place, 'float32')


def _as_pixels(x, dtype):
    """Whole numbers are those of bytes, without what is behind the point."""
    if dtype in ('float32', 'float64'):
        return _ops.as_type(x, dtype)
    return _r.astype(_r.minimum(_r.maximum(x, 0.0), 255.0), dtype)


def resized(x, height, width, interp=1):
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
    tall = _r.dot(_weights(h, height, interp, kind, place), _r.reshape(flat, (h, count * w * channels)))
    turned = _r.transpose(_r.reshape(tall, (height * count, w, channels)), (1, 0, 2))
    wide = _r.dot(_weights(w, width, interp, kind, place), _r.reshape(turned, (w, height * count * channels)))
    made = _r.transpose(_r.reshape(wide, (width, height, count, channels)), (2, 1, 0, 3))
    made = made if dtype in ('float32', 'float64') else made + 0.5
    return _r.reshape(_as_pixels(made, dtype), before + (height, width, channels))


def imresize(src, w, h, interp=1):
    return resized(src, h, w, interp)


def resize_short(src, size, interp=2):
    h, w = src.shape[:2]
    return resized(src, *((size * h // w, size) if h > w else (size, size * w // h)), interp)


def fixed_crop(src, x0, y0, w, h, size=None, interp=2):
    made = src[y0:y0 + h, x0:x0 + w]
    return made if size is None or (w, h) == tuple(size) else resized(made, size[1], size[0], interp)


def scale_down(src_size, size):
    """(width, height), made smaller where it is larger than the picture."""
    (w, h), (own_w, own_h) = size, src_size
    if own_h < h:
        w, h = w * own_h / h, own_h
    if own_w < w:
        w, h = own_w, h * own_w / w
    return int(w), int(h)


def _cropped(src, x0, y0, w, h, size, interp):
    return fixed_crop(src, x0, y0, w, h, size, interp), (x0, y0, w, h)


def center_crop(src, size, interp=2):
    h, w = src.shape[:2]
    new_w, new_h = scale_down((w, h), size)
    return _cropped(src, (w - new_w) // 2, (h - new_h) // 2, new_w, new_h, size, interp)


def random_crop(src, size, interp=2):
    h, w = src.shape[:2]
    new_w, new_h = scale_down((w, h), size)
    return _cropped(src, random.randint(0, w - new_w), random.randint(0, h - new_h), new_w, new_h, size, interp)


def random_size_crop(src, size, area, ratio, interp=2):
    h, w = src.shape[:2]
    area = (area, 1.0) if isinstance(area, (int, float)) else area
    for _ in range(10):
        wanted = random.uniform(*area) * h * w
        shape = math.exp(random.uniform(math.log(ratio[0]), math.log(ratio[1])))
        new_w, new_h = round(math.sqrt(wanted * shape)), round(math.sqrt(wanted / shape))
        if new_w <= w and new_h <= h:
            return _cropped(src, random.randint(0, w - new_w), random.randint(0, h - new_h), new_w, new_h, size, interp)
    return center_crop(src, size, interp)


def color_normalize(src, mean, std=None):
    if mean is not None:
        src -= mean
    if std is not None:
        src /= std
    return src


# What transforms do to colours.

def _float(x):
    return _ops.as_type(x, 'float32')


def _row(x, numbers):
    return _r.array(type(x), list(numbers), _r.place(x), 'float32')


def brightened(x, factor):
    return _as_pixels(_float(x) * factor, _r.dtype(x))


def contrasted(x, factor):
    wide = _float(x)
    gray = wide * _row(x, (0.299, 0.587, 0.114)) if x.shape[-1] > 1 else wide
    mean = _r.sum(gray) / (x.shape[0] * x.shape[1])
    return _as_pixels(wide * factor + mean * (1 - factor), _r.dtype(x))


def saturated(x, factor):
    """Of the weighted colours the last alone is taken, as MXNet does."""
    if x.shape[-1] == 1:
        return x
    wide = _float(x)
    return _as_pixels(wide[:, :, 2:] * (0.114 * (1 - factor)) + wide * factor, _r.dtype(x))


def hued(x, turn):
    """Turned by so much of the circle of hues; lightness and saturation stay."""
    if x.shape[-1] == 1:
        return x
    wide = _float(x) / 255
    most, least = _r.max(wide, 2, True), _r.min(wide, 2, True)
    apart = most - least
    colored = _r.greater(apart, 1.2e-7)
    safe = _ops.chosen(colored, apart, 1.0)
    r, g, b = (wide[:, :, at:at + 1] for at in range(3))
    by_r, by_g = _r.equal(most, r), _r.equal(most, g)
    hue = _ops.chosen(by_r, (g - b) / safe, _ops.chosen(by_g, (b - r) / safe + 2.0, (r - g) / safe + 4.0)) + turn * 6
    light = (most + least) / 2
    # The color at a hue: each channel is as far from the light as the hue is from the channel's own.
    parts = []
    for own in 0.0, 2.0, 4.0:
        off = _r.abs(_r.remainder(hue - own + 3.0, 6.0) - 3.0)  # 0 at its own hue, 3 opposite
        parts.append(_r.minimum(_r.maximum(2.0 - off, 0.0), 1.0))
    made = _r.concatenate(parts, 2) * apart + least
    return _as_pixels(_ops.chosen(_ops.broadcasted(colored, made.shape), made, _ops.broadcasted(light, made.shape)) * 255, _r.dtype(x))


_EIGEN = ((55.46 * -0.5675, 4.794 * 0.7192, 1.148 * 0.4009), (55.46 * -0.5808, 4.794 * -0.0045, 1.148 * -0.8140),
          (55.46 * -0.5836, 4.794 * -0.6948, 1.148 * 0.4203))


def lit(x, alphas):
    """AlexNet's noise: along the main directions of colours."""
    if x.shape[-1] == 1:
        return x
    added = [sum(part * alpha for part, alpha in zip(row, alphas)) for row in _EIGEN]
    return _as_pixels(_float(x) + _row(x, added), _r.dtype(x))


__getattr__ = missing(globals())
