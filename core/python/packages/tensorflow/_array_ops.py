# SPDX-License-Identifier: GPL-3.0-or-later
# What makes tensors, and puts them into other shapes and places. Not here: what computes (_math_ops.py).
import builtins

import _runahead as _r
from _functions import see_behind
from _names import grid, size_of, stacked, type_name, with_axis
from tensorflow import InvalidArgumentError, Tensor, TensorShape, _known, _Known, _places, _sizes, _t

__all__ = ['boolean_mask', 'broadcast_dynamic_shape', 'broadcast_static_shape', 'broadcast_to', 'concat', 'ensure_shape',
           'expand_dims', 'eye', 'fill', 'gather', 'gather_nd', 'identity', 'identity_n', 'is_tensor', 'linspace',
           'meshgrid', 'one_hot', 'ones', 'ones_like', 'pad', 'range', 'rank', 'repeat', 'reshape', 'reverse', 'roll',
           'sequence_mask', 'shape', 'size', 'slice', 'split', 'squeeze', 'stack', 'strided_slice', 'tile',
           'transpose', 'unstack', 'where', 'zeros', 'zeros_like']
_slice = builtins.slice


def zeros(shape, dtype=None, name=None):
    return _r.zeros(Tensor, _sizes(shape), _places[-1], type_name(dtype))


def ones(shape, dtype=None, name=None):
    return _r.ones(Tensor, _sizes(shape), _places[-1], type_name(dtype))


def fill(dims, value, name=None):
    if isinstance(value, _r.Array):
        return broadcast_to(_t(value), dims)
    return _r.full(Tensor, _sizes(dims), value, _places[-1], None, 'int32')


def range(start, limit=None, delta=1, dtype=None, name=None):
    first, last = (0, start) if limit is None else (start, limit)
    numbers = [first, last, delta]
    own = next((_r.dtype(one) for one in numbers if isinstance(one, _r.Array)), None)
    numbers = [one.sizes if isinstance(one, _Known) else _r.item(one) if isinstance(one, _r.Array) else one for one in numbers]
    return _r.arange(Tensor, *numbers, _places[-1], type_name(dtype) or own, 'int32')


def linspace(start, stop, num, name=None, axis=0):
    count = _sizes(num)[0]
    start, stop = _t(start, _r.dtype(stop) if isinstance(stop, _r.Array) else None), stop
    dtype = _r.dtype(start)
    if dtype not in ('float32', 'float64'):  # whole numbers go on in float64
        start, stop, dtype = _r.astype(start, 'float64'), _r.astype(_t(stop), 'float64'), 'float64'
    stop = _t(stop, dtype)
    if count == 1:
        return reshape(start, [1])
    places = _r.arange(Tensor, 0.0, float(count), 1.0, _places[-1], dtype)
    return concat([(places * ((stop - start) / (count - 1)) + start)[:-1], reshape(stop, [1])], 0)


def eye(num_rows, num_columns=None, batch_shape=None, dtype=None, name=None):
    if batch_shape is not None:
        made = eye(num_rows, num_columns, None, dtype)
        return broadcast_to(made, [*_sizes(batch_shape), *made.shape])
    columns = num_rows if num_columns is None else num_columns
    rows = _r.arange(Tensor, 0, num_rows, 1, _places[-1], 'int32')
    across = _r.arange(Tensor, 0, columns, 1, _places[-1], 'int32')
    return _r.astype(reshape(rows, [-1, 1]) == reshape(across, [1, -1]), type_name(dtype) or 'float32')


def zeros_like(input, dtype=None, name=None):
    input = _t(input)
    return zeros(input.shape, dtype or _r.dtype(input))


def ones_like(input, dtype=None, name=None):
    input = _t(input)
    return ones(input.shape, dtype or _r.dtype(input))


def identity(input, name=None):
    return _r.copy(_t(input))


def identity_n(input, name=None):
    return [identity(one) for one in input]


def is_tensor(x):
    return isinstance(x, Tensor)


def ensure_shape(x, shape, name=None):
    x = _t(x)
    x.set_shape(shape)
    return x


def broadcast_static_shape(shape_x, shape_y):
    return _together(shape_x, shape_y)


