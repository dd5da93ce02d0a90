# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.metric is mxnet.metric.
import sys

from mxnet import metric
from mxnet.metric import *  # noqa: its names, in this text

sys.modules[__name__] = metric
