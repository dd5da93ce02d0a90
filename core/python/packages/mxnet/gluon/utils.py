# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.utils: parts of a batch for several devices, and the norm of several gradients.
import warnings

import _runahead as _r
from _names import missing
from mxnet import _ops
from mxnet._array import made_of


def split_data(data, num_slice, batch_axis=0, even_split=True):
    size = data.shape[batch_axis]
    if even_split and size % num_slice:
        raise ValueError(f'data with shape {data.shape} cannot be evenly split into {num_slice} slices along axis {batch_axis}. '
                         f"Use a batch size that's multiple of {num_slice} or set even_split=False to allow uneven partitioning "
                         'of data.')
    each, more = divmod(size, num_slice)
    bounds = [0]
    for i in range(num_slice):
        bounds.append(bounds[-1] + each + (1 if i < more else 0))
    return [_ops.part(data, batch_axis, bounds[i], bounds[i + 1]) for i in range(num_slice)]


def split_and_load(data, ctx_list, batch_axis=0, even_split=True):
    if not isinstance(data, _r.Array) or not hasattr(data, 'as_in_context'):
        data = made_of(data, ctx_list[0])
    if len(ctx_list) == 1:
        return [data.as_in_context(ctx_list[0])]
    return [one.as_in_context(ctx) for one, ctx in zip(split_data(data, len(ctx_list), batch_axis, even_split), ctx_list)]


def clip_global_norm(arrays, max_norm, check_isfinite=True):
    """Makes the norm of all of them together at most max_norm; waits for it where it is to be looked at."""
    if not arrays:
        raise AssertionError('clip_global_norm: of no arrays')
    first, total = arrays[0], None
    for one in arrays:
        square = _r.sum(_r.square(one))
        square = square if _r.place(one) == _r.place(first) else _r.to_context(type(first), square, _r.place(first))
        total = square if total is None else total + square
    total = _r.sqrt(total)
    known = _r.asscalar(total) if check_isfinite else None
    if known is not None and not abs(known) < float('inf'):
        warnings.warn('nan or inf is detected. Clipping results will be undefined.', UserWarning, stacklevel=2)
    scale = _r.minimum(max_norm / (total + 1e-8), 1.0)
    for one in arrays:
        one *= scale if _r.place(one) == _r.place(first) else _r.to_context(type(first), scale, _r.place(one))
    return total if known is None else known


def download(url, *rest, **options):
    raise NotImplementedError(f'download: Runahead brings nothing from the network; put {url} beside the program')


__getattr__ = missing(globals())
