# SPDX-License-Identifier: GPL-3.0-or-later
# Models of the chapters on convolutional networks, for mxnet.np and mxnet.nd alike.
from mxnet.gluon import nn

__all__ = ['Residual', 'resnet18']


class Residual(nn.Block):
    def __init__(self, num_channels, use_1x1conv=False, strides=1, **kwargs):
        super().__init__(**kwargs)
        self.conv1 = nn.Conv2D(num_channels, kernel_size=3, padding=1, strides=strides)
        self.conv2 = nn.Conv2D(num_channels, kernel_size=3, padding=1)
        self.conv3 = nn.Conv2D(num_channels, kernel_size=1, strides=strides) if use_1x1conv else None
        self.bn1, self.bn2 = nn.BatchNorm(), nn.BatchNorm()
        self.relu = nn.Activation('relu')

    def forward(self, X):
        Y = self.relu(self.bn1(self.conv1(X)))
        Y = self.bn2(self.conv2(Y))
        return self.relu(Y + (self.conv3(X) if self.conv3 else X))


def resnet18(num_classes):
    def block(channels, first=False):
        made = nn.Sequential()
        for number in range(2):
            halved = number == 0 and not first
            made.add(Residual(channels, use_1x1conv=halved, strides=2 if halved else 1))
        return made

    net = nn.Sequential()
    net.add(nn.Conv2D(64, kernel_size=3, strides=1, padding=1), nn.BatchNorm(), nn.Activation('relu'),
            *(block(channels, channels == 64) for channels in (64, 128, 256, 512)),
            nn.GlobalAvgPool2D(), nn.Dense(num_classes))
    return net
