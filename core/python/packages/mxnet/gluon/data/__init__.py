# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.data: data sets, and what makes batches of them.
from _names import missing
from mxnet.gluon.data import dataloader, dataset, sampler, vision
from mxnet.gluon.data.dataloader import DataLoader
from mxnet.gluon.data.dataset import ArrayDataset, Dataset, SimpleDataset
from mxnet.gluon.data.sampler import BatchSampler, FilterSampler, IntervalSampler, RandomSampler, Sampler, SequentialSampler

__getattr__ = missing(globals())
