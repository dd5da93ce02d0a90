# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.device is mxnet.context.
import sys

from mxnet import context
from mxnet.context import *  # noqa: its names, in this text

sys.modules[__name__] = context
