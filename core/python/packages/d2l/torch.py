# SPDX-License-Identifier: GPL-3.0-or-later
# The helpers of the book, for its programs in PyTorch. What the library's own calls do under another name is in NAMES.
import collections
import hashlib
import inspect
import math
import os
import random
import re
import shutil
import sys
import tarfile
import time
import zipfile
from collections import defaultdict

import torch
from _book import (Accumulator, Benchmark, HyperParameters, Timer, Vocab, add_to_class, benchmark, bleu, check_len,
                   check_shape, count_corpus, get_dataloader_workers, get_fashion_mnist_labels, tokenize, tokenize_nmt,
                   train_2d, truncate_pad)
from torch import nn

from d2l import _training
from d2l._data import (DATA_HUB, DATA_URL, download, download_extract, extract, read_data_nmt, read_time_machine)
from d2l._lake import frozen_lake, make_env, show_Q_function_progress, show_value_function_progress
from d2l._library import names_of
from d2l._plots import (Animator, ProgressBoard, annotate, bbox_to_rect, plot, set_axes, set_figsize, show_bboxes,
                        show_heatmaps, show_images, show_list_len_pair_hist, use_svg_display)
from d2l._torch_attention import *
from d2l._torch_bert import *
from d2l._torch_boxes import *
from d2l._torch_models import *
from d2l._torch_pictures import *
from d2l._torch_text import *
from d2l._torch_tuning import *

NAMES = {name: name for name in (
    'ones_like', 'ones', 'zeros_like', 'zeros', 'tensor', 'arange', 'meshgrid', 'sin', 'sinh', 'cos', 'cosh', 'tanh',
    'linspace', 'exp', 'log', 'normal', 'rand', 'randn', 'matmul', 'int32', 'int64', 'float32', 'stack', 'abs', 'eye',
    'sigmoid')}
NAMES.update(concat='cat', batch_matmul='bmm', F='nn.functional', data='utils.data', np='import numpy', pd='import pandas',
             torchvision='import torchvision', transforms='import torchvision.transforms', display='import IPython.display',
             requests='import requests')
nn_Module = nn.Module


def cpu():
    return torch.device('cpu')


def gpu(i=0):
    return torch.device(f'cuda:{i}')


def num_gpus():
    return torch.cuda.device_count()


def try_gpu(i=0):
    return gpu(i) if num_gpus() > i else cpu()


def try_all_gpus():
    return [gpu(i) for i in range(num_gpus())] or [cpu()]


def numpy(x, *args, **kwargs):
    return x.detach().numpy(*args, **kwargs)


def size(x, *args, **kwargs):
    return x.numel(*args, **kwargs)


def reshape(x, *args, **kwargs):
    return x.reshape(*args, **kwargs)


def to(x, *args, **kwargs):
    return x.to(*args, **kwargs)


def reduce_sum(x, *args, **kwargs):
    return x.sum(*args, **kwargs)


def reduce_mean(x, *args, **kwargs):
    return x.mean(*args, **kwargs)


def argmax(x, *args, **kwargs):
    return x.argmax(*args, **kwargs)


def astype(x, *args, **kwargs):
    return x.type(*args, **kwargs)


def transpose(x, *args, **kwargs):
    return x.t(*args, **kwargs)


def expand_dims(x, *args, **kwargs):
    return x.unsqueeze(*args, **kwargs)


def swapaxes(x, *args, **kwargs):
    return x.swapaxes(*args, **kwargs)


def repeat(x, *args, **kwargs):
    return x.repeat(*args, **kwargs)


def mkdir_if_not_exist(path):
    os.makedirs(os.path.join(*path) if isinstance(path, (list, tuple)) else path, exist_ok=True)


# Linear networks.

def synthetic_data(w, b, num_examples):
    X = torch.normal(0, 1, (num_examples, len(w)))
    y = torch.matmul(X, w) + b
    y += torch.normal(0, 0.01, y.shape)
    return X, y.reshape((-1, 1))


def linreg(X, w, b):
    return torch.matmul(X, w) + b


def squared_loss(y_hat, y):
    return (y_hat - y.reshape(y_hat.shape)) ** 2 / 2


def sgd(params, lr, batch_size):
    with torch.no_grad():
        for param in params:
            param -= lr * param.grad / batch_size
            param.grad.zero_()


def load_array(data_arrays, batch_size, is_train=True):
    from torch.utils import data
    return data.DataLoader(data.TensorDataset(*data_arrays), batch_size, shuffle=is_train)


