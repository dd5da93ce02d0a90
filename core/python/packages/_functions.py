# SPDX-License-Identifier: GPL-3.0-or-later
# Functions of a program that are traced, and what they find outside their arguments.
import contextlib
import io
import sys
import types

import _runahead as _r
from _program import packages

PLAIN = (type(None), bool, int, float, str)


class Captured:
    """What a function of the program reaches outside its arguments: names of modules and closures, and what the lists, dicts
    and objects behind them have."""
    def __init__(self, f):
        self.codes, self.names, self.roots, self.reached = set(), set(), [], set()
        self.reach(f, True)

    def reach(self, value, inside_library=False):
        """Also what it calls, of the program's own."""
        if type(value) in PLAIN or isinstance(value, (_r.Array, types.ModuleType)) or id(value) in self.reached:
            return
        self.reached.add(id(value))
        if isinstance(value, types.FunctionType):
            self.look(value)
        elif isinstance(value, types.MethodType):
            self.reach(value.__func__)
            self.reach(value.__self__, True)
        elif isinstance(value, Function):
            self.reach(value.f, inside_library)
        elif isinstance(value, type):
            self.look_at_class(value)
        elif isinstance(value, (list, tuple, dict)):
            for one in list(value.values() if isinstance(value, dict) else value):
                self.reach(one, inside_library)
        elif hasattr(value, '__dict__'):
            own = not is_librarys(value)
            self.look_at_class(type(value))
            if own and inside_library:
                self.roots.append((value.__dict__, self.names))
            for one in list(value.__dict__.values()):
                self.reach(one, not own)

    def look_at_class(self, kind):
        for one in kind.__mro__:
            if is_own(one.__module__):
                for name, value in list(vars(one).items()):
                    value = getattr(value, '__func__', getattr(value, 'fget', value))
                    if name != '__init__' and isinstance(value, (types.FunctionType, Function)):
                        self.reach(value)

    def look(self, f):
        if f.__code__ in self.codes or not is_own(f.__globals__.get('__name__', '')):
            return
        named = self.look_in(f.__code__)
        if not any(holder is f.__globals__ for holder, _ in self.roots):
            self.roots.append((f.__globals__, self.names))
        for name in named:
            self.reach(f.__globals__.get(name))
        for cell in f.__closure__ or ():
            self.roots.append((Cell(cell), Cell.names))
            self.reach(taken(*self.roots[-1]).get(Cell.name))

    def look_in(self, code):
        self.codes.add(code)
        named = set(code.co_names)
        for inner in code.co_consts:
            if isinstance(inner, types.CodeType):
                named |= self.look_in(inner)
        self.names |= named
        return named

    def state(self):
        """What all that it reaches has now: (holder, by which names or None, content)."""
        found, seen, left = [], set(), self.roots[:]
        while left:
            holder, names = left.pop()
            if id(holder) in seen:
                continue
            seen.add(id(holder))
            content = taken(holder, names)
            found.append((holder, names, content))
            for value in content if isinstance(content, list) else content.values():
                if type(value) not in PLAIN and not isinstance(value, _r.Array):
                    self.add_holders(value, left)
        return found

    def add_holders(self, value, found):
        if isinstance(value, (list, dict)):
            found.append((value, None))
        elif isinstance(value, tuple):
            for one in value:
                self.add_holders(one, found)
        elif isinstance(value, types.ModuleType):
            if is_own(value.__name__):
                found.append((value.__dict__, self.names))
        elif not isinstance(value, (type, types.FunctionType)) and hasattr(value, '__dict__') and not is_librarys(value):
            found.append((value.__dict__, self.names))


def is_own(module):
    """Whether a module of that name is the program's own."""
    top = (module or '').split('.')[0]
    return top == '__main__' or bool(top) and top not in packages and top not in sys.stdlib_module_names


def is_librarys(value):
    """Whether it is an object of a library that runs on the engine."""
    return type(value).__module__.split('.')[0] in packages


class Cell:
    """Of a closure, as a dict of one name."""
    name = 'content'
    names = {name}

    def __init__(self, cell):
        self.cell = cell

    def __contains__(self, name):
        try:
            self.cell.cell_contents
        except ValueError:
            return False
        return True

    def __getitem__(self, name):
        return self.cell.cell_contents

    def update(self, content):
        self.cell.cell_contents = content[Cell.name]

    def pop(self, name, otherwise):
        del self.cell.cell_contents


