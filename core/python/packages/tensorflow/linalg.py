# SPDX-License-Identifier: GPL-3.0-or-later
# tf.linalg.
import math as _math

import _runahead as _r
from _names import missing
from tensorflow import InvalidArgumentError, Tensor, _places, _t, cast
from tensorflow._array_ops import concat, expand_dims, eye, gather, stack
from tensorflow._math_ops import einsum, log, matmul, matvec, norm, reduce_prod, sign, tensordot, transpose
from tensorflow.nn import l2_normalize


def matrix_transpose(a, name=None, conjugate=False):
    a = _t(a)
    order = list(range(a.ndim))
    return transpose(a, order[:-2] + [order[-1], order[-2]])


adjoint = matrix_transpose


def diag(diagonal, name='diag', **options):
    diagonal = _t(diagonal)
    if options:
        raise NotImplementedError('tf.linalg.diag: Runahead has it without options')
    return expand_dims(diagonal, -1) * eye(diagonal.shape[-1], dtype=_r.dtype(diagonal))


def diag_part(input, name='diag_part', **options):
    input = _t(input)
    if input.ndim < 2 or options:
        raise NotImplementedError('tf.linalg.diag_part: Runahead has it of matrices, without options')
    least = min(input.shape[-2:])
    return _r.sum(input[..., :least, :least] * eye(least, dtype=_r.dtype(input)), input.ndim - 1)


def set_diag(input, diagonal, name='set_diag', **options):
    input = _t(input)
    diagonal = _t(diagonal, _r.dtype(input))
    if options or input.shape[-1] != input.shape[-2]:
        raise NotImplementedError('tf.linalg.set_diag: Runahead has it of square matrices, without options')
    own = eye(input.shape[-1], dtype=_r.dtype(input))
    return input * (1 - own) + expand_dims(diagonal, -1) * own


def trace(x, name=None):
    return _r.sum(diag_part(x), _t(x).ndim - 2)


def cross(a, b, name=None):
    a = _t(a)
    b = _t(b, _r.dtype(a))
    after, before = [1, 2, 0], [2, 0, 1]

    def at(x, places):
        return gather(x, places, axis=x.ndim - 1)
    return at(a, after) * at(b, before) - at(a, before) * at(b, after)


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


# What goes row by row: of one matrix, in float64.

def _each(call):
    """Of a matrix, or of each of several."""
    def function(matrix, *others, **options):
        matrix = _t(matrix)
        if matrix.ndim < 2 or _r.dtype(matrix) not in ('float32', 'float64'):
            raise InvalidArgumentError(f'{call.__name__}: needs matrices of floating numbers, not {matrix.shape} of '
                                       f'{_r.dtype(matrix)}')
        if matrix.ndim > 2:
            made = [function(matrix[i], *[_t(one)[i] for one in others], **options) for i in range(matrix.shape[0])]
            return (type(made[0])(*map(stack, zip(*made))) if hasattr(made[0], '_fields') else tuple(map(stack, zip(*made)))
                    if isinstance(made[0], tuple) else stack(made))
        dtype = _r.dtype(matrix)
        made = call(cast(matrix, 'float64'), *[cast(_t(one), 'float64') for one in others], **options)
        return tuple(cast(one, dtype) for one in made) if isinstance(made, tuple) else cast(made, dtype)
    function.__name__ = call.__name__
    return function


def _square(matrix):
    if matrix.shape[0] != matrix.shape[1]:
        raise InvalidArgumentError(f'Input matrix must be square, got {matrix.shape}')
    return matrix.shape[0]


def _eliminated(matrix, right=None):
    """By rows, the largest in each column first: the diagonal, how often rows were swapped, and what becomes of the right."""
    rows = [matrix[i] if right is None else concat([matrix[i], right[i]], 0) for i in range(_square(matrix))]
    size, swaps, pivots = len(rows), 0, []
    for i in range(size):
        best = max(range(i, size), key=lambda k: abs(_r.item(rows[k][i])))
        swaps += best != i
        rows[i], rows[best] = rows[best], rows[i]
        pivots.append(rows[i][i])
        if not _r.item(pivots[-1]):
            return None, swaps, None
        for k in range(i + 1 if right is None else 0, size):
            if k != i:
                rows[k] = rows[k] - rows[i] * (rows[k][i] / pivots[-1])
    return pivots, swaps, right if right is None else stack([(row / pivot)[size:] for row, pivot in zip(rows, pivots)])


@_each
def det(matrix):
    pivots, swaps, _ = _eliminated(matrix)
    return _r.sum(matrix * 0.0) if pivots is None else reduce_prod(stack(pivots)) * (-1.0) ** swaps


