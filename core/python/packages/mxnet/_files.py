# SPDX-License-Identifier: GPL-3.0-or-later
# Files of arrays (_array_files.py), by one name each, or by none.
import _array_files
import _runahead as _r
from mxnet.context import MXNetError, place_of


def save(filename, data):
    """An array, a list or a dict of them."""
    if isinstance(data, _r.Array):
        data = [data]
    names = list(data) if isinstance(data, dict) else []
    arrays = list(data.values()) if isinstance(data, dict) else list(data)
    if not all(isinstance(one, _r.Array) for one in arrays) or not all(isinstance(one, str) for one in names):
        raise TypeError('save expects a single NDArray, a list of NDArrays or a dict of str to NDArray')
    _array_files.write(filename, names, arrays)


def load(filename, kind):
    """What was saved: a list, or a dict."""
    try:
        names, made = _array_files.read(filename, kind, place_of(None))
    except _array_files.NoArrays as error:
        raise MXNetError(str(error)) from None
    return dict(zip(names, made)) if names else made
