# SPDX-License-Identifier: GPL-3.0-or-later
# The helpers of the book, for its programs in MXNet. What the library's own calls do under another name is in NAMES.
import mxnet
from _book import (Accumulator, Benchmark, HyperParameters, Timer, Vocab, add_to_class, benchmark, bleu, check_len, check_shape,
                   count_corpus, get_dataloader_workers, get_fashion_mnist_labels, tokenize, tokenize_nmt, train_2d,
                   truncate_pad)
from mxnet import autograd, cpu, gluon, gpu, num_gpus
from mxnet.gluon import nn

from d2l import _training
from d2l._data import (DATA_HUB, DATA_URL, airfoil_columns, download, download_extract, extract, read_data_nmt, read_time_machine)
from d2l._library import names_of
from d2l._mxnet_attention import *
from d2l._mxnet_bert import *
from d2l._mxnet_boxes import *
from d2l._mxnet_models import *
from d2l._mxnet_text import *
from d2l._plots import (Animator, ProgressBoard, annotate, bbox_to_rect, plot, plt, set_axes, set_figsize, show_bboxes,
                        show_heatmaps, show_images, show_list_len_pair_hist, use_svg_display)

NAMES = {name: f'np.{name}' for name in (
    'ones_like', 'ones', 'zeros_like', 'zeros', 'arange', 'meshgrid', 'sin', 'sinh', 'cos', 'cosh', 'tanh', 'linspace', 'exp',
    'log', 'expand_dims', 'int32', 'int64', 'float32', 'stack', 'abs', 'eye')}
NAMES.update(tensor='np.array', normal='np.random.normal', randn='np.random.randn', rand='np.random.rand', matmul='np.dot',
             concat='np.concatenate', sigmoid='npx.sigmoid', batch_matmul='npx.batch_dot')
nn_Module = nn.Block


def try_gpu(i=0):
    return gpu(i) if num_gpus() > i else cpu()


def try_all_gpus():
    return [gpu(i) for i in range(num_gpus())] or [cpu()]


def size(a):
    return a.size


def transpose(a):
    return a.T


def numpy(x, *args, **kwargs):
    return x.asnumpy(*args, **kwargs)


def reshape(x, *args, **kwargs):
    return x.reshape(*args, **kwargs)


def to(x, *args, **kwargs):
    return x.as_in_context(*args, **kwargs)


def reduce_sum(x, *args, **kwargs):
    return x.sum(*args, **kwargs)


def reduce_mean(x, *args, **kwargs):
    return x.mean(*args, **kwargs)


def argmax(x, *args, **kwargs):
    return x.argmax(*args, **kwargs)


def astype(x, *args, **kwargs):
    return x.astype(*args, **kwargs)


def swapaxes(x, *args, **kwargs):
    return x.swapaxes(*args, **kwargs)


def repeat(x, *args, **kwargs):
    return x.repeat(*args, **kwargs)


# Linear networks.

def synthetic_data(w, b, num_examples):
    np = mxnet.np
    X = np.random.normal(0, 1, (num_examples, len(w)))
    y = np.dot(X, w) + b
    y += np.random.normal(0, 0.01, y.shape)
    return X, y.reshape((-1, 1))


def linreg(X, w, b):
    return mxnet.np.dot(X, w) + b


def squared_loss(y_hat, y):
    return (y_hat - y.reshape(y_hat.shape)) ** 2 / 2


def sgd(params, lr, batch_size):
    for param in params:
        param[:] = param - lr * param.grad / batch_size


def load_array(data_arrays, batch_size, is_train=True):
    return gluon.data.DataLoader(gluon.data.ArrayDataset(*data_arrays), batch_size, shuffle=is_train)


def evaluate_loss(net, data_iter, loss):
    metric = Accumulator(2)
    for X, y in data_iter:
        lost = loss(net(X), y)
        metric.add(lost.sum(), lost.size)
    return metric[0] / metric[1]


def accuracy(y_hat, y):
    if len(y_hat.shape) > 1 and y_hat.shape[1] > 1:
        y_hat = y_hat.argmax(axis=1)
    right = y_hat.astype(y.dtype) == y
    return float(right.astype(y.dtype).sum())


def evaluate_accuracy(net, data_iter):
    metric = Accumulator(2)
    for X, y in data_iter:
        metric.add(accuracy(net(X), y), y.size)
    return metric[0] / metric[1]


def evaluate_accuracy_gpu(net, data_iter, device=None):
    device = device or list(net.collect_params().values())[0].list_ctx()[0]
    return evaluate_accuracy(net, ((X.as_in_ctx(device), y.as_in_ctx(device)) for X, y in data_iter))


