# SPDX-License-Identifier: GPL-3.0-or-later
# What is asked of a program's text, where its imports come from, how it begins and ends, and what an error looks like.
# Not here: the world that it runs in (_world.py, _outside.py).
import _world

import ast
import builtins
import dis
import functools
import importlib.abc
import importlib.util
import linecache
import re
import sys
import traceback
import types
import warnings

import _absent
import _runahead
from _wait_calls import ASYNCHRONOUS, SILENT, Arrays, Waits, dotted, last_name, parts_of, wait_of

LIBRARIES = ASYNCHRONOUS + ('numpy',)
# Of the system, whose NumPy they want, too.
WITH_NUMPY = ('matplotlib', 'mpl_toolkits', 'matplotlib_inline', 'IPython', 'pandas', 'scipy')
BLANK = WITH_NUMPY[:4]  # and of no effect (_blank.py) where NumPy is not
DEBIANS = {name: 'python3-' + {'mpl_toolkits': 'matplotlib', 'matplotlib_inline': 'matplotlib-inline', 'cv2': 'opencv'}.get(name, name.lower())
           for name in WITH_NUMPY + tuple('PIL cv2 nltk requests seaborn skimage sklearn torchaudio torchtext torchvision tqdm'.split())}
OURS = LIBRARIES + ('d2l', 'd2lzh', 'keras')
packages, package_codes = {}, {}  # codes are kept for later runs


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        if name.partition('.')[0] in _world.real:
            return real_spec(name, path, target, self)
        if name not in packages and name.partition('.')[0] in OURS + ('pandas',) * (not _world.real):
            raise ModuleNotFoundError(f'Runahead has no {name}')
        if name.partition('.')[0] in BLANK and not _world.real:
            return importlib.util.spec_from_loader(name, self, is_package=True)
        if name == 'matplotlib':
            _world.os.environ.setdefault('MPLBACKEND', 'Agg')  # no windows beside Runahead's
        if name not in packages or name == 'pandas' and _world.real:
            return _world.find_spec(name, path, target, self)
        return importlib.util.spec_from_loader(name, self, is_package=packages[name][0])

    def exec_module(self, module):
        if module.__name__.partition('.')[0] in BLANK:
            return importlib.import_module('_blank').install(module)
        exec(package_code(module.__name__), module.__dict__)


def real_spec(name, path, target, asked):
    """The library itself, whose device is the run's, and whose calls the run is told of."""
    if name == 'torch':
        _runahead.torch_open()
    spec = _world.find_spec(name, path, target, asked)
    if name in ('torch', 'numpy') and spec is not None:
        spec.loader = Installing(spec.loader, '_torch_cuda' if name == 'torch' else '_numpy')
    return spec


class Installing:
    """A loader of a library, to which a module of ours then adds what the run needs."""
    def __init__(self, loader, ours):
        self.loader, self.ours = loader, ours

    def __getattr__(self, name):
        return getattr(self.loader, name)

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self.loader
        self.loader.exec_module(module)
        importlib.import_module(self.ours).install(module)


def package_code(name):
    if name not in package_codes:
        package_codes[name] = compile(packages[name][1], f'<{name}>', 'exec')
    return package_codes[name]


def install(all_packages):
    packages.update(all_packages)
    _absent.packages = packages
    sys.meta_path.insert(0, Finder())
    builtins.input = refuse_input
    builtins.help = print_help
    builtins.__show__ = show
    builtins.__takes_wait__ = _runahead.takes_wait
    _world.install()


# The text.

def libraries_of(tree):
    found = []
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
            if node.module == 'd2l':
                names = [alias.name for alias in node.names]
        for name in names:
            name = name.split('.')[1 if name.startswith('d2l.') else 0]
            name = 'numpy' if name in WITH_NUMPY else {'d2lzh': 'mxnet', 'keras': 'tensorflow'}.get(name, name)  # which those import
            if name in LIBRARIES and name not in found:
                found.append(name)
    return found


