# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.initializer is mxnet.init.
import sys

from mxnet import init
from mxnet.init import *  # noqa: its names, in this text

sys.modules[__name__] = init
