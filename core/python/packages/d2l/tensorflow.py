# SPDX-License-Identifier: GPL-3.0-or-later
# The helpers of the book, for its programs in TensorFlow.
import tensorflow as tf
from _book import Benchmark, Timer, benchmark
from _names import missing


def cpu():
    return tf.device('/CPU:0')


def gpu(i=0):
    return tf.device(f'/GPU:{i}')


def num_gpus():
    return len(tf.config.list_physical_devices('GPU'))


def try_gpu(i=0):
    return gpu(i) if num_gpus() > i else cpu()


__getattr__ = missing(globals())
