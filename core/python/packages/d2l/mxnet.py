# SPDX-License-Identifier: GPL-3.0-or-later
# The helpers of the book, for its programs in MXNet.
from _book import Benchmark, Timer, benchmark
from _names import missing
from mxnet import cpu, gpu, num_gpus


def try_gpu(i=0):
    return gpu(i) if num_gpus() > i else cpu()


def try_all_gpus():
    return [gpu(i) for i in range(num_gpus())] or [cpu()]


__getattr__ = missing(globals())
