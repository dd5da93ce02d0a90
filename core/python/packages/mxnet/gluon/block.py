# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon's blocks. A block is called, and knows the parameters below it.
import _runahead as _r
from _functions import Function
from _names import Lacking, missing
from mxnet.init import Uniform


class Parameter(Lacking):
    """Without an array until the first call tells how many inputs there are."""
    def __init__(self, name, shape):
        self.name, self.known, self.array = name, shape, None

    def make(self, array):
        self.array = array
        _r.attach_gradient(array)
        _r.name(array, self.name)

    @property
    def shape(self):
        """-1 where it is not known yet."""
        return self.known if self.array is None else self.array.shape

    def __repr__(self):
        return f'Parameter {self.name} (shape={self.shape}, dtype=float32)'

    def data(self):
        if self.array is None:
            raise RuntimeError(f'Parameter {self.name} has not been initialized: call the net once')
        return self.array

    def grad(self):
        return self.data().grad


class Scope:
    """Where blocks get their names: within `with block.name_scope()`, below the block's own."""
    current = None

    def __init__(self, prefix):
        self.prefix, self.counts = prefix, {}

    def __enter__(self):
        self.outer, Scope.current = Scope.current, self

    def __exit__(self, *error):
        Scope.current = self.outer

    def prefix_for(self, kind):
        count = self.counts.get(kind, 0)
        self.counts[kind] = count + 1
        return f'{self.prefix}{kind}{count}_'


Scope.current = Scope('')


class Block(Lacking):
    init = Uniform()

    def __init__(self, prefix=None, params=None):
        if params is not None:
            raise ValueError(f'{type(self).__name__}: Runahead shares no parameters by params=; call one layer twice')
        outer = Scope.current
        self.prefix = outer.prefix_for(type(self).__name__.lower()) if prefix is None else outer.prefix + prefix
        self._scope = Scope(self.prefix)

    @property
    def name(self):
        return self.prefix.removesuffix('_')

    def name_scope(self):
        return self._scope

    def __call__(self, *args):
        return self.forward(*args)

    def parts(self):
        """The blocks that it has, by name."""
        return {name: value for name, value in self.__dict__.items() if isinstance(value, Block)}

    def children(self):
        return list(self.parts().values())

    def __repr__(self):
        inner = '\n'.join(f'({name}): {value}' for name, value in self.parts().items()).replace('\n', '\n  ')
        return f'{type(self).__name__}(\n  {inner}\n)'

    def collect_params(self):
        found = {value.name: value for value in self.__dict__.values() if isinstance(value, Parameter)}
        for child in self.children():
            found.update(child.collect_params())
        return found

    def initialize(self, init=None, ctx=None, device=None, force_reinit=False):
        if isinstance(init, str) or not (init is None or callable(init)):
            raise ValueError(f'initialize: {init!r}: Runahead takes one of mxnet.init, as init.Normal(sigma=0.01)')
        self.init = init or self.init
        for child in self.children():
            child.initialize(init, force_reinit=force_reinit)

    def hybridize(self, active=True):
        for child in self.children():
            child.hybridize(active)


class HybridBlock(Block):
    traced = None

    def forward(self, *args):
        from mxnet import nd
        return self.hybrid_forward(nd, *args)

    def __call__(self, *args):
        return (self.traced or self.forward)(*args)

    def hybridize(self, active=True, static_alloc=False, static_shape=False):
        self.traced = Function(self.forward, None) if active else None
        self.__dict__['traced'] = self.traced


__getattr__ = missing(globals())
