# SPDX-License-Identifier: GPL-3.0-or-later
# Files of arrays: a line that says so, a line of JSON with name, shape and type of each, and their numbers one after
# another, little-endian. Not MXNet's own format.
import array
import json
import sys

import _runahead as _r
from mxnet.context import MXNetError, place_of

_FIRST = b'runahead arrays 1\n'
_CODES = {'float32': 'f', 'float64': 'd', 'int32': 'i', 'int64': 'q', 'bool': 'b'}


def _flat(values):
    if not isinstance(values, list):
        yield values
        return
    for one in values:
        yield from _flat(one)


def save(filename, data):
    """An array, a list or a dict of them; the program waits for their values."""
    if isinstance(data, _r.Array):
        data = [data]
    names = list(data) if isinstance(data, dict) else []
    arrays = list(data.values()) if isinstance(data, dict) else list(data)
    if not all(isinstance(one, _r.Array) for one in arrays) or not all(isinstance(one, str) for one in names):
        raise TypeError('save expects a single NDArray, a list of NDArrays or a dict of str to NDArray')
    parts = []
    for one in arrays:
        numbers = array.array(_CODES[_r.dtype(one)], _flat(_r.tolist(one, True)))
        if sys.byteorder == 'big':
            numbers.byteswap()
        parts.append(numbers.tobytes())
    head = {'names': names, 'arrays': [[list(one.shape), _r.dtype(one)] for one in arrays]}
    with open(filename, 'wb') as file:
        file.write(_FIRST + json.dumps(head).encode() + b'\n' + b''.join(parts))


def load(filename, kind):
    """What was saved: a list, or a dict."""
    with open(filename, 'rb') as file:
        if file.readline() != _FIRST:
            raise MXNetError(f'{filename}: no file of arrays that Runahead saved; it reads no files of MXNet itself')
        head, made = json.loads(file.readline()), []
        for shape, dtype in head['arrays']:
            numbers, count = array.array(_CODES[dtype]), 1
            for size in shape:
                count *= size
            data = file.read(count * numbers.itemsize)
            if len(data) != count * numbers.itemsize:
                raise MXNetError(f'{filename}: it ends before its arrays do')
            numbers.frombytes(data)
            if sys.byteorder == 'big':
                numbers.byteswap()
            flat = numbers.tolist()
            if not shape:
                made.append(_r.array(kind, flat[0], place_of(None), dtype))
            else:
                made.append(_r.reshape(_r.array(kind, flat, place_of(None), dtype), tuple(shape)))
    return dict(zip(head['names'], made)) if head['names'] else made