def taken(holder, names):
    return holder.copy() if names is None else {name: holder[name] for name in names if name in holder}


def put(state):
    for holder, names, content in state:
        if isinstance(holder, list):
            holder[:] = content
            continue
        for name in list(holder) if names is None else names:
            if name not in content and name in holder:
                holder.pop(name, None)
        if content:
            holder.update(content)


def same_state(a, b):
    return len(a) == len(b) and all(map(same_content, a, b))


def same_content(a, b):
    (holder, _, content), (other, _, there) = a, b
    if isinstance(holder, Cell) and isinstance(other, Cell):
        holder, other = holder.cell, other.cell
    if holder is not other or len(content) != len(there):
        return False
    if isinstance(content, list):
        return all(map(same_value, content, there))
    return all(name in there and same_value(value, there[name]) for name, value in content.items())


def same_value(a, b):
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(same_value, a, b))
    return a is b or type(a) is type(b) and type(a) in PLAIN and a == b


def with_new_arrays(before, after):
    """Whether names have an array that had none: a variable that the first call makes."""
    contents = {id(holder): content for holder, _, content in before if isinstance(content, dict)}
    return any(isinstance(value, _r.Array) and contents.get(id(holder), {}).get(name) is None
               for holder, _, content in after if isinstance(content, dict) for name, value in content.items())


class Effects(Exception):
    """What is traced does more than compute: it prints, or changes what it finds outside."""


class Held:
    """What is printed meanwhile; `drop()` forgets it, else it is printed at the end."""
    outer = {}  # by what holds it, where it goes

    def __enter__(self):
        self.before, self.text, self.dropped = sys.stdout, io.StringIO(), False
        Held.outer[id(self.text)] = self.before
        sys.stdout = self.text
        return self

    def drop(self):
        self.dropped = True

    def __exit__(self, *error):
        sys.stdout = self.before
        Held.outer.pop(id(self.text), None)
        if not self.dropped and self.text.getvalue():
            self.before.write(self.text.getvalue())


def on_own_stdout(stream):
    """Where a stream goes, whatever is held."""
    while id(stream) in Held.outer:
        stream = Held.outer[id(stream)]
    return stream


tracing_now = []
seen_behind = []  # of what is traced now: (array, what looks at it when its value is there, behind each call)


def see_behind(array, look):
    seen_behind.append((array, look))


def depends_on(holder, name):
    """What is traced now holds for this value of the holder's attribute."""
    for function in tracing_now:
        function.guards.setdefault((id(holder), name), (holder, name))


