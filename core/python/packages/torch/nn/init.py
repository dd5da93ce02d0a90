# SPDX-License-Identifier: GPL-3.0-or-later
# torch.nn.init: values for parameters, in their place.
import _runahead as _r
from _names import missing
from torch import no_grad


def _fill(tensor, make):
    with no_grad():
        return _r.write_made(tensor, make)


def uniform_(tensor, a=0.0, b=1.0):
    return _fill(tensor, lambda: _r.uniform(type(tensor), tensor.shape, a, b, _r.place(tensor)))


def normal_(tensor, mean=0.0, std=1.0):
    return _fill(tensor, lambda: _r.normal(type(tensor), tensor.shape, mean, std, _r.place(tensor)))


def zeros_(tensor):
    return _fill(tensor, lambda: _r.zeros(type(tensor), tensor.shape, _r.place(tensor)))


def ones_(tensor):
    return _fill(tensor, lambda: _r.ones(type(tensor), tensor.shape, _r.place(tensor)))


__getattr__ = missing(globals())
