# SPDX-License-Identifier: GPL-3.0-or-later
# tf.nn.
import _runahead as _r
from _names import log_softmax as _log_softmax, missing, softmax as _softmax, with_axis
from tensorflow import InvalidArgumentError, Tensor, _places, _sizes, _t, random
from tensorflow._array_ops import _in_range, pad, transpose
from tensorflow._math_ops import sigmoid, softplus, tanh, top_k  # noqa: names of tf.nn's, too


def relu(features, name=None):
    return _r.relu(_t(features))


def relu6(features, name=None):
    return _r.minimum(_r.relu(_t(features)), 6.0)


def leaky_relu(features, alpha=0.2, name=None):
    features = _t(features)
    return _r.relu(features) - _r.relu(-features) * alpha


def crelu(features, axis=-1, name=None):
    from tensorflow._array_ops import concat
    return _r.relu(concat([_t(features), -_t(features)], axis))


def log_sigmoid(x, name=None):
    return -softplus(-_t(x))


def elu(features, name=None):
    features = _t(features)
    return _r.relu(features) + (_r.exp(-_r.relu(-features)) - 1.0)


def selu(features, name=None):
    features = _t(features)
    scale, alpha = 1.0507009873554805, 1.6732632423543772
    return (_r.relu(features) + (_r.exp(-_r.relu(-features)) - 1.0) * alpha) * scale


def gelu(features, approximate=False, name=None):
    x = _t(features)
    if not approximate:
        return x * 0.5 * (_r.erf(x * 0.7071067811865476) + 1.0)
    return x * 0.5 * (_r.tanh((x + x * x * x * 0.044715) * 0.7978845608028654) + 1.0)


def silu(features, beta=1.0):
    features = _t(features)
    return features * _r.sigmoid(features * beta)


swish = silu


def softsign(features, name=None):
    features = _t(features)
    return features / (_r.abs(features) + 1.0)


def softmax(logits, axis=-1, name=None):
    return _softmax(_t(logits), -1 if axis is None else axis)


def log_softmax(logits, axis=-1, name=None):
    return _log_softmax(_t(logits), -1 if axis is None else axis)


def softmax_cross_entropy_with_logits(labels, logits, axis=-1, name=None):
    logits = _t(logits)
    return -_r.sum(_t(labels, _r.dtype(logits)) * _log_softmax(logits, axis), axis)


