# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.model_zoo: known networks.
from _names import missing
from mxnet.gluon.model_zoo import vision
from mxnet.gluon.model_zoo.vision import get_model

__getattr__ = missing(globals())
