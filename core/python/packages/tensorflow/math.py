# SPDX-License-Identifier: GPL-3.0-or-later
# tf.math.
import builtins

from _names import missing
from tensorflow._math_ops import (abs, accumulate_n, acos, acosh, add, add_n, argmax, argmin, asin, asinh, atan, atan2, atanh,
                                  ceil, cos, cosh, cumprod, cumsum, divide, divide_no_nan, equal, erf, erfc,
                                  exp, expm1, floor, floordiv, floormod, greater, greater_equal, is_finite, is_inf, is_nan, less,
                                  less_equal, log, log1p, logical_and, logical_not, logical_or, logical_xor, maximum, minimum,
                                  multiply, negative, not_equal, pow, reciprocal, reduce_all, reduce_any, reduce_euclidean_norm,
                                  reduce_logsumexp, reduce_max, reduce_mean, reduce_min, reduce_prod, reduce_std, reduce_sum,
                                  reduce_variance, round, rsqrt, sigmoid, sign, sin, sinh, softplus, sqrt, square,
                                  squared_difference, subtract, tan, tanh, top_k, truediv)
from tensorflow._scatter import (bincount, segment_max, segment_mean, segment_min, segment_prod, segment_sum, unsorted_segment_max,
                                 unsorted_segment_mean, unsorted_segment_min, unsorted_segment_sum)
from tensorflow.nn import in_top_k, l2_normalize, log_softmax, softmax

mod = floormod


def confusion_matrix(labels, predictions, num_classes=None, weights=None, dtype=None, name=None):
    import _runahead as _r
    import tensorflow as tf
    labels, predictions = tf.cast(labels, 'int32'), tf.cast(predictions, 'int32')
    if weights is not None:
        raise NotImplementedError('tf.math.confusion_matrix: Runahead has no weights')
    count = num_classes or builtins.max(_r.item(_r.max(labels)), _r.item(_r.max(predictions))) + 1
    made = tf.matmul(tf.one_hot(labels, count), tf.one_hot(predictions, count), transpose_a=True)
    return tf.cast(made, dtype or 'int32')


__getattr__ = missing(globals())
