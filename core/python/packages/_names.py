# SPDX-License-Identifier: GPL-3.0-or-later
# What the libraries' packages share: names that are not there, types, what is put together from calls.
import opcode
import sys

import _absent
import _runahead as _r


def nearest(owner, name, names):
    near = _absent.nearest(name, names)
    return f'Runahead has no {owner}.{name}' + (f'; the nearest that it has is {owner}.{near}' if near else '')


def missing(module):
    """As a module's __getattr__: a name that it does not have."""
    def __getattr__(name):
        if name.startswith('__'):
            raise AttributeError(name)
        code = sys._getframe(1).f_code.co_code
        imports = code[sys._getframe(1).f_lasti] == opcode.opmap['IMPORT_FROM']
        raise (ImportError if imports else AttributeError)(nearest(module['__name__'], name, names_in(module)))
    return __getattr__


class Lacking:
    """Of a library's own objects: which attribute they do not have."""
    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'; if its library has it, Runahead "
                             'does not')


def names_in(module):
    """What it offers itself."""
    return [name for name, value in module.items()
            if not name.startswith('_') and getattr(value, '__module__', None) != __name__ or isinstance(value, DType)]


class Names:
    """A part of a module that is not imported by itself."""
    def __init__(self, name, **names):
        self.__dict__.update(names, __name__=name)

    def __getattr__(self, name):
        return missing(self.__dict__)(name)


class Array(_r.Array):
    __slots__ = ()

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        raise AttributeError(nearest(type(self).__name__, name, [one for one in dir(type(self)) if one[0] != '_']))

    @property
    def shape(self):
        return _r.shape(self)

    @property
    def ndim(self):
        return len(_r.shape(self))

    @property
    def T(self):
        return self if self.ndim < 2 else _r.transpose(self)

    def item(self):
        return _r.item(self)

    def __copy__(self):
        return _r.copy(self)

    def __deepcopy__(self, memo):
        return _r.copy(self)

    def __iter__(self):
        return (self[index] for index in range(len(self)))

    def __format__(self, form):
        return format(_r.item(self), form) if form and not self.ndim else str(self)

    def reshape(self, *shape):
        return _r.reshape(self, given_shape(shape))


class InPlace:
    """Operators that write into the array's memory, also where others have it."""
    __slots__ = ()

    def __iadd__(self, other):
        return _r.add_into(self, other)

    def __isub__(self, other):
        return _r.sub_into(self, other)

    def __imul__(self, other):
        return _r.mul_into(self, other)

    def __itruediv__(self, other):
        return _r.div_into(self, other)

    def __ifloordiv__(self, other):
        return _r.floor_divide_into(self, other)

    def __imod__(self, other):
        return _r.remainder_into(self, other)

    def __ipow__(self, other):
        return _r.power_into(self, other)

    def __setitem__(self, key, value):
        if isinstance(value, (list, tuple)):
            value = _r.array(type(self), value, _r.place(self), _r.dtype(self))
        _r.write_part(self, key, value)


class DType:
    def __init__(self, name, shown, text=None):
        self.name, self.shown, self.text = name, shown, text or shown

    def __repr__(self):
        return self.shown

    def __str__(self):
        return self.text

    def __eq__(self, other):
        return other is not None and not isinstance(other, _r.Array) and self.name == _known(other)

    def __hash__(self):
        return hash(self.name)


TYPES = ('float32', 'float64', 'int32', 'int64', 'bool')
ALIASES = {float: 'float64', int: 'int64', bool: 'bool', 'float': 'float64', 'double': 'float64', 'int': 'int64',
           'long': 'int64', 'bool_': 'bool'}


def _known(dtype):
    name = getattr(dtype, 'name', dtype)
    try:
        return ALIASES.get(name, name)
    except TypeError:
        return None


def type_name(dtype):
    """What the engine calls it; None stays None."""
    if dtype is None:
        return None
    name = _known(dtype)
    if name not in TYPES:
        raise TypeError(f'dtype {dtype}: Runahead computes in float32, float64, int32, int64 and bool')
    return name


def dtypes(form):
    """Types of a library by name, shown by a form such as 'torch.{}'."""
    return {name: DType(name, form.format(name)) for name in TYPES + ('float16',)}


def size_of(array):
    size = 1
    for axis in array.shape:
        size *= axis
    return size


class Unrecorded:
    """Calls that gradients do not go through, with an array that they did go through until now."""
    def __init__(self, array):
        _r.watched(array)  # what follows another array is brought up to date before

    def __enter__(self):
        self.before = _r.record(False)

    def __exit__(self, *error):
        _r.record(self.before)


def softmax(array, axis=-1):
    with Unrecorded(array):
        powers = _r.exp(array - _r.max(array, axis, True))
        made = powers / _r.sum(powers, axis, True)
    _r.is_softmax(made, array, axis, False)
    return made


