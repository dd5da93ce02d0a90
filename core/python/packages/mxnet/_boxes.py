# SPDX-License-Identifier: GPL-3.0-or-later
# Boxes in pictures: (left, top, right, bottom).
import math

import _runahead as _r
from _names import stacked


def anchors_of(data, sizes, ratios):
    """(1, boxes, 4), around the middle of each pixel: of each size with the first ratio, of each other ratio with the first size."""
    height, width = data.shape[-2:]
    shapes = [(size, ratios[0]) for size in sizes] + [(sizes[0], ratio) for ratio in ratios[1:]]
    wide = [size * ratio ** 0.5 * height / width / 2 for size, ratio in shapes]
    tall = [size / ratio ** 0.5 / 2 for size, ratio in shapes]
    kind, place = type(data), _r.place(data)
    recorded = _r.record(False)
    try:
        around = _r.array(kind, [[-w, -h, w, h] for w, h in zip(wide, tall)], place, 'float32')
        x = _r.reshape((_r.arange(kind, 0, width, 1, place, 'float32') + 0.5) / width, (1, width, 1, 1))
        y = _r.reshape((_r.arange(kind, 0, height, 1, place, 'float32') + 0.5) / height, (height, 1, 1, 1))
        is_x = _r.array(kind, [1, 0, 1, 0], place, 'float32')
        return _r.reshape(x * is_x + y * (1 - is_x) + _r.reshape(around, (1, 1, -1, 4)), (1, -1, 4))
    finally:
        _r.record(recorded)


def pooled_regions(data, rois, pooled_size, spatial_scale):
    """(regions, channels, height, width): of each region, a picture's number and a box, the largest in each part. The program waits
    for the regions."""
    tall, wide = pooled_size
    height, width = data.shape[2:]
    made = []
    for number, *box in _r.tolist(rois):
        left, top, right, bottom = (math.floor(one * spatial_scale + 0.5) for one in box)
        rows, columns = max(bottom - top + 1, 1), max(right - left + 1, 1)
        parts = []
        for i in range(tall):
            first, last = (min(max(one + top, 0), height) for one in (math.floor(i * rows / tall), math.ceil((i + 1) * rows / tall)))
            for j in range(wide):
                begin, end = (min(max(one + left, 0), width)
                              for one in (math.floor(j * columns / wide), math.ceil((j + 1) * columns / wide)))
                part = data[int(number), :, first:last, begin:end]
                empty = first >= last or begin >= end
                parts.append(_r.zeros(type(data), data.shape[1:2], _r.place(data)) if empty else _r.max(part, (1, 2), False))
        made.append(_r.reshape(stacked(parts, 1), (data.shape[1], tall, wide)))
    return stacked(made, 0)
