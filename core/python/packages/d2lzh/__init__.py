# SPDX-License-Identifier: GPL-3.0-or-later
# The helpers of the book's first Chinese edition, for its programs in mxnet.nd, in our own words.
import random
import time

import _runahead as _r
import mxnet
from _book import get_fashion_mnist_labels
from _names import missing
from d2l._data import airfoil_columns
from d2l._mxnet_models import Residual, resnet18
from d2l._plots import bbox_to_rect, plt, set_figsize, show_bboxes, trace_2d, use_svg_display, values
from d2l.mxnet import try_all_gpus, try_gpu
from mxnet import autograd, gluon, init, nd

from d2lzh._recurrent import (RNNModel, data_iter_consecutive, data_iter_random, grad_clipping, load_data_jay_lyrics,
                              predict_rnn, predict_rnn_gluon, sgd, to_onehot, train_and_predict_rnn,
                              train_and_predict_rnn_gluon)


class Benchmark:
    def __init__(self, prefix=None):
        self.prefix = prefix + ' ' if prefix else ''

    def __enter__(self):
        self.mark = _r.begin_mark(self.prefix.rstrip())

    def __exit__(self, *error):
        _r.tell(f'{self.prefix}time: {_r.end_mark(self.mark) / 1e9:.4f} sec\n')


def mkdir_if_not_exist(path):
    import os
    os.makedirs(path if isinstance(path, str) else os.path.join(*path), exist_ok=True)


def corr2d(X, K):
    h, w = K.shape
    Y = nd.zeros((X.shape[0] - h + 1, X.shape[1] - w + 1))
    for i in range(Y.shape[0]):
        for j in range(Y.shape[1]):
            Y[i, j] = (X[i:i + h, j:j + w] * K).sum()
    return Y


# Linear networks.

def linreg(X, w, b):
    return nd.dot(X, w) + b


def squared_loss(y_hat, y):
    return (y_hat - y.reshape(y_hat.shape)) ** 2 / 2


def data_iter(batch_size, features, labels):
    order = list(range(len(features)))
    random.shuffle(order)
    for at in range(0, len(order), batch_size):
        places = nd.array(order[at:at + batch_size])
        yield features.take(places), labels.take(places)


def load_data_fashion_mnist(batch_size, resize=None, root=None):
    vision = gluon.data.vision
    change = vision.transforms.Compose(([vision.transforms.Resize(resize)] if resize else []) + [vision.transforms.ToTensor()])
    return tuple(gluon.data.DataLoader(vision.FashionMNIST(train=train).transform_first(change), batch_size, shuffle=train,
                                       num_workers=4) for train in (True, False))


def _devices(ctx):
    return [ctx] if isinstance(ctx, mxnet.Context) else ctx or [mxnet.cpu()]


def _shards(batch, devices):
    features, labels = batch
    labels = labels if labels.dtype == features.dtype else labels.astype(features.dtype)
    return gluon.utils.split_and_load(features, devices), gluon.utils.split_and_load(labels, devices)


def _right(y_hat, y):
    return (y_hat.argmax(axis=1) == y.astype('float32')).sum()


def evaluate_accuracy(data_iter, net, ctx=None):
    right, n = 0.0, 0
    for batch in data_iter:
        for X, y in zip(*_shards(batch, _devices(ctx))):
            right += _right(net(X), y).asscalar()
            n += y.size
    return right / n


def train_ch3(net, train_iter, test_iter, loss, num_epochs, batch_size, params=None, lr=None, trainer=None):
    for epoch in range(num_epochs):
        lost_sum, right, n = 0.0, 0.0, 0
        for X, y in train_iter:
            with autograd.record():
                y_hat = net(X)
                lost = loss(y_hat, y).sum()
            lost.backward()
            if trainer is None:
                sgd(params, lr, batch_size)
            else:
                trainer.step(batch_size)
            lost_sum += lost.asscalar()
            right += _right(y_hat, y).asscalar()
            n += y.size
        print('epoch %d, loss %.4f, train acc %.3f, test acc %.3f'
              % (epoch + 1, lost_sum / n, right / n, evaluate_accuracy(test_iter, net)))


def train_ch5(net, train_iter, test_iter, batch_size, trainer, ctx, num_epochs):
    print('training on', ctx)
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    for epoch in range(num_epochs):
        lost_sum, right, n, start = 0.0, 0.0, 0, time.time()
        for X, y in train_iter:
            X, y = X.as_in_context(ctx), y.as_in_context(ctx)
            with autograd.record():
                y_hat = net(X)
                lost = loss(y_hat, y).sum()
            lost.backward()
            trainer.step(batch_size)
            lost_sum += lost.asscalar()
            right += _right(y_hat, y).asscalar()
            n += y.size
        _tell(epoch, lost_sum / n, right / n, evaluate_accuracy(test_iter, net, ctx), start)


def _tell(epoch, lost, right, test_acc, start):
    print('epoch %d, loss %.4f, train acc %.3f, test acc %.3f, time %.1f sec'
          % (epoch + 1, lost, right, test_acc, time.time() - start))