def train_epoch_ch3(net, train_iter, loss, updater):
    metric = Accumulator(3)
    update = updater.step if isinstance(updater, gluon.Trainer) else updater
    for X, y in train_iter:
        with autograd.record():
            y_hat = net(X)
            lost = loss(y_hat, y)
        lost.backward()
        update(X.shape[0])
        metric.add(float(lost.sum()), accuracy(y_hat, y), y.size)
    return metric[0] / metric[2], metric[1] / metric[2]


def train_ch3(net, train_iter, test_iter, loss, num_epochs, updater):
    _training.train_ch3(lambda: train_epoch_ch3(net, train_iter, loss, updater), lambda: evaluate_accuracy(net, test_iter),
                        num_epochs)


def predict_ch3(net, test_iter, n=6):
    X, y = next(iter(test_iter))
    names = zip(get_fashion_mnist_labels(y), get_fashion_mnist_labels(net(X).argmax(axis=1)))
    show_images(X[:n].reshape((n, 28, 28)), 1, n, titles=['\n'.join(both) for both in names][:n])


def _pictures(resize):
    vision = gluon.data.vision
    change = vision.transforms.Compose(([vision.transforms.Resize(resize)] if resize else []) + [vision.transforms.ToTensor()])
    return [vision.FashionMNIST(train=train).transform_first(change) for train in (True, False)]


def load_data_fashion_mnist(batch_size, resize=None):
    return tuple(gluon.data.DataLoader(pictures, batch_size, shuffle=train, num_workers=get_dataloader_workers())
                 for pictures, train in zip(_pictures(resize), (True, False)))


