# SPDX-License-Identifier: GPL-3.0-or-later
# Tensors of texts: the engine has none; they lie in Python, as bytes.
import _runahead as _r
import tensorflow as _tf


def has_text(value):
    """Whether it is a text, or lists of them."""
    while isinstance(value, (list, tuple)) and value:
        value = value[0]
    return isinstance(value, (str, bytes, Texts))


def made(value, dtype=None):
    if dtype is not None and getattr(dtype, 'name', dtype) != 'string':
        raise TypeError(f'Cannot convert {value!r} to EagerTensor of dtype {getattr(dtype, "name", dtype)}')
    return value if isinstance(value, Texts) else Texts(_bytes(value))


def _bytes(value):
    if isinstance(value, (list, tuple)):
        rows = [_bytes(one) for one in value]
        if any(isinstance(one, list) != isinstance(rows[0], list) or isinstance(one, list) and len(one) != len(rows[0]) for one in rows):
            raise ValueError("Can't convert non-rectangular Python sequence to Tensor.")
        return rows
    if isinstance(value, Texts):
        return value.values
    if not isinstance(value, (str, bytes)):
        raise ValueError(f"Can't convert Python sequence with mixed types to Tensor: {value!r} is no text.")
    return value.encode() if isinstance(value, str) else value


class Objects(list):
    """As NumPy shows an array of objects."""
    dtype = 'object'

    @property
    def shape(self):
        return _shape(self)

    def __str__(self):
        return _shown(self, ' ', 1)

    def __repr__(self):
        return f'array({_shown(self, ", ", 7)}, dtype=object)'


def _shape(values):
    return (len(values), *(_shape(values[0]) if values and isinstance(values[0], list) else ())) if isinstance(values, list) else ()


def _shown(values, between, indent):
    if not isinstance(values, list):
        return repr(values)
    deep = bool(values) and isinstance(values[0], list)
    return '[' + (between.rstrip() + '\n' + ' ' * indent if deep else between).join(
        _shown(one, between, indent + 1) for one in values) + ']'


class Texts:
    def __init__(self, values):
        self.values = values

    dtype = property(lambda self: _tf.string)
    shape = property(lambda self: _tf.TensorShape(_shape(self.values)))
    ndim = property(lambda self: len(self.shape))

    def get_shape(self):
        return self.shape

    def numpy(self):
        return Objects(self.values) if isinstance(self.values, list) else self.values

    def __len__(self):
        if not self.ndim:
            raise TypeError('Scalar tensor has no `len()`')
        return len(self.values)

    def __iter__(self):
        if not self.ndim:
            raise TypeError('Cannot iterate over a scalar tensor.')
        return (Texts(one) for one in self.values)

    def __getitem__(self, key):
        values = self.values
        for one in key if isinstance(key, tuple) else (key,):
            if isinstance(one, slice) and isinstance(key, tuple) and len(key) > 1:
                raise NotImplementedError('texts: Runahead takes one part of their first axis, or numbers')
            values = values[one if isinstance(one, slice) else int(one)]
        return Texts(values)

    def each(self, call):
        def of(values):
            return [of(one) for one in values] if isinstance(values, list) else call(values)
        return of(self.values)

    def compared(self, other, equal):
        other = made(other)
        if self.ndim and not other.ndim:
            return _tf.constant(self.each(lambda one: (one == other.values) is equal))
        if other.ndim and not self.ndim:
            return other.compared(self, equal)
        flat = [(a == b) is equal for a, b in zip(_flat(self.values), _flat(other.values))]
        return _tf.reshape(_tf.constant(flat), self.shape)

    def __eq__(self, other):
        return self.compared(other, True) if has_text(other) else NotImplemented

    def __ne__(self, other):
        return self.compared(other, False) if has_text(other) else NotImplemented

    __hash__ = None

    def __add__(self, other):
        return _tf.strings.join([self, other])

    def __radd__(self, other):
        return _tf.strings.join([other, self])

    def __str__(self):
        shown = str(self.numpy())
        return f'tf.Tensor({_tf._below(shown)}, shape={self.shape}, dtype=string)'

    def __repr__(self):
        shown = repr(self.numpy())
        return f'<tf.Tensor: shape={self.shape}, dtype=string, numpy={_tf._below(shown)}>'


def _flat(values):
    return [inner for one in values for inner in _flat(one)] if isinstance(values, list) else [values]
