# SPDX-License-Identifier: GPL-3.0-or-later
# Files of arrays: a line that says so, a line of JSON with name, shape and type of each, and their numbers one after
# another, little-endian. No library's own format.
import array
import json
import sys

import _runahead as _r

_FIRST = b'runahead arrays 1\n'
_CODES = {'float32': 'f', 'float64': 'd', 'int32': 'i', 'int64': 'q', 'bool': 'b'}


class NoArrays(ValueError):
    """The file has none, or not all of them."""


def _flat(values):
    if not isinstance(values, list):
        yield values
        return
    for one in values:
        yield from _flat(one)


def write(filename, names, arrays):
    """The program waits for their values."""
    parts = []
    for one in arrays:
        numbers = array.array(_CODES[_r.dtype(one)], _flat(_r.tolist(one, True)))
        if sys.byteorder == 'big':
            numbers.byteswap()
        parts.append(numbers.tobytes())
    head = {'names': names, 'arrays': [[list(one.shape), _r.dtype(one)] for one in arrays]}
    with open(filename, 'wb') as file:
        file.write(_FIRST + json.dumps(head).encode() + b'\n' + b''.join(parts))


def read(filename, kind, place):
    """(names, arrays) of what was saved."""
    with open(filename, 'rb') as file:
        if file.readline() != _FIRST:
            raise NoArrays(f"{filename}: no file of arrays that Runahead saved; it reads no library's own files")
        head, made = json.loads(file.readline()), []
        for shape, dtype in head['arrays']:
            numbers, count = array.array(_CODES[dtype]), 1
            for size in shape:
                count *= size
            data = file.read(count * numbers.itemsize)
            if len(data) != count * numbers.itemsize:
                raise NoArrays(f'{filename}: it ends before its arrays do')
            numbers.frombytes(data)
            if sys.byteorder == 'big':
                numbers.byteswap()
            flat = numbers.tolist()
            if not shape:
                made.append(_r.array(kind, flat[0], place, dtype))
            else:
                made.append(_r.reshape(_r.array(kind, flat, place, dtype), tuple(shape)))
    return head['names'], made