def shown_in(tree, text):
    """The expressions whose values are shown as a notebook shows them: the last of each cell of '# %%'."""
    lines = text.split('\n')
    starts = [number for number, line in enumerate(lines, 1) if re.match(r'#\s?%%', line)]
    found = []
    for start, end in zip(starts, starts[1:] + [len(lines) + 1]):
        inside = [statement for statement in tree.body if start < statement.lineno < end]
        if not inside or not isinstance(inside[-1], ast.Expr) or lines[inside[-1].end_lineno - 1].rstrip().endswith(';'):
            continue
        value = inside[-1].value
        if isinstance(value, ast.Call) and last_name(value) in SILENT | {'print'}:
            continue
        found.append(inside[-1])
    return found


def show(value):
    if value is not None:
        print(repr(value))


def statements_in(body, in_loop=False):
    for statement in body:
        yield statement, in_loop
        inner = in_loop or isinstance(statement, (ast.For, ast.While, ast.AsyncFor))
        for part in ('body', 'orelse', 'finalbody'):
            found = list(statements_in(getattr(statement, part, []), inner))
            if found and measures(statement):
                found[-1] = found[-1][0], False  # a wait that ends what is measured belongs to it
            yield from found
        for handler in getattr(statement, 'handlers', []) + getattr(statement, 'cases', []):
            yield from statements_in(handler.body, inner)


def measures(statement):
    return isinstance(statement, ast.With) and any(
        isinstance(item.context_expr, ast.Call) and last_name(item.context_expr) == 'Benchmark' for item in statement.items)


COMPOUND = (ast.For, ast.While, ast.If, ast.With, ast.Try, ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef,
            ast.AsyncFor, ast.AsyncWith, ast.Match)
NEVER = (ast.Import, ast.ImportFrom, ast.Pass, ast.Break, ast.Continue, ast.Global, ast.Nonlocal, ast.Return)


WAITS_FOR_ALL = {'waitall', 'synchronize', 'sync_devices'}


def initialisation_in(tree):
    """The last line before the first Benchmark of what the program has waited for by then; 0: there is none."""
    last = 0
    for statement in tree.body:
        if any(measures(node) for node in ast.walk(statement)):
            return last
        for node in ast.walk(statement) if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)) else []:
            if isinstance(node, ast.Call) and last_name(node) in WAITS_FOR_ALL:
                last = node.lineno
    return 0


def head_of(statement, first, ends):
    """Its lines are one statement's; a head that is come back to has the end of its body (core/python/lines.h)."""
    body = getattr(statement, 'body', None) or statement.cases
    first_inside = [body[0], *getattr(body[0], 'decorator_list', [])]
    inside = min(getattr(one, 'lineno', 0) or one.pattern.lineno for one in first_inside)
    for line in range(statement.lineno, inside):
        first[line] = statement.lineno
    if isinstance(statement, (ast.For, ast.While, ast.With, ast.AsyncFor, ast.AsyncWith)):
        ends[statement.lineno] = statement.end_lineno if inside > statement.lineno else -1