def slogdet(input, name=None):
    made = det(cast(_t(input), 'float64'))
    return tuple(cast(one, _r.dtype(_t(input))) for one in (sign(made), log(_r.abs(made))))


@_each
def solve(matrix, rhs, adjoint=False, name=None):
    made = _eliminated(_r.transpose(matrix) if adjoint else matrix, rhs)[2]
    if made is None:
        raise InvalidArgumentError('Input matrix is not invertible.')
    return made


@_each
def inv(matrix, adjoint=False, name=None):
    made = _eliminated(matrix, eye(_square(matrix), dtype='float64'))[2]
    if made is None:
        raise InvalidArgumentError('Input is not invertible.')
    return _r.transpose(made) if adjoint else made


def lstsq(matrix, rhs, l2_regularizer=0.0, fast=True, name=None):
    matrix = _t(matrix)
    own = matmul(cast(matrix, 'float64'), cast(matrix, 'float64'), transpose_a=True)
    own = own + eye(own.shape[-1], dtype='float64') * l2_regularizer
    return cast(solve(own, matmul(cast(matrix, 'float64'), cast(_t(rhs), 'float64'), transpose_a=True)), _r.dtype(matrix))


@_each
def cholesky(matrix):
    rows = [[None] * _square(matrix) for _ in range(_square(matrix))]
    for i, row in enumerate(rows):
        for k in range(i + 1):
            left = matrix[i, k]
            for one, other in zip(row[:k], rows[k][:k]):
                left = left - one * other
            if i == k and not _r.item(left) > 0:
                raise InvalidArgumentError('Cholesky decomposition was not successful. The input might not be valid.')
            row[k] = _r.sqrt(left) if i == k else left / rows[k][k]
        row[i + 1:] = [matrix[0, 0] * 0.0] * (len(row) - i - 1)
    return stack([stack(row) for row in rows])


# What goes in rounds, on the numbers themselves.

def _numbers(matrix, name):
    if _r.watched(matrix):
        raise NotImplementedError(f'tf.linalg.{name}: Runahead has no gradients of it')
    return _r.tolist(matrix)


def _tensor(values):
    return _r.array(Tensor, values, _places[-1], 'float64')


def _rotated(columns, inner):
    """Jacobi's rounds: pairs of columns are turned until all are at right angles. `inner`: a second list, turned alike."""
    for _ in range(100):
        moved = False
        for p in range(len(columns)):
            for q in range(p + 1, len(columns)):
                own = sum(one * one for one in columns[p])
                other = sum(one * one for one in columns[q])
                both = sum(one * two for one, two in zip(columns[p], columns[q]))
                if abs(both) <= 1e-15 * _math.sqrt(own * other) or both == 0:
                    continue
                moved = True
                turn = (other - own) / (2 * both)
                t = _math.copysign(1, turn) / (abs(turn) + _math.hypot(1, turn))
                c = 1 / _math.hypot(1, t)
                s = c * t
                for its in (columns, inner):
                    its[p], its[q] = ([c * one - s * two for one, two in zip(its[p], its[q])],
                                      [s * one + c * two for one, two in zip(its[p], its[q])])
        if not moved:
            return


def _unit(size):
    return [[float(i == k) for k in range(size)] for i in range(size)]


def _svd(values):
    """(s, columns of u, columns of v), the largest first; of no more columns than rows."""
    columns = [list(one) for one in zip(*values)]
    inner = _unit(len(columns))
    _rotated(columns, inner)
    lengths = [_math.sqrt(sum(one * one for one in column)) for column in columns]
    order = sorted(range(len(columns)), key=lambda i: -lengths[i])
    u = []
    for i in order:
        column = [one / lengths[i] for one in columns[i]] if lengths[i] else None
        u.append(column if column and lengths[i] > 1e-14 * lengths[order[0]] else beside(u, len(values)))
    return [lengths[i] for i in order], u, [inner[i] for i in order]


def beside(columns, size):
    """One of length 1 at right angles to all of them."""
    best = None
    for one in _unit(size):
        for _ in range(2):
            for other in columns:
                part = sum(a * b for a, b in zip(one, other))
                one = [a - part * b for a, b in zip(one, other)]
        length = _math.sqrt(sum(a * a for a in one))
        if best is None or length > best[0]:
            best = length, one
    return [one / best[0] for one in best[1]]


def svd(tensor, full_matrices=False, compute_uv=True, name=None):
    if full_matrices:
        raise NotImplementedError('tf.linalg.svd: Runahead has no full_matrices')

    @_each
    def svd(matrix):
        values = _numbers(matrix, 'svd')
        wide = matrix.shape[0] < matrix.shape[1]
        s, u, v = _svd([list(one) for one in zip(*values)] if wide else values)
        u, v = (v, u) if wide else (u, v)
        return _tensor(s), _r.transpose(_tensor(u)), _r.transpose(_tensor(v))
    made = svd(tensor)
    return made if compute_uv else made[0]


