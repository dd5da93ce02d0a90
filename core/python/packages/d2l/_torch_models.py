# SPDX-License-Identifier: GPL-3.0-or-later
# The object-oriented API in PyTorch, and the models of the chapters on linear and convolutional networks.
import torch
from _book import FASHION, HyperParameters
from torch import nn

from d2l import _training
from d2l._plots import show_images

__all__ = ['Module', 'DataModule', 'Trainer', 'SyntheticRegressionData', 'LinearRegressionScratch', 'SGD', 'LinearRegression',
           'FashionMNIST', 'Classifier', 'SoftmaxRegression', 'LeNet', 'Residual', 'ResNeXtBlock', 'resnet18', 'HPOTrainer']


class Module(nn.Module, _training.Module):
    def __init__(self, plot_train_per_epoch=2, plot_valid_per_epoch=1):
        super().__init__()
        self.begin(plot_train_per_epoch, plot_valid_per_epoch)

    forward = _training.Module.forward

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=self.lr)

    def apply_init(self, inputs, init=None):
        self.forward(*inputs)
        if init is not None:
            self.net.apply(init)


class DataModule(_training.DataModule):
    def get_tensorloader(self, tensors, train, indices=slice(0, None)):
        from torch.utils import data
        parts = [one[indices] for one in tensors]
        return data.DataLoader(data.TensorDataset(*parts), self.batch_size, shuffle=train)


class Trainer(_training.Trainer):
    def __init__(self, max_epochs, num_gpus=0, gradient_clip_val=0):
        self.save_hyperparameters()
        there = min(num_gpus, torch.cuda.device_count()) if num_gpus else 0
        self.gpus = [torch.device(f'cuda:{i}') for i in range(there)]

    def prepare_batch(self, batch):
        return [one.to(self.gpus[0]) for one in batch] if self.gpus else batch

    def prepare_model(self, model):
        super().prepare_model(model)
        if self.gpus:
            model.to(self.gpus[0])

    def fit_epoch(self):
        self.model.train()
        for batch in self.train_dataloader:
            lost = self.model.training_step(self.prepare_batch(batch))
            self.optim.zero_grad()
            with torch.no_grad():
                lost.backward()
                if self.gradient_clip_val > 0:
                    self.clip_gradients(self.gradient_clip_val, self.model)
                self.optim.step()
            self.train_batch_idx += 1
        if self.val_dataloader is None:
            return
        self.model.eval()
        for batch in self.val_dataloader:
            with torch.no_grad():
                self.model.validation_step(self.prepare_batch(batch))
            self.val_batch_idx += 1

    def clip_gradients(self, grad_clip_val, model):
        from d2l._torch_text import clipped
        clipped([one for one in model.parameters() if one.requires_grad], grad_clip_val)


class HPOTrainer(Trainer):
    def validation_error(self):
        self.model.eval()
        accuracy, number = 0, 0
        for batch in self.val_dataloader:
            with torch.no_grad():
                x, y = self.prepare_batch(batch)
                accuracy += self.model.accuracy(self.model(x), y)
            number += 1
        return 1 - accuracy / number


class SyntheticRegressionData(_training.SyntheticRegressionData, DataModule):
    def __init__(self, w, b, noise=0.01, num_train=1000, num_val=1000, batch_size=32):
        super().__init__()
        self.save_hyperparameters()
        n = num_train + num_val
        self.X = torch.randn(n, len(w))
        self.y = torch.matmul(self.X, w.reshape((-1, 1))) + b + torch.randn(n, 1) * noise


class LinearRegressionScratch(Module):
    def __init__(self, num_inputs, lr, sigma=0.01):
        super().__init__()
        self.save_hyperparameters()
        self.w = torch.normal(0, sigma, (num_inputs, 1), requires_grad=True)
        self.b = torch.zeros(1, requires_grad=True)

    def forward(self, X):
        return torch.matmul(X, self.w) + self.b

    def loss(self, y_hat, y):
        return ((y_hat - y) ** 2 / 2).mean()

    def configure_optimizers(self):
        return SGD([self.w, self.b], self.lr)


class SGD(HyperParameters):
    def __init__(self, params, lr):
        self.save_hyperparameters()

    def step(self):
        for param in self.params:
            param -= self.lr * param.grad

    def zero_grad(self):
        for param in self.params:
            if param.grad is not None:
                param.grad.zero_()


class LinearRegression(Module):
    def __init__(self, lr):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.LazyLinear(1)
        self.net.weight.data.normal_(0, 0.01)
        self.net.bias.data.fill_(0)

    def loss(self, y_hat, y):
        return nn.MSELoss()(y_hat, y)

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), self.lr)

    def get_w_b(self):
        return self.net.weight.data, self.net.bias.data


class FashionMNIST(DataModule):
    def __init__(self, batch_size=64, resize=(28, 28)):
        from d2l._torch_data import fashion
        super().__init__()
        self.save_hyperparameters()
        self.train, self.val = fashion(True, resize), fashion(False, resize)

    def text_labels(self, indices):
        return [FASHION[int(index)] for index in indices]

    def get_dataloader(self, train):
        from d2l._torch_data import loader
        return loader(self.train if train else self.val, self.batch_size, train)

    def visualize(self, batch, nrows=1, ncols=8, labels=[]):
        X, y = batch
        show_images(X.squeeze(1), nrows, ncols, titles=labels or self.text_labels(y))


