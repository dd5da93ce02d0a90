# SPDX-License-Identifier: GPL-3.0-or-later
# What decides by values of tensors, and lists of tensors: what a tf.function has of it runs call by call.
import builtins

import _runahead as _r
import tensorflow as _tf
from _names import type_name
from tensorflow import nest
from tensorflow._function import needs_values

__all__ = ['TensorArray', 'case', 'cond', 'group', 'no_op', 'switch_case', 'while_loop']


def _truth(value):
    needs_values()
    return builtins.bool(_r.item(value)) if isinstance(value, _r.Array) else builtins.bool(value)


def cond(pred, true_fn=None, false_fn=None, name=None):
    return true_fn() if _truth(pred) else false_fn()


def case(pred_fn_pairs, default=None, exclusive=False, strict=False, name='case'):
    pairs = list(pred_fn_pairs.items()) if isinstance(pred_fn_pairs, dict) else list(pred_fn_pairs)
    held = [call for pred, call in pairs if _truth(pred)]
    if exclusive and len(held) > 1:
        raise _tf.InvalidArgumentError('Input error: exclusive=True: more than 1 conditions evaluated as True')
    if held:
        return held[0]()
    if default is None:
        raise _tf.InvalidArgumentError('None of the conditions evaluated as True.')
    return default()


def switch_case(branch_index, branch_fns, default=None, name='switch_case'):
    needs_values()
    calls = dict(branch_fns) if isinstance(branch_fns, dict) or branch_fns and isinstance(branch_fns[0], tuple) else dict(
        enumerate(branch_fns))
    last = default or calls[max(calls)]
    return calls.get(int(branch_index), last)()


def while_loop(cond, body, loop_vars, shape_invariants=None, parallel_iterations=10, back_prop=True, swap_memory=False,
               maximum_iterations=None, name=None):
    needs_values()
    several = isinstance(loop_vars, (list, tuple))
    values = [nest.map_structure(lambda one: one if isinstance(one, TensorArray) else _tf.convert_to_tensor(one), one)
              for one in (loop_vars if several else [loop_vars])]
    left = -1 if maximum_iterations is None else int(maximum_iterations)
    while left and _truth(cond(*values)):
        made = body(*values)
        made = list(made) if isinstance(made, (list, tuple)) else [made]
        if len(made) != len(values):
            raise ValueError(f'The number of inputs and outputs of body must match loop_vars: Got {len(made)} outputs for '
                             f'{len(values)} loop_vars.')
        values = [nest.map_structure(lambda one: one if isinstance(one, TensorArray) else _tf.convert_to_tensor(one), one)
                  for one in made]
        left -= 1
    return values if isinstance(loop_vars, list) or len(values) > 1 else values[0] if not several else tuple(values)


def group(*inputs, **options):
    """Computed already."""


no_op = group


class TensorArray:
    """Each write gives the list that has it; the elements are of one shape unless it says otherwise."""
    def __init__(self, dtype, size=None, dynamic_size=None, clear_after_read=None, tensor_array_name=None, handle=None, flow=None,
                 infer_shape=True, element_shape=None, colocate_with_first_write_call=True, name=None):
        self.dtype, self.dynamic_size, self.infer_shape = getattr(_tf, type_name(dtype)), builtins.bool(dynamic_size), infer_shape
        self.element_shape, self.clears = element_shape, clear_after_read is not False
        self.parts = [None] * int(0 if size is None else size)

    def _at(self, index):
        needs_values()
        index = int(index)
        if not 0 <= index < len(self.parts) and not (index >= 0 and self.dynamic_size):
            raise _tf.errors.OutOfRangeError(f'Tried to write to index {index} but array is not resizeable and size is: '
                                             f'{len(self.parts)}')
        return index

    def write(self, index, value, name=None):
        index = self._at(index)
        value = _tf.convert_to_tensor(value, self.dtype)
        own = next((one.shape for one in self.parts if one is not None), None)
        if self.infer_shape and own is not None and own != value.shape:
            raise ValueError(f'Incompatible shape for value ({value.shape}), expected ({own})')
        self.parts += [None] * (index + 1 - len(self.parts))
        self.parts[index] = value
        return self

    def read(self, index, name=None):
        index = self._at(index)
        if index >= len(self.parts) or self.parts[index] is None:
            raise _tf.InvalidArgumentError(f'Could not read index {index} twice because it was cleared after a previous read (perhaps '
                                           'try setting clear_after_read = false?), or it was never written')
        made = self.parts[index]
        if self.clears and _tf.executing_eagerly():
            self.parts[index] = None
        return made

    def _all(self):
        shape = next((one.shape for one in self.parts if one is not None), self.element_shape)
        if shape is None:
            raise ValueError('TensorArray has an unknown shape, and nothing was written to it')
        return [_tf.zeros(shape, self.dtype) if one is None else one for one in self.parts]

    def stack(self, name=None):
        return _tf.stack(self._all()) if self.parts else _tf.zeros((0, *(self.element_shape or ())), self.dtype)

    def concat(self, name=None):
        return _tf.concat(self._all(), 0)

    def gather(self, indices, name=None):
        return _tf.stack([self._all()[int(one)] for one in _r.tolist(_tf._t(indices))])

    def unstack(self, value, name=None):
        self.parts = _tf.unstack(_tf.convert_to_tensor(value, self.dtype))
        return self

    def split(self, value, lengths, name=None):
        self.parts = _tf.split(_tf.convert_to_tensor(value, self.dtype), lengths)
        return self

    def scatter(self, indices, value, name=None):
        for at, one in zip(_r.tolist(_tf._t(indices)), _tf.unstack(value)):
            self.write(at, one)
        return self

    def size(self, name=None):
        return _tf.constant(len(self.parts))

    def identity(self):
        return self

    def close(self, name=None):
        self.parts = []
