# SPDX-License-Identifier: GPL-3.0-or-later
# Anchor boxes, as parts of a picture: (left, top, right, bottom).
import _runahead as _r


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
