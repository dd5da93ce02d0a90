# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.npx: what NumPy has no name for.
import _runahead as _r
from _names import Names, missing
from mxnet import _array, _boxes, _elements, _files, _ops, _windows, np
from mxnet import random as _random
from mxnet.context import cpu, current_context, gpu, num_gpus

waitall = _r.waitall
relu = _r.relu
sigmoid = _r.sigmoid
erf = _r.erf
current_device = current_context


def softmax(data, axis=-1, length=None, temperature=None, use_length=False, dtype=None):
    return _ops.softmax(data, axis, length, temperature, use_length, dtype)


def log_softmax(data, axis=-1, temperature=None):
    return _ops.log_softmax(data, axis, temperature)


def activation(data, act_type='relu'):
    return _ops.activation(data, act_type)


def leaky_relu(data, act_type='leaky', slope=0.25):
    if act_type not in ('leaky', 'elu', 'selu'):
        raise NotImplementedError(f"leaky_relu: act_type '{act_type}': Runahead has leaky, elu and selu")
    return _ops.leaky(data, slope) if act_type == 'leaky' else _ops.elu(data, slope) if act_type == 'elu' else _ops.selu(data)


def fully_connected(x, weight, bias=None, num_hidden=None, no_bias=True, flatten=True):
    return _ops.fully_connected(x, weight, bias, num_hidden, no_bias, flatten)


def convolution(data=None, weight=None, bias=None, kernel=None, stride=None, dilate=None, pad=None, num_filter=1, num_group=1,
                no_bias=False, layout=None):
    return _windows.convolution_of(data, weight, bias, kernel or weight.shape[2:], stride, dilate, pad, num_filter, num_group,
                                   no_bias, layout)


def pooling(data=None, kernel=None, stride=None, pad=None, pool_type='max', pooling_convention='valid', global_pool=False,
            count_include_pad=True, layout=None):
    return _windows.pooling_of(data, kernel, pool_type, global_pool, pooling_convention, stride, pad, count_include_pad, layout)


def dropout(data, p=0.5, mode='training', axes=()):
    return _ops.dropout(data, p, mode, axes)


def batch_norm(x, gamma, beta, running_mean, running_var, eps=1e-3, momentum=0.9, fix_gamma=True, use_global_stats=False,
               axis=1):
    return _ops.batch_norm(x, gamma, beta, running_mean, running_var, eps, momentum, fix_gamma, use_global_stats, axis)


def layer_norm(data, gamma, beta, axis=-1, eps=1e-5):
    return _ops.layer_norm(data, gamma, beta, axis, eps)


def embedding(data, weight, input_dim=None, output_dim=None, dtype='float32', sparse_grad=False):
    return _ops.embedding(data, weight)


def one_hot(data, depth=None, on_value=1.0, off_value=0.0, dtype='float32'):
    return _ops.one_hot(data, depth, on_value, off_value, dtype)


def pick(data, index, axis=-1, mode='clip', keepdims=False):
    return _ops.pick(data, index, axis, keepdims, mode)


def topk(data, axis=-1, k=1, ret_typ='indices', is_ascend=False, dtype='float32'):
    return _ops.topk(data, axis, k, ret_typ, is_ascend, dtype)


def batch_dot(a, b, transpose_a=False, transpose_b=False):
    return _ops.batch_dot(a, b, transpose_a, transpose_b)


def batch_flatten(x):
    return _r.reshape(x, (x.shape[0], -1))


def reshape(a, newshape, reverse=False, order='C'):
    if reverse or any(one < -1 for one in newshape):
        raise NotImplementedError('npx.reshape: Runahead has it as np.reshape alone')
    return _r.reshape(a, newshape)


def reshape_like(lhs, rhs):
    return _r.reshape(lhs, rhs.shape)


def arange_like(data, start=0.0, step=1.0, axis=None):
    count = data.size if axis is None else data.shape[axis]
    return np.arange(count, ctx=data.ctx) * step + start


def smooth_l1(data, scalar=1.0):
    return _ops.smooth_l1(data, scalar)


def sequence_mask(data, sequence_length=None, use_sequence_length=False, value=0.0, axis=0):
    return _ops.sequence_mask(data, sequence_length, use_sequence_length, value, axis)


def deconvolution(data, weight, bias=None, kernel=(), stride=(), dilate=(), pad=(), adj=(), target_shape=(), num_filter=0,
                  num_group=1, no_bias=True, layout=None):
    return _windows.deconvolution_of(data, weight, bias, kernel, stride, dilate, pad, adj, target_shape, num_filter, num_group,
                                     no_bias, layout)


def gather_nd(data, indices):
    return _elements.gathered(data, indices)


def roi_pooling(data, rois, pooled_size=None, spatial_scale=None):
    return _boxes.pooled_regions(data, rois, pooled_size, spatial_scale)


def multibox_prior(data, sizes=(1.0,), ratios=(1.0,), clip=False, steps=(-1, -1), offsets=(0.5, 0.5)):
    if steps[0] > 0 or tuple(offsets) != (0.5, 0.5):
        raise NotImplementedError('multibox_prior: Runahead has it without steps and offsets')
    made = _boxes.anchors_of(data, list(sizes), [1.0, *list(ratios)[1:]])
    return np.clip(made, 0, 1) if clip else made


def stop_gradient(data):
    return _r.detached(data)


def norm(data, ord=2, axis=None, keepdims=False):
    return np.linalg.norm(data, ord, axis, keepdims)


def save(file, arr):
    _files.save(file, arr)


def savez(file, *args, **kwds):
    _files.save(file, {**{f'arr_{i}': one for i, one in enumerate(args)}, **kwds})


def load(file):
    return _files.load(file, np.ndarray)


random = Names('random', seed=_random.seed, uniform=np.random.uniform, normal=np.random.normal, bernoulli=np.random.bernoulli)


def set_np(shape=True, array=True, dtype=False):
    """Layers and data sets make arrays of mxnet.np from now on."""
    _array.Semantics.numpy = bool(array)


def reset_np():
    set_np(False, False)


def is_np_array():
    return _array.Semantics.numpy


def is_np_shape():
    return _array.Semantics.numpy


__getattr__ = missing(globals())
