# SPDX-License-Identifier: GPL-3.0-or-later
# MXNet's names: calls are enqueued, and computed behind the program's back.
from _names import Names, missing
from mxnet import autograd, context, gluon, init, nd, np, npx, optimizer
from mxnet.context import Context, MXNetError, cpu, current_context, gpu, num_gpus

random = Names('random', seed=np.random.seed, uniform=nd.random_uniform, normal=nd.random_normal)

__version__ = '2.0.0'  # whose names these are
__getattr__ = missing(globals())