class Function:
    """f as a call that mode function traces; in every other mode just f. A library either looks at each call whether what f
    finds outside has other values, and runs f itself where it changes that (PyTorch); or it goes on with the values that it
    found when it traced, and f prints and changes what is outside that one time."""
    most_traces = 8  # as PyTorch's: then it runs f itself
    reads_values = False  # what asks for values runs call by call
    whole = ()  # numbers among its arguments that each trace has one of

    def __init__(self, f, array, in_tape=False, looks=False, made_of=None):
        self.f, self.array, self.in_tape, self.looks = f, array, in_tape, looks
        self.made_of = made_of  # what it returns in the place of a number; None: that
        self.numbers = {}  # of the engine's functions, by which arguments are arrays
        self.__name__ = getattr(f, '__name__', type(f).__name__)
        self.made = {}
        self.captured = None
        self.traces = []  # what each found outside, where it looks
        self.known = {}  # the same by the arguments, where it goes on
        self.as_it_stands = False
        self.guards = {}

    def __call__(self, *args, **kwargs):
        if self.looks and (self.as_it_stands or not _r.traces()):
            return self.returned(self.f(*args, **kwargs))
        self.captured = self.captured or Captured(self.f)
        return self.look_again(args, kwargs) if self.looks else self.go_on(args, kwargs)

    def look_again(self, args, kwargs):
        now = self.captured.state()
        trace = next((i for i, known in enumerate(self.traces) if same_state(known, now)), len(self.traces))
        if trace == self.most_traces:
            return self.returned(self.f(*args, **kwargs))
        if trace == len(self.traces):
            self.traces.append(now)
        try:
            return self.call(args, kwargs, trace, now)
        except Effects:
            put(now)
            self.as_it_stands = True
            self.traces.clear()
        return self.returned(self.f(*args, **kwargs))

    def key_of(self, args):
        return tuple((one.shape, _r.dtype(one)) if isinstance(one, _r.Array) else repr(one) for one in args)

    def go_on(self, args, kwargs):
        key = self.key_of(args)
        known = self.known.get(key)
        if known is None:
            before = self.captured.state()
            made = self.call_or_read(args, kwargs, before)
            after = self.captured.state()
            self.known[key] = after if with_new_arrays(before, after) else before
            return made
        now = [(holder, names, taken(holder, names)) for holder, names, _ in known]
        put(known)
        try:
            with Held() as held:
                held.drop()
                return self.call_or_read(args, kwargs, known)
        finally:
            put(now)

    def call_or_read(self, args, kwargs, before):
        if not self.reads_values:
            return self.call(args, kwargs)
        if not self.as_it_stands and _r.traces():
            try:
                return self.call(args, kwargs)
            except Exception as error:
                if 'has no value yet' not in str(error):
                    raise
            put(before)
            self.as_it_stands = True
        return self.returned(self.f(*args, **kwargs))

    def call(self, args, kwargs, trace=0, outside=None):
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
        numbers = [one for one in args if type(one) is int] + list(self.whole)
        if not all(one is None or isinstance(one, (_r.Array, int, float, str)) for one in args):
            raise TypeError(f'{self.__name__}() is traced: Runahead gives it arrays, numbers, text and None alone')
        # What it returns has a form beside its arrays: that of the call that was traced.
        key = tuple((one.shape, _r.dtype(one)) if isinstance(one, _r.Array) else one for one in args)
        places = (trace, self.in_tape and _r.records()) + tuple(
            isinstance(one, _r.Array) if isinstance(one, _r.Array) or type(one) is int else repr(one) for one in args)
        key += self.guarded()
        places += self.guarded()
        if places not in self.numbers:
            self.numbers[places] = _r.new_function(self.__name__)

        def body():
            found = []
            seen_behind.clear()
            if outside is None:
                made = self.f_traced(args)
            else:
                with contextlib.redirect_stdout(io.StringIO()) as printed:
                    made = self.f(*args)
                if printed.getvalue() or not same_state(outside, self.captured.state()):
                    raise Effects
            form = taken_apart(self.returned(made), found, self.__name__)
            found += [array for array, _ in seen_behind]
            self.made[places, key] = form, [look for _, look in seen_behind]
            seen_behind.clear()
            return found
        guards = len(self.guards)
        results = iter(_r.call_function(self.array or type(arrays[0]), self.numbers[places], arrays, numbers, body))
        form = self.made[places, key]
        if len(self.guards) != guards:  # found out while it was traced
            more = self.guarded()[guards:]
            self.numbers[places + more] = self.numbers.pop(places)
            self.made[places + more, key + more] = form
        made = put_together(form[0], results)
        for look, array in zip(form[1], results):
            look(array)
        return made

    def guarded(self):
        return tuple(getattr(holder, name) for holder, name in self.guards.values())

    def f_traced(self, args):
        tracing_now.append(self)
        try:
            with Held() as held:
                try:
                    return self.f(*args)
                except Exception as error:
                    if self.reads_values and 'has no value yet' in str(error):
                        held.drop()
                    raise
        finally:
            tracing_now.pop()

    def returned(self, value):
        if self.made_of and isinstance(value, (tuple, list)):
            made = map(self.returned, value)
            return type(value)(*made) if hasattr(value, '_fields') else type(value)(made)
        if self.made_of and isinstance(value, dict):
            return {key: self.returned(one) for key, one in value.items()}
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
        made = [taken_apart(one, found, name) for one in value]
        return type(value)(*made) if hasattr(value, '_fields') else type(value)(made)
    if isinstance(value, dict):
        return {key: taken_apart(one, found, name) for key, one in value.items()}
    if value is None:
        return None
    raise TypeError(f'{name}() is traced: it returns arrays, not a {type(value).__name__}')


def put_together(form, results):
    if form is _r.Array:
        return next(results)
    if form is None:
        return None
    if isinstance(form, dict):
        return {key: put_together(one, results) for key, one in form.items()}
    made = [put_together(one, results) for one in form]
    return type(form)(*made) if hasattr(form, '_fields') else type(form)(made)