def analyse(text, name, preamble):
    """(why not, first line of each line's statement, lines that wait or can and what goes with the wait, libraries,
    initialisation, ends of heads)"""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')  # the run tells them
            tree = parsed(text, name)
            compile(tree, name, 'exec', dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, 'lineno', None)
        told = f'{place_in(name, line, text.splitlines())}: {error.msg}' if line else f'{name}: {error}'
        shown = getattr(error, 'text', None)
        if line and shown:
            column = len(shown[:max(error.offset or 1, 1) - 1].lstrip())
            told += f'\n  {shown.strip()}\n  {" " * column}^'
        return told, [], [], [], 0, []
    libraries = libraries_of(ast.parse(preamble + '\n' + text))
    several = [library for library in libraries if library in ASYNCHRONOUS]
    if len(several) > 1:
        return f'{name}: it imports {" and ".join(several)}; a program has one of them, and numpy', [], [], [], 0, []
    systems = not {'mxnet', 'tensorflow'} & {*libraries} and _world.os.path.exists(f'{_world.SYSTEMS}/torch')
    lacks = absent_from(text, name, preamble, systems)
    if lacks:
        return lacks, [], [], [], 0, []
    for package in packages:
        # Now, since in the run it would be part of its time.
        if package.split('.')[0] in libraries + ['d2l', 'd2lzh', 'keras', '_book']:
            package_code(package)
    shown = shown_in(tree, text)
    first = list(range(text.count('\n') + text.count('\r') + 3))
    ends = [0] * len(first)
    arrays = Arrays(ast.parse(preamble + '\n' + text))
    waits, parts, lines = {}, {}, re.split('\r\n?|\n', text)
    for statement, in_loop in statements_in(tree.body):
        if isinstance(statement, COMPOUND):
            head_of(statement, first, ends)
            continue
        for line in range(statement.lineno, statement.end_lineno + 1):
            first[line] = statement.lineno
        if isinstance(statement, NEVER):
            continue
        # Of several statements in a line, what one of them needs holds.
        place = 'final' if statement in shown else wait_of(statement, in_loop, arrays)
        known = waits.get(statement.lineno, 'possible')
        waits[statement.lineno] = place if known == 'possible' else 'final' if known != place else known
        if place in ('in_loop', 'printed'):
            parts.setdefault(statement.lineno, []).extend(parts_of(statement, lines))
    if ('numpy' in text or 'get_mnist' in text) and 'numpy' not in libraries:
        libraries.append('numpy')  # x.asnumpy(), x.numpy(), mxnet.test_utils.get_mnist()
    waits = [(line, place, parts.get(line, [])) for line, place in sorted(waits.items())]
    return '', first, waits, libraries, initialisation_in(tree), ends


def absent_from(text, name, preamble, real):
    """What packages lack of what the program asks for: 'mine.py, line 3: Runahead has no ...'; '': nothing. `real`: PyTorch and
    NumPy are the system's."""
    ours = {'d2l', 'd2lzh', 'keras', 'mxnet', 'tensorflow'} | (set() if real else {'torch', 'numpy'})
    lines = text.splitlines()
    return _absent.told(parsed(text, name), ast.parse(preamble), ours, lambda line: place_in(name, line, lines))


# What there is to call, read from the packages' texts: nothing is imported for it.

def signature(function, bound):
    arguments = function.args
    given = ast.arguments(arguments.posonlyargs, arguments.args[1 if bound else 0:], arguments.vararg, arguments.kwonlyargs,
                          arguments.kw_defaults, arguments.kwarg, arguments.defaults)
    return f'({ast.unparse(given)})'


def is_property(function):
    return any(getattr(one, 'id', '') == 'property' or getattr(one, 'attr', '') == 'setter' for one in function.decorator_list)


def targets_of(node):
    for target in node.targets:
        yield from (one.id for one in ast.walk(target) if isinstance(one, ast.Name))


def methods_of(node):
    """Those that a class has itself, and those of the classes that all libraries' arrays have in common."""
    found = {}
    for base in node.bases:
        for module in ('_names', 'mxnet._array'):
            for one in ast.parse(packages[module][1]).body:
                if isinstance(one, ast.ClassDef) and one.name == getattr(base, 'id', ''):
                    found.update(methods_of(one))
    found.update((one.name, one) for one in node.body if isinstance(one, ast.FunctionDef))
    found.update((name, None) for one in node.body if isinstance(one, ast.Assign) for name in targets_of(one))
    return found


def is_types(node):
    """globals().update(dtypes(...))"""
    return any(getattr(one, 'id', '') == 'dtypes' for one in ast.walk(node))


def public_in(name):
    """The __all__ of a module."""
    return next(ast.literal_eval(node.value) for node in ast.parse(packages[name][1]).body
                if isinstance(node, ast.Assign) and '__all__' in targets_of(node))