def train(train_iter, test_iter, net, loss, trainer, ctx, num_epochs):
    print('training on', ctx)
    devices = _devices(ctx)
    for epoch in range(num_epochs):
        lost_sum, right, n, m, start = 0.0, 0.0, 0, 0, time.time()
        for batch in train_iter:
            Xs, ys = _shards(batch, devices)
            with autograd.record():
                made = [net(X) for X in Xs]
                lost = [loss(y_hat, y) for y_hat, y in zip(made, ys)]
            for one in lost:
                one.backward()
            trainer.step(batch[0].shape[0])
            lost_sum += sum(one.sum().asscalar() for one in lost)
            n += sum(one.size for one in lost)
            right += sum(_right(y_hat, y).asscalar() for y_hat, y in zip(made, ys))
            m += sum(y.size for y in ys)
        _tell(epoch, lost_sum / n, right / m, evaluate_accuracy(test_iter, net, devices), start)


# Optimization.

def train_2d(trainer):
    x1, x2, s1, s2 = -5, -2, 0, 0
    results = [(x1, x2)]
    for step in range(20):
        x1, x2, s1, s2 = trainer(x1, x2, s1, s2)
        results.append((x1, x2))
    print('epoch %d, x1 %f, x2 %f' % (step + 1, x1, x2))
    return results


def show_trace_2d(f, results):
    x1, x2 = mxnet.np.meshgrid(mxnet.np.arange(-5.5, 1.0, 0.1), mxnet.np.arange(-3.0, 1.0, 0.1))
    trace_2d(x1, x2, f(x1, x2), results)


def get_data_ch7():
    data = nd.array(airfoil_columns())
    mean = data.mean(axis=0)
    data = (data - mean) / ((data - mean) ** 2).mean(axis=0) ** 0.5
    return data[:1500, :-1], data[:1500, -1]


def _optimized(lost, step, features, labels, batch_size, num_epochs):
    """`step` learns from a batch, `lost` says the loss over all examples."""
    losses = [lost()]
    batches = gluon.data.DataLoader(gluon.data.ArrayDataset(features, labels), batch_size, shuffle=True)
    for _ in range(num_epochs):
        start = time.time()
        for number, (X, y) in enumerate(batches, 1):
            step(X, y)
            if number * batch_size % 100 == 0:
                losses.append(lost())
    print('loss: %f, %f sec per epoch' % (losses[-1], time.time() - start))
    set_figsize()
    plt.plot([num_epochs * at / (len(losses) - 1 or 1) for at in range(len(losses))], losses)
    plt.xlabel('epoch')
    plt.ylabel('loss')


def train_ch7(trainer_fn, states, hyperparams, features, labels, batch_size=10, num_epochs=2):
    w, b = nd.random.normal(scale=0.01, shape=(features.shape[1], 1)), nd.zeros(1)
    w.attach_grad()
    b.attach_grad()

    def step(X, y):
        with autograd.record():
            lost = squared_loss(linreg(X, w, b), y).mean()
        lost.backward()
        trainer_fn([w, b], states, hyperparams)

    _optimized(lambda: squared_loss(linreg(features, w, b), labels).mean().asscalar(), step, features, labels, batch_size,
               num_epochs)


def train_gluon_ch7(trainer_name, trainer_hyperparams, features, labels, batch_size=10, num_epochs=2):
    net = gluon.nn.Sequential()
    net.add(gluon.nn.Dense(1))
    net.initialize(init.Normal(sigma=0.01))
    loss = gluon.loss.L2Loss()
    trainer = gluon.Trainer(net.collect_params(), trainer_name, trainer_hyperparams)

    def step(X, y):
        with autograd.record():
            lost = loss(net(X), y)
        lost.backward()
        trainer.step(batch_size)

    _optimized(lambda: loss(net(features), labels).mean().asscalar(), step, features, labels, batch_size, num_epochs)


# Plots.

def semilogy(x_vals, y_vals, x_label, y_label, x2_vals=None, y2_vals=None, legend=None, figsize=(3.5, 2.5)):
    set_figsize(figsize)
    plt.xlabel(x_label)
    plt.ylabel(y_label)
    plt.semilogy(values(x_vals), values(y_vals))
    if x2_vals and y2_vals:
        plt.semilogy(values(x2_vals), values(y2_vals), linestyle=':')
        plt.legend(legend)


def show_images(imgs, num_rows, num_cols, scale=2):
    _, axes = plt.subplots(num_rows, num_cols, figsize=(num_cols * scale, num_rows * scale))
    for one, image in zip(axes.flatten(), imgs):
        one.imshow(values(image))
        one.axes.get_xaxis().set_visible(False)
        one.axes.get_yaxis().set_visible(False)
    return axes


def show_fashion_mnist(images, labels):
    use_svg_display()
    _, axes = plt.subplots(1, len(images), figsize=(12, 12))
    for one, image, label in zip(axes.flatten(), images, labels):
        one.imshow(values(image.reshape((28, 28))))
        one.set_title(label)
        one.axes.get_xaxis().set_visible(False)
        one.axes.get_yaxis().set_visible(False)


__getattr__ = missing(globals())
