# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.np: NumPy's names, computed behind the program's back.
import collections
import math

import _runahead as _r
from _names import (DType, Names, all_equal, all_true, bounded, dtypes, given_shape, grid, missing, size_of, stacked,
                    table, truth, type_name)
from mxnet import _elements, _ops
from mxnet import random as _random
from mxnet._array import Common, told_once
from mxnet.context import place_of

_builtin_sum, _builtin_any = sum, any  # which are NumPy's names, too
globals().update(dtypes("<class 'numpy.{}'>"))
bool_ = DType('bool', "<class 'numpy.bool_'>")
del globals()['bool']
pi, inf, nan, e = 3.141592653589793, float('inf'), float('nan'), 2.718281828459045
newaxis = None


class ndarray(Common):
    __slots__ = ()

    def as_nd_ndarray(self):
        from mxnet import nd
        return _r.as_type(nd.NDArray, self)

    def as_np_ndarray(self):
        return self

    def __repr__(self):
        dtype = _r.dtype(self)
        text = _r.printed(self, 'numpy', ',', 6 if self.ndim else 0).strip()
        return f"array({text}{'' if dtype in ('float32', 'bool') else ', dtype=' + dtype})"

    def std(self, axis=None, ddof=0, keepdims=False):
        return _r.sqrt(_ops.variance(self, axis, ddof, keepdims))

    def var(self, axis=None, ddof=0, keepdims=False):
        return _ops.variance(self, axis, ddof, keepdims)

    def sort(self, axis=-1):
        self[:] = _ops.sorted_along(self, axis)

    def argsort(self, axis=-1):
        return _ops.order_along(self, axis)

    def ravel(self):
        return _r.reshape(self, (size_of(self),))

    def clip(self, min=None, max=None):
        return bounded(self, min, max)

    def round(self, decimals=0):
        return round(self, decimals)

    def prod(self, axis=None, dtype=None, keepdims=False):
        return prod(self, axis, dtype, keepdims)

    def nonzero(self):
        return nonzero(self)

    def any(self, axis=None, keepdims=False):
        return truth(self, _r.max, axis, keepdims)

    def all(self, axis=None, keepdims=False):
        return truth(self, _r.min, axis, keepdims)

    def __str__(self):
        return _r.printed(self, 'numpy', '', 0)


_r.set_rules(ndarray, 'mxnet')


def _made(call, shape, numbers, dtype, ctx, device):
    return call(ndarray, () if shape is None else shape, *numbers, place_of(ctx or device), type_name(dtype))


def zeros(shape, dtype=None, order='C', ctx=None, device=None):
    return _made(_r.zeros, shape, (), dtype, ctx, device)


def ones(shape, dtype=None, order='C', ctx=None, device=None):
    return _made(_r.ones, shape, (), dtype, ctx, device)


def full(shape, fill_value, dtype=None, ctx=None, device=None):
    return _r.full(ndarray, shape, fill_value, place_of(ctx or device), type_name(dtype), 'float32', 'float32')


def arange(start, stop=None, step=1, dtype=None, ctx=None, device=None):
    start, stop, step = (one.item() if isinstance(one, _r.Array) else one for one in (start, stop, step))
    first, last = (0, start) if stop is None else (start, stop)
    return _r.arange(ndarray, first, last, step, place_of(ctx or device), type_name(dtype), 'float32')


def zeros_like(a):
    return _r.zeros(ndarray, a.shape, _r.place(a), _r.dtype(a))


def ones_like(a):
    return _r.ones(ndarray, a.shape, _r.place(a), _r.dtype(a))


def array(object, dtype=None, ctx=None, device=None):
    if isinstance(object, (list, tuple)) and object and isinstance(object[0], _r.Array):
        object = stacked(list(object), 0)
    if isinstance(object, _r.Array):
        made = _r.to_context(ndarray, object, place_of(ctx or device))
        if dtype is None and _r.dtype(made) == 'float64' and not isinstance(object, ndarray):
            dtype = 'float32'  # of NumPy's
        return made if dtype is None else made.astype(dtype)
    return _r.array(ndarray, object, place_of(ctx or device), type_name(dtype), 'float32', 'float32')


def where(condition, x, y):
    return _ops.chosen(condition, x, y)


def concatenate(seq, axis=0):
    return _r.concatenate(list(seq), axis)


def stack(arrays, axis=0):
    return stacked(list(arrays), axis)


def clip(a, a_min, a_max):
    return bounded(a, a_min, a_max)


def empty(shape, dtype=None, order='C', ctx=None, device=None):
    return zeros(shape, dtype, order, ctx, device)


