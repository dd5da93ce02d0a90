# SPDX-License-Identifier: GPL-3.0-or-later
# Convolutions and pooling, of one axis or two behind batch and channels: as layers call them, and as mxnet.nd and mxnet.npx do.
import _runahead as _r
from mxnet import _ops
from mxnet.context import MXNetError


def convolution(x, weight, bias, strides, padding, dilation, groups):
    """Of one axis as of two, the first of which has one place."""
    if x.ndim == 3:
        x, weight = _ops.expanded(x, 2), _ops.expanded(weight, 2)
        made = _r.conv2d(x, weight, bias, (1,) + strides, (0,) + padding, (1,) + dilation, groups)
        return _ops.squeezed(made, 2)
    return _r.conv2d(x, weight, bias, strides, padding, dilation, groups)


def pooling(x, kind, size, strides, padding, ceil=False, counts_padding=True):
    if x.ndim == 3:
        made = _r.pool2d(_ops.expanded(x, 2), kind, (1,) + size, (1,) + strides, (0,) + padding, ceil, counts_padding)
        return _ops.squeezed(made, 2)
    return _r.pool2d(x, kind, size, strides, padding, ceil, counts_padding)


def _axes_of(call, data, layout):
    if data.ndim not in (3, 4):
        raise NotImplementedError(f'{call}: Runahead has it of one axis or two behind batch and channels')
    if layout not in (None, 'NCW', 'NCHW'):
        raise NotImplementedError(f"{call}: layout '{layout}': Runahead has NCW and NCHW")
    return data.ndim - 2


def _each(call, given, axes, otherwise):
    given = tuple(given or (otherwise,) * axes)
    if len(given) != axes:
        raise MXNetError(f'{call}: {given} has not a number for each of {axes} axes')
    return given


def convolution_of(data, weight, bias, kernel, stride, dilate, pad, num_filter, num_group, no_bias, layout):
    axes = _axes_of('Convolution', data, layout)
    wanted = num_filter, data.shape[1] // num_group, *_each('Convolution', kernel, axes, 1)
    if weight.shape != wanted:
        raise MXNetError(f'Convolution: its weight has shape {weight.shape}; kernel, num_filter and num_group ask for {wanted}')
    return convolution(data, weight, None if no_bias else bias, _each('Convolution', stride, axes, 1),
                       _each('Convolution', pad, axes, 0), _each('Convolution', dilate, axes, 1), num_group)


def pooling_of(data, kernel, pool_type, global_pool, pooling_convention, stride, pad, count_include_pad, layout):
    axes = _axes_of('Pooling', data, layout)
    if pool_type not in ('max', 'avg') or pooling_convention not in ('valid', 'full'):
        raise NotImplementedError("Pooling: Runahead has pool_type 'max' and 'avg', and pooling_convention 'valid' and 'full'")
    if global_pool:
        return pooling(data, pool_type, data.shape[2:], (1,) * axes, (0,) * axes)
    return pooling(data, pool_type, _each('Pooling', kernel, axes, 1), _each('Pooling', stride, axes, 1),
                   _each('Pooling', pad, axes, 0), pooling_convention == 'full', count_include_pad)


def transposed_convolution(x, weight, bias, strides, padding, output_padding, dilation, groups):
    """What convolution() goes back to; output_padding is what more there is behind."""
    if x.ndim == 3:
        made = _r.conv2d_transpose(_ops.expanded(x, 2), _ops.expanded(weight, 2), (1,) + strides, (0,) + padding,
                                   (1,) + dilation, groups, (0,) + output_padding)
        made = _ops.squeezed(made, 2)
    else:
        made = _r.conv2d_transpose(x, weight, strides, padding, dilation, groups, output_padding)
    return made if bias is None else made + _r.reshape(bias, (1, -1) + (1,) * (x.ndim - 2))


def deconvolution_of(data, weight, bias, kernel, stride, dilate, pad, adj, target_shape, num_filter, num_group, no_bias, layout):
    axes = _axes_of('Deconvolution', data, layout)
    if target_shape:
        raise NotImplementedError('Deconvolution: Runahead has it by pad and adj, without target_shape')
    wanted = data.shape[1], num_filter // num_group, *_each('Deconvolution', kernel, axes, 1)
    if weight.shape != wanted:
        raise MXNetError(f'Deconvolution: its weight has shape {weight.shape}; kernel, num_filter and num_group ask for {wanted}')
    return transposed_convolution(data, weight, None if no_bias else bias, _each('Deconvolution', stride, axes, 1),
                                  _each('Deconvolution', pad, axes, 0), _each('Deconvolution', adj, axes, 0),
                                  _each('Deconvolution', dilate, axes, 1), num_group)