def log_softmax(array, axis=-1):
    with Unrecorded(array):
        moved = array - _r.max(array, axis, True)
        made = moved - _r.log(_r.sum(_r.exp(moved), axis, True))
    _r.is_softmax(made, array, axis, True)
    return made


def all_close(a, b, rtol, atol):
    if _r.dtype(a) == 'bool' or _r.dtype(b) == 'bool':
        return all_true(a == b)
    near = _r.logical_and(_r.abs(a - b) <= _r.abs(b) * rtol + atol, _r.abs(b) < float('inf'))
    return all_true(_r.logical_or(a == b, near))


def all_equal(a, b):
    return a.shape == b.shape and all_true(a == b)


def all_true(array):
    return bool(_r.item(_r.min(array))) if size_of(array) else True


def truth(array, best, axis=None, keeps=False):
    """any() and all(): the largest or smallest of what is not 0."""
    return best(array if _r.dtype(array) == 'bool' else _r.astype(array, 'bool'), axis, keeps)


def bounded(array, low, high):
    if isinstance(low, _r.Array) or isinstance(high, _r.Array) or low is high is None:
        array = array if low is None else _r.maximum(array, low)
        return array if high is None else _r.minimum(array, high)
    with Unrecorded(array):
        made = array if low is None else _r.maximum(array, low)
        made = made if high is None else _r.minimum(made, high)
    _r.is_clamp(made, array, low, high)
    return made


def with_axis(array, axis, error):
    """With one more, of one place."""
    shape = array.shape
    at = axis if axis >= 0 else axis + len(shape) + 1
    if not 0 <= at <= len(shape):
        raise error(f'axis {axis} is none of an array that has {len(shape) + 1} with it')
    return _r.reshape(array, shape[:at] + (1,) + shape[at:])


def table(path, delimiter):
    """The numbers of a file's lines; one column or one line has one axis."""
    def number(text):
        try:
            return float(text)
        except ValueError:
            return float('nan')

    with open(path, encoding='utf-8') as file:
        lines = [line.partition('#')[0].strip('\r\n' if delimiter else None) for line in file]
    rows = [[number(one) for one in line.split(delimiter)] for line in lines if line.strip()]
    if any(len(row) != len(rows[0]) for row in rows):
        raise ValueError('Some errors were detected ! Lines have different numbers of columns')
    if rows and len(rows[0]) == 1:
        rows = [row[0] for row in rows]
    return rows[0] if len(rows) == 1 else rows


def grid(arrays, indexing):
    """meshgrid: each array along an axis of its own, of the shape that they have together."""
    shape, swaps = [size_of(one) for one in arrays], indexing == 'xy' and len(arrays) > 1
    axes = [1, 0, *range(2, len(arrays))] if swaps else list(range(len(arrays)))
    whole = tuple(shape[axis] for axis in axes)
    made = []
    for one, axis in zip(arrays, axes):
        along = _r.reshape(one, tuple(-1 if at == axis else 1 for at in range(len(whole))))
        made.append(along * _r.ones(type(one), whole, _r.place(one), _r.dtype(one)))
    return made


def stacked(arrays, axis, error=IndexError, differ=RuntimeError):
    shape = arrays[0].shape
    if any(array.shape != shape for array in arrays):
        raise differ(f'stack: arrays of one shape are stacked, not {shape} and others')
    made = [with_axis(array, axis, error) for array in arrays]
    return _r.concatenate(made, axis if axis >= 0 else axis + len(shape) + 1)


class Descent:
    """weight -= rate * velocity, where velocity = momentum * velocity + gradient + decay * weight."""
    def __init__(self, momentum=0.0, decay=0.0):
        self.momentum, self.decay, self.velocities = momentum, decay, {}

    def step(self, weight, gradient, rate):
        recorded = _r.record(False)
        try:
            if self.decay:
                gradient = gradient + weight * self.decay
            if self.momentum:
                gradient = self.velocity(weight, gradient)
            if _r.dtype(weight) == 'float32':
                _r.subtract_from(weight, gradient, rate)
            else:  # the engine updates float32 in place
                _r.sub_into(weight, gradient * rate)
        finally:
            _r.record(recorded)

    def velocity(self, weight, gradient):
        known = self.velocities.get(id(weight))
        if known and _r.dtype(gradient) == 'float32':
            _r.momentum(known[1], gradient, self.momentum)
            return known[1]
        velocity = known[1] * self.momentum + gradient if known else _r.copy(gradient)
        _r.name(velocity, 'velocity')
        self.velocities[id(weight)] = weight, velocity
        return velocity


def given_shape(sizes):
    """f(2, 3) or f((2, 3))"""
    return sizes[0] if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)) else sizes