def broadcast_dynamic_shape(shape_x, shape_y):
    return _known(list(_together(_sizes(shape_x), _sizes(shape_y))))


def shape(input, out_type=None, name=None):
    return _known(list(_t(input).shape))


def rank(input, name=None):
    return _known(_t(input).ndim)


def size(input, out_type=None, name=None):
    return _known(size_of(_t(input)))


def reshape(tensor, shape, name=None):
    return _r.reshape(_t(tensor), _sizes(shape))


def expand_dims(input, axis, name=None):
    return with_axis(_t(input), axis, InvalidArgumentError)


def squeeze(input, axis=None, name=None):
    input = _t(input)
    shape = input.shape
    given = [] if axis is None else [axis] if isinstance(axis, int) else list(axis)
    places = [one + len(shape) if one < 0 else one for one in given]
    if any(not 0 <= one < len(shape) or shape[one] != 1 for one in places):
        raise InvalidArgumentError(f'Can not squeeze dim[{given[0]}], expected a dimension of 1, got {shape}')
    left = [one for i, one in enumerate(shape) if not (i in places if given else one == 1)]
    return _r.reshape(input, left)


def transpose(a, perm=None, conjugate=False, name=None):
    a = _t(a)
    order = list(builtins.range(a.ndim))[::-1] if perm is None else _sizes(perm)
    if order == list(builtins.range(a.ndim)):
        return _r.copy(a)
    return _r.transpose(a) if a.ndim == 2 and order == [1, 0] else _r.transpose(a, order)


def concat(values, axis, name=None):
    values = [values] if isinstance(values, _r.Array) else list(values)
    own = next((_r.dtype(one) for one in values if isinstance(one, Tensor)), None)
    made = [_t(one, own) for one in values]
    return _r.concatenate(made, int(axis)) if len(made) > 1 else _r.copy(made[0])


def stack(values, axis=0, name=None):
    from tensorflow._texts import has_text, made
    if isinstance(values, (list, tuple)) and has_text(list(values)) and axis == 0:
        return made(list(values))
    own = next((_r.dtype(one) for one in values if isinstance(one, Tensor)), None)
    return stacked([_t(one, own) for one in values], axis, InvalidArgumentError, InvalidArgumentError)


def unstack(value, num=None, axis=0, name=None):
    value = _t(value)
    at = axis + value.ndim if axis < 0 else axis
    return [value[(_slice(None),) * at + (i,)] for i in builtins.range(value.shape[at])]