@_each
def _eigh(matrix):
    """Of what lies in the lower half. The eigenvectors of a matrix that was moved until all its eigenvalues are positive."""
    values = _numbers(matrix, 'eigh')
    size = _square(matrix)
    values = [[values[max(i, k)][min(i, k)] for k in range(size)] for i in range(size)]
    vectors = _unit(size)
    for _ in range(100):
        beside_it = sum(values[i][k] ** 2 for i in range(size) for k in range(size) if i != k)
        if beside_it <= 1e-30 * sum(one * one for row in values for one in row):
            break
        for p in range(size):
            for q in range(p + 1, size):
                if not values[p][q]:
                    continue
                turn = (values[q][q] - values[p][p]) / (2 * values[p][q])
                t = _math.copysign(1, turn) / (abs(turn) + _math.hypot(1, turn))
                c = 1 / _math.hypot(1, t)
                s = c * t
                for row in values:
                    row[p], row[q] = c * row[p] - s * row[q], s * row[p] + c * row[q]
                values[p], values[q] = ([c * a - s * b for a, b in zip(values[p], values[q])],
                                        [s * a + c * b for a, b in zip(values[p], values[q])])
                vectors[p], vectors[q] = ([c * a - s * b for a, b in zip(vectors[p], vectors[q])],
                                          [s * a + c * b for a, b in zip(vectors[p], vectors[q])])
    order = sorted(range(size), key=lambda i: values[i][i])
    return _tensor([values[i][i] for i in order]), _r.transpose(_tensor([vectors[i] for i in order]))


def eigh(tensor, name=None):
    return _eigh(tensor)


def eigvalsh(tensor, name=None):
    return _eigh(tensor)[0]


def matrix_rank(a, tol=None, validate_args=False, name=None):
    a = _t(a)
    s = svd(a, compute_uv=False)
    epsilon = 1.1920929e-07 if _r.dtype(a) == 'float32' else 2.220446049250313e-16
    least = _r.max(s, s.ndim - 1, True) * (epsilon * max(a.shape[-2:])) if tol is None else tol
    return cast(_r.sum(cast(s > least, 'int64'), s.ndim - 1), 'int32')


def pinv(a, rcond=None, validate_args=False, name=None):
    a = _t(a)
    s, u, v = svd(a)
    epsilon = 1.1920929e-07 if _r.dtype(a) == 'float32' else 2.220446049250313e-16
    least = (10 * max(a.shape[-2:]) * epsilon if rcond is None else rcond) * _r.max(s, s.ndim - 1, True)
    kept = cast(s > least, _r.dtype(a))
    return matmul(v * expand_dims(kept / (s + (1 - kept)), -2), u, transpose_b=True)


def qr(input, full_matrices=False, name=None):
    if full_matrices:
        raise NotImplementedError('tf.linalg.qr: Runahead has no full_matrices')

    @_each
    def qr(matrix):
        rows, size, least = _numbers(matrix, 'qr'), matrix.shape[0], min(matrix.shape)
        turned = _unit(size)  # beside it, by the same mirrors
        for k in range(min(size - 1, matrix.shape[1])):
            x = [row[k] for row in rows[k:]]
            if any(x[1:]):
                x[0] += _math.copysign(_math.hypot(*x), x[0])
                length = sum(one * one for one in x)
                for table in (rows, turned):
                    for column in range(len(table[0])):
                        part = 2 * sum(one * row[column] for one, row in zip(x, table[k:])) / length
                        for one, row in zip(x, table[k:]):
                            row[column] -= part * one
        r = [[one if i <= k else 0.0 for k, one in enumerate(row)] for i, row in enumerate(rows[:least])]
        return _r.transpose(_tensor(turned[:least])), _tensor(r)
    return qr(input)


def expm(input, name=None):
    """By its series, of a part so small that it ends soon, multiplied with itself."""
    input = cast(_t(input), 'float64')
    halves = max(0, _math.ceil(_math.log2(max(_r.item(_r.max(_r.abs(input))) * input.shape[-1], 1e-9))) + 1)
    part = input / 2.0 ** halves
    made = term = eye(input.shape[-1], dtype='float64') + input * 0.0
    for i in range(1, 20):
        term = matmul(term, part) / float(i)
        made = made + term
    for _ in range(halves):
        made = matmul(made, made)
    return cast(made, _r.dtype(_t(input)))


def eig(tensor, name=None):
    raise NotImplementedError('tf.linalg.eig: Runahead has no complex numbers; tf.linalg.eigh has symmetric matrices')


__getattr__ = missing(globals())
