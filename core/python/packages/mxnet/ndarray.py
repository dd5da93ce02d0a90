# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.ndarray is mxnet.nd.
import sys

from mxnet import nd
from mxnet.nd import *  # noqa: its names, in this text

sys.modules[__name__] = nd
