# SPDX-License-Identifier: GPL-3.0-or-later
# What the libraries' packages share: names that are not there, types, functions that are traced.
import opcode
import sys

import _runahead as _r


def nearest(owner, name, names):
    import difflib
    near = difflib.get_close_matches(name, names, 1, .5)
    return f'Runahead has no {owner}.{name}' + (f'; the nearest that it has is {owner}.{near[0]}' if near else '')


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


class Captured:
    """What a function of the program takes from names outside: arrays and numbers."""
    def __init__(self, f):
        self.places, self.seen, self.stored = [], set(), set()
        self.look(getattr(f, '__func__', f))
        self.places = [place for place in self.places if place[1] not in self.stored]

    def look(self, f):
        """Also in what it calls, of the program's own."""
        code = getattr(f, '__code__', None)
        if code is None or code in self.seen:
            return
        self.look_in(code, f.__globals__)
        for name, cell in zip(code.co_freevars, f.__closure__ or ()):
            self.add(Cell(cell), name)

    def look_in(self, code, names):
        import dis
        self.seen.add(code)
        self.stored |= {one.argval for one in dis.get_instructions(code) if one.opname in ('STORE_GLOBAL', 'STORE_DEREF')}
        for name in code.co_names:
            if name in names:
                self.add(names, name)
        for inner in code.co_consts:
            if isinstance(inner, type(code)):
                self.look_in(inner, names)

    def add(self, holder, name):
        value = holder.get(name)
        if isinstance(value, (_r.Array, int, float)):
            self.places.append((holder, name))
        elif type(value) is type(nearest):
            self.look(value)

    def values(self):
        return [holder.get(name) for holder, name in self.places]

    def put(self, values):
        """They have these values from now on. What has changed by that, as it was."""
        before = []
        for (holder, name), value in zip(self.places, values):
            now = holder.get(name)
            if not same_value(now, value):
                before.append((holder, name, now))
                holder[name] = value
        return before


class Cell:
    """Of a closure, as names are."""
    def __init__(self, cell):
        self.cell = cell

    def get(self, name):
        try:
            return self.cell.cell_contents
        except ValueError:  # it has none yet
            return None

    def __setitem__(self, name, value):
        self.cell.cell_contents = value


def same_value(a, b):
    return a is b or not isinstance(a, _r.Array) and not isinstance(b, _r.Array) and type(a) is type(b) and a == b


class Function:
    """f as a call that mode function traces; in every other mode just f. A library either looks at each call
    whether names outside have other values (PyTorch), or goes on with those that they had when it traced."""
    def __init__(self, f, array, in_tape=False, looks=False, made_of=None):
        self.f, self.array, self.in_tape, self.looks = f, array, in_tape, looks
        self.made_of = made_of  # what it returns in the place of a number; None: that
        self.numbers = {}  # of the engine's functions, by which arguments are arrays
        self.__name__ = getattr(f, '__name__', type(f).__name__)
        self.made = {}
        self.captured = None
        self.known = []  # of each trace, the values outside

    def __call__(self, *args, **kwargs):
        if self.looks and not _r.traces():
            return self.call(args, kwargs, 0)
        self.captured = self.captured or Captured(self.f)
        if not self.captured.places:
            return self.call(args, kwargs, 0)
        now = self.captured.values()
        if self.looks:
            for trace, known in enumerate(self.known):
                if all(map(same_value, known, now)):
                    return self.call(args, kwargs, trace)
            self.known.append(now)
            return self.call(args, kwargs, len(self.known) - 1)
        key = tuple((one.shape, _r.dtype(one)) if isinstance(one, _r.Array) else repr(one) for one in args)
        known = dict(self.known).get(key)
        if known is None:
            self.known.append((key, now))
            return self.call(args, kwargs, 0)
        before = self.captured.put(known)
        try:
            return self.call(args, kwargs, 0)
        finally:
            for holder, name, value in before:
                holder[name] = value

    def call(self, args, kwargs, trace):
        # A traced call has no gradients: inside a tape it runs as it stands.
        if not _r.traces() or (_r.records() and not self.in_tape):
            return self.returned(self.f(*args, **kwargs))
        if kwargs:
            import inspect
            bound = inspect.signature(self.f).bind(*args, **kwargs)
            if bound.kwargs:
                raise TypeError(f'{self.__name__}() is traced, so its arguments have places')
            args = bound.args
        arrays = [one for one in args if isinstance(one, _r.Array)]
        numbers = [one for one in args if type(one) is int]
        if not all(one is None or isinstance(one, (_r.Array, int, float, str)) for one in args):
            raise TypeError(f'{self.__name__}() is traced: Runahead gives it arrays, numbers, text and None alone')
        # What it returns has a form beside its arrays: that of the call that was traced.
        key = tuple((one.shape, _r.dtype(one)) if isinstance(one, _r.Array) else one for one in args)
        places = (trace, self.in_tape and _r.records()) + tuple(
            isinstance(one, _r.Array) if isinstance(one, _r.Array) or type(one) is int else repr(one) for one in args)
        if places not in self.numbers:
            self.numbers[places] = _r.new_function(self.__name__)

        def body():
            found = []
            self.made[places, key] = taken_apart(self.returned(self.f(*args)), found, self.__name__)
            return found
        results = iter(_r.call_function(self.array or type(arrays[0]), self.numbers[places], arrays, numbers, body))
        return put_together(self.made[places, key], results)

    def returned(self, value):
        if self.made_of and isinstance(value, (tuple, list)):
            return type(value)(map(self.returned, value))
        return self.made_of(value) if self.made_of and isinstance(value, (bool, int, float)) else value

    def __get__(self, owner, kind=None):
        if owner is None:
            return self
        functions = owner.__dict__.setdefault('_functions', {})
        if self.f not in functions:
            functions[self.f] = Function(self.f.__get__(owner), self.array, self.in_tape, self.looks, self.made_of)
        return functions[self.f]

    def __del__(self, drop=_r.drop_function):  # at the end of a run this module is empty
        for number in self.numbers.values():
            drop(number)


def taken_apart(value, found, name):
    if isinstance(value, _r.Array):
        found.append(value)
        return _r.Array
    if isinstance(value, (tuple, list)):
        return type(value)(taken_apart(one, found, name) for one in value)
    if value is None:
        return None
    raise TypeError(f'{name}() is traced: it returns arrays, not a {type(value).__name__}')


def put_together(form, results):
    if form is _r.Array:
        return next(results)
    if form is None:
        return None
    return type(form)(put_together(one, results) for one in form)
