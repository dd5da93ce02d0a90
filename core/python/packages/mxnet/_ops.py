# SPDX-License-Identifier: GPL-3.0-or-later
# Operations of mxnet.nd, mxnet.np and mxnet.npx that are put together from the engine's, and layers' own.
import _runahead as _r
from _names import Unrecorded, given_shape, log_softmax as _log_softmax, size_of, softmax as _softmax, type_name, with_axis
from mxnet.context import MXNetError


class Training:
    """Whether layers such as dropout act as in training."""
    on = False


def is_nd(array):
    from mxnet import nd
    return isinstance(array, nd.NDArray)


def as_type(array, dtype):
    return array if _r.dtype(array) == dtype else _r.astype(array, dtype)


def like(array, other):
    """In the other's type."""
    return as_type(array, _r.dtype(other))


def axis_of(array, axis):
    rank = array.ndim
    if not -rank <= axis < rank:
        raise MXNetError(f'axis {axis} is none of an array of {rank} axes')
    return axis + rank if axis < 0 else axis


def axes_of(array, axis, exclude=False):
    """What a reduction goes along, as the engine takes it; () : along none."""
    if axis is None or (axis == () and not exclude and is_nd(array)):
        return None
    axes = [axis_of(array, one) for one in (axis if isinstance(axis, (tuple, list)) else (axis,))]
    if exclude:
        axes = [one for one in range(array.ndim) if one not in axes]
    return axes[0] if len(axes) == 1 else tuple(axes)


def reduced(call, array, axis=None, keepdims=False, exclude=False):
    axes = axes_of(array, axis, exclude)
    return array if axes == () else call(array, axes, bool(keepdims))


def numbers_of(call):
    """nd's: 1 and 0 of the type of what is asked, not booleans."""
    def of_numbers(*arrays):
        first = next(one for one in arrays if isinstance(one, _r.Array))
        return like(call(*arrays), first)
    return of_numbers


def chosen(which, x, y):
    """nd's comparisons give numbers, which choose, too."""
    return _r.where(as_type(which, 'bool'), x, y)


def over_rest(call, array, batch_axis):
    """Along all axes but that of the batch."""
    return reduced(call, array, batch_axis, False, True)


def position(call, array, axis, keepdims=False):
    """argmax and argmin, which are of float32 in mxnet.nd."""
    if axis is None and keepdims:
        made = _r.reshape(call(array), (1,) * array.ndim)
    else:
        made = call(array, axis, bool(keepdims))
    return as_type(made, 'float32') if is_nd(array) else made


def expanded(array, axis):
    return with_axis(array, axis, MXNetError)


def squeezed(array, axis=None):
    shape = array.shape
    if axis is None:
        gone = [one for one in range(len(shape)) if shape[one] == 1]
    else:
        gone = [axis_of(array, one) for one in (axis if isinstance(axis, (tuple, list)) else (axis,))]
        if any(shape[one] != 1 for one in gone):
            raise ValueError('cannot select an axis to squeeze out which has size not equal to one')
    return _r.reshape(array, tuple(size for one, size in enumerate(shape) if one not in gone))


