# SPDX-License-Identifier: GPL-3.0-or-later
# The world that a run finds, and that the next one finds as it was: modules, what the process has one of, output, and
# threads. Not here: clocks and how long threads wait (_waits.py), what a run by hand leaves alone outside
# (_outside.py).
import sys
import time

import _runahead

# Before anybody has a name for them.
machine = _runahead.replace_clocks(time)
# What Python has loaded before the first line of a program; nothing in a program's folder hides it.
startup = set(sys.modules) | {'os', 'os.path', 'posixpath', 'genericpath', 'stat', '_collections_abc', 'site'}
start_path = list(sys.path)

import atexit
import builtins
import gc
import importlib.machinery
import io
import os
import random
import resource
import types
import warnings
import _thread

gone = object()
HEAP_TYPE = 1 << 9


def stand_in(module, function, name=None):
    """In the place of a function of Python's own."""
    name = name or function.__name__
    setattr(module, name, _runahead.builtin(name, function))


def _waits():
    return sys.modules['_waits']


# What modules have when they have been loaded; a run's end gives it back.

pristine = {}  # by the module's id: (module, its names, [(class, its names)])
loaded = {}  # by name: Python's own


def note(name, module):
    loaded.setdefault(name, module)
    if not isinstance(module, types.ModuleType) or id(module) in pristine:
        return
    names = dict(module.__dict__)
    classes = [(one, dict(one.__dict__)) for one in names.values()
               if isinstance(one, type) and one.__flags__ & HEAP_TYPE and one.__module__ == module.__name__]
    pristine[id(module)] = module, names, classes


def is_pythons(spec):
    """Of Python's own library, which stays loaded."""
    if spec.origin in ('built-in', 'frozen'):
        return True
    return bool(spec.origin) and 'packages' not in spec.origin and any(
        spec.origin.startswith(folder + '/') for folder in start_path)


class Noted:
    """A loader that notes what the module has then."""
    def __init__(self, loader):
        self.loader = loader

    def __getattr__(self, name):
        return getattr(self.loader, name)

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self.loader
        self.loader.exec_module(module)
        if module.__name__ in adapted:
            adapted[module.__name__](module)
        note(module.__spec__.name, module)
        if module.__name__ == 'datetime' and _runahead.simulated():
            _waits().show_run_dates(module)


def find_spec(name, path, target, asked):
    """As the finders behind the one that was asked find it."""
    for finder in sys.meta_path:
        spec = finder.find_spec(name, path, target) if finder is not asked else None
        if spec is not None:
            if not is_pythons(spec):
                look_for_streams(spec)
            elif spec.loader is not None and hasattr(spec.loader, 'exec_module'):
                spec.loader = Noted(spec.loader)
            return spec
    return None


def look_for_streams(spec):
    """In the text of a module of the program's: before it can make one."""
    from _program import devices_of
    try:
        text = spec.loader.get_source(spec.name)
        if 'Stream' in (text or '') and devices_of(text)[1]:
            _runahead.expect_streams()
    except (AttributeError, ImportError, SyntaxError, ValueError):
        pass  # it has no text, or none that can be imported


def give_back_names():
    for module, names, classes in list(pristine.values()):
        give_back(module.__dict__, names, lambda name, value, into=module.__dict__: into.__setitem__(name, value),
                  module.__dict__.__delitem__)
        for one, its in classes:
            give_back(one.__dict__, its, lambda name, value, into=one: type.__setattr__(into, name, value),
                      lambda name, into=one: type.__delattr__(into, name))


def give_back(now, names, put, take):
    for name, value in names.items():
        if now.get(name, gone) is not value:
            put(name, value)
    if len(now) == len(names):
        return
    for name in [name for name in now if name not in names]:
        # Modules that have been loaded are names of what they are in.
        if not isinstance(now[name], types.ModuleType) and name not in ('__annotations__', '__abstractmethods__'):
            take(name)


# Whose modules they are.

def hide_modules(folder):
    """Those of Python's own that it would find in the program's folder instead."""
    try:
        found = {name.removesuffix('.py') for name in os.listdir(folder) if '.' not in name or name.endswith('.py')}
    except OSError:
        return
    for name in [name for name in sys.modules if name.split('.')[0] in found]:
        top = name.split('.')[0]
        file = f'{folder}/{top}'
        if top in startup or top in sys.builtin_module_names or not (
                os.path.isfile(file + '.py') or os.path.isfile(file + '/__init__.py')):
            continue
        if id(sys.modules[name]) in pristine:
            del sys.modules[name]