class Classifier(Module):
    def validation_step(self, batch):
        made = self(*batch[:-1])
        self.plot('loss', self.loss(made, batch[-1]), train=False)
        self.plot('acc', self.accuracy(made, batch[-1]), train=False)

    def accuracy(self, Y_hat, Y, averaged=True):
        made = Y_hat.reshape((-1, Y_hat.shape[-1])).argmax(axis=1).type(Y.dtype)
        right = (made == Y.reshape(-1)).type(torch.float32)
        return right.mean() if averaged else right

    def loss(self, Y_hat, Y, averaged=True):
        return nn.functional.cross_entropy(Y_hat.reshape((-1, Y_hat.shape[-1])), Y.reshape((-1,)),
                                           reduction='mean' if averaged else 'none')

    def layer_summary(self, X_shape):
        X = torch.randn(*X_shape)
        for layer in self.net:
            X = layer(X)
            print(layer.__class__.__name__, 'output shape:\t', X.shape)


class SoftmaxRegression(Classifier):
    def __init__(self, num_outputs, lr):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Sequential(nn.Flatten(), nn.LazyLinear(num_outputs))


class LeNet(Classifier):
    def __init__(self, lr=0.1, num_classes=10):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Sequential(
            nn.LazyConv2d(6, kernel_size=5, padding=2), nn.Sigmoid(), nn.AvgPool2d(kernel_size=2, stride=2),
            nn.LazyConv2d(16, kernel_size=5), nn.Sigmoid(), nn.AvgPool2d(kernel_size=2, stride=2),
            nn.Flatten(), nn.LazyLinear(120), nn.Sigmoid(), nn.LazyLinear(84), nn.Sigmoid(), nn.LazyLinear(num_classes))


class Residual(nn.Module):
    """Residual(num_channels, ...), and of the edition of 2021 Residual(input_channels, num_channels, ...)"""
    def __init__(self, *sizes, use_1x1conv=False, strides=1, input_channels=None, num_channels=None):
        super().__init__()
        sizes = list(sizes)
        if len(sizes) > 1 and not isinstance(sizes[1], bool):
            input_channels = sizes.pop(0)
        num_channels, use_1x1conv, strides = sizes + [num_channels, use_1x1conv, strides][len(sizes):]

        def convolution(given, **more):
            return nn.LazyConv2d(num_channels, **more) if given is None else nn.Conv2d(given, num_channels, **more)

        def norm():
            return nn.LazyBatchNorm2d() if input_channels is None else nn.BatchNorm2d(num_channels)

        self.conv1 = convolution(input_channels, kernel_size=3, padding=1, stride=strides)
        self.conv2 = convolution(None if input_channels is None else num_channels, kernel_size=3, padding=1)
        self.conv3 = convolution(input_channels, kernel_size=1, stride=strides) if use_1x1conv else None
        self.bn1, self.bn2 = norm(), norm()

    def forward(self, X):
        Y = nn.functional.relu(self.bn1(self.conv1(X)))
        Y = self.bn2(self.conv2(Y))
        Y += self.conv3(X) if self.conv3 else X
        return nn.functional.relu(Y)


class ResNeXtBlock(nn.Module):
    def __init__(self, num_channels, groups, bot_mul, use_1x1conv=False, strides=1):
        super().__init__()
        inner = int(round(num_channels * bot_mul))
        self.conv1 = nn.LazyConv2d(inner, kernel_size=1, stride=1)
        self.conv2 = nn.LazyConv2d(inner, kernel_size=3, stride=strides, padding=1, groups=inner // groups)
        self.conv3 = nn.LazyConv2d(num_channels, kernel_size=1, stride=1)
        self.bn1, self.bn2, self.bn3 = nn.LazyBatchNorm2d(), nn.LazyBatchNorm2d(), nn.LazyBatchNorm2d()
        self.conv4 = nn.LazyConv2d(num_channels, kernel_size=1, stride=strides) if use_1x1conv else None
        self.bn4 = nn.LazyBatchNorm2d() if use_1x1conv else None

    def forward(self, X):
        Y = nn.functional.relu(self.bn1(self.conv1(X)))
        Y = nn.functional.relu(self.bn2(self.conv2(Y)))
        Y = self.bn3(self.conv3(Y))
        return nn.functional.relu(Y + (self.bn4(self.conv4(X)) if self.conv4 else X))


def resnet18(num_classes, in_channels=1):
    def block(given, channels, first=False):
        halved = [] if first else [Residual(given, channels, use_1x1conv=True, strides=2)]
        return nn.Sequential(*halved, *(Residual(channels, channels) for _ in range(2 - len(halved))))

    net = nn.Sequential(nn.Conv2d(in_channels, 64, kernel_size=3, stride=1, padding=1), nn.BatchNorm2d(64), nn.ReLU())
    net.add_module('resnet_block1', block(64, 64, first=True))
    for number, channels in enumerate((128, 256, 512), 2):
        net.add_module(f'resnet_block{number}', block(channels // 2, channels))
    net.add_module('global_avg_pool', nn.AdaptiveAvgPool2d((1, 1)))
    net.add_module('fc', nn.Sequential(nn.Flatten(), nn.Linear(512, num_classes)))
    return net
