# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.numpy.random is mxnet.np.random.
import sys

from mxnet import np
from mxnet.np import (_bernoulli as bernoulli, _choice as choice, _exponential as exponential, _multinomial as multinomial,  # noqa
                      _normal as normal, _permutation as permutation, _rand as rand, _randint as randint, _randn as randn,
                      _seed as seed, _shuffle as shuffle, _uniform as uniform)  # its names, in this text

sys.modules[__name__] = np.random
