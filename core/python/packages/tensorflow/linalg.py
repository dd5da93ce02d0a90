# SPDX-License-Identifier: GPL-3.0-or-later
# tf.linalg.
import _runahead as _r
from _names import missing
from tensorflow import Tensor, _t
from tensorflow._array_ops import expand_dims, eye
from tensorflow._math_ops import einsum, matmul, matvec, norm, tensordot, transpose
from tensorflow.nn import l2_normalize


def matrix_transpose(a, name=None, conjugate=False):
    a = _t(a)
    order = list(range(a.ndim))
    return transpose(a, order[:-2] + [order[-1], order[-2]])


def diag(diagonal, name='diag', **options):
    diagonal = _t(diagonal)
    if diagonal.ndim != 1 or options:
        raise NotImplementedError('tf.linalg.diag: Runahead has it of one axis, without options')
    return expand_dims(diagonal, 1) * eye(diagonal.shape[0], dtype=_r.dtype(diagonal))


def diag_part(input, name='diag_part', **options):
    input = _t(input)
    if input.ndim != 2 or options:
        raise NotImplementedError('tf.linalg.diag_part: Runahead has it of matrices, without options')
    least = min(input.shape)
    return _r.sum(input[:least, :least] * eye(least, dtype=_r.dtype(input)), 1)


def trace(x, name=None):
    return _r.sum(diag_part(x))


def band_part(input, num_lower, num_upper, name=None):
    input = _t(input)
    rows = _r.reshape(_r.arange(Tensor, 0, input.shape[-2], 1, 0, 'int32'), (-1, 1))
    columns = _r.reshape(_r.arange(Tensor, 0, input.shape[-1], 1, 0, 'int32'), (1, -1))
    keeps = None
    for limit, beyond in ((num_lower, rows - columns), (num_upper, columns - rows)):
        if limit >= 0:
            inside = beyond <= limit
            keeps = inside if keeps is None else _r.logical_and(keeps, inside)
    return input if keeps is None else input * _r.astype(keeps, _r.dtype(input))


__getattr__ = missing(globals())