def drop_modules(packages):
    """All but Python's own; and but packages with machine code, which can be loaded once."""
    put_aside()
    compiled = {name.split('.')[0] for name, module in sys.modules.items()
                if isinstance(getattr(getattr(module, '__spec__', None), 'loader', None),
                              importlib.machinery.ExtensionFileLoader)}
    for name, module in list(sys.modules.items()):
        top = name.split('.')[0]
        is_module = isinstance(module, types.ModuleType)
        kept = id(module if is_module else sys.modules.get(top)) in pristine or top in compiled
        if name in own_names or kept and top not in packages:
            continue
        del sys.modules[name]
        if is_module:
            module.__dict__.clear()
    sys.modules.update(loaded)


def is_systems(module):
    """Of a library that the system has, and programs may import as it is."""
    return (getattr(getattr(module, '__spec__', None), 'origin', None) or '').startswith(SYSTEMS)


SYSTEMS = '/usr/lib/python3/dist-packages'
real = set()  # libraries that this run has from there
seed = 0  # of the run
aside = {}  # modules from there, between runs that have them


own_names = {'_world', '_torch_cuda', '_numpy', '_waits', '_wait_calls', '_absent', '_outside', '_process', '_program', '_runahead'}


# What the process has one of.

def state():
    found = {'cwd': None, 'environ': dict(os.environ), 'mask': os.umask(0o022),
             'resources': {one: resource.getrlimit(one) for name, one in vars(resource).items() if name.startswith('RLIMIT_')}}
    os.umask(found['mask'])
    try:
        found['cwd'] = os.getcwd()
    except OSError:
        pass  # it is gone
    return found


def give_back_state(found):
    try:
        os.chdir(found['cwd'] or '.')
    except OSError:
        pass
    before = found['environ']
    for name in [name for name in os.environ if name not in before]:
        del os.environ[name]
    for name, value in before.items():
        if os.environ.get(name) != value:
            os.environ[name] = value
    os.umask(found['mask'])
    sys.setrecursionlimit(limits['recursion'])
    sys.setswitchinterval(limits['switch'])
    sys.set_int_max_str_digits(limits['digits'])
    _thread.stack_size(limits['stack'])
    for one, limit in found['resources'].items():
        if resource.getrlimit(one) != limit:
            try:
                resource.setrlimit(one, limit)
            except (OSError, ValueError):
                pass  # it has taken away what only root gives back
    for name, content in lists.items():
        getattr(sys, name)[:] = content
    sys.path_importer_cache.clear()
    warnings.filters[:] = limits['filters']
    warnings._filters_mutated()
    gc.enable()
    gc.set_threshold(*limits['gc'])
    if 'logging' in loaded:
        give_back_logging(loaded['logging'])
    if 'decimal' in loaded:
        give_back_decimal(loaded['decimal'])


limits = {'recursion': sys.getrecursionlimit(), 'switch': sys.getswitchinterval(), 'filters': list(warnings.filters),
          'gc': gc.get_threshold(), 'gc_callbacks': list(gc.callbacks), 'digits': sys.get_int_max_str_digits(),
          'stack': _thread.stack_size()}
lists = {}


def give_back_logging(logging):
    for logger in [logging.root] + list(logging.root.manager.loggerDict.values()):
        if not isinstance(logger, logging.Logger):
            continue
        for handler in list(logger.handlers):
            logger.removeHandler(handler)
        logger.filters.clear()
        logger.propagate, logger.disabled = True, False
        logger.setLevel(logging.WARNING if logger is logging.root else logging.NOTSET)
    logging.disable(logging.NOTSET)


def give_back_decimal(decimal):
    plain = decimal.DefaultContext
    plain.prec, plain.rounding, plain.Emin, plain.Emax, plain.capitals, plain.clamp = (
        28, decimal.ROUND_HALF_EVEN, -999999, 999999, 1, 0)
    for signal in plain.traps:
        plain.traps[signal] = signal in (decimal.DivisionByZero, decimal.Overflow, decimal.InvalidOperation)


# Descriptors that it has of os, by their numbers: which file each is.

descriptors = {}


def keep_descriptors(name):
    real = getattr(os, name)

    def opens(*args, **kwargs):
        found = real(*args, **kwargs)
        for one in found if isinstance(found, tuple) else (found,):
            descriptors[one] = file_of(one)
        return found
    stand_in(os, opens, name)
    for those in (os.supports_dir_fd, os.supports_fd):
        if real in those:
            those.add(getattr(os, name))


def file_of(descriptor):
    try:
        found = os.fstat(descriptor)
        return found.st_dev, found.st_ino
    except OSError:
        return None