def evaluate_loss(net, data_iter, loss):
    metric = Accumulator(2)
    for X, y in data_iter:
        made = net(X)
        lost = loss(made, y.reshape(made.shape))
        metric.add(lost.sum(), lost.numel())
    return metric[0] / metric[1]


def accuracy(y_hat, y):
    if len(y_hat.shape) > 1 and y_hat.shape[1] > 1:
        y_hat = y_hat.argmax(axis=1)
    right = y_hat.type(y.dtype) == y
    return float(right.type(y.dtype).sum())


def _evaluated(net, data_iter, device=None):
    if isinstance(net, nn.Module):
        net.eval()
        device = device or next(iter(net.parameters())).device
    metric = Accumulator(2)
    with torch.no_grad():
        for X, y in data_iter:
            X = [one.to(device) for one in X] if isinstance(X, list) else X.to(device)
            y = y.to(device)
            metric.add(accuracy(net(X), y), y.numel())
    return metric[0] / metric[1]


def evaluate_accuracy(net, data_iter):
    return _evaluated(net, data_iter, cpu())


def evaluate_accuracy_gpu(net, data_iter, device=None):
    return _evaluated(net, data_iter, device)


def train_epoch_ch3(net, train_iter, loss, updater):
    if isinstance(net, nn.Module):
        net.train()
    metric = Accumulator(3)
    for X, y in train_iter:
        y_hat = net(X)
        lost = loss(y_hat, y)
        if isinstance(updater, torch.optim.Optimizer):
            updater.zero_grad()
            lost.mean().backward()
            updater.step()
        else:
            lost.sum().backward()
            updater(X.shape[0])
        total = lost.sum() if lost.dim() else lost * y.numel()  # in the first edition it is a mean
        metric.add(float(total), accuracy(y_hat, y), y.numel())
    return metric[0] / metric[2], metric[1] / metric[2]


def train_ch3(net, train_iter, test_iter, loss, num_epochs, updater):
    _training.train_ch3(lambda: train_epoch_ch3(net, train_iter, loss, updater), lambda: evaluate_accuracy(net, test_iter),
                        num_epochs)


def predict_ch3(net, test_iter, n=6):
    X, y = next(iter(test_iter))
    names = zip(get_fashion_mnist_labels(y), get_fashion_mnist_labels(net(X).argmax(axis=1)))
    show_images(X[:n].reshape((n, 28, 28)), 1, n, titles=['\n'.join(both) for both in names][:n])


# Pictures.

def corr2d(X, K):
    h, w = K.shape
    Y = torch.zeros((X.shape[0] - h + 1, X.shape[1] - w + 1))
    for i in range(Y.shape[0]):
        for j in range(Y.shape[1]):
            Y[i, j] = (X[i:i + h, j:j + w] * K).sum()
    return Y


def init_cnn(module):
    if type(module) in (nn.Linear, nn.Conv2d):
        nn.init.xavier_uniform_(module.weight)


def load_data_fashion_mnist(batch_size, resize=None):
    from d2l._torch_data import fashion, loader
    return tuple(loader(fashion(train, resize or 28), batch_size, train) for train in (True, False))


