# SPDX-License-Identifier: GPL-3.0-or-later
# tf.image: pictures, alone or in batches, whose channels are their last axis.
import math

import _runahead as _r
from _names import missing, type_name
from tensorflow import InvalidArgumentError, Names, Tensor, _function, _places, _sizes, _t, cast, random
from tensorflow._array_ops import pad, reverse, transpose as _transpose

ResizeMethod = Names('ResizeMethod', BILINEAR='bilinear', NEAREST_NEIGHBOR='nearest')


def _between(pictures, axis, size):
    """Along one axis, from the two places that are nearest to the middle of each new one."""
    own = pictures.shape[axis]
    middles = [(i + 0.5) * (own / size) - 0.5 for i in range(size)]

    def at(places):
        return _r.take(pictures, _r.array(Tensor, [min(max(one, 0), own - 1) for one in places], _places[-1], 'int32'), axis)
    low = at([math.floor(one) for one in middles])
    shape = [size if one == axis else 1 for one in range(pictures.ndim)]
    part = _r.reshape(_r.array(Tensor, [one - math.floor(one) for one in middles], _places[-1], 'float32'), shape)
    return low + (at([math.ceil(one) for one in middles]) - low) * part


def _nearest(pictures, axis, size):
    own = pictures.shape[axis]
    places = [min(int((i + 0.5) * (own / size)), own - 1) for i in range(size)]
    return _r.take(pictures, _r.array(Tensor, places, _places[-1], 'int32'), axis)


def _pictures(images):
    images = _t(images)
    if images.ndim not in (3, 4):
        raise ValueError("'images' must have either 3 or 4 dimensions.")
    return images


def resize(images, size, method='bilinear', preserve_aspect_ratio=False, antialias=False, name=None):
    images = _pictures(images)
    if antialias or method not in ('bilinear', 'nearest'):
        raise NotImplementedError("tf.image.resize: Runahead has the methods 'bilinear' and 'nearest', without antialias")
    height, width = _sizes(size)
    own_height, own_width = images.shape[-3:-1]
    if preserve_aspect_ratio:
        scale = min(height / own_height, width / own_width)
        height, width = round(own_height * scale), round(own_width * scale)
    if method == 'nearest':
        return _nearest(_nearest(images, images.ndim - 3, height), images.ndim - 2, width)
    images = cast(images, 'float32')
    return _between(_between(images, images.ndim - 2, width), images.ndim - 3, height)


def resize_with_pad(image, target_height, target_width, method='bilinear', antialias=False):
    image = _pictures(image)
    height, width = image.shape[-3:-1]
    ratio = max(width / target_width, height / target_height)
    made = resize(image, [int(height / ratio), int(width / ratio)], method, antialias=antialias)
    above, left = (max(0, int((whole - part / ratio) / 2)) for whole, part in ((target_height, height), (target_width, width)))
    return pad_to_bounding_box(made, above, left, target_height, target_width)


def pad_to_bounding_box(image, offset_height, offset_width, target_height, target_width):
    image = _pictures(image)
    below = target_height - offset_height - image.shape[-3]
    right = target_width - offset_width - image.shape[-2]
    if min(below, right) < 0:
        raise ValueError('image must be <= target - offset')
    return pad(image, [(0, 0)] * (image.ndim - 3) + [(offset_height, below), (offset_width, right), (0, 0)])


def crop_to_bounding_box(image, offset_height, offset_width, target_height, target_width):
    image = _pictures(image)
    if offset_height + target_height > image.shape[-3] or offset_width + target_width > image.shape[-2]:
        raise ValueError('height and width must be >= target + offset.')
    return image[..., offset_height:offset_height + target_height, offset_width:offset_width + target_width, :]


def flip_left_right(image):
    image = _pictures(image)
    return reverse(image, [image.ndim - 2])


def flip_up_down(image):
    image = _pictures(image)
    return reverse(image, [image.ndim - 3])


def total_variation(images, name=None):
    images = _pictures(images)
    axes = tuple(range(images.ndim - 3, images.ndim))
    return (_r.sum(_r.abs(images[..., 1:, :, :] - images[..., :-1, :, :]), axes) +
            _r.sum(_r.abs(images[..., :, 1:, :] - images[..., :, :-1, :]), axes))


