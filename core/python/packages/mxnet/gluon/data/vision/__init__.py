# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.data.vision: pictures that are generated, and what is done to pictures.
from _names import missing
from mxnet.gluon.data.vision import datasets, transforms
from mxnet.gluon.data.vision.datasets import CIFAR10, CIFAR100, MNIST, FashionMNIST

__getattr__ = missing(globals())