def train_ch6(net, train_iter, test_iter, num_epochs, lr, device=None):
    device = device or try_gpu()
    net.apply(init_cnn)
    print('training on', device)
    net.to(device)
    optimizer = torch.optim.SGD(net.parameters(), lr=lr)
    loss = nn.CrossEntropyLoss()
    animator = Animator(xlabel='epoch', xlim=[1, num_epochs], legend=['train loss', 'train acc', 'test acc'])
    timer, num_batches = Timer(), len(train_iter)
    for epoch in range(num_epochs):
        metric = Accumulator(3)
        net.train()
        for number, (X, y) in enumerate(train_iter, 1):
            timer.start()
            optimizer.zero_grad()
            X, y = X.to(device), y.to(device)
            y_hat = net(X)
            lost = loss(y_hat, y)
            lost.backward()
            optimizer.step()
            with torch.no_grad():
                metric.add(lost * X.shape[0], accuracy(y_hat, y), X.shape[0])
            timer.stop()
            train_l, train_acc = metric[0] / metric[2], metric[1] / metric[2]
            if number % (num_batches // 5) == 0 or number == num_batches:
                animator.add(epoch + number / num_batches, (train_l, train_acc, None))
        test_acc = evaluate_accuracy_gpu(net, test_iter)
        animator.add(epoch + 1, (None, None, test_acc))
    print(f'loss {train_l:.3f}, train acc {train_acc:.3f}, test acc {test_acc:.3f}')
    print(f'{metric[2] * num_epochs / timer.sum():.1f} examples/sec on {device}')


# Generative adversarial networks.

def _judged(net_D, X, loss, right):
    made = net_D(X)
    return loss(made, torch.full((X.shape[0],), float(right), device=X.device).reshape(made.shape))


def update_D(X, Z, net_D, net_G, loss, trainer_D):
    trainer_D.zero_grad()
    lost = _judged(net_D, X, loss, True)
    lost = (lost + _judged(net_D, net_G(Z).detach(), loss, False)) / 2
    lost.backward()
    trainer_D.step()
    return lost


def update_G(Z, net_D, net_G, loss, trainer_G):
    trainer_G.zero_grad()
    lost = _judged(net_D, net_G(Z), loss, True)
    lost.backward()
    trainer_G.step()
    return lost


# Several GPUs.

def split_batch(X, y, devices):
    assert X.shape[0] == y.shape[0]
    return nn.parallel.scatter(X, devices), nn.parallel.scatter(y, devices)


def train_batch_ch13(net, X, y, loss, trainer, devices):
    X = [one.to(devices[0]) for one in X] if isinstance(X, list) else X.to(devices[0])
    y = y.to(devices[0])
    net.train()
    trainer.zero_grad()
    made = net(X)
    lost = loss(made, y)
    lost.sum().backward()
    trainer.step()
    return lost.sum(), accuracy(made, y)


def train_ch13(net, train_iter, test_iter, loss, trainer, num_epochs, devices=None):
    devices = devices or try_all_gpus()
    timer, num_batches = Timer(), len(train_iter)
    animator = Animator(xlabel='epoch', xlim=[1, num_epochs], ylim=[0, 1], legend=['train loss', 'train acc', 'test acc'])
    net = nn.DataParallel(net, device_ids=devices).to(devices[0])
    for epoch in range(num_epochs):
        metric = Accumulator(4)
        for number, (features, labels) in enumerate(train_iter, 1):
            timer.start()
            lost, right = train_batch_ch13(net, features, labels, loss, trainer, devices)
            metric.add(lost, right, labels.shape[0], labels.numel())
            timer.stop()
            if number % (num_batches // 5) == 0 or number == num_batches:
                animator.add(epoch + number / num_batches, (metric[0] / metric[2], metric[1] / metric[3], None))
        test_acc = evaluate_accuracy_gpu(net, test_iter)
        animator.add(epoch + 1, (None, None, test_acc))
    print(f'loss {metric[0] / metric[2]:.3f}, train acc {metric[1] / metric[3]:.3f}, test acc {test_acc:.3f}')
    print(f'{metric[2] * num_epochs / timer.sum():.1f} examples/sec on {devices}')


# Optimization.

def show_trace_2d(f, results):
    from d2l._plots import trace_2d
    x1, x2 = torch.meshgrid(torch.arange(-5.5, 1.0, 0.1), torch.arange(-3.0, 1.0, 0.1), indexing='ij')
    trace_2d(x1, x2, f(x1, x2), results)


def get_data_ch11(batch_size=10, n=1500):
    with open(download('airfoil')) as file:
        data = torch.tensor([[float(one) for one in line.split('\t')] for line in file])
    data = (data - data.mean(0)) / data.std(0, unbiased=False)
    return load_array((data[:n, :-1], data[:n, -1]), batch_size, is_train=True), data.shape[1] - 1


def train_ch11(trainer_fn, states, hyperparams, data_iter, feature_dim, num_epochs=2):
    w = torch.normal(mean=0.0, std=0.01, size=(feature_dim, 1), requires_grad=True)
    b = torch.zeros(1, requires_grad=True)

    def net(X):
        return linreg(X, w, b)

    def step(X, y):
        squared_loss(net(X), y).mean().backward()
        trainer_fn([w, b], states, hyperparams)

    return _training.optimized(num_epochs, data_iter, step, lambda: evaluate_loss(net, data_iter, squared_loss))


def train_concise_ch11(trainer_fn, hyperparams, data_iter, num_epochs=4):
    net = nn.Sequential(nn.Linear(5, 1))
    nn.init.normal_(net[0].weight, std=0.01)
    optimizer = trainer_fn(net.parameters(), **hyperparams)
    loss = nn.MSELoss(reduction='none')

    def step(X, y):
        optimizer.zero_grad()
        made = net(X)
        loss(made, y.reshape(made.shape)).mean().backward()
        optimizer.step()

    _training.optimized(num_epochs, data_iter, step, lambda: evaluate_loss(net, data_iter, loss) / 2)


__getattr__ = names_of(globals(), torch, NAMES)