def convert_image_dtype(image, dtype, saturate=False, name=None):
    image, kind = _t(image), type_name(dtype)
    if kind not in ('float32', 'float64') or _r.dtype(image) not in ('float32', 'float64'):
        raise NotImplementedError('tf.image.convert_image_dtype: Runahead has no small whole numbers, whose type says how bright '
                                  'white is; tf.cast(image, tf.float32) / 255 does it')
    return cast(image, kind)


def central_crop(image, central_fraction):
    image = _pictures(image)
    if not 0.0 < central_fraction <= 1.0:
        raise ValueError('central_fraction must be within (0, 1]')
    above, left = (int((size - size * central_fraction) / 2) for size in image.shape[-3:-1])
    return image[..., above:image.shape[-3] - above, left:image.shape[-2] - left, :]


def resize_with_crop_or_pad(image, target_height, target_width):
    image = _pictures(image)
    height, width = image.shape[-3:-1]
    above, left = max((height - target_height) // 2, 0), max((width - target_width) // 2, 0)
    image = image[..., above:above + min(height, target_height), left:left + min(width, target_width), :]
    return pad_to_bounding_box(image, max((target_height - height) // 2, 0), max((target_width - width) // 2, 0), target_height,
                               target_width)


def transpose(image, name=None):
    image = _pictures(image)
    return _transpose(image, [*range(image.ndim - 3), image.ndim - 2, image.ndim - 3, image.ndim - 1])


def rot90(image, k=1, name=None):
    """Against the clock."""
    for _ in range(int(k) % 4):
        image = flip_up_down(transpose(image))
    return _pictures(image)


def rgb_to_grayscale(images, name=None):
    images = _pictures(images)
    dtype = _r.dtype(images)
    made = _r.sum(cast(images, 'float32') * _r.array(Tensor, [0.2989, 0.587, 0.114], _places[-1], 'float32'), images.ndim - 1, True)
    return made if dtype == 'float32' else cast(made, dtype)


def grayscale_to_rgb(images, name=None):
    return _r.concatenate([_pictures(images)] * 3, _pictures(images).ndim - 1)


def _as_floating(images, what):
    images = _pictures(images)
    if _r.dtype(images) not in ('float32', 'float64'):
        raise NotImplementedError(f'tf.image.{what}: Runahead has it of floating numbers; its pictures of whole ones are of int32')
    return images


def adjust_brightness(image, delta):
    return _as_floating(image, 'adjust_brightness') + delta


def adjust_contrast(images, contrast_factor):
    """TensorFlow has no gradient of it."""
    images = _as_floating(images, 'adjust_contrast')
    before = _r.record(False)
    try:
        mean = _r.mean(images, (images.ndim - 3, images.ndim - 2), True)
        made = (images - mean) * contrast_factor + mean
    finally:
        _r.record(before)

    def back(gradient):
        raise LookupError('gradient registry has no entry for: AdjustContrastv2')
    _r.computed_by(made, [images, *([contrast_factor] if isinstance(contrast_factor, Tensor) else [])], back)
    return made


def adjust_gamma(image, gamma=1, gain=1):
    return _as_floating(image, 'adjust_gamma') ** float(gamma) * float(gain)


def per_image_standardization(image):
    image = cast(_pictures(image), 'float32')
    axes = tuple(range(image.ndim - 3, image.ndim))
    count = 1
    for one in image.shape[-3:]:
        count *= one
    mean = _r.mean(image, axes, True)
    spread = _r.sqrt(_r.mean(_r.square(image - mean), axes, True))
    return (image - mean) / _r.maximum(spread, 1.0 / count ** 0.5)


def rgb_to_hsv(images, name=None):
    images = _as_floating(images, 'rgb_to_hsv')
    red, green, blue = (images[..., i:i + 1] for i in range(3))
    most, least = _r.max(images, images.ndim - 1, True), _r.min(images, images.ndim - 1, True)
    spread = most - least
    none = _r.astype(spread == 0.0, _r.dtype(images))
    safe = spread + none
    hue = _r.where(most == red, (green - blue) / safe, _r.where(most == green, (blue - red) / safe + 2.0, (red - green) / safe + 4.0))
    hue = (hue / 6.0) % 1.0 * (1.0 - none)
    black = _r.astype(most == 0.0, _r.dtype(images))
    return _r.concatenate([hue, spread / (most + black) * (1.0 - black), most], images.ndim - 1)


def hsv_to_rgb(images, name=None):
    images = _as_floating(images, 'hsv_to_rgb')
    hue, part, value = (images[..., i:i + 1] for i in range(3))

    def of(low):
        k = (hue * 6.0 + float(low)) % 6.0
        return value - value * part * _r.maximum(_r.minimum(_r.minimum(k, 4.0 - k), 1.0), 0.0)
    return _r.concatenate([of(5), of(3), of(1)], images.ndim - 1)


def adjust_saturation(image, saturation_factor, name=None):
    made = rgb_to_hsv(image)
    part = _r.minimum(_r.maximum(made[..., 1:2] * saturation_factor, 0.0), 1.0)
    return hsv_to_rgb(_r.concatenate([made[..., 0:1], part, made[..., 2:3]], made.ndim - 1))


def adjust_hue(image, delta, name=None):
    made = rgb_to_hsv(image)
    return hsv_to_rgb(_r.concatenate([(made[..., 0:1] + delta) % 1.0, made[..., 1:]], made.ndim - 1))


def image_gradients(image):
    image = _pictures(image)
    down, right = image[:, 1:] - image[:, :-1], image[:, :, 1:] - image[:, :, :-1]
    return pad(down, [(0, 0), (0, 1), (0, 0), (0, 0)]), pad(right, [(0, 0), (0, 0), (0, 1), (0, 0)])


# By numbers that are drawn: one for all pictures of a call, but for flips, which each has its own of.

def _drawn(low, high, seed):
    return random.uniform((), low, high, seed=seed)


def _flipped(image, flip, turned):
    image = _pictures(image)
    turned = _r.astype(_r.reshape(turned, turned.shape + (1, 1, 1)) < 0.5, 'float32')
    made = cast(image, 'float32')
    return cast(made + (cast(flip(image), 'float32') - made) * turned, _r.dtype(image))


def _rows(image):
    return _pictures(image).shape[:-3]


def random_flip_left_right(image, seed=None):
    return _flipped(image, flip_left_right, random.uniform(_rows(image), seed=seed))


def random_flip_up_down(image, seed=None):
    return _flipped(image, flip_up_down, random.uniform(_rows(image), seed=seed))


def random_brightness(image, max_delta, seed=None):
    return adjust_brightness(image, _drawn(-max_delta, max_delta, seed))


def random_contrast(image, lower, upper, seed=None):
    return adjust_contrast(image, _drawn(lower, upper, seed))


def random_saturation(image, lower, upper, seed=None):
    return adjust_saturation(image, _drawn(lower, upper, seed))


def random_hue(image, max_delta, seed=None):
    return adjust_hue(image, _drawn(-max_delta, max_delta, seed))


def stateless_random_flip_left_right(image, seed):
    return _flipped(image, flip_left_right, random.stateless_uniform(_rows(image), seed))


def stateless_random_flip_up_down(image, seed):
    return _flipped(image, flip_up_down, random.stateless_uniform(_rows(image), seed))


def stateless_random_brightness(image, max_delta, seed):
    return adjust_brightness(image, random.stateless_uniform((), seed, -max_delta, max_delta))


def stateless_random_contrast(image, lower, upper, seed):
    return adjust_contrast(image, random.stateless_uniform((), seed, lower, upper))


def stateless_random_saturation(image, lower, upper, seed=None):
    return adjust_saturation(image, random.stateless_uniform((), seed, lower, upper))


def random_crop(value, size, seed=None, name=None):
    return _cropped(value, size, lambda high, axis: random.uniform((), 0, high, 'int32', None if seed is None else seed + axis))


def stateless_random_crop(value, size, seed, name=None):
    return _cropped(value, size, lambda high, axis: random.stateless_uniform((), [*_listed(seed), axis], 0, high, 'int32'))


def _listed(seed):
    return _r.tolist(seed) if isinstance(seed, _r.Array) else list(seed)


def _cropped(value, size, draw):
    """A part of this size, from anywhere."""
    value, key = _t(value), []
    for axis, (own, wanted) in enumerate(zip(value.shape, _sizes(size))):
        if wanted > own:
            raise InvalidArgumentError(f'Need value.shape >= size, got {value.shape} and {tuple(_sizes(size))}')
        _function.needs_values()
        first = int(draw(own - wanted + 1, axis)) if own > wanted else 0
        key.append(slice(first, first + wanted))
    return value[tuple(key)]


def _no_files(*args, **kwargs):
    raise NotImplementedError('tf.image: Runahead reads and writes no pictures; tf.keras.datasets has generated ones')


decode_image = decode_jpeg = decode_png = decode_gif = decode_bmp = encode_jpeg = encode_png = _no_files
__getattr__ = missing(globals())
