# SPDX-License-Identifier: GPL-3.0-or-later
# The helpers of the book, for its programs in MXNet.
from _book import Benchmark, Timer
from _names import missing
from mxnet import cpu, gpu, num_gpus


def try_gpu(i=0):
    return gpu(i) if num_gpus() > i else cpu()


__getattr__ = missing(globals())