def split(value, num_or_size_splits, axis=0, num=None, name=None):
    value = _t(value)
    at = axis + value.ndim if axis < 0 else axis
    whole = value.shape[at]
    if isinstance(num_or_size_splits, int):
        if whole % num_or_size_splits:
            raise InvalidArgumentError(f'Dimension size, {whole}, must be evenly divisible by {num_or_size_splits}')
        sizes = [whole // num_or_size_splits] * num_or_size_splits
    else:
        sizes = _sizes(num_or_size_splits)
        if -1 in sizes:
            sizes[sizes.index(-1)] = whole - sum(sizes) - 1
    if sum(sizes) != whole:
        raise InvalidArgumentError(f'Determined shape must have the size {whole} along axis {axis}, not {sum(sizes)}')
    made, first = [], 0
    for one in sizes:
        made.append(value[(_slice(None),) * at + (_slice(first, first + one),)])
        first += one
    return made


def broadcast_to(input, shape, name=None):
    input, sizes = _t(input), _sizes(shape)
    if list(input.shape) == sizes:
        return input
    if len(sizes) < input.ndim:
        raise InvalidArgumentError(f'Input shape {input.shape} must be broadcastable to {tuple(sizes)}')
    if _r.dtype(input) == 'bool':
        return _r.logical_and(_r.ones(Tensor, sizes, _places[-1], 'bool'), input)
    made = input * _r.ones(Tensor, sizes, _places[-1], _r.dtype(input))
    if list(made.shape) != sizes:
        raise InvalidArgumentError(f'Input shape {input.shape} must be broadcastable to {tuple(sizes)}')
    return made


def tile(input, multiples, name=None):
    input = _t(input)
    for axis, times in enumerate(_sizes(multiples)):
        if times != 1:
            input = _r.concatenate([input] * times, axis) if times else input[(_slice(None),) * axis + (_slice(0, 0),)]
    return input


def repeat(input, repeats, axis=None, name=None):
    input = _t(input)
    if axis is None:
        input, axis = _r.reshape(input, (size_of(input),)), 0
    count = input.shape[axis]
    times = _sizes(repeats)
    times = times * count if len(times) == 1 else times
    places = [i for i, n in enumerate(times) for _ in builtins.range(n)]
    return _r.take(input, _r.array(Tensor, places, _places[-1], 'int32'), axis)


def gather(params, indices, validate_indices=None, axis=None, batch_dims=0, name=None):
    params, indices = _t(params), _t(indices)
    batch_dims = int(batch_dims) + (indices.ndim if batch_dims < 0 else 0)
    axis = batch_dims if axis is None else int(axis) % params.ndim
    if batch_dims and batch_dims == axis and params.ndim == axis + 1 and indices.ndim in (axis, axis + 1):
        _in_range(indices, params.shape[axis])
        return _r.pick(params, indices, axis)
    if batch_dims:
        return stack([gather(params[i], indices[i], axis=axis - 1, batch_dims=batch_dims - 1)
                      for i in builtins.range(params.shape[0])])
    _in_range(indices, params.shape[axis])
    return _r.take(params, indices, axis)


def _in_range(indices, size, said='indices = {one} is not in [0, {size})'):
    """Places that there are not are an error, as on the CPU; those of a trace when it has been computed."""
    if not size_of(indices):
        return

    def look(worst):
        one = _r.item(worst)
        if not 0 <= one < size:
            raise InvalidArgumentError(said.format(one=one, size=size))
    for worst in (_r.min(indices), _r.max(indices)):
        see_behind(worst, look) if _r.tracing() else look(worst)


def gather_nd(params, indices, batch_dims=0, name=None):
    params, indices = _t(params), _t(indices)
    depth = indices.shape[-1]
    if batch_dims:
        return stack([gather_nd(params[i], indices[i], batch_dims - 1) for i in builtins.range(params.shape[0])])
    if depth > params.ndim:
        raise InvalidArgumentError(f'index innermost dimension length must be <= params rank; saw: {depth} vs. {params.ndim}')
    shape, place = params.shape, None
    for axis in builtins.range(depth):
        one = indices[..., axis]
        _in_range(one, shape[axis])
        place = one if place is None else place * shape[axis] + one
    rows = 1
    for one in shape[:depth]:
        rows *= one
    return _r.take(_r.reshape(params, (rows,) + tuple(shape[depth:])), place, 0)


def boolean_mask(tensor, mask, axis=None, name='boolean_mask'):
    tensor, mask = _t(tensor), _t(mask)
    if axis not in (None, 0):
        at = int(axis) % tensor.ndim
        order = [*builtins.range(at, at + mask.ndim), *builtins.range(at), *builtins.range(at + mask.ndim, tensor.ndim)]
        made = boolean_mask(transpose(tensor, order), mask)
        return transpose(made, [*builtins.range(1, at + 1), 0, *builtins.range(at + 1, made.ndim)])
    rows = size_of(mask)
    flat = _r.reshape(tensor, (rows,) + tuple(tensor.shape[mask.ndim:]))
    chosen = [i for i, one in enumerate(_r.tolist(_r.reshape(mask, (rows,)))) if one]
    if not chosen:
        return flat[0:0]
    return _r.take(flat, _r.array(Tensor, chosen, _places[-1], 'int32'), 0)


def where(condition, x=None, y=None, name=None):
    condition = _t(condition)
    if (x is None) != (y is None):
        raise ValueError('x and y must both be non-None or both be None.')
    if x is None:
        found = _places_of(_r.tolist(condition), ())
        return _r.array(Tensor, found, _places[-1], 'int64') if found else _r.zeros(Tensor, (0, condition.ndim), 0, 'int64')
    hint = next((_r.dtype(one) for one in (x, y) if isinstance(one, _r.Array)), None)
    x, y = _t(x, hint), _t(y, hint)
    shape = (x + y if _r.dtype(x) != 'bool' else _r.logical_or(x, y)).shape if x.shape != y.shape else x.shape
    if condition.shape != shape:
        whole = _together(condition.shape, shape)
        condition, shape = broadcast_to(condition, whole), whole
    return _r.where(condition, broadcast_to(x, shape), broadcast_to(y, shape))


def _together(a, b):
    """The shape in which two meet."""
    count = max(len(a), len(b))
    a, b = (1,) * (count - len(a)) + tuple(a), (1,) * (count - len(b)) + tuple(b)
    if any(one != other and 1 not in (one, other) for one, other in zip(a, b)):
        raise InvalidArgumentError(f'Incompatible shapes: {a} vs. {b}')
    return TensorShape(other if one == 1 else one for one, other in zip(a, b))


def _places_of(values, before):
    if not isinstance(values, list):
        return [list(before)] if values else []
    return [place for i, one in enumerate(values) for place in _places_of(one, before + (i,))]


def one_hot(indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None):
    depth = int(depth)
    if axis not in (None, -1, _t(indices).ndim):
        made = one_hot(indices, depth, on_value, off_value, None, dtype)
        order = list(builtins.range(made.ndim - 1))
        order.insert(int(axis), made.ndim - 1)
        return transpose(made, order)
    values = [one for one in (on_value, off_value) if one is not None]
    own = next((_r.dtype(_t(one)) for one in values), 'float32')
    dtype = type_name(dtype) or own
    made = _r.one_hot(_t(indices), depth, dtype)
    if not values:
        return made
    on, off = (1 if on_value is None else on_value), (0 if off_value is None else off_value)
    return made * (on - off) + off


def pad(tensor, paddings, mode='CONSTANT', constant_values=0, name=None):
    tensor = _t(tensor)
    if mode.upper() not in ('CONSTANT', 'REFLECT', 'SYMMETRIC'):
        raise ValueError(f'Value of argument `mode` expected to be one of ("CONSTANT", "REFLECT", or "SYMMETRIC"). Received: {mode}')
    places = _r.tolist(paddings) if isinstance(paddings, _r.Array) else paddings
    if mode.upper() != 'CONSTANT':
        again = mode.upper() == 'SYMMETRIC'  # the elements at the edge
        for axis, (before, behind) in enumerate(places):
            count = tensor.shape[axis]
            if max(before, behind) > count - (not again):
                raise InvalidArgumentError(f'paddings must be less than the dimension size: {before}, {behind} not less than '
                                           f'{count}')
            at = [one - again for one in builtins.range(int(before), 0, -1)] + list(builtins.range(count)) + [
                count - 1 - (one - again) for one in builtins.range(1, int(behind) + 1)]
            if len(at) > count:
                tensor = _r.take(tensor, _r.array(Tensor, at, _places[-1], 'int32'), axis)
        return tensor
    for axis, (before, behind) in enumerate(places):
        sizes = list(tensor.shape)
        parts = []
        for count in (before, behind):
            sizes[axis] = int(count)
            parts.append(_r.full(Tensor, sizes, constant_values, _places[-1], _r.dtype(tensor)) if count else None)
        parts.insert(1, tensor)
        parts = [one for one in parts if one is not None]
        tensor = _r.concatenate(parts, axis) if len(parts) > 1 else tensor
    return tensor


def reverse(tensor, axis, name=None):
    tensor = _t(tensor)
    for one in _sizes(axis):
        count = tensor.shape[one]
        tensor = _r.take(tensor, _r.arange(Tensor, count - 1, -1, -1, _places[-1], 'int32'), one)
    return tensor


def roll(input, shift, axis, name=None):
    input = _t(input)
    for by, one in zip(_sizes(shift), _sizes(axis)):
        at = one + input.ndim if one < 0 else one
        cut = -by % input.shape[at]
        if cut:
            before = (_slice(None),) * at
            input = _r.concatenate([input[before + (_slice(cut, None),)], input[before + (_slice(0, cut),)]], at)
    return input


def slice(input_, begin, size, name=None):
    input_ = _t(input_)
    key = tuple(_slice(first, None if count == -1 else first + count) for first, count in zip(_sizes(begin), _sizes(size)))
    return input_[key]


def meshgrid(*args, indexing='xy'):
    if indexing not in ('xy', 'ij'):
        raise ValueError("Argument `indexing` parameter must be either 'xy' or 'ij', got '" + indexing + "'")
    return grid([_r.reshape(one, (size_of(one),)) for one in map(_t, args)], indexing)


def sequence_mask(lengths, maxlen=None, dtype=None, name=None):
    lengths = _t(lengths)
    longest = int(_r.item(_r.max(lengths))) if maxlen is None else int(maxlen)
    places = _r.arange(Tensor, 0, longest, 1, _places[-1], _r.dtype(lengths))
    made = places < with_axis(lengths, -1, InvalidArgumentError)
    return made if type_name(dtype) in (None, 'bool') else _r.astype(made, type_name(dtype))


def strided_slice(input_, begin, end, strides=None, **options):
    if builtins.any(options.values()):
        raise NotImplementedError('tf.strided_slice: Runahead has no masks; x[1:3, ::2] does it')
    begin, end = _sizes(begin), _sizes(end)
    return _t(input_)[tuple(map(_slice, begin, end, [1] * len(begin) if strides is None else _sizes(strides)))]


# Square brackets.

def _is_plain(key):
    return isinstance(key, int) or isinstance(key, _slice) and key.step in (None, 1)


def part_of(tensor, key):
    keys = key if isinstance(key, tuple) else (key,)
    own = _r.Array.__getitem__
    if len(keys) == 1 and isinstance(key, _r.Array) and _r.dtype(key) == 'bool':
        return boolean_mask(tensor, key)
    if all(map(_is_plain, keys)) and all(not isinstance(one, _slice) or _has_numbers(one) for one in keys):
        return own(tensor, key) if keys else tensor
    keys, news = _laid_out(tensor, keys)
    for axis, one in enumerate(keys):  # from where the axes still are
        if isinstance(one, _slice) and one.step not in (None, 1):
            places = builtins.range(*one.indices(tensor.shape[axis]))
            indices = _r.arange(Tensor, places.start, places.stop, places.step, _places[-1], 'int32')
            tensor = _r.take(tensor, indices, axis)
    keys = tuple(_slice(None) if isinstance(one, _slice) and one.step not in (None, 1) else one for one in keys)
    made = own(tensor, keys) if tensor.ndim else tensor
    if news:
        shape = list(made.shape)
        for at in news:
            shape.insert(at, 1)
        made = _r.reshape(made, shape)
    return made


def _has_numbers(key):
    return not any(isinstance(one, _r.Array) for one in (key.start, key.stop))


def _laid_out(tensor, keys):
    """One key for each axis, and where new ones of one place stand among those that are left."""
    if any(isinstance(one, (list,)) or isinstance(one, _r.Array) and one.ndim for one in keys):
        raise TypeError('Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors '
                        'are valid indices')
    given = sum(one is not None and one is not Ellipsis for one in keys)
    if sum(one is Ellipsis for one in keys) > 1:
        raise ValueError('Multiple ellipses in slice spec not allowed')
    if given > tensor.ndim:
        raise InvalidArgumentError(f'Index out of range using input dim {tensor.ndim}; input has only {tensor.ndim} dims')
    full, news, left = [], [], 0
    for one in keys:
        if one is Ellipsis:
            more = tensor.ndim - given
            full += [_slice(None)] * more
            left += more
        elif one is None:
            news.append(left)
            left += 1
        else:
            if isinstance(one, _slice):
                one = _slice(*(int(part) if isinstance(part, _r.Array) else part for part in (one.start, one.stop, one.step)))
                left += 1
            full.append(int(one) if isinstance(one, _r.Array) else one)
    return full + [_slice(None)] * (tensor.ndim - len(full)), news


def with_part(tensor, key, value):
    """With the value in the place of a part."""
    keys, news = _laid_out(tensor, key if isinstance(key, tuple) else (key,))
    if news or any(isinstance(one, _slice) and one.step not in (None, 1) for one in keys):
        raise NotImplementedError('assign() to a part: Runahead takes numbers and parts without steps, as v[1] or v[:, 1:3]')
    made = _r.copy(tensor)
    _r.write_part(made, tuple(keys), value)
    return made
