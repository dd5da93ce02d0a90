# SPDX-License-Identifier: GPL-3.0-or-later
# What square brackets mean beside numbers and parts: None, ..., steps, arrays of places, and of booleans. The engine does
# the rest (indexing.cpp).
import _runahead as _r
from _names import InPlace, size_of


def _is_plain(key):
    """Which the engine takes."""
    for one in key if isinstance(key, tuple) else (key,):
        if one is None or one is Ellipsis or isinstance(one, (list, range)):
            return False
        if isinstance(one, slice) and one.step not in (None, 1):
            return False
        if isinstance(one, _r.Array) and (len(_r.shape(one)) or _r.dtype(one) in ('bool', 'float32', 'float64')):
            return False
    return True


def _with_rest(key, rank):
    """A place, a part, None or an array for each axis."""
    key = list(key) if isinstance(key, tuple) else [key]
    axes = sum(1 for one in key if one is not None and one is not Ellipsis)
    missing = [slice(None)] * (rank - axes)
    at = next((place for place, one in enumerate(key) if one is Ellipsis), None)
    return key + missing if at is None else key[:at] + missing + key[at + 1:]


def _places(array, one, size):
    """Of one axis: an array of whole numbers."""
    if isinstance(one, slice):
        one = list(range(*one.indices(size)))
    if isinstance(one, (list, range)):
        one = [place + size if place < 0 else place for place in one]
        if any(not 0 <= place < size for place in one):
            raise IndexError(f'an index is out of bounds for an axis with size {size}')
        return _r.array(type(array), one, _r.place(array), 'int64')
    return one if _r.dtype(one) == 'int64' else _r.astype(one, 'int64')


def _is_mask(one):
    return isinstance(one, _r.Array) and _r.dtype(one) == 'bool' or isinstance(one, list) and one and isinstance(one[0], bool)


def _where(mask, size, axis):
    """Places of what is true, for which the program waits."""
    if len(mask) != size:
        raise IndexError(f'boolean index did not match indexed array along dimension {axis}; dimension is {size} but '
                         f'corresponding boolean dimension is {len(mask)}')
    return [place for place, one in enumerate(mask if isinstance(mask, list) else _r.tolist(mask)) if one]


def read_part(array, key):
    plain = _r.Array.__getitem__
    if _is_plain(key):
        return plain(array, key)
    shape = _r.shape(array)
    if _is_mask(key) and isinstance(key, _r.Array) and len(_r.shape(key)) > 1:
        rank = len(_r.shape(key))
        if _r.shape(key) != shape[:rank]:
            raise IndexError(f'boolean index did not match indexed array along dimension 0; its shape is {_r.shape(key)}, that of '
                             f'the array {shape}')
        array = _r.reshape(array, (-1,) + shape[rank:])
        key, shape = _r.reshape(key, (size_of(key),)), _r.shape(array)
    key = _with_rest(key, len(shape))
    arrays = [one for one in key if isinstance(one, (list, range)) or isinstance(one, _r.Array) and len(_r.shape(one))]
    if len(arrays) == 2 and isinstance(key[0], type(arrays[0])) and len(key) >= 2 and key[0] is arrays[0] and key[1] is arrays[1]:
        return _paired(array, key, shape)
    if len(arrays) > 1:
        raise NotImplementedError('[index] Runahead takes two arrays of places for the first two axes, as x[rows, columns], and '
                                  'one for any other')
    if arrays and _turns(key, arrays[0]):
        raise NotImplementedError('[index] Runahead takes a number and an array of places side by side, or the array first')
    made, axis, plain_key = array, 0, []
    for one in key:  # the places of an array first: its axis stays
        if one is None:
            continue
        if isinstance(one, slice) and one.step not in (None, 1) or one is (arrays[0] if arrays else key):
            places = _where(one, shape[axis], axis) if _is_mask(one) else one
            made = _r.take(made, _places(array, places, shape[axis]), axis)
            more = len(_r.shape(places)) if isinstance(places, _r.Array) else 1
            plain_key += [slice(None)] * more
        else:
            plain_key.append(one)
        axis += 1
    if any(one != slice(None) for one in plain_key):
        made = plain(made, tuple(plain_key))
    if None not in key:
        return made
    return _r.reshape(made, _with_ones(key, _r.shape(made), arrays))


