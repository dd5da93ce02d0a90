# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.nn: layers. Not here: convolutions and pooling (_windows.py).
import _runahead as _r
from _names import missing, type_name
from mxnet import _elements, _ops
from mxnet import init as _init
from mxnet.gluon._windows import (AvgPool1D, AvgPool2D, Conv1D, Conv1DTranspose, Conv2D, Conv2DTranspose, GlobalAvgPool1D,
                                  GlobalAvgPool2D, GlobalMaxPool1D, GlobalMaxPool2D, MaxPool1D, MaxPool2D)
from mxnet.gluon.block import Block, HybridBlock


class Sequential(Block):
    def __init__(self, prefix=None, params=None):
        super().__init__(prefix, params)

    def add(self, *blocks):
        for block in blocks:
            self.register_child(block)

    def forward(self, x, *args):
        for block in list(self._children.values()):
            x = block(x, *args)
            args = ()
            if isinstance(x, (tuple, list)):
                x, args = x[0], tuple(x[1:])
        return (x, *args) if args else x

    def __repr__(self):
        inner = '\n'.join(f'  ({name}): {str(value)}'.replace('\n', '\n  ') for name, value in self._children.items())
        return f'{type(self).__name__}(\n{inner}\n)'

    def __len__(self):
        return len(self._children)

    def __iter__(self):
        return iter(self._children.values())

    def __getitem__(self, key):
        layers = list(self._children.values())[key]
        if not isinstance(layers, list):
            return layers
        net = type(self)(prefix=self._prefix)
        net.add(*layers)
        return net


class HybridSequential(Sequential, HybridBlock):
    pass


class Dense(HybridBlock):
    def __init__(self, units, activation=None, use_bias=True, flatten=True, dtype='float32', weight_initializer=None,
                 bias_initializer='zeros', in_units=0, prefix=None, params=None):
        super().__init__(prefix, params)
        self._units, self._flatten = units, flatten
        self.weight = self.params.get('weight', shape=(units, in_units), init=weight_initializer, dtype=dtype,
                                      allow_deferred_init=True)
        self.bias = None
        if use_bias:
            self.bias = self.params.get('bias', shape=(units,), init=bias_initializer, dtype=dtype, allow_deferred_init=True)
            self.bias.beside = self.weight
        with self.name_scope():
            self.act = None if activation is None else Activation(activation, prefix=activation + '_')

    def forward(self, x):
        if self.weight.shape[1] == -1:
            inputs = x.shape[-1]
            if self._flatten:
                inputs = 1
                for size in x.shape[1:]:
                    inputs *= size
            self.weight.shape = self._units, inputs
        weight = self.weight.beside_array(x)
        out = _ops.fully_connected(x, weight, self.bias and self.bias.beside_array(x), flatten=self._flatten)
        return self.act.forward(out) if self.act else out

    def __repr__(self):
        units, inputs = self.weight.shape
        return f"Dense({inputs} -> {units}, {self.act or 'linear'})"


class Activation(HybridBlock):
    def __init__(self, activation, prefix=None, params=None):
        if activation not in _ops.ACTIVATIONS:
            raise ValueError(f"Activation '{activation}': Runahead has {', '.join(_ops.ACTIVATIONS)}")
        self.__dict__['_act_type'] = activation
        super().__init__(prefix, params)

    def forward(self, x):
        return _ops.ACTIVATIONS[self._act_type](x)

    def __repr__(self):
        return f'Activation({self._act_type})'


class LeakyReLU(HybridBlock):
    def __init__(self, alpha, prefix=None, params=None):
        if alpha < 0:
            raise AssertionError('Slope coefficient for LeakyReLU must be no less than 0.')
        super().__init__(prefix, params)
        self._alpha = alpha

    def forward(self, x):
        return _ops.leaky(x, self._alpha)

    def __repr__(self):
        return f'LeakyReLU({self._alpha})'


