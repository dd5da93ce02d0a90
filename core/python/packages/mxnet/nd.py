# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.nd: the names that the older library has, and its arrays.
import _runahead as _r
from _names import Names, bounded, given_shape, missing, size_of, stacked, type_name
from mxnet import _boxes, _elements, _files, _ops, _windows
from mxnet import random as _random
from mxnet._array import Common
from mxnet.context import place_of


class NDArray(Common):
    __slots__ = ()

    @property
    def dtype(self):
        import numpy
        return getattr(numpy, 'bool_' if _r.dtype(self) == 'bool' else _r.dtype(self))

    def asscalar(self):
        return _r.asscalar(self)

    def reshape(self, *shape, **options):
        if set(options) - {'shape'}:
            raise NotImplementedError(f'reshape: Runahead has it without {sorted(set(options) - {"shape"})[0]}')
        return _ops.reshaped(self, *(shape or (options['shape'],)))

    def flatten(self):
        return _r.view(self, (self.shape[0], size_of(self) // (self.shape[0] or 1)))

    def norm(self, ord=2, axis=None, keepdims=False):
        return norm(self, ord, axis, keepdims)

    def max(self, axis=None, keepdims=False, exclude=False):
        return _ops.reduced(_r.max, self, axis, keepdims, exclude)

    def min(self, axis=None, keepdims=False, exclude=False):
        return _ops.reduced(_r.min, self, axis, keepdims, exclude)

    def sum(self, axis=None, keepdims=False, exclude=False):
        return _ops.reduced(_r.sum, self, axis, keepdims, exclude)

    def mean(self, axis=None, keepdims=False, exclude=False):
        return _ops.reduced(_r.mean, self, axis, keepdims, exclude)

    def split(self, num_outputs, axis=1, squeeze_axis=False):
        return split(self, num_outputs, axis, squeeze_axis)

    def slice(self, begin, end, step=()):
        return _ops.sliced(self, begin, end, step)

    def topk(self, axis=-1, k=1, ret_typ='indices', is_ascend=False, dtype='float32'):
        return _ops.topk(self, axis, k, ret_typ, is_ascend, dtype)

    def sort(self, axis=-1, is_ascend=True):
        return _ops.sorted_along(self, axis, not is_ascend)

    def argsort(self, axis=-1, is_ascend=True, dtype='float32'):
        return _ops.order_along(self, axis, not is_ascend, dtype)

    def flip(self, axis):
        return _ops.flipped(self, axis)

    def as_np_ndarray(self):
        from mxnet import np
        return _r.as_type(np.ndarray, self)

    def as_nd_ndarray(self):
        return self

    def __repr__(self):
        text = _r.printed(self, 'numpy', '', 0)
        return f"\n{text}\n<NDArray {'x'.join(str(size) for size in self.shape) or 'scalar'} @{self.ctx}>"


for _name in ('sinh', 'cosh', 'tan', 'arcsin', 'arccos', 'arcsinh', 'arccosh', 'arctanh', 'log1p', 'expm1', 'log2', 'log10', 'cbrt',
              'degrees', 'radians', 'rint', 'trunc'):
    setattr(NDArray, _name, getattr(_elements, _name))
NDArray.arctan = lambda self: _r.arctan(self)  # a call of the module is no method
NDArray.round, NDArray.fix, NDArray.prod = _elements.round_away, _elements.trunc, _elements.product
_r.set_rules(NDArray, 'nd')


def _made(call, shape, numbers, ctx, dtype):
    return call(NDArray, shape, *numbers, place_of(ctx), type_name(dtype))


def zeros(shape, ctx=None, dtype=None):
    return _made(_r.zeros, shape, (), ctx, dtype)


def ones(shape, ctx=None, dtype=None):
    return _made(_r.ones, shape, (), ctx, dtype)


def empty(shape, ctx=None, dtype=None):
    return _made(_r.zeros, shape, (), ctx, dtype)


def array(source_array, ctx=None, dtype=None):
    if isinstance(source_array, (list, tuple)) and source_array and isinstance(source_array[0], _r.Array):
        source_array = stacked(list(source_array), 0)
    if isinstance(source_array, _r.Array):
        made = _r.to_context(NDArray, source_array, place_of(ctx))
        known = type_name(dtype) or (_r.dtype(made) if isinstance(source_array, NDArray) else 'float32')
        return made if _r.dtype(made) == known else made.astype(known)
    return _r.array(NDArray, source_array, place_of(ctx), type_name(dtype), 'float32', 'float32')


def full(shape, val, ctx=None, dtype=None):
    return _r.full(NDArray, shape, val, place_of(ctx), type_name(dtype), 'float32', 'float32')


def arange(start, stop=None, step=1.0, repeat=1, ctx=None, dtype=None):
    first, last = (0, start) if stop is None else (start, stop)
    made = _r.arange(NDArray, first, last, step, place_of(ctx), type_name(dtype), 'float32')
    return made if repeat == 1 else _ops.repeated(made, repeat)


def linspace(start, stop, num, endpoint=True, ctx=None, dtype=None):
    step = (stop - start) / ((num - 1 if endpoint else num) or 1)
    made = arange(num, ctx=ctx, dtype='float64') * float(step) + float(start)
    return _r.astype(made, type_name(dtype) or 'float32')


def eye(N, M=0, k=0, ctx=None, dtype=None):
    rows, columns = (_r.arange(NDArray, 0, count, 1, place_of(ctx), 'int32') for count in (N, M or N))
    return _r.astype(_r.equal(_r.reshape(rows, (-1, 1)) + k, _r.reshape(columns, (1, -1))), type_name(dtype) or 'float32')


def zeros_like(data):
    return data.zeros_like()


def ones_like(data):
    return data.ones_like()


def concat(*data, dim=1):
    return _r.concatenate(list(data[0] if len(data) == 1 and isinstance(data[0], (list, tuple)) else data), dim)


def stack(*data, axis=0):
    return stacked(list(data[0] if len(data) == 1 and isinstance(data[0], (list, tuple)) else data), axis)


def split(data, num_outputs, axis=1, squeeze_axis=False):
    made = _ops.parts(data, num_outputs, axis)
    made = [_ops.squeezed(one, axis) for one in made] if squeeze_axis else made
    return made[0] if num_outputs == 1 else made


def clip(data, a_min, a_max):
    return bounded(data, a_min, a_max)


def reshape(data, shape):
    return _r.reshape(data, _ops.mxnets_shape(data, given_shape((shape,))))


def reshape_like(lhs, rhs):
    return _r.reshape(lhs, rhs.shape)


def flatten(data):
    return _r.reshape(data, (data.shape[0], -1))


def expand_dims(data, axis):
    return _ops.expanded(data, axis)


def squeeze(data, axis=None):
    return _ops.squeezed(data, axis)


def transpose(data, axes=None):
    return _ops.transposed(data, axes or None)


def swapaxes(data, dim1=0, dim2=0):
    return _ops.swapped(data, dim1, dim2)


def repeat(data, repeats, axis=None):
    return _ops.repeated(data, repeats, axis)


def tile(data, reps):
    return _ops.tiled(data, reps)


def flip(data, axis):
    return _ops.flipped(data, axis)


def broadcast_to(data, shape):
    return _ops.broadcasted(data, shape)


def broadcast_like(lhs, rhs):
    return _ops.broadcasted(lhs, rhs.shape)


def broadcast_axis(data, axis=(), size=()):
    shape = list(data.shape)
    for one, count in zip((axis,) if isinstance(axis, int) else axis, (size,) if isinstance(size, int) else size):
        shape[one] = count
    return _ops.broadcasted(data, tuple(shape))


def slice(data, begin, end, step=()):
    return _ops.sliced(data, begin, end, step)


def slice_axis(data, axis, begin, end):
    return _ops.part(data, axis, begin, end)


def take(a, indices, axis=0, mode='clip'):
    return _ops.take(a, indices, axis, mode)


def pick(data, index, axis=-1, keepdims=False, mode='clip'):
    return _ops.pick(data, index, axis, keepdims, mode)


def one_hot(indices, depth, on_value=1.0, off_value=0.0, dtype='float32'):
    return _ops.one_hot(indices, depth, on_value, off_value, dtype)


def where(condition, x, y):
    return _ops.chosen(condition, x, y)


def topk(data, axis=-1, k=1, ret_typ='indices', is_ascend=False, dtype='float32'):
    return _ops.topk(data, axis, k, ret_typ, is_ascend, dtype)


def sort(data, axis=-1, is_ascend=True):
    return _ops.sorted_along(data, axis, not is_ascend)


def argsort(data, axis=-1, is_ascend=True, dtype='float32'):
    return _ops.order_along(data, axis, not is_ascend, dtype)


def max(data, axis=None, keepdims=False, exclude=False):
    return _ops.reduced(_r.max, data, axis, keepdims, exclude)


def min(data, axis=None, keepdims=False, exclude=False):
    return _ops.reduced(_r.min, data, axis, keepdims, exclude)


def sum(data, axis=None, keepdims=False, exclude=False):
    return _ops.reduced(_r.sum, data, axis, keepdims, exclude)


def mean(data, axis=None, keepdims=False, exclude=False):
    return _ops.reduced(_r.mean, data, axis, keepdims, exclude)


def argmax(data, axis=None, keepdims=False):
    return _ops.position(_r.argmax, data, axis, keepdims)


def argmin(data, axis=None, keepdims=False):
    return _ops.position(_r.argmin, data, axis, keepdims)


def norm(data, ord=2, axis=None, keepdims=False):
    if ord not in (1, 2):
        raise NotImplementedError('norm: Runahead has those of ord=1 and ord=2')
    if ord == 1:
        return _ops.reduced(_r.sum, _r.abs(data), axis, keepdims)
    if axis is None and not keepdims:
        return _r.norm(data)
    return _r.sqrt(_ops.reduced(_r.sum, _r.square(data), axis, keepdims))


def dot(lhs, rhs, transpose_a=False, transpose_b=False):
    return _ops.product_of(lhs, rhs, transpose_a, transpose_b)


def batch_dot(lhs, rhs, transpose_a=False, transpose_b=False):
    return _ops.batch_dot(lhs, rhs, transpose_a, transpose_b)


def add_n(*args):
    made = args[0]
    for one in args[1:]:
        made = made + one
    return made


def add(lhs, rhs, out=None):
    return _random._into(lhs + rhs, out)


def subtract(lhs, rhs, out=None):
    return _random._into(lhs - rhs, out)


def multiply(lhs, rhs, out=None):
    return _random._into(lhs * rhs, out)


def divide(lhs, rhs, out=None):
    return _random._into(lhs / rhs, out)


def nansum(data, axis=None, keepdims=False, exclude=False):
    return _ops.reduced(_r.sum, _elements.without_nan(data), axis, keepdims, exclude)


def prod(data, axis=None, keepdims=False):
    return _elements.product(data, axis, keepdims)


def moveaxis(tensor, source, destination):
    return _elements.moved(tensor, source, destination)


def concatenate(arrays, axis=0, always_copy=True):
    return _r.concatenate(list(arrays), axis)


def pad(data, mode='constant', pad_width=(), constant_value=0.0):
    return _elements.padded(data, list(zip(pad_width[::2], pad_width[1::2])), mode, constant_value)


def diag(data, k=0):
    return _elements.diagonal(data, k)


def gather_nd(data, indices):
    return _elements.gathered(data, indices)


def sample_multinomial(data, shape=(), get_prob=False, dtype='int32'):
    return _elements.drawn_categories(data, shape, type_name(dtype), get_prob)


def negative(data):
    return -data


def reciprocal(data):
    return 1 / data


def sign(data):
    return _ops.signs(data)


def floor(data):
    return _ops.floored(data)


def ceil(data):
    return _ops.ceiled(data)


def rsqrt(data):
    return 1 / _r.sqrt(data)


def cast(data, dtype):
    return _r.astype(data, type_name(dtype))


def softmax(data, axis=-1, length=None, temperature=None, use_length=False, dtype=None):
    return _ops.softmax(data, axis, length, temperature, use_length, dtype)


def log_softmax(data, axis=-1, temperature=None):
    return _ops.log_softmax(data, axis, temperature)


def softmax_cross_entropy(data, label):
    return -_r.sum(_ops.pick(_ops.log_softmax(data), label))


def softsign(data):
    return _ops.softsign(data)


def smooth_l1(data, scalar=1.0):
    return _ops.smooth_l1(data, scalar)


def Activation(data, act_type):
    return _ops.activation(data, act_type)


def LeakyReLU(data, act_type='leaky', slope=0.25):
    calls = {'leaky': _ops.leaky, 'elu': _ops.elu, 'selu': lambda x, _: _ops.selu(x)}
    if act_type not in calls:
        raise NotImplementedError(f"LeakyReLU: act_type '{act_type}': Runahead has {', '.join(calls)}")
    return calls[act_type](data, slope)


def FullyConnected(data, weight, bias=None, num_hidden=None, no_bias=False, flatten=True):
    return _ops.fully_connected(data, weight, bias, num_hidden, no_bias, flatten)


def Convolution(data, weight, bias=None, kernel=(), stride=(), dilate=(), pad=(), num_filter=0, num_group=1, no_bias=False,
                layout=None):
    return _windows.convolution_of(data, weight, bias, kernel, stride, dilate, pad, num_filter, num_group, no_bias, layout)


def Pooling(data, kernel=(), pool_type='max', global_pool=False, pooling_convention='valid', stride=(), pad=(),
            count_include_pad=True, layout=None):
    return _windows.pooling_of(data, kernel, pool_type, global_pool, pooling_convention, stride, pad, count_include_pad, layout)


def Dropout(data, p=0.5, mode='training', axes=()):
    return _ops.dropout(data, p, mode, axes)


def BatchNorm(data, gamma, beta, moving_mean, moving_var, eps=1e-3, momentum=0.9, fix_gamma=True, use_global_stats=False,
              axis=1):
    return _ops.batch_norm(data, gamma, beta, moving_mean, moving_var, eps, momentum, fix_gamma, use_global_stats, axis)


def LayerNorm(data, gamma, beta, axis=-1, eps=1e-5):
    return _ops.layer_norm(data, gamma, beta, axis, eps)


def Embedding(data, weight, input_dim=None, output_dim=None, dtype='float32', sparse_grad=False):
    return _ops.embedding(data, weight)


def SequenceMask(data, sequence_length=None, use_sequence_length=False, value=0.0, axis=0):
    return _ops.sequence_mask(data, sequence_length, use_sequence_length, value, axis)


def ROIPooling(data, rois, pooled_size, spatial_scale):
    return _boxes.pooled_regions(data, rois, pooled_size, spatial_scale)


def L2Normalization(data, eps=1e-10, mode='instance'):
    axes = {'instance': tuple(range(1, data.ndim)), 'channel': 1, 'spatial': tuple(range(2, data.ndim))}[mode]
    return data / _r.sqrt(_r.sum(_r.square(data), axes, True) + eps)


def SoftmaxActivation(data, mode='instance'):
    if mode == 'channel':
        return _ops.softmax(data, 1)
    return _r.reshape(_ops.softmax(_r.reshape(data, (data.shape[0], -1))), data.shape)


def Deconvolution(data, weight, bias=None, kernel=(), stride=(), dilate=(), pad=(), adj=(), target_shape=(), num_filter=0,
                  num_group=1, no_bias=True, layout=None):
    return _windows.deconvolution_of(data, weight, bias, kernel, stride, dilate, pad, adj, target_shape, num_filter, num_group,
                                     no_bias, layout)


def linalg_gemm2(A, B, transpose_a=False, transpose_b=False, alpha=1.0):
    made = _ops.matmul(*(_ops.swapped(one, -1, -2) if turned else one for one, turned in ((A, transpose_a), (B, transpose_b))))
    return made if alpha == 1 else made * alpha


def linalg_gemm(A, B, C, transpose_a=False, transpose_b=False, alpha=1.0, beta=1.0):
    return linalg_gemm2(A, B, transpose_a, transpose_b, alpha) + C * beta


def stop_gradient(data):
    return _r.detached(data)


def save(fname, data):
    _files.save(fname, data)


def load(fname):
    return _files.load(fname, NDArray)


def shuffle(data):
    return _random.shuffle(data)


maximum, minimum = _r.maximum, _r.minimum
power, modulo = _r.power, _r.remainder
equal, not_equal, lesser, lesser_equal = _r.equal, _r.not_equal, _r.less, _r.less_equal
greater, greater_equal = _r.greater, _r.greater_equal
elemwise_add = broadcast_add = broadcast_plus = add
elemwise_sub = broadcast_sub = broadcast_minus = subtract
elemwise_mul = broadcast_mul = multiply
elemwise_div = broadcast_div = divide
broadcast_maximum, broadcast_minimum, broadcast_power = maximum, minimum, power
broadcast_equal, broadcast_not_equal = equal, not_equal
broadcast_greater, broadcast_greater_equal = greater, greater_equal
broadcast_lesser, broadcast_lesser_equal = lesser, lesser_equal
ElementWiseSum = add_n
Flatten, Reshape, Concat, Cast, BlockGrad = flatten, reshape, concat, cast, stop_gradient
SliceChannel, SwapAxis = split, swapaxes
broadcast_mod = modulo
logical_and = broadcast_logical_and = _ops.numbers_of(_r.logical_and)
logical_or = broadcast_logical_or = _ops.numbers_of(_r.logical_or)
logical_not = _ops.numbers_of(_r.logical_not)
sinh, cosh, tan, arcsin, arccos = _elements.sinh, _elements.cosh, _elements.tan, _elements.arcsin, _elements.arccos
arcsinh, arccosh, arctanh, arctan = _elements.arcsinh, _elements.arccosh, _elements.arctanh, _r.arctan
log1p, expm1, log2, log10, cbrt = _elements.log1p, _elements.expm1, _elements.log2, _elements.log10, _elements.cbrt
degrees, radians, round, rint = _elements.degrees, _elements.radians, _elements.round_away, _elements.rint
fix = trunc = _elements.trunc
hard_sigmoid, erf = _elements.hard_sigmoid, _r.erf
Pad = pad
relu = _r.relu
sigmoid = _r.sigmoid
square = _r.square
exp = _r.exp
log = _r.log
sqrt = _r.sqrt
tanh = _r.tanh
sin, cos = _r.sin, _r.cos
abs = _r.abs
identity = _r.copy
waitall = _r.waitall
uniform = random_uniform = _random.uniform
normal = random_normal = _random.normal
random_randint, random_exponential = _random.randint, _random.exponential
linalg = Names('linalg', gemm=linalg_gemm, gemm2=linalg_gemm2)
random = _random

__getattr__ = missing(globals())
