# SPDX-License-Identifier: GPL-3.0-or-later
# matplotlib and IPython where the libraries are Runahead's own: nothing is drawn, and one line says so. What is plotted is read,
# as matplotlib reads it.
import _runahead as _r

_told = []


def values(x):
    """What is drawn, on the CPU; of a list, of each of its members."""
    if isinstance(x, (list, tuple)):
        return [values(one) for one in x]
    if isinstance(x, _r.Array):
        return _r.tolist(x)
    return x.detach().cpu().numpy() if hasattr(x, 'detach') else x


class Blank:
    """In place of a module and of everything that it makes: takes every call."""
    def __init__(self, items=()):
        self._items = list(items)

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return Blank()

    def __call__(self, *args, **kwargs):
        if len(args) == 1 and isinstance(args[0], type):
            return args[0]  # it decorates a class
        values([one for one in (*args, *kwargs.values()) if isinstance(one, (_r.Array, list, tuple))])
        return Blank()

    def __iter__(self):
        return iter(self._items)

    def __len__(self):
        return len(self._items)

    def __bool__(self):
        return True

    def __getitem__(self, at):
        for index in at if isinstance(at, tuple) else (at,):
            if isinstance(index, slice):
                return Blank(self._items[index])
            self = self._items[index] if isinstance(index, int) and self._items else Blank()
        return self

    def __setitem__(self, at, value):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None

    def flatten(self):
        return Blank(one for part in self._items for one in (part._items or [part]))

    ravel = flatten


class Figure(Blank):
    def subplots(self, nrows=1, ncols=1, squeeze=True, **kwargs):
        rows = [Blank(Blank() for _ in range(ncols)) for _ in range(nrows)]
        if squeeze and 1 in (nrows, ncols):
            rows = [one for row in rows for one in row]
        return rows[0] if squeeze and nrows * ncols == 1 else Blank(rows)


class Plot(Blank):
    """pyplot. `told`: the program knows already that it draws nothing."""
    def __init__(self, told=False):
        super().__init__()
        if told:
            _told.append('pyplot')

    def __getattr__(self, name):
        if not name.startswith('__') and not _told:
            _told.append(name)
            _r.tell('Runahead: no pictures are drawn: matplotlib is there for programs in PyTorch and NumPy.\n', True)
        return super().__getattr__(name)

    def figure(self, *args, **kwargs):
        return Figure()

    def subplots(self, nrows=1, ncols=1, squeeze=True, **kwargs):
        return self.figure(), Figure().subplots(nrows, ncols, squeeze)

    def plot(self, *args, **kwargs):
        self.gca()(*args)
        return [Blank()]

    def hist(self, x, *args, **kwargs):
        self.gca()(x)
        several = len(x) > 0 and hasattr(x[0], '__len__')
        return Blank(), Blank(), Blank([Blank() for _ in x] if several else ())


class Display(Blank):
    """IPython.display, as it is outside of notebooks: an object is printed."""
    def display(self, *objects, **kwargs):
        for one in objects:
            if not isinstance(one, Blank):
                print(repr(one))


modules = {'matplotlib.pyplot': Plot(), 'IPython.display': Display()}


def install(module):
    """Its names are a blank's; those that are modules come when they are imported."""
    module.__path__ = []
    blank = modules.get(module.__name__) or Blank()

    def found(name):
        return modules.get(f'{module.__name__}.{name}') or getattr(blank, name)
    module.__getattr__ = found
