# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon's blocks. A block is called, and knows the parameters below it.
import json
import warnings

import _runahead as _r
from _functions import Function
from _names import Lacking, missing
from mxnet._array import array_kind, told_once
from mxnet.gluon.parameter import Constant, DeferredInitializationError, Parameter, ParameterDict, load_into


class Scope:
    """Where blocks get their names: within `with block.name_scope()`, below the block's own."""
    current = None

    def __init__(self, prefix, params=None, empty=False):
        self.prefix, self.params, self.empty, self.counts, self.outer = prefix, params, empty, {}, []

    def __enter__(self):
        self.outer.append(Scope.current)
        if not self.empty:
            Scope.current = self
        return self

    def __exit__(self, *error):
        Scope.current = self.outer.pop()

    def prefix_for(self, kind):
        count = self.counts.get(kind, 0)
        self.counts[kind] = count + 1
        return f'{kind}{count}_'


Scope.current = Scope('')


class HookHandle:
    def __init__(self, hooks, hook):
        self.hooks, self.hook = hooks, hook
        hooks.append(hook)

    def detach(self):
        if self.hook in self.hooks:
            self.hooks.remove(self.hook)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.detach()


def _indented(text):
    return str(text).replace('\n', '\n  ')


class Block(Lacking):
    def __init__(self, prefix=None, params=None):
        outer = Scope.current
        own = outer.prefix_for(type(self).__name__.lower()) if prefix is None else prefix
        self._prefix = outer.prefix + own
        if params is None:
            self._params = ParameterDict(self._prefix, outer.params and outer.params._shared)
        else:
            self._params = ParameterDict(params.prefix, params)
        self._scope = Scope(self._prefix, self._params, prefix == '')
        self._children, self._reg_params = {}, {}
        self._pre_hooks, self._hooks = [], []

    def __setattr__(self, name, value):
        existing = self.__dict__.get(name)
        if isinstance(existing, (Parameter, Block)) and not isinstance(value, type(existing)):
            raise TypeError(f'Changing attribute type for {name} from {type(existing)} to {type(value)}is not allowed.')
        if isinstance(value, (Block, Parameter)) and '_children' not in self.__dict__:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '_children': its __init__ calls "
                                 'super().__init__() first')
        if isinstance(value, Block):
            self.register_child(value, name)
        elif isinstance(value, Parameter):
            self._reg_params[name] = value
        object.__setattr__(self, name, value)

    @property
    def prefix(self):
        return self._prefix

    @property
    def name(self):
        return self._prefix.removesuffix('_')

    @property
    def params(self):
        return self._params

    def name_scope(self):
        return self._scope

    def register_child(self, block, name=None):
        self._children[str(len(self._children)) if name is None else name] = block

    def register_forward_pre_hook(self, hook):
        return HookHandle(self._pre_hooks, hook)

    def register_forward_hook(self, hook):
        return HookHandle(self._hooks, hook)

    def __call__(self, *args):
        for hook in self._pre_hooks:
            hook(self, args)
        out = self.called(*args)
        for hook in self._hooks:
            hook(self, args, out)
        return out

    def called(self, *args):
        return self.forward(*args)

    def forward(self, *args):
        raise NotImplementedError

    def apply(self, fn):
        for child in self._children.values():
            child.apply(fn)
        fn(self)
        return self

    def __repr__(self):
        inner = '\n'.join(f'  ({name}): {_indented(value)}' for name, value in self.__dict__.items() if isinstance(value, Block))
        return f'{type(self).__name__}(\n{inner}\n)'

    def _look_for_containers(self):
        known = {id(child) for child in self._children.values()}

        def unregistered(value):
            if isinstance(value, (list, tuple)):
                return any(map(unregistered, value))
            if isinstance(value, dict):
                return any(map(unregistered, value.values()))
            return isinstance(value, Block) and id(value) not in known
        for name, value in self.__dict__.items():
            if name != '_children' and isinstance(value, (list, tuple, dict)) and unregistered(value):
                warnings.warn(f'"{type(self).__name__}.{name}" is an unregistered container with Blocks. Note that Blocks inside '
                              'the list, tuple or dict will not be registered automatically. Make sure to register them using '
                              'register_child() or switching to nn.Sequential/nn.HybridSequential instead. ', stacklevel=3)

    def collect_params(self, select=None):
        self._look_for_containers()
        found = ParameterDict(self._params.prefix)
        found.update(self._params)
        for one in self._reg_params.values():  # of a program that made it itself
            found.setdefault(one.name if one.name not in found or found[one.name] is one else self._prefix + one.name, one)
        for child in self._children.values():
            found.update(child.collect_params())
        return found.matching(select) if select else found

    def _by_place(self, prefix=''):
        """Parameters by where they are in the block, as files have them: '0.weight'."""
        found = {prefix + name: one for name, one in self._reg_params.items()}
        for name, child in self._children.items():
            found.update(child._by_place(f'{prefix}{name}.'))
        return found

    def initialize(self, init=None, ctx=None, verbose=False, force_reinit=False, device=None):
        self.collect_params().initialize(init, ctx, verbose, force_reinit, device)

    def hybridize(self, active=True, **options):
        for child in self._children.values():
            child.hybridize(active, **options)

    def cast(self, dtype):
        for child in self._children.values():
            child.cast(dtype)
        for one in self._params.values():
            one.cast(dtype)

    def zero_grad(self):
        self.collect_params().zero_grad()

    def reset_ctx(self, ctx):
        self.collect_params().reset_ctx(ctx)

    reset_device = reset_ctx

    def setattr(self, name, value):
        self.collect_params().setattr(name, value)

    def save_parameters(self, filename, deduplicate=False):
        from mxnet._files import save
        save(filename, {name: one.list_data()[0] for name, one in self._by_place().items()})

    def load_parameters(self, filename, ctx=None, allow_missing=False, ignore_extra=False, cast_dtype=False,
                        dtype_source='current', device=None):
        from mxnet._files import load
        loaded, own = load(filename, array_kind()), self._by_place()
        if loaded and not any('.' in name for name in loaded) and not set(loaded) & set(own):
            own = {name.removeprefix(self._prefix): one for name, one in self.collect_params().items()}
        load_into(own, loaded, filename, ctx if ctx is not None else device, allow_missing, ignore_extra, cast_dtype)

    def share_parameters(self, shared):
        """Of another layer of the kind, by their names behind the prefix."""
        given = {name.removeprefix(getattr(shared, 'prefix', '')): one for name, one in shared.items()}
        found = set(given) & set(self._reg_params)
        if set(self._by_place()) - found:
            raise NotImplementedError('share_parameters: Runahead has it of single layers; else give params=other.params')
        for name in found:
            setattr(self, name, given[name])
        self._params = ParameterDict(getattr(shared, 'prefix', self._prefix))
        self._params.update({one.name: one for one in self._reg_params.values()})
        return self

    def summary(self, *inputs):
        """Prints which layers there are, and how many numbers each has."""
        rows, total = [], 0

        def add(block, args, out):
            shape = out.shape if isinstance(out, _r.Array) else [one.shape for one in out]
            count = sum(_count(one.shape) for one in block._reg_params.values())
            rows.append((f'{type(block).__name__}-{len(rows) + 1}', str(shape), count))
        handles = []
        self.apply(lambda block: handles.append(block.register_forward_hook(add)))
        try:
            self(*inputs)
        finally:
            for handle in handles:
                handle.detach()
        print('-' * 80)
        print(f"{'Layer (type)':>20}  {'Output Shape':>42} {'Param #':>15}")
        print('=' * 80)
        print(f"{'Input':>20}  {str(inputs[0].shape):>42} {0:>15}")
        for name, shape, count in rows:
            print(f'{name:>20}  {shape:>42} {count:>15}')
            total += count
        print('=' * 80)
        print(f'Parameters in forward computation graph, duplicate included\n   Total params: {total}')
        print('-' * 80)


