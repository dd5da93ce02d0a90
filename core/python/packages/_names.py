# SPDX-License-Identifier: GPL-3.0-or-later
# What the libraries' packages share: names that are not there, types, functions that are traced.
import _runahead as _r


def nearest(owner, name, names):
    import difflib
    near = difflib.get_close_matches(name, [known for known in names if not known.startswith('_')], 1, .5)
    return f'Runahead has no {owner}.{name}' + (f'; the nearest that it has is {owner}.{near[0]}' if near else '')


def missing(module):
    """As a module's __getattr__: a name that it does not have."""
    def __getattr__(name):
        if name.startswith('__'):
            raise AttributeError(name)
        raise AttributeError(nearest(module['__name__'], name, module))
    return __getattr__


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
        raise AttributeError(nearest(type(self).__name__, name, dir(type(self))))

    @property
    def shape(self):
        return _r.shape(self)

    @property
    def ndim(self):
        return len(_r.shape(self))

    @property
    def T(self):
        return _r.transpose(self)

    def item(self):
        return _r.item(self)

    def reshape(self, *shape):
        return _r.reshape(self, given_shape(shape))


class InPlace:
    """Operators that change the array itself, whoever else has a name for it."""
    __slots__ = ()

    def __iadd__(self, other):
        return _r.rebind(self, self + other)

    def __isub__(self, other):
        return _r.rebind(self, self - other)

    def __imul__(self, other):
        return _r.rebind(self, self * other)

    def __itruediv__(self, other):
        return _r.rebind(self, self / other)


class DType:
    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


def dtypes(prefix):
    return {name: DType(prefix + name) for name in ('float16', 'float32', 'float64', 'int32', 'int64')}


def float32_only(dtype):
    if dtype is not None and not str(dtype).endswith('float32'):
        raise TypeError(f"dtype {dtype}: Runahead's engine computes in float32 alone")


def floats_only(values, call):
    """Whole numbers would make an array of integers."""
    if isinstance(values, (list, tuple)):
        for value in values:
            floats_only(value, call)
    elif isinstance(values, int):
        raise TypeError(f"{call} of whole numbers makes integers, and Runahead's engine computes in float32 alone: "
                        f'write {values}.0, or dtype=float32')


def size_of(array):
    size = 1
    for axis in array.shape:
        size *= axis
    return size


def given_shape(sizes):
    """f(2, 3) or f((2, 3))"""
    return sizes[0] if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)) else sizes


class Function:
    """f as a call that mode function traces; in every other mode just f."""
    def __init__(self, f, array, in_tape=False):
        self.f, self.array, self.in_tape = f, array, in_tape
        self.number = None
        self.__name__ = getattr(f, '__name__', type(f).__name__)
        self.made = {}

    def __call__(self, *args, **kwargs):
        # A traced call has no gradients: inside a tape it runs as it stands.
        if not _r.traces() or (_r.records() and not self.in_tape):
            return self.f(*args, **kwargs)
        if kwargs:
            import inspect
            bound = inspect.signature(self.f).bind(*args, **kwargs)
            if bound.kwargs:
                raise TypeError(f'{self.__name__}() is traced, so its arguments have places')
            args = bound.args
        arrays = [one for one in args if isinstance(one, _r.Array)]
        numbers = [one for one in args if isinstance(one, int)]
        if len(arrays) + len(numbers) < len(args):
            raise TypeError(f'{self.__name__}() is traced: Runahead gives it arrays and whole numbers alone')
        # What it returns has a form beside its arrays: that of the call that was traced.
        key = tuple(one.shape if isinstance(one, _r.Array) else one for one in args)
        if self.number is None:
            self.number = _r.new_function(self.__name__)

        def body():
            found = []
            self.made[key] = taken_apart(self.f(*args), found, self.__name__)
            return found
        results = iter(_r.call_function(self.array or type(arrays[0]), self.number, arrays, numbers, body))
        return put_together(self.made[key], results)

    def __get__(self, owner, kind=None):
        if owner is None:
            return self
        functions = owner.__dict__.setdefault('_functions', {})
        if self.f not in functions:
            functions[self.f] = Function(self.f.__get__(owner), self.array, self.in_tape)
        return functions[self.f]

    def __del__(self):
        if self.number is not None and _r is not None:
            _r.drop_function(self.number)


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
