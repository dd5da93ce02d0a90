# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.numpy is mxnet.np.
import sys

from mxnet import np
from mxnet.np import *  # noqa: its names, in this text

np.__path__ = []  # numpy.random is imported, too
sys.modules[__name__] = np
