# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.nn's layers with windows: convolutions and pooling, of one axis or two behind batch and channels.
import _runahead as _r
from mxnet._windows import convolution, pooling, transposed_convolution
from mxnet.gluon.block import HybridBlock


def _each(given, axes):
    return (given,) * axes if isinstance(given, int) else tuple(given)


def _require_layout(layer, layout, wanted):
    if layout != wanted:
        raise NotImplementedError(f"{layer}: layout '{layout}': Runahead has {wanted} alone")


class _Conv(HybridBlock):
    axes = 2

    def __init__(self, channels, kernel_size, strides=1, padding=0, dilation=1, groups=1, layout=None, activation=None,
                 use_bias=True, weight_initializer=None, bias_initializer='zeros', in_channels=0, prefix=None, params=None):
        super().__init__(prefix, params)
        wanted = 'NCW' if self.axes == 1 else 'NCHW'
        _require_layout(type(self).__name__, layout or wanted, wanted)
        self._channels, self._groups, self._in_channels = channels, groups, in_channels
        self._kernel, self._strides, self._padding, self._dilation = (
            _each(one, self.axes) for one in (kernel_size, strides, padding, dilation))
        self.weight = self.params.get('weight', shape=self._weight_shape(in_channels),
                                      init=weight_initializer, allow_deferred_init=True)
        self.bias = None
        if use_bias:
            self.bias = self.params.get('bias', shape=(channels,), init=bias_initializer, allow_deferred_init=True)
            self.bias.beside = self.weight
        from mxnet.gluon.nn import Activation
        with self.name_scope():
            self.act = None if activation is None else Activation(activation, prefix=activation + '_')

    def _weight_shape(self, inputs):
        return (self._channels, inputs // self._groups) + self._kernel

    def _computed(self, x, weight, bias):
        return convolution(x, weight, bias, self._strides, self._padding, self._dilation, self._groups)

    def forward(self, x):
        if -1 in self.weight.shape:
            self.weight.shape = self._weight_shape(x.shape[1])
        out = self._computed(x, self.weight.beside_array(x), self.bias and self.bias.beside_array(x))
        return self.act.forward(out) if self.act else out

    def __repr__(self):
        shape = self.weight.shape
        text = f'{shape[1] if shape[1] > 0 else None} -> {shape[0]}, kernel_size={self._kernel}, stride={self._strides}'
        for name, value, plain in ('padding', self._padding, 0), ('dilation', self._dilation, 1):
            if value != (plain,) * self.axes:
                text += f', {name}={value}'
        if any(getattr(self, '_output_padding', ())):
            text += f', output_padding={self._output_padding}'
        if self._groups != 1:
            text += f', groups={self._groups}'
        if self.bias is None:
            text += ', bias=False'
        if self.act:
            text += f', {self.act}'
        return f'{type(self).__name__}({text})'


class Conv1D(_Conv):
    axes = 1


class Conv2D(_Conv):
    pass


class _ConvTranspose(_Conv):
    def __init__(self, channels, kernel_size, strides=1, padding=0, output_padding=0, dilation=1, groups=1, layout=None,
                 activation=None, use_bias=True, weight_initializer=None, bias_initializer='zeros', in_channels=0, prefix=None,
                 params=None):
        super().__init__(channels, kernel_size, strides, padding, dilation, groups, layout, activation, use_bias,
                         weight_initializer, bias_initializer, in_channels, prefix, params)
        self._output_padding = _each(output_padding, self.axes)

    def _weight_shape(self, inputs):
        return (inputs, self._channels // self._groups) + self._kernel

    def _computed(self, x, weight, bias):
        return transposed_convolution(x, weight, bias, self._strides, self._padding, self._output_padding, self._dilation,
                                      self._groups)


class Conv1DTranspose(_ConvTranspose):
    axes = 1


class Conv2DTranspose(_ConvTranspose):
    pass


class _Pool(HybridBlock):
    axes, kind = 2, 'max'

    def __init__(self, pool_size=2, strides=None, padding=0, layout=None, ceil_mode=False, count_include_pad=True, prefix=None,
                 params=None):
        super().__init__(prefix, params)
        wanted = 'NCW' if self.axes == 1 else 'NCHW'
        _require_layout(type(self).__name__, layout or wanted, wanted)
        self._size = _each(pool_size, self.axes)
        self._strides = self._size if strides is None else _each(strides, self.axes)
        self._padding, self._ceil, self._counts_padding = _each(padding, self.axes), ceil_mode, count_include_pad

    def forward(self, x):
        return pooling(x, self.kind, self._size, self._strides, self._padding, self._ceil, self._counts_padding)

    def __repr__(self):
        return (f'{type(self).__name__}(size={self._size}, stride={self._strides}, padding={self._padding}, '
                f'ceil_mode={self._ceil}, global_pool=False, pool_type={self.kind}, layout='
                f"{'NCW' if self.axes == 1 else 'NCHW'})")


class MaxPool1D(_Pool):
    axes = 1


class MaxPool2D(_Pool):
    pass


class AvgPool1D(_Pool):
    axes, kind = 1, 'avg'


class AvgPool2D(_Pool):
    kind = 'avg'


class _Global(HybridBlock):
    """Over all places."""
    kind, layout = 'max', 'NCHW'

    def __init__(self, layout=None, prefix=None, params=None):
        super().__init__(prefix, params)
        _require_layout(type(self).__name__, layout or self.layout, self.layout)

    def forward(self, x):
        for axis in range(x.ndim - 1, 1, -1):
            x = (_r.max if self.kind == 'max' else _r.mean)(x, axis, True)
        return x

    def __repr__(self):
        ones = (1,) * (len(self.layout) - 2)
        return (f'{type(self).__name__}(size={ones}, stride={ones}, padding={(0,) * len(ones)}, ceil_mode=True, '
                f'global_pool=True, pool_type={self.kind}, layout={self.layout})')


class GlobalMaxPool1D(_Global):
    layout = 'NCW'


class GlobalMaxPool2D(_Global):
    pass


class GlobalAvgPool1D(_Global):
    kind, layout = 'avg', 'NCW'


class GlobalAvgPool2D(_Global):
    kind = 'avg'