def mxnets_shape(array, given):
    """nd's: 0 keeps a size, -2 all that are left, -3 makes one of two, -4 two of one."""
    if not any(size == 0 or size < -1 for size in given) or size_of(array) == 0:
        return given
    own, made, given = list(array.shape), [], list(given)
    while given:
        size = given.pop(0)
        if size == 0:
            made.append(own.pop(0))
        elif size == -2:
            made += own
            own = []
        elif size == -3:
            made.append(own.pop(0) * own.pop(0))
        elif size == -4:
            whole, first, second = own.pop(0), given.pop(0), given.pop(0)
            made += [whole // second if first == -1 else first, whole // first if second == -1 else second]
        else:
            made.append(size)
            if own:
                own.pop(0)
    return tuple(made)


def transposed(array, axes=None):
    if axes is None:
        return _r.transpose(array) if array.ndim == 2 else transposed(array, range(array.ndim)[::-1])
    axes = tuple(axis_of(array, axis) for axis in axes)
    if sorted(axes) != list(range(array.ndim)):
        raise ValueError("axes don't match array")
    if axes == tuple(range(array.ndim)):
        return _r.copy(array)
    return _r.transpose(array) if array.ndim == 2 else _r.transpose(array, axes)


def swapped(array, first, second):
    axes = list(range(array.ndim))
    first, second = axis_of(array, first), axis_of(array, second)
    axes[first], axes[second] = second, first
    return transposed(array, axes)


def summed_up(array, axis=None):
    if axis is None:
        array, axis = _r.reshape(array, (size_of(array),)), 0
    return _r.cumsum(array, axis_of(array, axis))


def flipped(array, axis):
    places = _r.array(type(array), list(range(array.shape[axis]))[::-1], _r.place(array), 'int64')
    return _r.take(array, places, axis_of(array, axis))


def sorted_along(array, axis=-1, descending=False):
    if axis is None:
        array, axis = _r.reshape(array, (size_of(array),)), 0
    return _r.sort(array, axis_of(array, axis), descending)


def order_along(array, axis=-1, descending=False, dtype='int64'):
    if axis is None:
        array, axis = _r.reshape(array, (size_of(array),)), 0
    return as_type(_r.argsort(array, axis_of(array, axis), descending), type_name(dtype))


def topk(data, axis=-1, k=1, ret_typ='indices', is_ascend=False, dtype='float32'):
    if ret_typ not in ('indices', 'value', 'both'):
        raise NotImplementedError(f"topk: ret_typ '{ret_typ}': Runahead has indices, value and both")
    axis = axis_of(data, axis)
    found = []
    if ret_typ != 'indices':
        found.append(part(_r.sort(data, axis, not is_ascend), axis, 0, k))
    if ret_typ != 'value':
        found.append(as_type(part(_r.argsort(data, axis, not is_ascend), axis, 0, k), type_name(dtype)))
    return found if ret_typ == 'both' else found[0]


def batch_dot(a, b, transpose_a=False, transpose_b=False):
    return _r.batch_dot(a, b, bool(transpose_a), bool(transpose_b))


def matmul(a, b):
    """Of matrices and vectors, or of batches of matrices."""
    if a.ndim <= 2 and b.ndim <= 2:
        return _r.dot(a, b)
    if a.ndim > 2 and b.ndim == 2:
        made = _r.dot(_r.reshape(a, (-1, a.shape[-1])), b)
        return _r.reshape(made, a.shape[:-1] + (b.shape[-1],))
    if a.shape[:-2] != b.shape[:-2]:
        before = a.shape[:-2] if a.ndim > b.ndim or b.ndim == 2 else b.shape[:-2]
        a, b = broadcasted(a, before + a.shape[-2:]), broadcasted(b, before + b.shape[-2:])
    made = _r.batch_dot(_r.reshape(a, (-1,) + a.shape[-2:]), _r.reshape(b, (-1,) + b.shape[-2:]), False, False)
    return _r.reshape(made, a.shape[:-2] + made.shape[-2:])


def nd_dot(a, b):
    """The last axis of one and the first of the other."""
    if a.ndim <= 2 and b.ndim <= 2:
        return _r.dot(a, b)
    flat = _r.dot(_r.reshape(a, (-1, a.shape[-1])), _r.reshape(b, (b.shape[0], -1)))
    return _r.reshape(flat, a.shape[:-1] + b.shape[1:])


def np_dot(a, b):
    """NumPy's: the last axis of one and the last but one of the other."""
    if a.ndim == 0 or b.ndim == 0:
        return a * b
    if b.ndim > 2:
        rest = tuple(axis for axis in range(b.ndim) if axis != b.ndim - 2)
        b = transposed(b, (b.ndim - 2,) + rest)
    return nd_dot(a, b)


def tensordot(a, b, axes=2):
    if isinstance(axes, int):
        own, others = list(range(a.ndim - axes, a.ndim)), list(range(axes))
    else:
        own, others = ([one] if isinstance(one, int) else list(one) for one in axes)
        own, others = [axis_of(a, one) for one in own], [axis_of(b, one) for one in others]
    rest_a = [axis for axis in range(a.ndim) if axis not in own]
    rest_b = [axis for axis in range(b.ndim) if axis not in others]
    shape = tuple(a.shape[axis] for axis in rest_a) + tuple(b.shape[axis] for axis in rest_b)
    common = 1
    for axis in own:
        common *= a.shape[axis]
    a, b = _r.reshape(transposed(a, rest_a + own), (-1, common)), _r.reshape(transposed(b, others + rest_b), (common, -1))
    return _r.reshape(_r.dot(a, b), shape)


def parts(array, sections, axis):
    """Equal parts, or those between places."""
    axis = axis_of(array, axis)
    size = array.shape[axis]
    if isinstance(sections, int):
        if size % sections:
            raise ValueError('array split does not result in an equal division')
        bounds = [size // sections * i for i in range(sections + 1)]
    else:
        bounds = [0] + [min(place, size) for place in sections] + [size]
    return [part(array, axis, bounds[i], bounds[i + 1]) for i in range(len(bounds) - 1)]


def part(array, axis, begin, end):
    return array[(slice(None),) * axis_of(array, axis) + (slice(begin, end),)]


def broadcasted(array, shape):
    """Again and again along axes of one place."""
    shape = tuple(own if size == 0 else size for own, size in zip((1,) * (len(shape) - array.ndim) + array.shape, shape))
    if array.shape == shape:
        return array
    ones = _r.ones(type(array), shape, _r.place(array), _r.dtype(array))
    made = array * ones
    if made.shape != shape:
        raise MXNetError(f'[broadcast] shape {array.shape} does not go into {shape}')
    return made


def repeated(array, repeats, axis=None):
    """Each element several times, one after another."""
    if axis is None:
        array, axis = _r.reshape(array, (size_of(array),)), 0
    axis = axis_of(array, axis)
    shape = array.shape
    wide = broadcasted(_r.reshape(array, shape[:axis + 1] + (1,) + shape[axis + 1:]),
                       shape[:axis + 1] + (repeats,) + shape[axis + 1:])
    return _r.reshape(wide, shape[:axis] + (shape[axis] * repeats,) + shape[axis + 1:])


def tiled(array, reps):
    reps = tuple(reps) if isinstance(reps, (tuple, list)) else (reps,)
    if len(reps) > array.ndim:
        array = _r.reshape(array, (1,) * (len(reps) - array.ndim) + array.shape)
    reps = (1,) * (array.ndim - len(reps)) + reps
    for axis, count in enumerate(reps):
        if count > 1:
            array = _r.concatenate([array] * count, axis)
    return array


def variance(array, axis=None, ddof=0, keepdims=False):
    moved = array - _r.mean(array, axes_of(array, axis), True)
    count = size_of(array)
    for one in (axis,) if isinstance(axis, int) else axis or ():
        count = array.shape[one] if isinstance(axis, int) else count
    if isinstance(axis, (tuple, list)):
        count = 1
        for one in axis:
            count *= array.shape[one]
    mean = reduced(_r.mean, _r.square(moved), axis, keepdims)
    return mean * (count / (count - ddof)) if ddof else mean


def signs(array):
    one = _r.dtype(array)
    return as_type(_r.greater(array, 0), one) - as_type(_r.less(array, 0), one)


def floored(array):
    return _r.floor_divide(array, 1)


def ceiled(array):
    return -_r.floor_divide(-array, 1)


def softrelu(x):
    return _r.relu(x) + _r.log(_r.exp(-_r.abs(x)) + 1)


def softsign(x):
    return x / (_r.abs(x) + 1)


def leaky(x, slope):
    return _r.relu(x) + _r.minimum(x, 0) * slope


def elu(x, alpha=1.0):
    return _r.relu(x) + (_r.exp(_r.minimum(x, 0)) - 1) * alpha


def selu(x):
    return elu(x, 1.6732632423543772) * 1.0507009873554805


ACTIVATIONS = {'relu': _r.relu, 'sigmoid': _r.sigmoid, 'tanh': _r.tanh, 'softrelu': softrelu, 'softsign': softsign}


def activation(x, act_type='relu'):
    if act_type not in ACTIVATIONS:
        raise ValueError(f"Activation '{act_type}': Runahead has {', '.join(ACTIVATIONS)}")
    return ACTIVATIONS[act_type](x)


def softmax(data, axis=-1, length=None, temperature=None, use_length=False, dtype=None):
    if length is not None or use_length:
        raise NotImplementedError('softmax: Runahead has it without lengths; mask the array first')
    made = _softmax(data if temperature is None else data / temperature, axis)
    return made if dtype is None else as_type(made, type_name(dtype))


def log_softmax(data, axis=-1, temperature=None):
    return _log_softmax(data if temperature is None else data / temperature, axis)


def one_hot(indices, depth, on_value=1.0, off_value=0.0, dtype='float32'):
    made = _r.one_hot(indices, depth, type_name(dtype))
    return made if (on_value, off_value) == (1, 0) else made * (on_value - off_value) + off_value


def pick(data, index, axis=-1, keepdims=False, mode='clip'):
    if mode != 'clip':
        raise NotImplementedError("pick: Runahead has mode='clip' alone")
    axis = axis_of(data, axis)
    if index.shape == data.shape[:axis] + (1,) + data.shape[axis + 1:]:
        index = _r.reshape(index, data.shape[:axis] + data.shape[axis + 1:])
    return _r.pick(data, index, axis, bool(keepdims))


def take(a, indices, axis=0, mode='clip'):
    if mode != 'clip':
        raise NotImplementedError(f"take: mode '{mode}': Runahead has mode='clip' alone")
    if not isinstance(indices, _r.Array):
        indices = _r.array(type(a), indices, _r.place(a), None, 'int64')
    if axis is None:
        a, axis = _r.reshape(a, (size_of(a),)), 0
    return _r.take(a, indices, axis_of(a, axis))


def fully_connected(x, weight, bias=None, num_hidden=None, no_bias=False, flatten=True):
    if flatten and x.ndim != 2:
        x = _r.reshape(x, (x.shape[0], -1 if size_of(x) else 0))
    before = x.shape[:-1]
    flat = x if x.ndim == 2 else _r.reshape(x, (-1, x.shape[-1]))
    made = _r.dot(flat, _r.transpose(weight)) if bias is None or no_bias else _r.dense(flat, weight, bias)
    return made if x.ndim == 2 else _r.reshape(made, before + (made.shape[-1],))


def dropout(data, p=0.5, mode='training', axes=()):
    if not (Training.on or mode == 'always') or not p:
        return data
    if p >= 1:
        return data * 0
    shape = tuple(1 if axis in axes else size for axis, size in enumerate(data.shape))
    with Unrecorded(data):
        kept = _r.less(_r.uniform(type(data), shape, 0, 1, _r.place(data)), 1 - p)
        mask = as_type(kept, _r.dtype(data)) / (1 - p)
    return data * mask


def _along(values, rank, axis):
    return _r.reshape(values, tuple(-1 if one == axis else 1 for one in range(rank)))


def normalized(x, mean, var, gamma, beta, eps):
    return (x - mean) / _r.sqrt(var + eps) * gamma + beta


def batch_norm(x, gamma, beta, running_mean, running_var, eps=1e-3, momentum=0.9, fix_gamma=True, use_global_stats=False,
               axis=1):
    axis = axis_of(x, axis)
    rest = tuple(one for one in range(x.ndim) if one != axis)
    rest = rest[0] if len(rest) == 1 else rest
    if Training.on and not use_global_stats:
        mean = _r.mean(x, rest, True)
        var = _r.mean(_r.square(x - mean), rest, True)
        with Unrecorded(x):
            for known, now in (running_mean, mean), (running_var, var):
                known[:] = known * momentum + _r.reshape(_r.detached(now), known.shape) * (1 - momentum)
    else:
        mean, var = _along(running_mean, x.ndim, axis), _along(running_var, x.ndim, axis)
    scale = 1 if fix_gamma else _along(gamma, x.ndim, axis)
    return normalized(x, mean, var, scale, _along(beta, x.ndim, axis), eps)


def layer_norm(data, gamma, beta, axis=-1, eps=1e-5):
    axis = axis_of(data, axis)
    mean = _r.mean(data, axis, True)
    var = _r.mean(_r.square(data - mean), axis, True)
    return normalized(data, mean, var, _along(gamma, data.ndim, axis), _along(beta, data.ndim, axis), eps)


def embedding(data, weight, input_dim=None, output_dim=None, dtype='float32', sparse_grad=False):
    return _r.take(weight, data, 0)


def smooth_l1(data, scalar=1.0):
    size, bound = _r.abs(data), 1 / scalar ** 2
    return chosen(_r.less(size, bound), _r.square(data) * (scalar ** 2 / 2), size - bound / 2)


def sequence_mask(data, sequence_length=None, use_sequence_length=False, value=0.0, axis=0):
    """data with `value` behind the length of each sequence; axis is that of time, the batch the other of the first two."""
    if not use_sequence_length or sequence_length is None:
        return data
    if axis not in (0, 1):
        raise MXNetError('sequence_mask: axis is 0 or 1')
    size, ones = data.shape[axis], (1,) * (data.ndim - 2)
    with Unrecorded(data):
        places = _r.arange(type(data), 0, size, 1, _r.place(data), 'float32')
        lengths = as_type(sequence_length, 'float32')
        places = _r.reshape(places, (size, 1) if axis == 0 else (1, size))
        lengths = _r.reshape(lengths, (1, -1) if axis == 0 else (-1, 1))
        inside = _r.less(places, lengths)
        inside = broadcasted(like(_r.reshape(inside, inside.shape + ones), data), data.shape)
        other = _r.full(type(data), data.shape, value, _r.place(data), _r.dtype(data))
    return chosen(inside, data, other)  # not by a product: 0 times inf is none


def sliced(data, begin, end, step=()):
    if any(one not in (None, 1) for one in step or ()):
        raise NotImplementedError('slice: Runahead slices without steps')
    return data[tuple(slice(first, last) for first, last in zip(begin, end))]


def reshaped(array, *shape):
    return _r.view(array, mxnets_shape(array, given_shape(shape)))


def product_of(a, b, transpose_a=False, transpose_b=False):
    return nd_dot(transposed(a) if transpose_a else a, transposed(b) if transpose_b else b)
