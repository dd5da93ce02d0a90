# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon: blocks, their parameters, and what updates these.
from _names import missing
from mxnet.gluon import data, loss, metric, model_zoo, nn, parameter, rnn, utils
from mxnet.gluon.block import Block, HybridBlock
from mxnet.gluon.parameter import Constant, DeferredInitializationError, Parameter, ParameterDict
from mxnet.gluon.trainer import Trainer

__getattr__ = missing(globals())
