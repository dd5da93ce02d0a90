# SPDX-License-Identifier: GPL-3.0-or-later
# What computes with tensors.
import builtins

import _runahead as _r
from _names import bounded, size_of, truth, type_name, with_axis
from tensorflow import InvalidArgumentError, Tensor, _places, _sizes, _t, convert_to_tensor
from tensorflow._array_ops import broadcast_to, transpose

__all__ = ['abs', 'acos', 'acosh', 'add', 'add_n', 'argmax', 'argmin', 'argsort', 'asin', 'asinh', 'atan', 'atan2', 'atanh',
           'cast', 'clip_by_global_norm', 'clip_by_norm', 'clip_by_value', 'cos', 'cosh', 'cumsum', 'divide',
           'einsum', 'equal', 'exp', 'floor', 'foldl', 'greater', 'greater_equal', 'less', 'less_equal',
           'logical_and', 'logical_not', 'logical_or', 'map_fn', 'matmul', 'maximum', 'minimum', 'multiply',
           'negative', 'norm', 'not_equal', 'pow', 'realdiv', 'reduce_all', 'reduce_any', 'reduce_max', 'reduce_mean',
           'reduce_min', 'reduce_prod', 'reduce_sum', 'round', 'saturate_cast', 'scan', 'sigmoid', 'sign', 'sin',
           'sinh', 'sort', 'sqrt', 'square', 'subtract', 'tan', 'tanh', 'tensordot', 'truediv', 'vectorized_map']


def _pair(x, y):
    """Two operands; a number beside a tensor stays one."""
    if not isinstance(x, Tensor) and isinstance(y, Tensor):
        return (x if type(x) in (int, float) else _t(x, _r.dtype(y))), y
    x = _t(x)
    return x, (y if type(y) in (int, float) else _t(y, _r.dtype(x)))


def _of_two(call):
    def function(x, y, name=None):
        return call(*_pair(x, y))
    return function


def _of_one(call):
    def function(x, name=None):
        return call(_t(x))
    return function