@functools.cache
def calls_in(name):
    """What a module has: 'ones(*size, device=None)', and of its classes 'Tensor.item()'."""
    found = {}
    for node in ast.parse(packages[name][1]).body:
        if isinstance(node, ast.Expr) and is_types(node):
            found.update((one, '') for one in ('float32', 'float64', 'int32', 'int64'))
        if isinstance(node, ast.FunctionDef):
            found[node.name] = signature(node, False)
        elif isinstance(node, ast.ClassDef):
            methods = methods_of(node)
            made = methods.get('__init__')
            found[node.name] = signature(made, True) if made else ''
            for method, function in methods.items():
                if not method.startswith('_'):
                    plain = function is None or is_property(function)
                    found[f'{node.name}.{method}'] = '' if plain else signature(function, True)
        elif isinstance(node, ast.Assign):
            found.update((one, '') for one in targets_of(node) if not one.isupper())
            found.update((one, '') for one in _absent.strings_in(node) if 'NAMES' in targets_of(node))
        elif isinstance(node, ast.ImportFrom) and (node.module or '').startswith('tensorflow._'):
            own = {call.partition('(')[0]: call for call in calls_in(node.module)}
            for alias in node.names:
                for one in public_in(node.module) if alias.name == '*' else [alias.name]:
                    found[one] = own.get(one, one)[len(one):]
        elif isinstance(node, ast.ImportFrom) and node.names[0].name == '*':
            found.update((call.partition('(')[0], ''.join(call.partition('(')[1:])) for call in calls_in(node.module))
        elif isinstance(node, ast.ImportFrom) and node.module not in ('_names', 'mxnet._array'):
            found.update((alias.asname or alias.name, '') for alias in node.names if f'{node.module}.{alias.name}' not in packages)
    return sorted(call + given for call, given in found.items()
                  if not any(part.startswith('_') for part in call.split('.')))


def calls():
    return [(name, calls_in(name)) for name in sorted(packages) if not name.startswith('_') and '._' not in name]


ARRAYS = {'mxnet.nd': 'NDArray', 'mxnet.np': 'ndarray', 'numpy': 'ndarray', 'tensorflow': 'Tensor', 'torch': 'Tensor'}


def arrays_in(tree, modules):
    """(name, library) of what the program makes by calls of a library, and computes from that."""
    known = {}

    def library_of(value):
        if isinstance(value, ast.Name):
            return known.get(value.id)
        if isinstance(value, ast.BinOp):
            return library_of(value.left) or library_of(value.right)
        if isinstance(value, ast.Subscript):
            return library_of(value.value)
        called = dotted(value.func) if isinstance(value, ast.Call) else None
        root, _, rest = (called or '').partition('.')
        if root in known:
            return known[root]
        path = f'{modules[root]}.{rest}' if root in modules and rest and rest.split('.')[-1][0].islower() else ''
        return next((library for library in ARRAYS if path.startswith(library + '.')), None)

    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            library = library_of(node.value)
            known.update((name.id, library) for name in node.targets if library and isinstance(name, ast.Name))
    return known.items()


def completions(text):
    """The calls by the names that the program's imports give them, and what its arrays have."""
    found = []
    tree = ast.parse(text)
    modules = {}

    def add(module, alias):
        for name, has in calls():
            if name == module or name.startswith(module + '.'):
                found.extend(f'{alias}{name[len(module):]}.{call}' for call in has)
        modules[alias] = module

    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                add(alias.name if alias.asname else alias.name.split('.')[0], alias.asname or alias.name.split('.')[0])
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                if f'{node.module}.{alias.name}' in packages:
                    add(f'{node.module}.{alias.name}', alias.asname or alias.name)
                elif node.module in packages:
                    found.extend(call for call in calls_in(node.module) if call.split('(')[0] == alias.name)
    for name, library in arrays_in(tree, modules):
        kind = ARRAYS[library] + '.'
        found.extend(f'{name}.{call.removeprefix(kind)}' for call in calls_in(library) if call.startswith(kind))
    return sorted(set(found))


