# SPDX-License-Identifier: GPL-3.0-or-later
# tf.function: what one is given, which trace that takes, and what it prints. Not here: tracing itself (_functions.py).
import ast
import builtins
import linecache
import sys

import _runahead as _r
from _functions import Captured, Function, is_own, on_own_stdout
from _names import type_name
import tensorflow as _tf

running = []  # what is called now, the innermost last
eager = [False]


class Running:
    """One call: the names of its arguments, and their shapes."""
    def __init__(self, named, is_open=False):
        self.names, self.is_open = {id(one): name for name, one in named}, is_open
        self.first = _r.arrays_until_now()


def symbolic(tensor):
    """How a tensor of a graph is shown; None: it has a value."""
    if not running:
        return None
    for call in reversed(running):
        if id(tensor) in call.names:
            if isinstance(tensor, _tf.Variable):
                return None
            name, shape = call.names[id(tensor)]
            shape = '<unknown>' if shape is None else shape
            return f'Tensor("{name}:0", shape={shape}, dtype={_r.dtype(tensor)})'
    if isinstance(tensor, _tf.Variable):
        return f"<tf.Variable '{tensor.name}' shape={tensor.shape} dtype={_r.dtype(tensor)}>"
    if has_value(tensor):
        return None
    raise NotImplementedError('inside a tf.function, Runahead has no names for what is computed there: tf.print prints its '
                              'value, and print() an argument')


def shape_of(tensor):
    """What the program is told: where a signature leaves a size open, that is None while the function is traced."""
    sizes = _tf.TensorShape(_r.shape(tensor))
    asks = sys._getframe(2).f_globals.get('__name__', '')
    if isinstance(tensor, _tf.Variable) or not is_own(asks) or not builtins.any(call.is_open for call in running):
        return sizes
    for call in running:
        if call.is_open and id(tensor) in call.names:
            name, shape = call.names[id(tensor)]
            if shape is None:
                raise NotImplementedError(f'{name}.shape: Runahead has no unknown ranks; tf.shape({name}) and tf.rank({name}) '
                                          'have their values')
            return shape
    if has_value(tensor):
        return sizes
    raise NotImplementedError('shape: inside a tf.function whose input_signature has None, Runahead tells the shapes of its '
                              'arguments alone; tf.shape() has the sizes of what is computed')


def has_value(tensor):
    """Whether it was there before the function was called."""
    return not running or _r.number_of(tensor) < running[0].first


def require_value(tensor):
    if isinstance(tensor, _tf.Variable) and running:
        raise NotImplementedError('numpy() is only available when eager execution is enabled.')
    if not has_value(tensor) or any(id(tensor) in call.names for call in running):
        raise AttributeError("'Tensor' object has no attribute 'numpy': inside a tf.function it has no value yet")


HEADS = ast.If, ast.While, ast.For, ast.IfExp
texts = {}


def looks_at(depth):
    """Python asks for a tensor's value, or for its parts, inside a function: AutoGraph makes that part of the graph, all of
    whose Python is run once for each trace."""
    if not running:
        return
    frame = sys._getframe(depth + 1)
    while frame and not is_own(frame.f_globals.get('__name__', '')):
        frame = frame.f_back
    if frame is None:
        return
    key = frame.f_code, frame.f_lineno
    if key not in texts:
        texts[key] = effect_below(frame.f_code.co_filename, frame.f_lineno)
    if texts[key]:
        raise NotImplementedError(f'line {texts[key]}: inside an `if` or a loop over tensors, TensorFlow runs Python code such '
                                  'as print() and append() once for each trace, and Runahead does not: tf.print is part of '
                                  'the graph')


def effect_below(file, line):
    """The line of what does more than compute, in the statement whose head is there; None: nothing does."""
    try:
        tree = ast.parse(''.join(linecache.getlines(file)))
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        if isinstance(node, HEADS[:3]):
            head = node.iter if isinstance(node, ast.For) else node.test
            if head.lineno <= line <= head.end_lineno:
                for one in (inner for statement in node.body + node.orelse for inner in ast.walk(statement)):
                    called = one.value if isinstance(one, ast.Expr) and isinstance(one.value, ast.Call) else None
                    if called and (getattr(called.func, 'id', '') == 'print' or getattr(called.func, 'attr', '') == 'append'):
                        return one.lineno
    return None