def _count(shape):
    count = 1
    for size in shape:
        count *= size
    return count


class HybridBlock(Block):
    traced = None

    def forward(self, x, *args):
        from mxnet import nd
        own = {name: one.beside_array(x) for name, one in self._reg_params.items()}
        return self.hybrid_forward(nd, x, *args, **own)

    def hybrid_forward(self, F, x, *args):
        raise NotImplementedError

    def called(self, *args):
        return (self.traced or self.forward)(*args)

    def hybridize(self, active=True, **options):
        known = {'static_alloc', 'static_shape', 'inline_limit', 'forward_bulk_size', 'backward_bulk_size', 'backend',
                 'backend_opts', 'partition_if_dynamic', 'clear'}
        if set(options) - known:
            raise TypeError(f"hybridize() got an unexpected keyword argument '{sorted(set(options) - known)[0]}'")
        self.__dict__['traced'] = Function(self.forward, None) if active else None

    def infer_shape(self, *args):
        raise NotImplementedError('infer_shape: a layer of your own gives its parameters their shapes')

    def export(self, path, epoch=0, remove_amp_cast=True):
        """Names of two files: what the layers are, and their parameters."""
        told_once('export: the -symbol.json names the layers alone, and both files are for Runahead.')
        names = f'{path}-symbol.json', f'{path}-{epoch:04d}.params'
        with open(names[0], 'w') as file:
            json.dump({'layers': repr(self).split('\n'), 'parameters': list(self.collect_params())}, file, indent=2)
        self.collect_params().save(names[1])
        return names


__getattr__ = missing(globals())
