# SPDX-License-Identifier: GPL-3.0-or-later
# torch.nn: layers whose parameters are arrays that gradients are wanted of.
import _runahead as _r
from _names import Lacking, missing
from torch import Tensor, _place, no_grad
from torch.nn import functional, init, parameter


class Parameter(Tensor):
    """In the memory of `data`."""
    __slots__ = ()

    def __new__(cls, data, requires_grad=True):
        made = _r.as_type(cls, data if data.is_leaf else data.detach()).requires_grad_()
        return made if requires_grad else made.requires_grad_(False)

    def __repr__(self):
        return 'Parameter containing:\n' + super().__repr__()


_r.set_result_type(Parameter, Tensor)


def _once(named):
    """What is there under two names has the first."""
    found = {}
    for name, value in named:
        found.setdefault(id(value), (name, value))
    return found.values()


class Module(Lacking):
    prefix = ''  # of the names of its parameters

    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs)

    def parts(self):
        """The modules that it has, by name, a shared one under each."""
        return {name: value for name, value in self.__dict__.items() if isinstance(value, Module)}

    def named_children(self):
        return iter(_once(self.parts().items()))

    def children(self):
        return (child for _, child in self.named_children())

    def named_modules(self, memo=None, prefix=''):
        memo = set() if memo is None else memo
        if id(self) in memo:
            return
        memo.add(id(self))
        yield prefix, self
        for name, child in self.parts().items():
            yield from child.named_modules(memo, f'{prefix}.{name}' if prefix else name)

    def modules(self):
        return (module for _, module in self.named_modules())

    def named_parameters(self, prefix='', recurse=True):
        modules = self.named_modules(prefix=prefix) if recurse else [(prefix, self)]
        return iter(_once((f'{path}.{name}' if path else name, value) for path, module in modules
                          for name, value in module.__dict__.items() if isinstance(value, Tensor) and _r.leaf(value)))

    def parameters(self):
        return (value for _, value in self.named_parameters())

    def zero_grad(self, set_to_none=True):
        for parameter in self.parameters():
            _r.clear_gradient(parameter)

    def to(self, device=None, non_blocking=False):
        for module in self.modules():
            module.move(device)
        return self

    def move(self, device):
        with no_grad():
            for name, value in list(self.__dict__.items()):
                if isinstance(value, Tensor):
                    _r.move_to(value, value.to(device))
                    _r.name(value, self.prefix + name)

    def requires_grad_(self, requires_grad=True):
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def cuda(self, device='cuda'):
        return self.to(device)

    def cpu(self):
        return self.to('cpu')

    def apply(self, fn):
        for child in self.children():
            child.apply(fn)
        fn(self)
        return self

    def train(self, mode=True):
        return self

    def eval(self):
        return self

    def __repr__(self):
        inner = '\n'.join(f'({name}): {value}' for name, value in self.parts().items()).replace('\n', '\n  ')
        inner = inner and '  ' + inner
        return f'{type(self).__name__}(' + (f'\n{inner}\n)' if inner else ')')


class LazyLinear(Module):
    """Its weights are made by the first call, where its input is."""
    def __init__(self, out_features, bias=True, device=None, dtype=None):
        if not bias:
            raise ValueError('Linear: Runahead has no layer without a bias')
        self.out_features = out_features
        self.place = None if device is None else _place(device)

    def make(self, inputs, place):
        self.in_features = inputs
        self.weight = _r.empty(Tensor, (self.out_features, inputs), place)
        self.bias = _r.empty(Tensor, (self.out_features,), place)
        self.reset_parameters()
        self.weight, self.bias = Parameter(self.weight), Parameter(self.bias)
        _r.name(self.weight, self.prefix + 'weight')
        _r.name(self.bias, self.prefix + 'bias')

    def has_uninitialized_params(self):
        return 'weight' not in self.__dict__

    def reset_parameters(self):
        if self.has_uninitialized_params():
            return
        bound = self.in_features ** -0.5
        init.uniform_(self.weight, -bound, bound)
        init.uniform_(self.bias, -bound, bound)

    def move(self, device):
        self.place = _place(device)
        super().move(device)

    def forward(self, input):
        if self.has_uninitialized_params():
            self.make(input.shape[-1], _r.place(input) if self.place is None else self.place)
        return _r.dense(input, self.weight, self.bias)

    def __repr__(self):
        return f'Linear(in_features={self.__dict__.get("in_features", 0)}, out_features={self.out_features}, bias=True)'


class Linear(LazyLinear):
    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__(out_features, bias, device, dtype)
        self.make(in_features, _place(device))


class ReLU(Module):
    def forward(self, input):
        return _r.relu(input)


class Sigmoid(Module):
    def forward(self, input):
        return _r.sigmoid(input)


class Tanh(Module):
    def forward(self, input):
        return _r.tanh(input)


class Softmax(Module):
    def __init__(self, dim=-1):
        self.dim = dim

    def forward(self, input):
        return functional.softmax(input, self.dim)


class Flatten(Module):
    def forward(self, input):
        return input.reshape(input.shape[0], -1)


class Sequential(Module):
    def __init__(self, *layers):
        for index, layer in enumerate(layers):
            setattr(self, str(index), layer)
            layer.prefix = f'{index}.'
        for name, parameter in self.named_parameters():
            _r.name(parameter, name)

    def forward(self, input):
        for layer in self:
            input = layer(input)
        return input

    def __iter__(self):
        return iter(self.parts().values())

    def __len__(self):
        return len(self.parts())

    def __getitem__(self, index):
        return list(self)[index]


class L1Loss(Module):
    def forward(self, input, target):
        return functional.l1_loss(input, target)


class MSELoss(Module):
    def __init__(self, reduction='mean'):
        self.reduction = reduction

    def forward(self, input, target):
        return functional.mse_loss(input, target, self.reduction)


__getattr__ = missing(globals())
