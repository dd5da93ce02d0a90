# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.initializer is mxnet.init.
import sys

from mxnet import init

sys.modules[__name__] = init
