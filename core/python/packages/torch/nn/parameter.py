# SPDX-License-Identifier: GPL-3.0-or-later
# torch.nn.parameter. A layer has its parameters from its first call on, so none of them is lazy.
from _names import missing


def is_lazy(param):
    return False


__getattr__ = missing(globals())