class PReLU(HybridBlock):
    """The slope of negative numbers is a parameter."""
    def __init__(self, alpha_initializer=None, in_channels=1, prefix=None, params=None):
        super().__init__(prefix, params)
        initial = _init.Constant(0.25) if alpha_initializer is None else alpha_initializer
        self.alpha = self.params.get('alpha', shape=(in_channels,), init=initial)

    def forward(self, x):
        slope = self.alpha.beside_array(x)
        shape = (1, -1) + (1,) * (x.ndim - 2) if slope.shape[0] > 1 else (1,) * x.ndim
        return _ops.leaky(x, _r.reshape(slope, shape))


class ELU(HybridBlock):
    def __init__(self, alpha=1.0, prefix=None, params=None):
        super().__init__(prefix, params)
        self._alpha = alpha

    def forward(self, x):
        return _ops.elu(x, self._alpha)


class SELU(HybridBlock):
    def forward(self, x):
        return _ops.selu(x)


class GELU(HybridBlock):
    def forward(self, x):
        return _elements.gelu(x)


class Swish(HybridBlock):
    def __init__(self, beta=1.0, prefix=None, params=None):
        super().__init__(prefix, params)
        self._beta = beta

    def forward(self, x):
        return x * _r.sigmoid(x * self._beta)


SiLU = Swish


class Dropout(HybridBlock):
    """Acts while calls are recorded for training."""
    def __init__(self, rate, axes=(), prefix=None, params=None):
        super().__init__(prefix, params)
        self._rate, self._axes = rate, axes

    def forward(self, x):
        return _ops.dropout(x, self._rate, axes=self._axes)

    def __repr__(self):
        return f'Dropout(p = {self._rate}, axes={self._axes})'


class Flatten(HybridBlock):
    def forward(self, x):
        return _r.reshape(x, (x.shape[0], -1))

    def __repr__(self):
        return 'Flatten'


class _Normalizing(HybridBlock):
    """With a scale and a shift for each channel."""
    def __init__(self, axis, epsilon, center, scale, beta_initializer, gamma_initializer, in_channels, prefix, params):
        super().__init__(prefix, params)
        self._axis, self._epsilon, self._kwargs = axis, epsilon, {}
        self.gamma = self.params.get('gamma', grad_req='write' if scale else 'null', shape=(in_channels,),
                                     init=gamma_initializer, allow_deferred_init=True, differentiable=scale)
        self.beta = self.params.get('beta', grad_req='write' if center else 'null', shape=(in_channels,), init=beta_initializer,
                                    allow_deferred_init=True, differentiable=center)

    def beside(self, x):
        """Its parameters, which learn how many channels there are."""
        channels = x.shape[_ops.axis_of(x, self._axis)]
        for one in self._reg_params.values():
            if one.shape == (-1,):
                one.shape = (channels,)
        return [one.beside_array(x) for one in self._reg_params.values()]

    def __repr__(self):
        shown = ', '.join(f'{name}={value!r}' for name, value in self._kwargs.items())
        channels = self.gamma.shape[0]
        return f'{type(self).__name__}({shown}, in_channels={self.shown(channels)})'

    @staticmethod
    def shown(channels):
        return channels


class BatchNorm(_Normalizing):
    def __init__(self, axis=1, momentum=0.9, epsilon=1e-5, center=True, scale=True, use_global_stats=False,
                 beta_initializer='zeros', gamma_initializer='ones', running_mean_initializer='zeros',
                 running_variance_initializer='ones', in_channels=0, prefix=None, params=None):
        super().__init__(axis, epsilon, center, scale, beta_initializer, gamma_initializer, in_channels, prefix, params)
        self._kwargs = {'axis': axis, 'eps': epsilon, 'momentum': momentum, 'fix_gamma': not scale,
                        'use_global_stats': use_global_stats}
        for name, initial in ('mean', running_mean_initializer), ('var', running_variance_initializer):
            setattr(self, f'running_{name}', self.params.get(f'running_{name}', grad_req='null', shape=(in_channels,),
                                                             init=initial, allow_deferred_init=True, differentiable=False))

    def forward(self, x):
        return _ops.batch_norm(x, *self.beside(x), **self._kwargs)