class TensorSpec:
    def __init__(self, shape=None, dtype=None, name=None):
        self.shape = _tf.TensorShape(() if shape is None else shape)
        self.any_rank = shape is None
        text = getattr(dtype, 'name', dtype) == 'string'
        self.dtype, self.name = _tf.string if text else getattr(_tf, type_name(dtype or 'float32')), name

    @staticmethod
    def from_tensor(tensor, name=None):
        return TensorSpec(tensor.shape, tensor.dtype, name)

    def __repr__(self):
        shape = '<unknown>' if self.any_rank else str(self.shape)
        return f'TensorSpec(shape={shape}, dtype=tf.{self.dtype.name}, name={self.name!r})'

    def __eq__(self, other):
        return isinstance(other, TensorSpec) and (self.shape, self.dtype) == (other.shape, other.dtype)

    def __hash__(self):
        return hash((self.shape, self.dtype))

    def takes(self, tensor):
        shape = tensor.shape
        return _r.dtype(tensor) == self.dtype.name and (self.any_rank or len(shape) == len(self.shape) and builtins.all(
            wanted in (None, size) for wanted, size in zip(self.shape, shape)))


class Place:
    """Of a tensor, in the form of the arguments."""
    def __init__(self, number):
        self.number = number


def apart(value, arrays, name, names):
    """A key of the value, its form with places for its tensors, which go to `arrays`."""
    import numpy
    if isinstance(value, numpy.ndarray):
        value = _tf.convert_to_tensor(value)
    if isinstance(value, _tf._texts.Texts):
        raise NotImplementedError(f'{name}: Runahead has no tensors of texts as arguments of a tf.function; a str is one')
    if isinstance(value, _tf.Variable):
        return ('variable', id(value)), value
    if isinstance(value, _r.Array):
        arrays.append(value)
        names.append(name)
        return (tuple(value.shape), _r.dtype(value)), Place(len(arrays) - 1)
    if isinstance(value, TensorSpec):
        return (tuple(value.shape), value.dtype.name), value
    if isinstance(value, dict):
        parts = {key: apart(one, arrays, name, names) for key, one in value.items()}
        return tuple((key, part[0]) for key, part in parts.items()), {key: part[1] for key, part in parts.items()}
    if isinstance(value, (list, tuple)) and not isinstance(value, _tf.TensorShape):
        parts = [apart(one, arrays, name, names) for one in value]
        form = [part[1] for part in parts]
        fields = hasattr(value, '_fields')
        return (type(value), tuple(part[0] for part in parts)), type(value)(*form) if fields else type(value)(form)
    try:
        hash(value)
        return (type(value), value), value
    except TypeError:
        return (type(value), id(value)), value


def together(form, arrays):
    if isinstance(form, Place):
        return arrays[form.number]
    if isinstance(form, dict):
        return {key: together(one, arrays) for key, one in form.items()}
    if isinstance(form, (list, tuple)) and not isinstance(form, _tf.TensorShape):
        made = [together(one, arrays) for one in form]
        return type(form)(*made) if hasattr(form, '_fields') else type(form)(made)
    return form


class One(Function):
    """A trace: of one kind of arguments, whose tensors it is given."""
    reads_values = True

    def __init__(self, owner, form, names, specs):
        self.form, self.argument_names, self.specs, self.owner = form, names, specs, owner
        super().__init__(self.body, _tf.Tensor, made_of=_tf.convert_to_tensor)
        self.__name__ = owner.__name__
        self.captured = owner.captured

    def body(self, *arrays):
        named = []
        for i, array in enumerate(arrays):
            shape = array.shape
            if self.specs is not None:
                shape = None if self.specs[i].any_rank else self.specs[i].shape
            named.append(((self.argument_names[i], shape), array))
        running.append(Running(named, builtins.any(shape is None or None in shape for (_, shape), _ in named)))
        try:
            args, kwargs = together(self.form, arrays)
            return self.owner.python_function(*args, **kwargs)
        finally:
            running.pop()

    def key_of(self, args):
        return ()


