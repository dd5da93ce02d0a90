# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.util.
from _names import missing
from mxnet.npx import is_np_array, is_np_shape, reset_np, set_np

__getattr__ = missing(globals())