class BatchNormReLU(BatchNorm):
    def forward(self, x):
        return _r.relu(super().forward(x))


class LayerNorm(_Normalizing):
    def __init__(self, axis=-1, epsilon=1e-5, center=True, scale=True, beta_initializer='zeros', gamma_initializer='ones',
                 in_channels=0, prefix=None, params=None):
        super().__init__(axis, epsilon, center, scale, beta_initializer, gamma_initializer, in_channels, prefix, params)
        self._kwargs = {'eps': epsilon, 'axis': axis, 'center': center, 'scale': scale}

    def forward(self, x):
        return _ops.layer_norm(x, *self.beside(x), axis=self._axis, eps=self._epsilon)


class InstanceNorm(_Normalizing):
    def __init__(self, axis=1, epsilon=1e-5, center=True, scale=False, beta_initializer='zeros', gamma_initializer='ones',
                 in_channels=0, prefix=None, params=None):
        super().__init__(axis, epsilon, center, scale, beta_initializer, gamma_initializer, in_channels, prefix, params)
        self._kwargs = {'eps': epsilon, 'axis': axis, 'center': center, 'scale': scale}

    def forward(self, x):
        axis = _ops.axis_of(x, self._axis)
        rest = tuple(one for one in range(1, x.ndim) if one != axis)
        mean = _r.mean(x, rest, True)
        var = _r.mean(_r.square(x - mean), rest, True)
        shape = tuple(-1 if one == axis else 1 for one in range(x.ndim))
        gamma, beta = (_r.reshape(one, shape) for one in self.beside(x))
        return _ops.normalized(x, mean, var, gamma, beta, self._epsilon)


class Embedding(HybridBlock):
    def __init__(self, input_dim, output_dim, dtype='float32', weight_initializer=None, sparse_grad=False, prefix=None,
                 params=None):
        super().__init__(prefix, params)
        self._kwargs = {'input_dim': input_dim, 'output_dim': output_dim, 'dtype': type_name(dtype),
                        'sparse_grad': sparse_grad}
        self.weight = self.params.get('weight', shape=(input_dim, output_dim), init=weight_initializer, dtype=dtype,
                                      allow_deferred_init=True)

    def forward(self, x):
        return _ops.embedding(x, self.weight.beside_array(x))

    def __repr__(self):
        return f"Embedding({self._kwargs['input_dim']} -> {self._kwargs['output_dim']}, {self._kwargs['dtype']})"


class Identity(HybridBlock):
    def forward(self, x):
        return x


class Concatenate(Sequential):
    """What its blocks make of one input, side by side."""
    def __init__(self, axis=-1, prefix=None, params=None):
        super().__init__(prefix, params)
        self.axis = axis

    def forward(self, x):
        return _r.concatenate([block(x) for block in self._children.values()], self.axis)


class HybridConcatenate(Concatenate, HybridBlock):
    pass


class Lambda(Block):
    def __init__(self, function, prefix=None):
        super().__init__(prefix)
        self._function = _named(function)

    def forward(self, *args):
        return self._function(*args)

    def __repr__(self):
        return f'{type(self).__name__}({self._function.__name__})'


class HybridLambda(HybridBlock):
    """Its function takes F before the arrays, where it is not a name."""
    def __init__(self, function, prefix=None):
        super().__init__(prefix)
        self._function, self._takes_f = _named(function), not isinstance(function, str)

    def forward(self, *args):
        from mxnet import nd
        return self._function(nd, *args) if self._takes_f else self._function(*args)

    def __repr__(self):
        return f'{type(self).__name__}({self._function.__name__})'


def _named(function):
    from mxnet import nd
    if not isinstance(function, str) and not callable(function):
        raise ValueError(f'Unrecognized function in lambda: {function} of type {type(function)}')
    return getattr(nd, function) if isinstance(function, str) else function


__getattr__ = missing(globals())