class PolymorphicFunction:
    """A function of the program, and its traces."""
    def __init__(self, python_function, input_signature=None):
        self.python_function, self.input_signature = python_function, input_signature
        self.__name__ = getattr(python_function, '__name__', type(python_function).__name__)
        self.__doc__ = getattr(python_function, '__doc__', None)
        self.traced = {}
        self.captured = self.signature = None

    def __call__(self, *args, **kwargs):
        if eager[0]:
            return self.python_function(*args, **kwargs)
        one, arrays = self.one_for(args, kwargs)
        return one.go_on(arrays, {})

    def one_for(self, args, kwargs):
        import inspect
        self.captured = self.captured or Captured(self.python_function)
        if self.signature is None:
            try:
                self.signature = inspect.signature(self.python_function)
            except (TypeError, ValueError):
                self.signature = False
        if self.signature:
            bound = self.signature.bind(*args, **kwargs)
            bound.apply_defaults()
            args, kwargs = bound.args, bound.kwargs
            parameters = list(self.signature.parameters.values())
        else:
            parameters = []
        arrays, names, keys, form, specs = [], [], [], [], None
        given = list(args)
        if self.input_signature is not None:
            given, specs = self.as_signed(given)
        for i, value in enumerate(given):
            name = parameters[min(i, len(parameters) - 1)].name if parameters else 'args'
            key, one = apart(value, arrays, name, names)
            keys.append(key)
            form.append(one)
        more, by_name = [], {}
        for name, value in kwargs.items():
            key, by_name[name] = apart(value, arrays, name, names)
            more.append((name, key))
        key = ('signed',) if specs is not None else (tuple(keys), tuple(more))
        if key not in self.traced:
            one = self.traced[key] = One(self, (tuple(form), by_name), numbered(names), specs)
            one.whole = [value for value in given if type(value) is int]
        return self.traced[key], arrays

    def as_signed(self, given):
        wanted = list(self.input_signature)
        if len(given) > len(wanted) or len(given) < len(wanted):
            raise TypeError(f'{self.__name__}() takes {len(wanted)} arguments by its input_signature, not {len(given)}')
        if not builtins.all(isinstance(spec, TensorSpec) for spec in wanted):
            raise NotImplementedError('input_signature: Runahead takes one tf.TensorSpec for each argument')
        made = []
        for spec, value in zip(wanted, given):
            tensor = value if isinstance(value, _tf.Tensor) else _tf.convert_to_tensor(value, spec.dtype)
            if not spec.takes(tensor):
                raise TypeError(f'{self.__name__}(): Can not cast TensorSpec(shape={tensor.shape}, dtype={tensor.dtype!r}) to '
                                f'{spec!r}')
            made.append(_tf.identity(tensor) if isinstance(tensor, _tf.Variable) else tensor)
        return made, wanted

    def experimental_get_tracing_count(self):
        return len(self.traced)

    def get_concrete_function(self, *args, **kwargs):
        if not args and not kwargs and self.input_signature:
            args = tuple(self.input_signature)
        return ConcreteFunction(self, args, kwargs)

    def __get__(self, owner, kind=None):
        if owner is None:
            return self
        functions = owner.__dict__.setdefault('_functions', {})
        if self not in functions:
            functions[self] = PolymorphicFunction(self.python_function.__get__(owner), self.input_signature)
        return functions[self]


def numbered(names):
    """Of several tensors of one argument: x, x_1."""
    counts, made = {}, []
    for name in names:
        made.append(name if name not in counts else f'{name}_{counts[name]}')
        counts[name] = counts.get(name, 0) + 1
    return made


class ConcreteFunction:
    """Of tensors of certain shapes."""
    def __init__(self, owner, args, kwargs):
        self.owner, self.args, self.kwargs = owner, args, kwargs

    def __call__(self, *args, **kwargs):
        given = iter(args)
        full = [one if not isinstance(one, (TensorSpec, _r.Array)) else next(given, None) for one in self.args]
        for spec, one in zip(self.args, full):
            if isinstance(spec, TensorSpec):
                if one is None or not spec.takes(_tf.convert_to_tensor(one)):
                    raise InvalidArguments(f'{self.owner.__name__}() is a function of {spec!r}')
        return self.owner(*full, **{**self.kwargs, **kwargs})


