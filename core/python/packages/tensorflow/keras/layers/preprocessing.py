# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.layers: what is done with data before the others see it.
import math

import _runahead as _r
import tensorflow as _tf
from tensorflow import image
from tensorflow.keras.layers.base_layer import Layer
from tensorflow.keras.layers.core import _Noise


class Resizing(Layer):
    def __init__(self, height, width, interpolation='bilinear', crop_to_aspect_ratio=False, **kwargs):
        super().__init__(**kwargs)
        if crop_to_aspect_ratio:
            raise NotImplementedError('Resizing: Runahead has no crop_to_aspect_ratio')
        self.size, self.interpolation = (height, width), interpolation

    def call(self, inputs):
        return _tf.cast(image.resize(inputs, self.size, self.interpolation), self.dtype)

    def compute_output_shape(self, input_shape):
        return _tf.TensorShape((*input_shape[:-3], *self.size, input_shape[-1]))


class CenterCrop(Layer):
    def __init__(self, height, width, **kwargs):
        super().__init__(**kwargs)
        self.size = height, width

    def call(self, inputs):
        above, left = ((own - wanted) // 2 for own, wanted in zip(inputs.shape[-3:-1], self.size))
        if min(above, left) < 0:
            raise NotImplementedError('CenterCrop: Runahead takes pictures that are at least as large')
        return _tf.cast(inputs, self.dtype)[..., above:above + self.size[0], left:left + self.size[1], :]


class _Random(_Noise):
    """Of each picture of a batch by itself; while it does not train, pictures stay as they are."""
    supports_masking = False

    def call(self, inputs, training=True):
        inputs = _tf.cast(inputs, self.dtype)
        if not training:
            return inputs
        alone = inputs.ndim == 3
        made = self.changed(_tf.expand_dims(inputs, 0) if alone else inputs)
        return made[0] if alone else made

    def numbers(self, rows, low, high):
        return self.drawn(lambda seed: _tf.random.uniform((rows, 1, 1, 1), low, high, seed=seed))


class RandomFlip(_Random):
    def __init__(self, mode='horizontal_and_vertical', seed=None, **kwargs):
        super().__init__(**kwargs)
        if mode not in ('horizontal', 'vertical', 'horizontal_and_vertical'):
            raise ValueError(f'RandomFlip layer {self.name} received an unknown mode argument {mode}')
        self.mode, self.seed = mode, seed

    def changed(self, pictures):
        for name, flip in (('horizontal', image.flip_left_right), ('vertical', image.flip_up_down)):
            if name in self.mode:
                turned = _tf.cast(self.numbers(pictures.shape[0], 0.0, 1.0) < 0.5, pictures.dtype)
                pictures = pictures + (flip(pictures) - pictures) * turned
        return pictures


class RandomBrightness(_Random):
    def __init__(self, factor, value_range=(0, 255), seed=None, **kwargs):
        super().__init__(**kwargs)
        self.bounds = tuple(factor) if isinstance(factor, (list, tuple)) else (-factor, factor)
        self.value_range, self.seed = value_range, seed

    def changed(self, pictures):
        low, high = map(float, self.value_range)
        return _tf.clip_by_value(pictures + self.numbers(pictures.shape[0], *self.bounds) * (high - low), low, high)


class RandomContrast(_Random):
    def __init__(self, factor, seed=None, **kwargs):
        super().__init__(**kwargs)
        self.bounds = tuple(factor) if isinstance(factor, (list, tuple)) else (factor, factor)
        self.seed = seed

    def changed(self, pictures):
        mean = _tf.reduce_mean(pictures, (1, 2), keepdims=True)
        return (pictures - mean) * self.numbers(pictures.shape[0], 1.0 - self.bounds[0], 1.0 + self.bounds[1]) + mean


class _Moved(_Random):
    """Each place of the new picture from where it was in the old one; what lies outside is mirrored in, or the nearest is."""
    def __init__(self, fill_mode='reflect', interpolation='bilinear', seed=None, fill_value=0.0, **kwargs):
        super().__init__(**kwargs)
        if fill_mode not in ('reflect', 'nearest', 'constant') or interpolation not in ('bilinear', 'nearest'):
            raise NotImplementedError(f"{type(self).__name__}: Runahead has the fill modes 'reflect', 'nearest' and 'constant'")
        self.fill_mode, self.interpolation, self.seed, self.fill_value = fill_mode, interpolation, seed, fill_value

    def changed(self, pictures):
        rows, height, width, _ = pictures.shape
        numbers = _r.tolist(_tf.reshape(self.numbers(rows * self.count, 0.0, 1.0), (rows, self.count)))
        return _tf.stack([self.moved(pictures[i], self.matrix(numbers[i], height, width)) for i in range(rows)])

    def moved(self, picture, matrix):
        """`matrix` says (x, y) of the old place by that of the new one."""
        height, width, channels = picture.shape
        flat, parts = _tf.reshape(picture, (height * width, channels)), []
        places = [(matrix[0] * x + matrix[1] * y + matrix[2], matrix[3] * x + matrix[4] * y + matrix[5])
                  for y in range(height) for x in range(width)]
        if self.interpolation == 'nearest':
            corners = [(0, 0)]
            places = [(math.floor(x + 0.5), math.floor(y + 0.5)) for x, y in places]
        else:
            corners = [(0, 0), (1, 0), (0, 1), (1, 1)]
        for right, below in corners:
            at, weights = [], []
            for x, y in places:
                left, above = math.floor(x), math.floor(y)
                weight = (x - left if right else 1 - (x - left)) * (y - above if below else 1 - (y - above))
                column, inside = self.within(left + right, width)
                row, too = self.within(above + below, height)
                at.append(row * width + column)
                weights.append((weight if inside and too else 0.0, 0.0 if inside and too else weight * self.fill_value))
            own, filled = (_r.array(_tf.Tensor, [[one[i]] for one in weights], 0, 'float32') for i in (0, 1))
            parts.append(_tf.gather(flat, at) * own + filled)
        return _tf.reshape(_tf.add_n(parts), picture.shape)

    def within(self, place, size):
        if 0 <= place < size:
            return place, True
        if self.fill_mode == 'reflect':
            place %= 2 * size
            return (place if place < size else 2 * size - 1 - place), True
        return min(max(place, 0), size - 1), self.fill_mode == 'nearest'


class RandomRotation(_Moved):
    count = 1

    def __init__(self, factor, *given, **kwargs):
        super().__init__(*given, **kwargs)
        self.bounds = tuple(factor) if isinstance(factor, (list, tuple)) else (-factor, factor)

    def matrix(self, drawn, height, width):
        angle = (self.bounds[0] + (self.bounds[1] - self.bounds[0]) * drawn[0]) * 2 * math.pi
        c, s, x, y = math.cos(angle), math.sin(angle), width - 1, height - 1
        return c, -s, (x - (c * x - s * y)) / 2, s, c, (y - (s * x + c * y)) / 2


class RandomTranslation(_Moved):
    count = 2

    def __init__(self, height_factor, width_factor, *given, **kwargs):
        super().__init__(*given, **kwargs)
        self.bounds = [tuple(one) if isinstance(one, (list, tuple)) else (-one, one) for one in (height_factor, width_factor)]

    def matrix(self, drawn, height, width):
        down, right = ((low + (high - low) * one) * size for (low, high), one, size in zip(self.bounds, drawn, (height, width)))
        return 1.0, 0.0, -right, 0.0, 1.0, -down


class RandomZoom(_Moved):
    count = 2

    def __init__(self, height_factor, width_factor=None, *given, **kwargs):
        super().__init__(*given, **kwargs)
        self.bounds = [one if one is None else tuple(one) if isinstance(one, (list, tuple)) else (-one, one)
                       for one in (height_factor, width_factor)]

    def matrix(self, drawn, height, width):
        down, across = (None if its is None else 1 + its[0] + (its[1] - its[0]) * one for its, one in zip(self.bounds, drawn))
        across = down if across is None else across
        return across, 0.0, (width - 1) * (1 - across) / 2, 0.0, down, (height - 1) * (1 - down) / 2


class RandomCrop(_Random):
    def __init__(self, height, width, seed=None, **kwargs):
        super().__init__(**kwargs)
        self.size, self.seed = (height, width), seed

    def call(self, inputs, training=True):
        inputs = _tf.cast(inputs, self.dtype)
        beyond = [own - wanted for own, wanted in zip(inputs.shape[-3:-1], self.size)]
        if not training or min(beyond) < 0:
            raise NotImplementedError('RandomCrop: Runahead has it in training, of pictures that are at least as large')
        above, left = (int(_r.item(_tf.reshape(self.numbers(1, 0.0, 1.0), ())) * (one + 1)) for one in beyond)
        return inputs[..., above:above + self.size[0], left:left + self.size[1], :]


# Numbers as categories.

class CategoryEncoding(Layer):
    _casts = False

    def __init__(self, num_tokens=None, output_mode='multi_hot', sparse=False, **kwargs):
        super().__init__(**kwargs)
        if sparse or output_mode not in ('one_hot', 'multi_hot', 'count') or num_tokens is None:
            raise NotImplementedError("CategoryEncoding: Runahead has the modes 'one_hot', 'multi_hot' and 'count' of num_tokens, not "
                                      'sparse')
        self.num_tokens, self.output_mode = num_tokens, output_mode

    def call(self, inputs, count_weights=None):
        inputs = _tf.cast(inputs, 'int64')
        least, most = (int(_r.item(one)) for one in (_r.min(inputs), _r.max(inputs)))
        if least < 0 or most >= self.num_tokens:
            raise _tf.InvalidArgumentError('Input values must be in the range 0 <= values < num_tokens with num_tokens='
                                           f'{self.num_tokens}')
        if self.output_mode == 'one_hot':
            if inputs.ndim and inputs.shape[-1] == 1:
                inputs = _tf.squeeze(inputs, -1)
            return _tf.one_hot(inputs, self.num_tokens)
        made = _tf.one_hot(inputs, self.num_tokens)
        if count_weights is not None:
            made = made * _tf.expand_dims(_tf.cast(count_weights, 'float32'), -1)
        made = _tf.reduce_sum(made, -2) if inputs.ndim else made
        return _tf.minimum(made, 1.0) if self.output_mode == 'multi_hot' else made

    def compute_output_shape(self, input_shape):
        before = input_shape[:-1] if self.output_mode != 'one_hot' or input_shape[-1] == 1 else input_shape
        return _tf.TensorShape((*before, self.num_tokens))


class Discretization(Layer):
    """In which of the parts between boundaries each number lies."""
    def __init__(self, bin_boundaries=None, num_bins=None, epsilon=0.01, output_mode='int', **kwargs):
        super().__init__(**kwargs)
        if bin_boundaries is None or output_mode != 'int':
            raise NotImplementedError("Discretization: Runahead has bin_boundaries, and output_mode='int' alone")
        self.bin_boundaries = list(bin_boundaries)

    def call(self, inputs):
        return _tf.searchsorted(_tf.constant(self.bin_boundaries, 'float32'), _tf.cast(inputs, 'float32'), 'right', 'int64')

    def compute_output_shape(self, input_shape):
        return _tf.TensorShape(input_shape)

    def result_kind(self, inputs):
        return 'int64'


class IntegerLookup(Layer):
    """Numbers by their place in a vocabulary; what is not there has the first place."""
    _casts = False

    def __init__(self, max_tokens=None, num_oov_indices=1, mask_token=None, oov_token=-1, vocabulary=None, invert=False,
                 output_mode='int', **kwargs):
        kwargs.pop('vocabulary_dtype', None)
        super().__init__(**kwargs)
        if num_oov_indices not in (0, 1) or mask_token is not None or invert:
            raise NotImplementedError('IntegerLookup: Runahead has one place for what is not there, no mask_token and no invert')
        self.max_tokens, self.others, self.oov_token = max_tokens, num_oov_indices, oov_token
        self.output_mode, self.words = output_mode, [] if vocabulary is None else [int(one) for one in vocabulary]

    def adapt(self, data, batch_size=None, steps=None):
        """What is most frequent comes first."""
        import collections
        parts = [data] if not isinstance(data, _tf.data.Dataset) else list(data)
        counts = collections.Counter(int(one) for part in parts for one in _r.tolist(_tf.reshape(_tf._t(part), (-1,))))
        self.words = [one for one, _ in sorted(counts.items(), key=lambda its: (-its[1], -its[0]))]
        if self.max_tokens is not None:
            self.words = self.words[:self.max_tokens - self.others]

    def get_vocabulary(self, include_special_tokens=True):
        return [self.oov_token] * (self.others if include_special_tokens else 0) + self.words

    def vocabulary_size(self):
        return len(self.words) + self.others

    vocab_size = vocabulary_size

    def call(self, inputs):
        inputs = _tf.cast(inputs, 'int64')
        at = {one: i + self.others for i, one in enumerate(self.words)}
        found = [at.get(one, 0 if self.others else -1) for one in _r.tolist(_tf.reshape(inputs, (-1,)))]
        if not self.others and -1 in found:
            raise _tf.InvalidArgumentError('When `num_oov_indices=0` all inputs should be in vocabulary')
        made = _tf.reshape(_r.array(_tf.Tensor, found, 0, 'int64'), inputs.shape) if found else inputs
        return made if self.output_mode == 'int' else CategoryEncoding(self.vocabulary_size(), self.output_mode)(made)

    def compute_output_shape(self, input_shape):
        if self.output_mode == 'int':
            return _tf.TensorShape(input_shape)
        return CategoryEncoding(self.vocabulary_size(), self.output_mode).compute_output_shape(_tf.TensorShape(input_shape))

    def result_kind(self, inputs):
        return 'int64' if self.output_mode == 'int' else 'float32'
