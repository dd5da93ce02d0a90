# SPDX-License-Identifier: GPL-3.0-or-later
# tf.nest: lists, tuples and dicts of anything.
from _names import missing


def is_nested(structure):
    return isinstance(structure, (list, tuple, dict))


def flatten(structure, expand_composites=False):
    if isinstance(structure, dict):
        return [one for key in sorted(structure) for one in flatten(structure[key])]
    if isinstance(structure, (list, tuple)) and type(structure).__name__ != 'TensorShape':
        return [one for part in structure for one in flatten(part)]
    return [structure]


def pack_sequence_as(structure, flat_sequence, expand_composites=False):
    left = iter(flat_sequence)

    def packed(value):
        if isinstance(value, dict):
            made = {key: packed(value[key]) for key in sorted(value)}
            return {key: made[key] for key in value}
        if isinstance(value, (list, tuple)) and type(value).__name__ != 'TensorShape':
            made = [packed(one) for one in value]
            return type(value)(*made) if hasattr(value, '_fields') else type(value)(made)
        return next(left)
    return packed(structure)


def map_structure(func, *structure, **options):
    return pack_sequence_as(structure[0], [func(*one) for one in zip(*map(flatten, structure))])


def assert_same_structure(nest1, nest2, check_types=True, expand_composites=False):
    if map_structure(lambda _: None, nest1) != map_structure(lambda _: None, nest2):
        raise ValueError("The two structures don't have the same nested structure.")


__getattr__ = missing(globals())
