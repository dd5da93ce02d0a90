# SPDX-License-Identifier: GPL-3.0-or-later
# tf.image: pictures, alone or in batches, whose channels are their last axis.
import math

import _runahead as _r
from _names import missing, type_name
from tensorflow import Names, Tensor, _places, _sizes, _t, cast
from tensorflow._array_ops import pad, reverse

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


__getattr__ = missing(globals())