def full_like(a, fill_value, dtype=None):
    return _r.full(ndarray, a.shape, fill_value, _r.place(a), type_name(dtype) or _r.dtype(a))


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, ctx=None, device=None):
    step = (stop - start) / ((num - 1 if endpoint else num) or 1)
    made = arange(num, dtype='float64', ctx=ctx, device=device) * float(step) + float(start)
    made = _r.astype(made, type_name(dtype) or 'float32')
    return (made, step) if retstep else made


def eye(N, M=None, k=0, dtype=None, ctx=None, device=None):
    rows = arange(N, dtype='int32', ctx=ctx, device=device)
    columns = arange(N if M is None else M, dtype='int32', ctx=ctx, device=device)
    return _r.astype(_r.equal(_r.reshape(rows, (-1, 1)) + k, _r.reshape(columns, (1, -1))), type_name(dtype) or 'float32')


def identity(n, dtype=None, ctx=None):
    return eye(n, dtype=dtype, ctx=ctx)


def expand_dims(a, axis):
    return _ops.expanded(a, axis)


def squeeze(a, axis=None):
    return _ops.squeezed(a, axis)


def tile(A, reps):
    return _ops.tiled(A, reps)


def repeat(a, repeats, axis=None):
    return _ops.repeated(a, repeats, axis)


def broadcast_to(array, shape):
    return _ops.broadcasted(array, given_shape((shape,)))


def meshgrid(*xi, indexing='xy'):
    return grid(xi, indexing)


def split(ary, indices_or_sections, axis=0):
    return _ops.parts(ary, indices_or_sections, axis)