add, subtract = _of_two(lambda x, y: x + y), _of_two(lambda x, y: x - y)
multiply, divide = _of_two(lambda x, y: x * y), _of_two(lambda x, y: x / y)
truediv = realdiv = divide
pow, floordiv, floormod = _of_two(lambda x, y: x ** y), _of_two(lambda x, y: x // y), _of_two(lambda x, y: x % y)
maximum, minimum = _of_two(_r.maximum), _of_two(_r.minimum)
equal, not_equal, less, less_equal = map(_of_two, (_r.equal, _r.not_equal, _r.less, _r.less_equal))
greater, greater_equal = _of_two(_r.greater), _of_two(_r.greater_equal)
exp, log, sqrt, tanh, sigmoid, abs, square = map(_of_one, (_r.exp, _r.log, _r.sqrt, _r.tanh, _r.sigmoid, _r.abs, _r.square))
sin, cos = _of_one(_r.sin), _of_one(_r.cos)
negative, rsqrt, reciprocal = _of_one(lambda x: -x), _of_one(lambda x: 1.0 / _r.sqrt(x)), _of_one(lambda x: 1.0 / x)
squared_difference = _of_two(lambda x, y: _r.square(x - y))


def _in_double(call):
    """What would lose digits in float32."""
    def function(x, name=None):
        x = _t(x)
        return cast(call(cast(x, 'float64')), _r.dtype(x)) if _r.dtype(x) == 'float32' else call(x)
    return function


log1p, expm1 = _in_double(lambda x: _r.log(x + 1.0)), _in_double(lambda x: _r.exp(x) - 1.0)
sinh, cosh = _in_double(lambda x: (_r.exp(x) - _r.exp(-x)) / 2.0), _of_one(lambda x: (_r.exp(x) + _r.exp(-x)) / 2.0)
asinh = _in_double(lambda x: sign(x) * _r.log(_r.abs(x) + _r.sqrt(_r.square(x) + 1.0)))
acosh, atanh = _in_double(lambda x: _r.log(x + _r.sqrt((x - 1.0) * (x + 1.0)))), _in_double(
    lambda x: _r.log((x + 1.0) / (1.0 - x)) / 2.0)
tan, atan, erf = _of_one(lambda x: _r.sin(x) / _r.cos(x)), _of_one(lambda x: _r.arctan(x)), _of_one(lambda x: _r.erf(x))
asin = _of_one(lambda x: _r.arctan(x / _r.sqrt((1.0 - x) * (x + 1.0))))
acos = _in_double(lambda x: _r.arctan(_r.sqrt((1.0 - x) / (x + 1.0))) * 2.0)
pi = 3.141592653589793


def erfc(x, name=None):
    return 1.0 - erf(cast(_t(x), 'float64')) if _r.dtype(_t(x)) == 'float64' else cast(erfc(cast(x, 'float64')), 'float32')


def atan2(y, x, name=None):
    from tensorflow._array_ops import _together
    y, x = map(_t, _pair(y, x))
    shape = _together(y.shape, x.shape)
    y, x = broadcast_to(y, shape), broadcast_to(x, shape)
    made = _r.arctan(y / (_r.sqrt(_r.square(x) + _r.square(y)) + _r.abs(x))) * 2.0
    made = _r.where(_r.logical_and(x == 0.0, y == 0.0), y * 0.0, made)
    return _r.where(x < 0.0, _r.where(y < 0.0, -pi - made, pi - made), made)


def softplus(features, name=None):
    features = _t(features)
    return _r.relu(features) + _r.log(_r.exp(-_r.abs(features)) + 1.0)


def divide_no_nan(x, y, name=None):
    x, y = _t(x), _t(y, _r.dtype(_t(x)))
    zero = _r.astype(y == 0, _r.dtype(y))
    return x * (1 - zero) / (y + zero)


def _booleans(x):
    x = _t(x)
    if _r.dtype(x) != 'bool':
        raise InvalidArgumentError(f'cannot compute a logical function of {_r.dtype(x)}: it is of bool')
    return x


def logical_and(x, y, name=None):
    return _r.logical_and(_booleans(x), _booleans(y))


def logical_or(x, y, name=None):
    return _r.logical_or(_booleans(x), _booleans(y))


def logical_not(x, name=None):
    return _r.logical_not(_booleans(x))


def logical_xor(x, y, name=None):
    return _booleans(x) != _booleans(y)


def cast(x, dtype, name=None):
    x, name = _t(x), type_name(dtype)
    return x if name == _r.dtype(x) else _r.astype(x, name)


def floor(x, name=None):
    return _t(x) // 1.0


def ceil(x, name=None):
    return -(-_t(x) // 1.0)


def round(x, name=None):
    """To the even one of two that are as near."""
    x = _t(x)
    if _r.dtype(x) not in ('float32', 'float64'):
        return x
    half = (x + 0.5) // 1.0
    odd = _r.astype(half % 2.0 == 1.0, _r.dtype(x))
    return half - odd * _r.astype(half - x == 0.5, _r.dtype(x))


def sign(x, name=None):
    x = _t(x)
    dtype = _r.dtype(x)
    return _r.astype(x > 0, dtype) - _r.astype(x < 0, dtype)


def saturate_cast(value, dtype, name=None):
    value, name = _t(value), type_name(dtype)
    bits = {'int32': 31, 'int64': 63}.get(name)
    if bits and _r.dtype(value) in ('float32', 'float64'):
        value = bounded(cast(value, 'float64'), -2.0 ** bits, 2.0 ** bits - 2.0 ** builtins.max(bits - 53, 0))
    return cast(value, name)


def is_nan(x, name=None):
    x = _t(x)
    return x != x


def is_inf(x, name=None):
    return _r.abs(_t(x)) == float('inf')


def is_finite(x, name=None):
    return _r.abs(_t(x)) < float('inf')


def _axes(axis):
    if axis is None or isinstance(axis, int):
        return axis
    return tuple(_sizes(axis))


def _reduction(reduce):
    def function(input_tensor, axis=None, keepdims=False, name=None):
        input_tensor, axes = _t(input_tensor), _axes(axis)
        return input_tensor if axes == () else reduce(input_tensor, axes, keepdims)
    return function


reduce_sum, reduce_max, reduce_min = map(_reduction, (_r.sum, _r.max, _r.min))


def _mean(x, axes, keepdims):
    if _r.dtype(x) in ('float32', 'float64'):
        return _r.mean(x, axes, keepdims)
    if _r.dtype(x) == 'bool':
        raise InvalidArgumentError('[mean] of bool: cast it to a floating type first')
    count = size_of(x) if axes is None else 1
    for axis in () if axes is None else [axes] if isinstance(axes, int) else axes:
        count *= x.shape[axis]
    total = _r.sum(x, axes, keepdims)
    whole = _r.abs(total) // count
    return whole * _r.astype(sign(total), _r.dtype(total))  # toward zero


reduce_mean = _reduction(_mean)
reduce_any = _reduction(lambda x, axes, keepdims: truth(_booleans(x), _r.max, axes, keepdims))
reduce_all = _reduction(lambda x, axes, keepdims: truth(_booleans(x), _r.min, axes, keepdims))


def _prod(x, axes, keepdims):
    if axes is None:
        shape = [1] * x.ndim if keepdims else []
        return _r.reshape(_prod(_r.reshape(x, (size_of(x),)), 0, False), shape)
    for axis in sorted((one % x.ndim for one in ([axes] if isinstance(axes, int) else axes)), reverse=True):
        before = (builtins.slice(None),) * axis
        made = _r.ones(Tensor, x.shape[:axis] + x.shape[axis + 1:], _places[-1], _r.dtype(x))
        for i in builtins.range(x.shape[axis]):
            made = made * x[before + (i,)]
        x = with_axis(made, axis, InvalidArgumentError) if keepdims else made
    return x


reduce_prod = _reduction(_prod)
reduce_variance = _reduction(lambda x, axes, keepdims: _r.mean(_r.square(x - _r.mean(x, axes, True)), axes, keepdims))
reduce_std = _reduction(lambda x, axes, keepdims: _r.sqrt(reduce_variance(x, axes, keepdims)))
reduce_euclidean_norm = _reduction(lambda x, axes, keepdims: _r.sqrt(_r.sum(_r.square(x), axes, keepdims)))


def reduce_logsumexp(input_tensor, axis=None, keepdims=False, name=None):
    x, axes = _t(input_tensor), _axes(axis)
    from tensorflow._tape import stop_gradient
    best = stop_gradient(_r.max(x, axes, True))
    made = _r.log(_r.sum(_r.exp(x - best), axes, True)) + best
    return made if keepdims else _r.sum(made, axes)


def _place(call, input, axis, output_type):
    made = call(_t(input), 0 if axis is None else int(axis))
    return made if type_name(output_type) in (None, 'int64') else _r.astype(made, type_name(output_type))


def argmax(input, axis=None, output_type=None, name=None):
    return _place(_r.argmax, input, axis, output_type)


def argmin(input, axis=None, output_type=None, name=None):
    return _place(_r.argmin, input, axis, output_type)


def _descending(direction):
    if direction not in ('ASCENDING', 'DESCENDING'):
        raise ValueError(f"Argument `direction` should be one of 'ASCENDING' or 'DESCENDING'. Received: {direction}")
    return direction == 'DESCENDING'


def argsort(values, axis=-1, direction='ASCENDING', stable=False, name=None):
    return _r.astype(_r.argsort(_t(values), axis, _descending(direction)), 'int32')


def sort(values, axis=-1, direction='ASCENDING', name=None):
    return _r.sort(_t(values), axis, _descending(direction))


def top_k(input, k=1, sorted=True, index_type=None, name=None):
    import collections
    places = _r.argsort(_t(input), -1, True)[..., :k]
    values = _r.sort(_t(input), -1, True)[..., :k]
    return collections.namedtuple('TopKV2', ['values', 'indices'])(values, _r.astype(places, 'int32'))


def _running(total):
    def function(x, axis=0, exclusive=False, reverse=False, name=None):
        from tensorflow._array_ops import reverse as backwards
        x = _t(x)
        made = total(backwards(x, [axis]) if reverse else x, axis, exclusive)
        return backwards(made, [axis]) if reverse else made
    return function


def _products(x, axis, exclusive):
    from tensorflow._array_ops import concat, ones_like
    before = (builtins.slice(None),) * (axis % x.ndim)
    made = [x[before + (builtins.slice(0, 1),)]]
    made = [ones_like(made[0])] if exclusive else made
    for i in builtins.range(len(made) - exclusive, x.shape[axis] - exclusive):
        made.append(made[-1] * x[before + (builtins.slice(i, i + 1),)])
    return concat(made, axis)


cumsum = _running(lambda x, axis, exclusive: _r.cumsum(x, axis) - x if exclusive else _r.cumsum(x, axis))
cumprod = _running(_products)


def clip_by_value(t, clip_value_min, clip_value_max, name=None):
    t = _t(t)
    return bounded(t, *(_t(one, _r.dtype(t)) if isinstance(one, (_r.Array, list)) else one
                        for one in (clip_value_min, clip_value_max)))


def clip_by_norm(t, clip_norm, axes=None, name=None):
    t = _t(t)
    length = _r.sqrt(_r.sum(_r.square(t), _axes(axes), True)) if axes is not None else _r.norm(t)
    return t * clip_norm / _r.maximum(length, clip_norm)


def global_norm(t_list, name=None):
    return _r.sqrt(add_n([_r.sum(_r.square(one)) for one in t_list if one is not None]))


def clip_by_global_norm(t_list, clip_norm, use_norm=None, name=None):
    whole = global_norm(t_list) if use_norm is None else use_norm
    scale = clip_norm / _r.maximum(whole, clip_norm)
    return [one if one is None else one * scale for one in t_list], whole


def add_n(inputs, name=None):
    inputs = [_t(one) for one in inputs]
    made = inputs[0]
    for one in inputs[1:]:
        made = made + one
    return made


accumulate_n = add_n


def norm(tensor, ord='euclidean', axis=None, keepdims=None, name=None):
    tensor = _t(tensor)
    keeps = builtins.bool(keepdims)
    if ord in ('euclidean', 2, 'fro'):
        return _r.norm(tensor, _axes(axis), keeps) if not isinstance(axis, (list, tuple)) else _r.sqrt(
            _r.sum(_r.square(tensor), _axes(axis), keeps))
    if ord == 1:
        return _r.sum(_r.abs(tensor), _axes(axis), keeps)
    if ord == float('inf'):
        return _r.max(_r.abs(tensor), _axes(axis), keeps)
    raise NotImplementedError(f'tf.norm: Runahead has the orders 1, 2 and infinity, not {ord}')


# Products.

def matmul(a, b, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False, a_is_sparse=False,
           b_is_sparse=False, output_type=None, name=None):
    a = _t(a, _r.dtype(b) if isinstance(b, Tensor) else None)
    b = _t(b, _r.dtype(a))
    transpose_a, transpose_b = transpose_a or adjoint_a, transpose_b or adjoint_b
    if a.ndim < 2 or b.ndim < 2:
        raise InvalidArgumentError(f'In[0] and In[1] has different ndims: {a.shape} vs. {b.shape}' if a.ndim != b.ndim else
                                   'In[0] ndims must be >= 2')
    if a.ndim == b.ndim == 2:
        return _r.dot(_r.transpose(a) if transpose_a else a, _r.transpose(b) if transpose_b else b)
    if b.ndim == 2 and not transpose_a:
        flat = _r.reshape(a, (-1, a.shape[-1]))
        made = _r.dot(flat, _r.transpose(b) if transpose_b else b)
        return _r.reshape(made, a.shape[:-1] + (made.shape[-1],))
    from tensorflow._array_ops import _together
    before = _together(a.shape[:-2], b.shape[:-2])
    a, b = broadcast_to(a, before + a.shape[-2:]), broadcast_to(b, before + b.shape[-2:])
    made = _r.batch_dot(_r.reshape(a, (-1,) + tuple(a.shape[-2:])), _r.reshape(b, (-1,) + tuple(b.shape[-2:])), transpose_a,
                        transpose_b)
    return _r.reshape(made, before + made.shape[-2:])


def matvec(a, b, transpose_a=False, name=None, **options):
    a, b = _t(a), _t(b)
    made = matmul(a, with_axis(b, -1, InvalidArgumentError), transpose_a)
    return _r.reshape(made, made.shape[:-1])


def tensordot(a, b, axes, name=None):
    a, b = _t(a), _t(b)
    if isinstance(axes, int):
        first, second = list(builtins.range(a.ndim - axes, a.ndim)), list(builtins.range(axes))
    else:
        first, second = ([one] if isinstance(one, int) else list(one) for one in axes)
    first, second = [one % a.ndim for one in first], [one % b.ndim for one in second]
    left = [one for one in builtins.range(a.ndim) if one not in first]
    right = [one for one in builtins.range(b.ndim) if one not in second]
    inner = 1
    for one in first:
        inner *= a.shape[one]
    shape = [a.shape[one] for one in left] + [b.shape[one] for one in right]
    rows, columns = _r.reshape(transpose(a, left + first), (-1, inner)), _r.reshape(transpose(b, second + right), (inner, -1))
    return _r.reshape(_r.dot(rows, columns), shape)


def einsum(equation, *inputs, **options):
    """Two tensors after the other, none of whose axes is named twice in one of them."""
    said, arrow, wanted = equation.replace(' ', '').partition('->')
    names = said.split(',')
    inputs = [_t(one) for one in inputs]
    if '.' in said or any(len(set(one)) < len(one) for one in names):
        raise NotImplementedError(f"tf.einsum: Runahead has it for axes that are named, each once in a tensor, not '{equation}'")
    if len(names) != len(inputs) or any(len(one) != x.ndim for one, x in zip(names, inputs)):
        raise ValueError(f"einsum: '{equation}' does not fit to tensors of shapes {[str(x.shape) for x in inputs]}")
    if not arrow:
        wanted = ''.join(sorted(one for one in set(said) - {','} if said.count(one) == 1))
    if len(names) > 2:
        left = set(wanted).union(*names[2:])
        between = ''.join(dict.fromkeys(one for one in names[0] + names[1] if one in left))
        return einsum(f'{between},{",".join(names[2:])}->{wanted}', einsum(f'{names[0]},{names[1]}->{between}', *inputs[:2]), *inputs[2:])
    if len(inputs) == 1:
        gone = [i for i, one in enumerate(names[0]) if one not in wanted]
        made = _r.sum(inputs[0], tuple(gone)) if gone else inputs[0]
        left = [one for one in names[0] if one in wanted]
        return transpose(made, [left.index(one) for one in wanted])
    a, b = inputs
    batch = [one for one in names[0] if one in names[1] and one in wanted]
    inner = [one for one in names[0] if one in names[1] and one not in wanted]
    for i, (one, other) in enumerate((names, names[::-1])):
        gone = [place for place, axis in enumerate(one) if axis not in other and axis not in wanted]
        if gone:
            inputs[i] = _r.sum(inputs[i], tuple(gone))
            names[i] = ''.join(axis for axis in one if axis in other or axis in wanted)
    a, b = inputs
    left, right = ([one for one in its if one not in batch + inner] for its in names)
    sizes = {**dict(zip(names[0], a.shape)), **dict(zip(names[1], b.shape))}
    count = {key: size_of_axes([sizes[one] for one in its]) for key, its in
             (('batch', batch), ('inner', inner), ('left', left), ('right', right))}
    a = transpose(a, [names[0].index(one) for one in batch + left + inner])
    b = transpose(b, [names[1].index(one) for one in batch + inner + right])
    if batch:
        made = _r.batch_dot(_r.reshape(a, (count['batch'], count['left'], count['inner'])),
                            _r.reshape(b, (count['batch'], count['inner'], count['right'])))
    else:
        made = _r.dot(_r.reshape(a, (count['left'], count['inner'])), _r.reshape(b, (count['inner'], count['right'])))
    order = batch + left + right
    made = _r.reshape(made, [sizes[one] for one in order])
    return transpose(made, [order.index(one) for one in wanted])


def size_of_axes(sizes):
    made = 1
    for one in sizes:
        made *= one
    return made


# Functions over the first axis.

def map_fn(fn, elems, dtype=None, fn_output_signature=None, name=None, **options):
    from tensorflow._array_ops import stack
    several = isinstance(elems, (list, tuple))
    parts = [_t(one) for one in elems] if several else [_t(elems)]
    made = [fn(tuple(one[i] for one in parts) if several else parts[0][i]) for i in builtins.range(parts[0].shape[0])]
    if made and isinstance(made[0], (list, tuple)):
        return type(made[0])(stack([_t(one[i]) for one in made]) for i in builtins.range(len(made[0])))
    wanted = type_name(getattr(fn_output_signature, 'dtype', fn_output_signature) or dtype)
    return stack([convert_to_tensor(one, wanted) for one in made])


vectorized_map = map_fn


def foldl(fn, elems, initializer=None, **options):
    parts = [one for one in _t(elems)]
    value = parts.pop(0) if initializer is None else _t(initializer)
    for one in parts:
        value = fn(value, one)
    return value


def scan(fn, elems, initializer=None, **options):
    from tensorflow._array_ops import stack
    parts = [one for one in _t(elems)]
    made = [] if initializer is not None else [parts.pop(0)]
    value = _t(initializer) if initializer is not None else made[0]
    for one in parts:
        value = fn(value, one)
        made.append(value)
    return stack(made)