def devices_of(text):
    """(names a GPU, makes streams): what the window shows from the beginning, and how memory is held. What a
    program is told of devices does not depend on it."""
    gpu = streams = False
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            gpu |= node.value.lower().startswith(('cuda', '/gpu', 'gpu'))
        elif isinstance(node, ast.Call):
            gpu |= last_name(node) in ('cuda', 'gpu', 'try_gpu', 'try_all_gpus')
            places = [one.value for one in node.keywords if one.arg == 'device']
            places += node.args[:1] if last_name(node) in ('device', 'to') else []
            gpu |= any(isinstance(place, ast.Constant) and type(place.value) is int for place in places)
            streams |= last_name(node) in ('Stream', 'ExternalStream')
    return gpu or streams, streams


def parsed(text, name):
    tree = compile(text, name, 'exec', ast.PyCF_ONLY_AST)
    if CELL.search(text):
        # Each cell of a notebook may begin with such; a program may only as a whole.
        futures = [one for one in tree.body if isinstance(one, ast.ImportFrom) and one.module == '__future__']
        tree.body = futures + [one for one in tree.body if one not in futures]
    return tree


CELL = re.compile(r'^# %%', re.MULTILINE)


def compiled(text, name):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('default')
        code = compiled_quietly(text, name)
    complaints.extend(caught)
    return code


def compiled_quietly(text, name):
    tree = parsed(text, name)
    for statement in shown_in(tree, text):
        call = ast.Call(ast.Name('__show__', ast.Load()), [statement.value], [])
        statement.value = ast.fix_missing_locations(ast.copy_location(call, statement.value))
    return compile(Waits().visit(tree), name, 'exec', dont_inherit=True)


def targets(code):
    """By the offset of an instruction, the name that its result is bound to."""
    found = {}
    instructions = [one for one in dis.get_instructions(code) if one.opname not in ('PRECALL', 'EXTENDED_ARG')]
    for one, behind, last in zip(instructions, instructions[1:], instructions[2:] + [None]):
        if behind.opname in ('STORE_NAME', 'STORE_FAST', 'STORE_GLOBAL', 'STORE_DEREF'):
            target = behind.argval
        elif last and last.opname == 'STORE_ATTR' and behind.opname in ('LOAD_FAST', 'LOAD_NAME', 'LOAD_GLOBAL'):
            target = f'{behind.argval}.{last.argval}'
        else:
            continue
        # A frame that has called a function of Python's stands at the end of what the instruction keeps behind itself.
        for offset in range(one.offset, behind.offset, 2):
            found[offset] = target
    return found


# A run.

CLOCKS = {'time', 'time_ns', 'perf_counter', 'perf_counter_ns', 'monotonic', 'monotonic_ns'}


def mark_of(owner, code):
    """The name of what a `with` measures; '': it looks at no clock when it is entered, or none when it is left."""
    if hasattr(owner, 'gen'):  # of contextlib.contextmanager
        looks = CLOCKS & set(owner.gen.gi_code.co_names)
        return name_in(owner.gen.gi_frame.f_locals, owner.gen.gi_code.co_name) if looks else ''
    leave = getattr(getattr(type(owner), '__exit__', None), '__code__', None)
    if leave is None or not looks_at_clock(code, owner) or not looks_at_clock(leave, owner):
        return ''
    return name_in(getattr(owner, '__dict__', {}), type(owner).__name__)


def name_in(values, otherwise):
    return next((value for value in values.values() if isinstance(value, str) and value), otherwise)


def looks_at_clock(code, owner, depth=2):
    """Also by what it calls, of its own or of what it has."""
    if CLOCKS & set(code.co_names):
        return True
    kinds = [type(owner)] + [type(value) for value in getattr(owner, '__dict__', {}).values()]
    called = (getattr(getattr(kind, name, None), '__code__', None) for kind in kinds for name in code.co_names)
    return depth > 0 and any(other is not None and other is not code and looks_at_clock(other, owner, depth - 1)
                             for other in called)


def import_before(name):
    """What takes long to be imported, before a run that has it."""
    if name in _world.aside or name in _world.real:
        return
    _world.use_systems(True)
    try:
        importlib.import_module(name)
        _world.note_systems()
    finally:
        _world.put_aside()
        _world.use_systems(False)