def close_descriptors():
    for one, file in descriptors.items():
        if one > 2 and file is not None and file_of(one) == file:
            os.close(one)
    descriptors.clear()


hooks = []  # of the program; there is no way to take a real one back
real_audit = sys.addaudithook


def addaudithook(hook):
    if not hooks and not heard:
        heard.append(True)
        real_audit(lambda event, arguments: [one(event, arguments) for one in list(hooks)] and None)
    hooks.append(hook)


heard = []


# What it says to be called at its end; Python's own functions stay for the next run's.

exits = []


def register(function, *args, **kwargs):
    asks = sys._getframe(1).f_code.co_filename
    exits.append((function, args, kwargs, asks.startswith(tuple(start_path)) and 'packages' not in asks))
    return function


def unregister(function):
    exits[:] = [one for one in exits if one[0] != function]


def run_exits():
    rest = exits[:]
    while exits:
        function, args, kwargs, _ = exits.pop()
        try:
            function(*args, **kwargs)
        except Exception as error:
            import traceback
            sys.stderr.write(f'Exception ignored in atexit callback: {function!r}\n' +
                             ''.join(traceback.format_exception(error)))
    exits[:] = rest


# Output.

class Output(io.TextIOBase):
    """The program's sys.stdout and sys.stderr: what is written goes out at once."""
    encoding = 'utf-8'
    mode = 'w'
    line_buffering = write_through = True

    def __init__(self, error):
        self.error = error
        self.name = '<stderr>' if error else '<stdout>'
        self.buffer = Bytes(self)

    @property
    def errors(self):
        return 'backslashreplace' if self.error else 'strict'

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f'write() argument must be str, not {type(text).__name__}')
        if old and _thread.get_ident() in old:
            raise SystemExit
        if self.closed:
            raise ValueError('I/O operation on closed file.')
        _runahead.write(text if text.isascii() else text.encode('utf-8', self.errors).decode(), self.error)
        return len(text)

    def flush(self):
        _runahead.flush()

    def writable(self):
        return True

    def fileno(self):
        return 2 if self.error else 1

    def isatty(self):
        return False

    def reconfigure(self, **options):
        pass


class Bytes(io.RawIOBase):
    def __init__(self, output):
        import codecs
        self.output, self.decoder = output, codecs.getincrementaldecoder('utf-8')('replace')
        self.name, self.mode = output.name, 'wb'

    def write(self, data):
        self.output.write(self.decoder.decode(bytes(data)))
        return len(data)

    def writable(self):
        return True

    def fileno(self):
        return self.output.fileno()


# Threads.

frontend = None  # its ident
threads = set()  # idents of the run's others, and what stands for one that begins
old = set()  # of those that a run has left behind
natives = {}  # what the system calls them
real_start = _thread.start_new_thread


def start_new_thread(function, args, kwargs={}):
    mine, token, moment = threads, object(), _runahead.thread_ns() if _runahead.timed() else None

    def begin(*args, **kwargs):
        me = _thread.get_ident()
        if moment is not None:
            _runahead.begin_thread(moment)
        old.discard(me)
        natives[me] = _thread.get_native_id()
        mine.add(me)
        mine.discard(token)
        try:
            return function(*args, **kwargs)
        finally:
            natives.pop(me, None)
            mine.discard(me)
            old.discard(me)
    mine.add(token)
    try:
        return real_start(begin, args, kwargs)
    except BaseException:
        mine.discard(token)
        raise


def wait_for_threads():
    """Until those are over that a program's end waits for."""
    threading, pool = loaded.get('threading'), loaded.get('concurrent.futures.thread')
    if pool is not None and pool._threads_queues:
        pool._shutdown = True
        for queue in list(pool._threads_queues.values()):
            queue.put(None)
    while threading is not None:
        rest = [one for one in threading.enumerate() if one.ident in threads and not one.daemon]
        if not rest:
            break
        _waits().real_join(rest[0], .02)


def work_of(me, frame):
    """What changes while it works."""
    try:
        with open(f'/proc/self/task/{natives[me]}/schedstat') as file:
            return id(frame), frame.f_lasti, file.read()
    except (OSError, KeyError):
        return id(frame), frame.f_lasti