def sparse_softmax_cross_entropy_with_logits(labels, logits, name=None):
    logits, labels = _t(logits), _t(labels)
    if labels.shape != logits.shape[:-1]:
        raise ValueError(f'`labels.shape` must equal `logits.shape` except for the last dimension. Received: labels.shape='
                         f'{labels.shape} and logits.shape={logits.shape}')
    made = -_r.pick(_log_softmax(logits, -1), labels, -1)
    classes = logits.shape[-1]
    if _r.has_streams():  # a GPU says so by its numbers
        return _r.where(labels // classes == 0, made, float('nan'))
    _in_range(labels, classes, 'Received a label value of {one} which is outside the valid range of [0, {size}).')
    return made


def sigmoid_cross_entropy_with_logits(labels=None, logits=None, name=None):
    logits = _t(logits)
    labels = _t(labels, _r.dtype(logits))
    return _r.relu(logits) - logits * labels + _r.log(_r.exp(-_r.abs(logits)) + 1.0)


def l2_loss(t, name=None):
    return _r.sum(_r.square(_t(t))) / 2.0


def l2_normalize(x, axis=None, epsilon=1e-12, name=None):
    x = _t(x)
    return x / _r.sqrt(_r.maximum(_r.sum(_r.square(x), axis, True), epsilon))


def moments(x, axes, shift=None, keepdims=False, name=None):
    x = _t(x)
    axes = tuple(_sizes(axes))
    mean = _r.mean(x, axes, True)
    variance = _r.mean(_r.square(x - mean), axes, keepdims)
    return (mean if keepdims else _r.mean(x, axes)), variance


def dropout(x, rate, noise_shape=None, seed=None, name=None):
    x = _t(x)
    if not rate:
        return x
    keeps = random.uniform(x.shape if noise_shape is None else [own if one is None else one for one, own in
                                                                zip(noise_shape, x.shape)], dtype=_r.dtype(x), seed=seed) >= rate
    return x * (1 / (1 - rate)) * _r.astype(keeps, _r.dtype(x))


def weighted_cross_entropy_with_logits(labels, logits, pos_weight, name=None):
    logits = _t(logits)
    labels = _t(labels, _r.dtype(logits))
    return (1.0 - labels) * logits + (labels * (pos_weight - 1.0) + 1.0) * softplus(-logits)


def batch_normalization(x, mean, variance, offset, scale, variance_epsilon, name=None):
    factor = 1.0 / _r.sqrt(_t(variance) + variance_epsilon)
    factor = factor if scale is None else factor * _t(scale)
    made = (_t(x) - _t(mean)) * factor
    return made if offset is None else made + _t(offset)


def local_response_normalization(input, depth_radius=5, bias=1, alpha=1, beta=0.5, name=None):
    x = _t(input)
    squares = pad(_r.square(x), [(0, 0)] * (x.ndim - 1) + [(depth_radius, depth_radius)])
    total = sum((squares[..., i:i + x.shape[-1]] for i in range(1, 2 * depth_radius + 1)), squares[..., :x.shape[-1]])
    return x / (total * alpha + float(bias)) ** beta


lrn = local_response_normalization


def zero_fraction(value, name=None):
    value = _t(value)
    return _r.mean(_r.astype(value == 0, 'float32'))


def bias_add(value, bias, data_format=None, name=None):
    return _t(value) + _t(bias)


def embedding_lookup(params, ids, max_norm=None, name=None):
    from tensorflow._array_ops import gather
    return gather(params, ids)


def in_top_k(targets, predictions, k, name=None):
    predictions = _t(predictions)
    own = with_axis(_r.pick(predictions, _t(targets), -1), -1, InvalidArgumentError)
    return _r.sum(_r.astype(predictions > own, 'int32'), -1) < k


def _two(value):
    value = list(value) if isinstance(value, (list, tuple)) else [value]
    return value * 2 if len(value) == 1 else value[1:3] if len(value) == 4 else value


def _windows(x, kernel, strides, padding, dilations=(1, 1), value=0.0):
    """The padding of both sides; where they differ, it is put around the array before."""
    if padding.upper() == 'VALID':
        return x, (0, 0)
    if padding.upper() != 'SAME':
        raise NotImplementedError(f"padding '{padding}': Runahead has 'same' and 'valid'")
    both = []
    for size, window, stride, dilation in zip(x.shape[1:3], kernel, strides, dilations):
        whole = max((-(-size // stride) - 1) * stride + (window - 1) * dilation + 1 - size, 0)
        both.append((whole // 2, whole - whole // 2))
    if all(before == behind for before, behind in both):
        return x, tuple(before for before, _ in both)
    return pad(x, [(0, 0), *both, (0, 0)], constant_values=value), (0, 0)


def conv2d(input, filters, strides, padding, data_format='NHWC', dilations=None, name=None):
    """Of the engine's layout, which is channels first."""
    if data_format != 'NHWC':
        raise NotImplementedError("conv2d: Runahead has data_format='NHWC' alone")
    x, kernel = _t(input), _t(filters)
    strides, dilations = _two(strides), _two(dilations or 1)
    x, pads = _windows(x, kernel.shape[:2], strides, padding, dilations)
    groups = x.shape[-1] // kernel.shape[2]
    made = _r.conv2d(transpose(x, [0, 3, 1, 2]), transpose(kernel, [3, 2, 0, 1]), None, tuple(strides), pads, tuple(dilations),
                     groups)
    return transpose(made, [0, 2, 3, 1])


def conv2d_transpose(input, filters, output_shape, strides, padding='SAME', data_format='NHWC', dilations=None, name=None):
    """What conv2d of these strides and this padding makes the input of; kernels of (height, width, out, in)."""
    if data_format != 'NHWC':
        raise NotImplementedError("conv2d_transpose: Runahead has data_format='NHWC' alone")
    x, kernel, wanted = _t(input), _t(filters), _sizes(output_shape)
    strides, dilations = _two(strides), _two(dilations or 1)
    around, more = [], []
    for size, made, window, stride, dilation in zip(x.shape[1:3], wanted[1:3], kernel.shape[:2], strides, dilations):
        reach = (window - 1) * dilation + 1
        if size != (-(-made // stride) if padding.upper() == 'SAME' else -(-(made - reach + 1) // stride)):
            raise InvalidArgumentError(f'Conv2DSlowBackpropInput: Size of out_backprop does not match computed: actual = {size}')
        whole = max((size - 1) * stride + reach - made, 0) if padding.upper() == 'SAME' else 0
        around.append((whole // 2, whole - whole // 2))
        more.append(made - ((size - 1) * stride + reach - whole))
    # Computed with what lies beyond, which is cut off then.
    made = _r.conv2d_transpose(transpose(x, [0, 3, 1, 2]), transpose(kernel, [3, 2, 0, 1]), tuple(strides), (0, 0), tuple(dilations), 1,
                               (0, 0))
    made = transpose(made, [0, 2, 3, 1])
    (above, _), (left, _) = around
    made = made[:, above:above + wanted[1], left:left + wanted[2]]
    return made if max(more) <= 0 else pad(made, [(0, 0), (0, max(more[0], 0)), (0, max(more[1], 0)), (0, 0)])


def depthwise_conv2d(input, filter, strides, padding, data_format=None, dilations=None, name=None):
    """Kernels of (height, width, in, times): each channel in a group of its own."""
    x, kernel = _t(input), _t(filter)
    height, width, channels, times = kernel.shape
    return conv2d(x, _r.reshape(kernel, (height, width, 1, channels * times)), strides, padding, data_format or 'NHWC', dilations)


def separable_conv2d(input, depthwise_filter, pointwise_filter, strides, padding, data_format=None, dilations=None, name=None):
    return conv2d(depthwise_conv2d(input, depthwise_filter, strides, padding, data_format, dilations), pointwise_filter, 1, 'VALID')


def conv1d(input, filters, stride, padding, data_format='NWC', dilations=None, name=None):
    if data_format != 'NWC':
        raise NotImplementedError("conv1d: Runahead has data_format='NWC' alone")
    x, kernel = _t(input), _t(filters)
    step, spread = (one if isinstance(one, int) else one[0] for one in (stride, dilations or 1))
    made = conv2d(with_axis(x, 1, InvalidArgumentError), with_axis(kernel, 0, InvalidArgumentError), [1, step], padding,
                  dilations=[1, spread])
    return _r.reshape(made, (made.shape[0], *made.shape[2:]))


def convolution(input, filters, strides=None, padding='VALID', data_format=None, dilations=None, name=None):
    call = {3: conv1d, 4: conv2d}.get(_t(input).ndim)
    if call is None or data_format not in (None, 'NWC', 'NHWC'):
        raise NotImplementedError('tf.nn.convolution: Runahead has it along one axis or two, channels last')
    return call(input, filters, strides or 1, padding, dilations=dilations)


def _pooled(x, kind, ksize, strides, padding):
    x, kernel = _t(x), _two(ksize)
    strides = _two(strides)
    own = x.shape[1:3]
    if kind == 'avg' and padding.upper() == 'SAME':
        ones = _r.ones(Tensor, (1,) + tuple(own) + (1,), _places[-1], _r.dtype(x))
        wide, pads = _windows(x, kernel, strides, padding)
        counted, more = _windows(ones, kernel, strides, padding)
        sums = _r.pool2d(transpose(wide, [0, 3, 1, 2]), 'avg', tuple(kernel), tuple(strides), pads)
        counts = _r.pool2d(transpose(counted, [0, 3, 1, 2]), 'avg', tuple(kernel), tuple(strides), more)
        return transpose(sums / counts, [0, 2, 3, 1])
    x, pads = _windows(x, kernel, strides, padding, value=float('-inf'))
    return transpose(_r.pool2d(transpose(x, [0, 3, 1, 2]), kind, tuple(kernel), tuple(strides), pads), [0, 2, 3, 1])


def max_pool2d(input, ksize, strides, padding, data_format='NHWC', name=None):
    return _pooled(input, 'max', ksize, strides, padding)


def _along_one(pool):
    def function(input, ksize, strides, padding, data_format='NWC', name=None):
        size, step = (one if isinstance(one, int) else one[0] for one in (ksize, strides))
        made = pool(with_axis(_t(input), 1, InvalidArgumentError), [1, size], [1, step], padding)
        return _r.reshape(made, (made.shape[0], *made.shape[2:]))
    return function


max_pool1d = _along_one(max_pool2d)
max_pool = max_pool2d


def avg_pool2d(input, ksize, strides, padding, data_format='NHWC', name=None):
    return _pooled(input, 'avg', ksize, strides, padding)


avg_pool, avg_pool1d = avg_pool2d, _along_one(avg_pool2d)


def compute_average_loss(per_example_loss, sample_weight=None, global_batch_size=None):
    loss = _t(per_example_loss)
    if sample_weight is not None:
        loss = loss * _t(sample_weight, _r.dtype(loss))
    return _r.sum(loss) / float(global_batch_size or loss.shape[0])


def scale_regularization_loss(regularization_loss):
    return _t(regularization_loss)


__getattr__ = missing(globals())