class InvalidArguments(TypeError):
    pass


def function(func=None, input_signature=None, autograph=True, jit_compile=None, reduce_retracing=False,
             experimental_implements=None, experimental_autograph_options=None, experimental_relax_shapes=None,
             experimental_compile=None, experimental_follow_type_hints=None):
    if reduce_retracing or experimental_relax_shapes:
        raise NotImplementedError('tf.function: Runahead has no reduce_retracing; an input_signature with None does it')
    if func is None:
        return lambda inner: function(inner, input_signature, autograph, jit_compile)
    return PolymorphicFunction(func.python_function if isinstance(func, PolymorphicFunction) else func, input_signature)


def run_functions_eagerly(run_eagerly):
    eager[0] = run_eagerly


def print(*inputs, output_stream=None, summarize=3, sep=' ', end='\n', name=None):
    """Part of the graph: at every call, to standard error where the program names nothing else."""
    values = [shown(one, summarize) for one in inputs]
    builtins.print(*values, sep=sep, end=end, file=on_own_stdout(output_stream or sys.stderr))


def shown(value, summarize, inside=False):
    needs_values()
    if isinstance(value, _r.Array):
        return rows(_r.tolist(value), _r.dtype(value), summarize)
    if isinstance(value, _tf._texts.Texts):
        return _texts_shown(value.values, summarize)
    if isinstance(value, dict):
        return '{' + ', '.join(f'{key!r}: {shown(value[key], summarize, True)}' for key in sorted(value)) + '}'
    if isinstance(value, (list, tuple)):
        inner = ', '.join(shown(one, summarize, True) for one in value)
        return f'[{inner}]' if isinstance(value, list) else f'({inner}{"," if len(value) == 1 else ""})'
    return repr(value) if inside else str(value)


def _texts_shown(value, summarize, quoted=False):
    if not isinstance(value, list):
        return f'"{value.decode()}"' if quoted else value.decode()
    parts = [_texts_shown(one, summarize, True) for one in value]
    if summarize != -1 and len(parts) > 2 * summarize:
        parts[summarize:-summarize] = ['...']
    return '[' + ' '.join(parts) + ']'


def rows(value, dtype, summarize, indent=0):
    if not isinstance(value, list):
        return number(value, dtype)
    whole = summarize == -1 or len(value) <= 2 * summarize
    parts = [rows(one, dtype, summarize, indent + 1) for one in (value if whole else value[:summarize] + value[-summarize:])]
    deep = builtins.bool(value) and isinstance(value[0], list)
    between = '\n' + ' ' * (indent + 1) if deep else ' '
    if not whole:
        parts.insert(summarize, '...')
    return '[' + between.join(parts) + ']'


def number(value, dtype):
    """As the graph's operation writes it."""
    if dtype == 'bool':
        return '1' if value else '0'
    if dtype == 'float32':
        import struct
        short = f'{value:.6g}'
        exact = value != value or struct.pack('f', float(short)) == struct.pack('f', value)
        return short if exact else f'{value:.9g}'
    if dtype == 'float64':
        short = f'{value:.15g}'
        return short if value != value or float(short) == value else f'{value:.17g}'
    return str(value)


class NeedsValues(Exception):
    """Python wants the value of a tensor of a graph."""


def needs_values():
    if _r.tracing():
        raise NeedsValues('has no value yet')


def py_function(func=None, inp=None, Tout=None, name=None):
    needs_values()
    before, running[:] = running[:], []
    try:
        made = func(*[_tf.convert_to_tensor(one) for one in inp])
    finally:
        running[:] = before
    several = isinstance(Tout, (list, tuple))
    return [_tf.convert_to_tensor(one, kind) for one, kind in zip(made or (), Tout)] if several else _tf.convert_to_tensor(made, Tout)


def numpy_function(func=None, inp=None, Tout=None, stateful=True, name=None):
    return py_function(lambda *given: func(*[one.numpy() for one in given]), inp, Tout)