def hsplit(ary, indices_or_sections):
    return _ops.parts(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


def vsplit(ary, indices_or_sections):
    return _ops.parts(ary, indices_or_sections, 0)


def hstack(arrays):
    return _r.concatenate(list(arrays), 1 if arrays[0].ndim > 1 else 0)


def vstack(arrays):
    return _r.concatenate([one if one.ndim > 1 else _r.reshape(one, (1, -1)) for one in arrays], 0)


def append(arr, values, axis=None):
    if axis is None:
        arr, values = (_r.reshape(one, (size_of(one),)) for one in (arr, values))
    return _r.concatenate([arr, values], axis or 0)


def swapaxes(a, axis1, axis2):
    return _ops.swapped(a, axis1, axis2)


def moveaxis(a, source, destination):
    return _elements.moved(a, source, destination)


def transpose(a, axes=None):
    return _ops.transposed(a, axes)


def flip(m, axis=None):
    for one in range(m.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,):
        m = _ops.flipped(m, one)
    return m


def take(a, indices, axis=None, mode='clip'):
    return _ops.take(a, indices, axis, mode)


def cumsum(a, axis=None, dtype=None):
    return _ops.summed_up(a if dtype is None else _ops.as_type(a, type_name(dtype)), axis)


def sort(a, axis=-1):
    return _ops.sorted_along(a, axis)


def argsort(a, axis=-1):
    return _ops.order_along(a, axis)


def _uniform(low=0.0, high=1.0, size=None, dtype=None, ctx=None, device=None):
    return _made(_r.uniform, size, (_random._number(low), _random._number(high)), dtype, ctx, device)


def _normal(loc=0.0, scale=1.0, size=None, dtype=None, ctx=None, device=None):
    if isinstance(loc, _r.Array) or isinstance(scale, _r.Array):
        shape = size if size is not None else (loc if isinstance(loc, _r.Array) else scale).shape
        return _made(_r.normal, shape, (0, 1), dtype, ctx, device) * scale + loc
    return _made(_r.normal, size, (loc, scale), dtype, ctx, device)


def _rand(*size, dtype=None, ctx=None, device=None):
    return _made(_r.uniform, size, (0, 1), dtype, ctx, device)


def _randn(*size, dtype=None, ctx=None, device=None):
    return _made(_r.normal, size, (0, 1), dtype, ctx, device)


def _randint(low, high=None, size=None, dtype=None, ctx=None, device=None):
    low, high = (0, low) if high is None else (low, high)
    return _random.whole(ndarray, low, high, () if size is None else size, place_of(ctx or device), type_name(dtype) or 'int64')


def _exponential(scale=1.0, size=None, ctx=None, device=None):
    return -_r.log(1 - _uniform(size=size, ctx=ctx, device=device)) * scale


def _bernoulli(prob, size=None, dtype=None, ctx=None):
    return _r.astype(_r.less(_uniform(size=size, ctx=ctx), _random._number(prob)), type_name(dtype) or 'float32')


def _shuffle(x):
    x[:] = _random.shuffle(x)


def _permutation(x):
    return _random.order_of(x, ndarray, place_of(None)) if isinstance(x, int) else _random.shuffle(x)


def _choice(a, size=None, replace=True, p=None, ctx=None):
    if p is not None:
        raise NotImplementedError('random.choice: Runahead chooses with equal probabilities (p=None)')
    count = a if isinstance(a, int) else a.shape[0]
    places = _randint(count, size=size, ctx=ctx) if replace else _permutation(count)[:_count(size)].reshape(size or ())
    return places if isinstance(a, int) else _r.take(a, places, 0)


def _multinomial(n, pvals, size=None):
    """How many of n fall to each."""
    if isinstance(pvals, (list, tuple)):
        if _builtin_sum(pvals[:-1]) > 1 + 1e-12 or _builtin_any(one < 0 or one > 1 for one in pvals):
            raise ValueError('pvals < 0, pvals > 1 or sum(pvals[:-1]) > 1.0')
        pvals = array(pvals)
    before = () if size is None else (size,) if isinstance(size, int) else tuple(size)
    count = pvals.shape[0]
    chance = _r.uniform(ndarray, before + (n, 1), 0, 1, _r.place(pvals))
    bounds = _r.reshape(_r.cumsum(pvals, 0)[:count - 1], (1,) * (len(before) + 1) + (count - 1,))
    passed = _r.astype(_r.greater_equal(chance, bounds), 'int64')
    places = _r.sum(passed, len(before) + 1, False)
    return _r.astype(_r.sum(_r.one_hot(places, count, 'float32'), len(before), False), 'int64')


def _count(shape):
    count = 1
    for one in (shape,) if isinstance(shape, int) else shape or ():
        count *= one
    return count


def _seed(seed):
    """The run's seed and this one: the numbers begin anew."""
    _r.seed(ndarray, seed)


def add(x1, x2):
    return x1 + x2


def subtract(x1, x2):
    return x1 - x2


def multiply(x1, x2):
    return x1 * x2


def true_divide(x1, x2):
    return x1 / x2


def negative(x):
    return -x


def reciprocal(x):
    return 1 / x


def sum(a, axis=None, dtype=None, out=None, keepdims=False):
    made = _ops.reduced(_r.sum, a if dtype is None else _ops.as_type(a, type_name(dtype)), axis, keepdims)
    return _random._into(made, out)


def mean(a, axis=None, dtype=None, out=None, keepdims=False):
    made = _ops.reduced(_r.mean, a if dtype is None else _ops.as_type(a, type_name(dtype)), axis, keepdims)
    return _random._into(made, out)


def std(a, axis=None, ddof=0, keepdims=False):
    return _r.sqrt(_ops.variance(a, axis, ddof, keepdims))


def var(a, axis=None, ddof=0, keepdims=False):
    return _ops.variance(a, axis, ddof, keepdims)


def max(a, axis=None, keepdims=False):
    return _ops.reduced(_r.max, a, axis, keepdims)


def min(a, axis=None, keepdims=False):
    return _ops.reduced(_r.min, a, axis, keepdims)


def argmax(a, axis=None, keepdims=False):
    return _ops.position(_r.argmax, a, axis, keepdims)


def argmin(a, axis=None, keepdims=False):
    return _ops.position(_r.argmin, a, axis, keepdims)


def any(a, axis=None, keepdims=False):
    return truth(a, _r.max, axis, keepdims)


def all(a, axis=None, keepdims=False):
    return truth(a, _r.min, axis, keepdims)


def sign(x):
    return _ops.signs(x)


def floor(x):
    return _ops.floored(x)


def ceil(x):
    return _ops.ceiled(x)


def isnan(x):
    return _r.not_equal(x, x)


def isinf(x):
    return _r.equal(_r.abs(x), inf)


def isfinite(x):
    return _r.less(_r.abs(x), inf)


def round(x, decimals=0):
    return _elements.rint(x * 10.0 ** decimals) / 10.0 ** decimals if decimals else _elements.rint(x)


around = round_ = round


def prod(a, axis=None, dtype=None, keepdims=False):
    return _elements.product(a if dtype is None else _ops.as_type(a, type_name(dtype)), axis, keepdims)


def tril(m, k=0):
    return _elements.triangle(m, k)


def triu(m, k=0):
    return _elements.triangle(m, k, False)


def diag(v, k=0):
    return _elements.diagonal(v, k)


def trace(a, offset=0):
    return _r.sum(_elements.diagonal(a, offset))


def pad(x, pad_width, mode='constant', constant_values=0):
    pairs = pad_width if isinstance(pad_width, (tuple, list)) else (pad_width, pad_width)
    pairs = pairs if isinstance(pairs[0], (tuple, list)) else [tuple(pairs)] * x.ndim
    return _elements.padded(x, pairs, mode, constant_values)


def nonzero(a):
    """For each axis the places of what is not 0, for which the program waits."""
    flat = _r.tolist(_r.reshape(a, (size_of(a),)))
    found, places = [at for at, one in enumerate(flat) if one], []
    for size in a.shape[::-1]:
        places.insert(0, [at % size for at in found])
        found = [at // size for at in found]
    return tuple(array(one, 'int64') for one in places)


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    """In their order; the program waits for the values."""
    if axis is not None:
        raise NotImplementedError('unique: Runahead has it of all elements (axis=None)')
    flat = _r.tolist(_r.reshape(ar, (size_of(ar),)))
    values = sorted(set(flat))
    place = {value: at for at, value in enumerate(values)}
    made = [_r.array(ndarray, values, _r.place(ar), _r.dtype(ar))]
    if return_index:
        first = {value: at for at, value in reversed(list(enumerate(flat)))}
        made.append(array([first[value] for value in values], 'int64'))
    if return_inverse:
        made.append(array([place[one] for one in flat], 'int64'))
    if return_counts:
        counts = collections.Counter(flat)
        made.append(array([counts[value] for value in values], 'int64'))
    return made[0] if len(made) == 1 else tuple(made)


def array_equiv(a1, a2):
    return all_true(_r.equal(a1, a2))


def isclose(a, b, rtol=1e-5, atol=1e-8):
    return _r.less_equal(_r.abs(a - b), _r.abs(b) * rtol + atol)


def set_printoptions(precision=None, threshold=None, suppress=None, **options):
    told_once('np.set_printoptions: arrays are printed as without it.')


def outer(a, b):
    return _r.reshape(a, (-1, 1)) * _r.reshape(b, (1, -1))


def array_equal(a1, a2):
    return all_equal(a1, a2)


def allclose(a, b, rtol=1e-5, atol=1e-8):
    return all_true(_r.less_equal(_r.abs(a - b), _r.abs(b) * rtol + atol))


def dot(a, b, out=None):
    return _random._into(_ops.np_dot(a, b), out)


def tensordot(a, b, axes=2):
    return _ops.tensordot(a, b, axes)


def matmul(a, b, out=None):
    return _random._into(_ops.matmul(a, b), out)


def _of(call, plain=None):
    """Also of a number alone, as NumPy has it."""
    name = call.__name__
    plain = plain or getattr(math, name)

    def of_any(x):
        if not isinstance(x, (int, float)):
            return call(x)
        try:
            return plain(x)
        except OverflowError:
            return inf
        except ValueError:
            return -inf if name == 'log' and x == 0 else nan
    of_any.__name__ = of_any.__qualname__ = name
    return of_any


def genfromtxt(fname, dtype=float32, delimiter=None):
    return array(table(fname, delimiter), dtype)


def _norm(x, ord=None, axis=None, keepdims=False):
    if ord not in (None, 2):
        raise NotImplementedError('linalg.norm: Runahead has the one of squares (ord=2)')
    return _r.norm(x) if axis is None and not keepdims else _r.sqrt(_ops.reduced(_r.sum, _r.square(x), axis, keepdims))


def shape(a):
    return a.shape


def ndim(a):
    return a.ndim


divide, power, maximum, minimum = _r.div, _r.power, _r.maximum, _r.minimum
mod, floor_divide = _r.remainder, _r.floor_divide
equal, not_equal, less, less_equal = _r.equal, _r.not_equal, _r.less, _r.less_equal
greater, greater_equal = _r.greater, _r.greater_equal
logical_and, logical_or, logical_not = _r.logical_and, _r.logical_or, _r.logical_not
square = _r.square
exp, log, sqrt, tanh, sin, cos = (_of(one) for one in (_r.exp, _r.log, _r.sqrt, _r.tanh, _r.sin, _r.cos))
sinh, cosh, tan, log1p, expm1, log2, log10, degrees, radians = (
    _of(one) for one in (_elements.sinh, _elements.cosh, _elements.tan, _elements.log1p, _elements.expm1, _elements.log2,
                         _elements.log10, _elements.degrees, _elements.radians))
arcsin, arccos, arctan = _of(_elements.arcsin, math.asin), _of(_elements.arccos, math.acos), _of(_r.arctan, math.atan)
arcsinh, arccosh = _of(_elements.arcsinh, math.asinh), _of(_elements.arccosh, math.acosh)
arctanh = _of(_elements.arctanh, math.atanh)
cbrt, trunc, fix, rint = _elements.cbrt, _elements.trunc, _elements.trunc, _elements.rint
deg2rad, rad2deg = radians, degrees
absolute = _r.abs
abs = _r.abs
copy = _r.copy


def reshape(a, newshape, order='C'):
    return _r.reshape(a, newshape)


random = Names('random', uniform=_uniform, normal=_normal, rand=_rand, randn=_randn, seed=_seed, randint=_randint,
               shuffle=_shuffle, permutation=_permutation, choice=_choice, exponential=_exponential, bernoulli=_bernoulli,
               multinomial=_multinomial)
linalg = Names('linalg', norm=_norm)

__getattr__ = missing(globals())