def end_threads():
    """Ends those that go on; the number of those that work and cannot be ended."""
    builtins.__dict__.update(builtin_names)  # what all the rest here is made of
    hooks.clear()
    gc.callbacks[:] = limits['gc_callbacks']
    sys.setprofile(None)
    seen, still, working = {}, 0, []
    for _ in range(100):
        frames = sys._current_frames()
        alive = {me: work_of(me, frames[me]) for me in threads | old if me in frames}
        working = [me for me in alive if seen.get(me) != alive[me]]
        still = 0 if working else still + 1
        if still == 3:  # they wait for another thread
            break
        for me in alive:
            _runahead.end_thread(me)
        seen = alive
        del frames
        machine['sleep'](.005)
    if seen:
        _runahead.let_threads_be(list(seen))
    return len(working)


def adopt(threading):
    """The thread at hand is the main one, and the only one."""
    main = threading._main_thread
    threading._active.clear()
    main._set_ident()
    main._set_native_id()
    main._is_stopped = False
    main._set_tstate_lock()
    threading._active[main._ident] = main


def adapt_subprocess(subprocess):
    from _process import adapt
    adapt(subprocess)


def adapt_database(module):
    """One that no audit hook hears of."""
    real = module.open

    def opens(file, flag='r', *args, **kwargs):
        if flag != 'r' and '_outside' in sys.modules:
            sys.modules['_outside'].outside.hear('dbm.open', (file,))
        return real(file, flag, *args, **kwargs)
    stand_in(module, opens, 'open')


adapted = {'subprocess': adapt_subprocess, 'dbm': adapt_database, '_dbm': adapt_database, '_gdbm': adapt_database}


# From its beginning to its end.

before = {}


def use_systems(on):
    """Whether torch and numpy, and what they import, are the system's from now on."""
    real.clear()
    sys.path[:] = [one for one in sys.path if one != SYSTEMS]
    if on:
        real.update(('torch', 'numpy'))
        sys.path.append(SYSTEMS)
        sys.modules.update(aside)
        aside.clear()


def note_systems():
    """A run that changes what they have leaves that to no other."""
    for name, module in list(sys.modules.items()):
        if is_systems(module):
            note(name, module)
            loaded.pop(name, None)
    numpys.update(sys.modules['numpy'].get_printoptions())
    gc.collect()
    gc.freeze()  # what a run leaves is looked for at its end, among half a million objects else


def begin_numpy():
    numpy = sys.modules.get('numpy')
    if numpy is None:
        return
    numpy.set_printoptions(**numpys)
    numpy.seterr(divide='warn', over='warn', under='ignore', invalid='warn')
    numpy.random.seed(seed % 2 ** 32)


numpys = {}  # its print options


def put_aside():
    for name, module in list(sys.modules.items()):
        if is_systems(module) or name.split('.')[0] in real:
            aside[name] = sys.modules.pop(name)


def begin(folder, runs_seed, with_systems):
    global frontend, threads, seed
    seed = runs_seed
    main = types.ModuleType('__main__')
    main.__builtins__ = builtins
    sys.modules['__main__'] = main
    frontend, threads = _thread.get_ident(), set()
    before.update(state())
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__ = Output(False), Output(True)
    sys.path[:] = ([folder] if folder else []) + start_path
    use_systems(with_systems)
    if folder:
        hide_modules(folder)
    if 'threading' in loaded:
        adopt(loaded['threading'])
    sys.argv = ['']
    random.seed(seed)
    return main


def end(main, packages):
    old.update(one for one in threads if isinstance(one, int))
    main.__dict__.clear()
    give_back_names()
    give_back_state(before)
    drop_modules(packages)
    exits[:] = [one for one in exits if one[3]]
    gc.collect()
    close_descriptors()


builtin_names = {}


def install():
    """When all that is Python's own and here has been loaded."""
    adapted.update(_waits().adapted)
    for one, name in ((register, None), (unregister, None), (run_exits, '_run_exitfuncs')):
        stand_in(atexit, one, name)
    atexit._clear = exits.clear
    for name in ('start_new_thread', 'start_new'):
        stand_in(_thread, start_new_thread, name)
    stand_in(sys, addaudithook)
    sys.settrace, sys.gettrace = _runahead.settrace, _runahead.gettrace
    builtins.exit = builtins.quit = sys.exit
    for name in ('open', 'dup', 'pipe', 'pipe2', 'memfd_create'):
        keep_descriptors(name)
    os.register_at_fork(after_in_child=_runahead.forked)
    # Between runs, none.
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = Output(True)
    builtin_names.update(builtins.__dict__)
    for name in ('meta_path', 'path_hooks', 'warnoptions'):
        lists[name] = list(getattr(sys, name))
    for name, module in list(sys.modules.items()):
        if name in own_names | {'__main__'}:
            continue
        if name in adapted:
            adapted[name](module)
        note(name, module)