def begin(folder, seed, by_hand, name, text, real):
    main = _world.begin(folder, seed, real)
    if real:
        _world.begin_numpy()
    linecache.cache[name] = len(text), None, text.splitlines(True), name
    if by_hand:
        from _outside import outside
        outside.keep_out(_world.real_audit)
    return main


def ready():
    """The run is there."""
    if _world.real and 'torch' in sys.modules:
        sys.modules['_torch_cuda'].begin(_world.seed)
    if 'datetime' in _world.loaded and _runahead.simulated():
        _world._waits().show_run_dates(_world.loaded['datetime'])
    if _runahead.simulated():
        _world._waits().simulate_waits()
        from _process import show_memory
        show_memory()
    for one in complaints:
        _runahead.tell(warnings.formatwarning(one.message, one.category, one.filename, one.lineno), True)
    complaints.clear()


complaints = []  # of Python about the text


def print_help(*of):
    import pydoc
    pydoc.pager = pydoc.plainpager
    pydoc.help(*of)


def refuse_input(prompt=''):
    raise EOFError('input() has no user to ask: a program is given what it needs by its own lines')


def results_in(main):
    """Arrays and numbers of what a listing calls its result, or of what that returns."""
    found = main.__dict__.get('__result__')
    try:
        return flat(found() if isinstance(found, types.FunctionType) else found)
    except NameError:  # the program did not get so far
        return []


def flat(value):
    if isinstance(value, (_runahead.Array, float, int)):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [one for part in value for one in flat(part)]
    return flat(value.data()) if callable(getattr(value, 'data', None)) else []


def finish():
    """What comes behind the last line: the threads that are waited for, and what is called at the end."""
    _world.wait_for_threads()
    _world.run_exits()


end_threads = _world.end_threads


def leave_child(failure, trace, name):
    """The end of a process that os.fork made."""
    status = 1
    try:
        if failure is None or is_success(failure):
            status = 0
        else:
            sys.stderr.write(told(type(failure), failure, trace, name)[1])
            if isinstance(failure, SystemExit) and isinstance(failure.code, int):
                status = failure.code & 255
        finish()
    finally:
        _world.os._exit(status)


def is_success(failure):
    return isinstance(failure, SystemExit) and failure.code in (None, 0)


def end(main):
    _world.end(main, packages)
    linecache.clearcache()
    if '_outside' in sys.modules:
        sys.modules['_outside'].outside.let_in()


def place_in(name, line, lines):
    """'mine.py, line 3', and of a notebook's text the cell, too."""
    cells = [number for number, text in enumerate(lines[:line], 1) if re.match(r'#\s?%%', text)]
    return f'{name}, line {line}' + (f' (line {line - cells[-1]} of cell {len(cells)})' if cells else '')


def told(kind, error, trace, name):
    """(one line, what Python would print of the program's own frames)"""
    frames = [frame for frame in traceback.extract_tb(trace) if frame.filename == name]
    lines = linecache.cache.get(name, (0, 0, ()))[2]
    where = (place_in(name, frames[-1].lineno, lines) if frames else name) + ': '
    if isinstance(error, SystemExit):
        code = error.code
        return f'{where}sys.exit({code!r})', '' if isinstance(code, int) else f'{code}\n'
    what = ''.join(traceback.format_exception_only(kind, error)).strip()
    if package := isinstance(error, ModuleNotFoundError) and DEBIANS.get((error.name or '').split('.')[0]):
        what += f' (apt install {package})' if _world.real else ' (it is there for programs in PyTorch and NumPy)'
    if isinstance(error, AttributeError) and re.match('torch($|\\.)', getattr(error.obj, '__name__', '')) and _world.real:
        what += f' (this is PyTorch {sys.modules["torch"].__version__})'
    shown = ''.join(traceback.format_list(frames))
    return where + what.split('\n')[0], f'Traceback (most recent call last):\n{shown}{what}\n'
