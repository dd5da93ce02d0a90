# SPDX-License-Identifier: GPL-3.0-or-later
# MXNet's names: calls are enqueued, and computed behind the program's back.
from _names import missing
from mxnet import autograd, context, init, lr_scheduler, metric, nd, np, npx, optimizer, profiler, random
from mxnet import device, initializer, ndarray, numpy  # noqa: other names of the same
from mxnet import gluon, image, io, test_utils, util
from mxnet.context import Context, MXNetError, cpu, current_context, gpu, num_gpus
from mxnet.nd import waitall

nd.np, nd.npx = np, npx
Device, current_device, numpy_extension = Context, current_context, npx

__version__ = '1.9.1'  # whose names these are
__getattr__ = missing(globals())