def train_ch6(net, train_iter, test_iter, num_epochs, lr, device=None):
    device = device or try_gpu()
    net.initialize(force_reinit=True, ctx=device, init=mxnet.init.Xavier())
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': lr})
    animator = Animator(xlabel='epoch', xlim=[1, num_epochs], legend=['train loss', 'train acc', 'test acc'])
    timer, num_batches = Timer(), len(train_iter)
    for epoch in range(num_epochs):
        metric = Accumulator(3)
        for number, (X, y) in enumerate(train_iter, 1):
            timer.start()
            X, y = X.as_in_ctx(device), y.as_in_ctx(device)
            with autograd.record():
                y_hat = net(X)
                lost = loss(y_hat, y)
            lost.backward()
            trainer.step(X.shape[0])
            metric.add(lost.sum(), accuracy(y_hat, y), X.shape[0])
            timer.stop()
            train_l, train_acc = metric[0] / metric[2], metric[1] / metric[2]
            if number % (num_batches // 5) == 0 or number == num_batches:
                animator.add(epoch + number / num_batches, (train_l, train_acc, None))
        test_acc = evaluate_accuracy_gpu(net, test_iter)
        animator.add(epoch + 1, (None, None, test_acc))
    print(f'loss {train_l:.3f}, train acc {train_acc:.3f}, test acc {test_acc:.3f}')
    print(f'{metric[2] * num_epochs / timer.sum():.1f} examples/sec on {device}')


def corr2d(X, K):
    h, w = K.shape
    Y = mxnet.np.zeros((X.shape[0] - h + 1, X.shape[1] - w + 1))
    for i in range(Y.shape[0]):
        for j in range(Y.shape[1]):
            Y[i, j] = (X[i:i + h, j:j + w] * K).sum()
    return Y


def split_batch(X, y, devices):
    assert X.shape[0] == y.shape[0]
    return gluon.utils.split_and_load(X, devices), gluon.utils.split_and_load(y, devices)


def evaluate_accuracy_gpus(net, data_iter, split_f=split_batch):
    devices = list(net.collect_params().values())[0].list_ctx()
    metric = Accumulator(2)
    for features, labels in data_iter:
        Xs, ys = split_f(features, labels, devices)
        made = [net(X) for X in Xs]
        metric.add(sum(accuracy(y_hat, y) for y_hat, y in zip(made, ys)), labels.size)
    return metric[0] / metric[1]


def train_batch_ch13(net, features, labels, loss, trainer, devices, split_f=split_batch):
    Xs, ys = split_f(features, labels, devices)
    with autograd.record():
        made = [net(X) for X in Xs]
        lost = [loss(y_hat, y) for y_hat, y in zip(made, ys)]
    for one in lost:
        one.backward()
    trainer.step(labels.shape[0], ignore_stale_grad=True)
    return sum(float(one.sum()) for one in lost), sum(accuracy(y_hat, y) for y_hat, y in zip(made, ys))


def train_ch13(net, train_iter, test_iter, loss, trainer, num_epochs, devices=None, split_f=split_batch):
    devices = devices or try_all_gpus()
    timer, num_batches = Timer(), len(train_iter)
    animator = Animator(xlabel='epoch', xlim=[1, num_epochs], ylim=[0, 1], legend=['train loss', 'train acc', 'test acc'])
    for epoch in range(num_epochs):
        metric = Accumulator(4)
        for number, (features, labels) in enumerate(train_iter, 1):
            timer.start()
            lost, right = train_batch_ch13(net, features, labels, loss, trainer, devices, split_f)
            metric.add(lost, right, labels.shape[0], labels.size)
            timer.stop()
            if number % max(num_batches // 5, 1) == 0 or number == num_batches:
                animator.add(epoch + number / num_batches, (metric[0] / metric[2], metric[1] / metric[3], None))
        test_acc = evaluate_accuracy_gpus(net, test_iter, split_f)
        animator.add(epoch + 1, (None, None, test_acc))
    print(f'loss {metric[0] / metric[2]:.3f}, train acc {metric[1] / metric[3]:.3f}, test acc {test_acc:.3f}')
    print(f'{metric[2] * num_epochs / timer.sum():.1f} examples/sec on {devices}')


def show_trace_2d(f, results):
    from d2l._plots import trace_2d
    x1, x2 = mxnet.np.meshgrid(mxnet.np.arange(-5.5, 1.0, 0.1), mxnet.np.arange(-3.0, 1.0, 0.1), indexing='ij')
    trace_2d(x1, x2, f(x1, x2), results)


def get_data_ch11(batch_size=10, n=1500):
    data = mxnet.np.array(airfoil_columns())
    mean = data.mean(axis=0)
    data = (data - mean) / ((data - mean) ** 2).mean(axis=0) ** 0.5
    return load_array((data[:n, :-1], data[:n, -1]), batch_size, is_train=True), data.shape[1] - 1


def train_ch11(trainer_fn, states, hyperparams, data_iter, feature_dim, num_epochs=2):
    w, b = mxnet.np.random.normal(scale=0.01, size=(feature_dim, 1)), mxnet.np.zeros(1)
    w.attach_grad()
    b.attach_grad()

    def net(X):
        return linreg(X, w, b)

    def step(X, y):
        with autograd.record():
            lost = squared_loss(net(X), y).mean()
        lost.backward()
        trainer_fn([w, b], states, hyperparams)

    return _training.optimized(num_epochs, data_iter, step, lambda: evaluate_loss(net, data_iter, squared_loss))


def train_concise_ch11(tr_name, hyperparams, data_iter, num_epochs=2):
    net = nn.Sequential()
    net.add(nn.Dense(1))
    net.initialize(mxnet.init.Normal(sigma=0.01))
    trainer = gluon.Trainer(net.collect_params(), tr_name, hyperparams)
    loss = gluon.loss.L2Loss()

    def step(X, y):
        with autograd.record():
            lost = loss(net(X), y)
        lost.backward()
        trainer.step(X.shape[0])

    _training.optimized(num_epochs, data_iter, step, lambda: evaluate_loss(net, data_iter, loss))


# The object-oriented API.

class Module(nn.Block, _training.Module):
    def __init__(self, plot_train_per_epoch=2, plot_valid_per_epoch=1):
        super().__init__()
        self.begin(plot_train_per_epoch, plot_valid_per_epoch)

    forward = _training.Module.forward

    def get_scratch_params(self):
        params = []
        for name in dir(self):
            value = getattr(self, name)
            if isinstance(value, mxnet.np.ndarray):
                params.append(value)
            elif isinstance(value, Module):
                params.extend(value.get_scratch_params())
        return params

    def set_scratch_params_device(self, device):
        for name in dir(self):
            value = getattr(self, name)
            if isinstance(value, mxnet.np.ndarray):
                value = value.as_in_ctx(device)
                value.attach_grad()
                setattr(self, name, value)
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, Module):
                    one.set_scratch_params_device(device)

    def parameters(self):
        return self.collect_params() or self.get_scratch_params()

    def configure_optimizers(self):
        params = self.parameters()
        if isinstance(params, list):
            return SGD(params, self.lr)
        return gluon.Trainer(params, 'sgd', {'learning_rate': self.lr})


class DataModule(_training.DataModule):
    def get_tensorloader(self, tensors, train, indices=slice(0, None)):
        return load_array([one[indices] for one in tensors], self.batch_size, train)


class Trainer(_training.Trainer):
    def __init__(self, max_epochs, num_gpus=0, gradient_clip_val=0):
        self.save_hyperparameters()
        there = min(num_gpus, mxnet.num_gpus()) if num_gpus else 0
        self.gpus = [gpu(i) for i in range(there)]

    def prepare_batch(self, batch):
        return [one.as_in_context(self.gpus[0]) for one in batch] if self.gpus else batch

    def prepare_model(self, model):
        super().prepare_model(model)
        if self.gpus:
            model.collect_params().reset_ctx(self.gpus[0])
            model.set_scratch_params_device(self.gpus[0])

    def fit_epoch(self):
        for batch in self.train_dataloader:
            with autograd.record():
                lost = self.model.training_step(self.prepare_batch(batch))
            lost.backward()
            if self.gradient_clip_val > 0:
                self.clip_gradients(self.gradient_clip_val, self.model)
            self.optim.step(1)
            self.train_batch_idx += 1
        for batch in self.val_dataloader or ():
            self.model.validation_step(self.prepare_batch(batch))
            self.val_batch_idx += 1

    def clip_gradients(self, grad_clip_val, model):
        from d2l._mxnet_text import clipped
        params = model.parameters()
        clipped(params if isinstance(params, list) else [one.data() for one in params.values()], grad_clip_val)


class SyntheticRegressionData(_training.SyntheticRegressionData, DataModule):
    def __init__(self, w, b, noise=0.01, num_train=1000, num_val=1000, batch_size=32):
        super().__init__()
        self.save_hyperparameters()
        np, n = mxnet.np, num_train + num_val
        self.X = np.random.randn(n, len(w))
        self.y = np.dot(self.X, w.reshape((-1, 1))) + b + np.random.randn(n, 1) * noise


class LinearRegressionScratch(Module):
    def __init__(self, num_inputs, lr, sigma=0.01):
        super().__init__()
        self.save_hyperparameters()
        self.w, self.b = mxnet.np.random.normal(0, sigma, (num_inputs, 1)), mxnet.np.zeros(1)
        self.w.attach_grad()
        self.b.attach_grad()

    def forward(self, X):
        return mxnet.np.dot(X, self.w) + self.b

    def loss(self, y_hat, y):
        return ((y_hat - y) ** 2 / 2).mean()

    def configure_optimizers(self):
        return SGD([self.w, self.b], self.lr)


class SGD(HyperParameters):
    def __init__(self, params, lr):
        self.save_hyperparameters()

    def step(self, _):
        for param in self.params:
            param -= self.lr * param.grad


class LinearRegression(Module):
    def __init__(self, lr):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Dense(1)
        self.net.initialize(mxnet.init.Normal(sigma=0.01))

    def loss(self, y_hat, y):
        return gluon.loss.L2Loss()(y_hat, y).mean()

    def configure_optimizers(self):
        return gluon.Trainer(self.collect_params(), 'sgd', {'learning_rate': self.lr})

    def get_w_b(self):
        return self.net.weight.data(), self.net.bias.data()


class FashionMNIST(DataModule):
    def __init__(self, batch_size=64, resize=(28, 28)):
        super().__init__()
        self.save_hyperparameters()
        self.train, self.val = _pictures(resize)

    def text_labels(self, indices):
        return get_fashion_mnist_labels(indices)

    def get_dataloader(self, train):
        return gluon.data.DataLoader(self.train if train else self.val, self.batch_size, shuffle=train,
                                     num_workers=self.num_workers)

    def visualize(self, batch, nrows=1, ncols=8, labels=[]):
        X, y = batch
        show_images(X.squeeze(1), nrows, ncols, titles=labels or self.text_labels(y))


class Classifier(Module):
    def validation_step(self, batch):
        made = self(*batch[:-1])
        self.plot('loss', self.loss(made, batch[-1]), train=False)
        self.plot('acc', self.accuracy(made, batch[-1]), train=False)

    def accuracy(self, Y_hat, Y, averaged=True):
        made = Y_hat.reshape((-1, Y_hat.shape[-1])).argmax(axis=1).astype(Y.dtype)
        right = (made == Y.reshape(-1)).astype(mxnet.np.float32)
        return right.mean() if averaged else right

    def loss(self, Y_hat, Y, averaged=True):
        lost = gluon.loss.SoftmaxCrossEntropyLoss()(Y_hat.reshape((-1, Y_hat.shape[-1])), Y.reshape((-1,)))
        return lost.mean() if averaged else lost

    def layer_summary(self, X_shape):
        X = mxnet.np.random.randn(*X_shape)
        for layer in self.net:
            X = layer(X)
            print(layer.__class__.__name__, 'output shape:\t', X.shape)


class SoftmaxRegression(Classifier):
    def __init__(self, num_outputs, lr):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Dense(num_outputs)
        self.net.initialize()


from d2l._mxnet_recurrent import (GRU, RNN, RNNLM, EncoderDecoder, MTFraEng, RNNLMScratch, RNNScratch, Seq2Seq, TimeMachine,  # noqa
                                  update_D, update_G)  # which take names of these

__getattr__ = names_of(globals(), mxnet, NAMES)