def _turns(key, places):
    """Whether a part stands between a number and the array behind it: the array's axes come first then."""
    before = key[:next(at for at, one in enumerate(key) if one is places)]
    numbers = [at for at, one in enumerate(before) if one is not None and not isinstance(one, slice)]
    return bool(numbers) and any(one is None or isinstance(one, slice) for one in before[numbers[0]:])


def _with_ones(key, shape, arrays):
    """The shape with an axis of one place for each None."""
    left, made = list(shape), []
    for one in key:
        if one is None:
            made.append(1)
        elif isinstance(one, slice) or isinstance(one, (list, range)):
            made.append(left.pop(0))
        elif isinstance(one, _r.Array) and len(_r.shape(one)):
            made += [left.pop(0) for _ in range(1 if _is_mask(one) else len(_r.shape(one)))]
    return tuple(made + left)


def _paired(array, key, shape):
    """x[rows, columns]: one element, or row of what is left, for each pair."""
    if any(_is_mask(one) for one in key[:2]):
        raise NotImplementedError('[index] Runahead takes a mask alone, as x[mask]')
    rows, columns = _places(array, key[0], shape[0]), _places(array, key[1], shape[1])
    flat = _r.reshape(array, (shape[0] * shape[1],) + shape[2:])
    made = _r.take(flat, rows * shape[1] + columns, 0)
    rest = tuple(key[2:])
    if all(one == slice(None) for one in rest):
        return made
    return _r.Array.__getitem__(made, (slice(None),) * len(_r.shape(rows)) + rest)


def write_part(array, key, value):
    if _is_plain(key):
        InPlace.__setitem__(array, key, value)
        return
    shape = _r.shape(array)
    if isinstance(key, _r.Array) and _r.dtype(key) == 'bool' and _r.shape(key) == shape and not isinstance(value, (list, tuple)):
        if not isinstance(value, _r.Array) or size_of(value) == 1:
            if isinstance(value, _r.Array):
                value = _r.reshape(value, (1,) * len(shape))
            InPlace.__setitem__(array, slice(None), _r.where(key, value, array))
            return
    whole = _with_rest(key, len(shape))
    if None in whole:
        whole.remove(None)
        return write_part(array, tuple(whole), value)
    if _is_plain(tuple(whole)):
        InPlace.__setitem__(array, tuple(whole), value)
        return
    places = [(axis, one) for axis, one in enumerate(whole) if not _is_plain(one)]
    if len(places) != 1:
        raise NotImplementedError('[index] Runahead writes into the places of one array, as x[places] = y')
    axis, one = places[0]
    if isinstance(one, slice):
        one = list(range(*one.indices(shape[axis])))
    elif _is_mask(one):
        one = _where(one, shape[axis], axis)
    elif isinstance(one, _r.Array):
        one = [int(place) for place in _r.tolist(one)]
    if isinstance(value, (list, tuple)):
        value = _r.array(type(array), value, _r.place(array), _r.dtype(array))
    kept = sum(1 for part in whole[:axis] if not isinstance(part, int))
    behind = sum(1 for part in whole[axis + 1:] if not isinstance(part, int))
    if isinstance(value, _r.Array):
        its = len(_r.shape(value)) - behind - 1  # its own axis of the places
        if len(_r.shape(value)) > kept + behind + 1 or its >= 0 and _r.shape(value)[its] not in (1, len(one)):
            raise ValueError(f'could not broadcast input array from shape {_r.shape(value)} into {len(one)} places of axis {axis}')
    for count, place in enumerate(one):
        wanted = value
        if isinstance(value, _r.Array) and its >= 0:
            wanted = _r.Array.__getitem__(value, (slice(None),) * its + (count if _r.shape(value)[its] > 1 else 0,))
        InPlace.__setitem__(array, tuple(whole[:axis] + [place] + whole[axis + 1:]), wanted)
