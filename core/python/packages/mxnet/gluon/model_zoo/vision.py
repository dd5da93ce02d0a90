# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.model_zoo.vision: ResNet, VGG and AlexNet, to be trained.
import functools

import _runahead as _r
from _names import missing
from mxnet import init
from mxnet.gluon import nn
from mxnet.gluon.block import HybridBlock


class _Residual(HybridBlock):
    """Of version 1: convolutions, each with its normalization behind it."""
    def __init__(self, channels, stride, changes, bottleneck, inputs):
        super().__init__(prefix='')
        inner = channels // 4
        steps = [(channels, 3, stride, False), (channels, 3, 1, False)]
        if bottleneck:
            steps = [(inner, 1, stride, True), (inner, 3, 1, False), (channels, 1, 1, True)]
        self.body = nn.HybridSequential(prefix='')
        for number, (size, kernel, step, bias) in enumerate(steps):
            if number:
                self.body.add(nn.Activation('relu'))
            self.body.add(nn.Conv2D(size, kernel, step, kernel // 2, use_bias=bias), nn.BatchNorm())
        self.downsample = None
        if changes:
            self.downsample = nn.HybridSequential(prefix='')
            self.downsample.add(nn.Conv2D(channels, 1, stride, use_bias=False, in_channels=inputs), nn.BatchNorm())

    def forward(self, x):
        return _r.relu(self.body(x) + (self.downsample(x) if self.downsample else x))


class _ResidualV2(HybridBlock):
    """Of version 2: the normalizations before."""
    def __init__(self, channels, stride, changes, bottleneck, inputs):
        super().__init__(prefix='')
        steps = [(channels, 3, stride), (channels, 3, 1)]
        if bottleneck:
            steps = [(channels // 4, 1, 1), (channels // 4, 3, stride), (channels, 1, 1)]
        self._steps = []
        for number, (size, kernel, step) in enumerate(steps, 1):
            norm, conv = nn.BatchNorm(), nn.Conv2D(size, kernel, step, kernel // 2, use_bias=False)
            setattr(self, f'bn{number}', norm)
            setattr(self, f'conv{number}', conv)
            self._steps.append((norm, conv))
        self.downsample = nn.Conv2D(channels, 1, stride, use_bias=False, in_channels=inputs) if changes else None

    def forward(self, x):
        first = _r.relu(self._steps[0][0](x))
        made = self._steps[0][1](first)
        for norm, conv in self._steps[1:]:
            made = conv(_r.relu(norm(made)))
        return made + (self.downsample(first) if self.downsample else x)


class _Network(HybridBlock):
    def forward(self, x):
        return self.output(self.features(x))


class ResNet(_Network):
    def __init__(self, version, layers, channels, bottleneck, classes=1000, thumbnail=False, **options):
        super().__init__(**options)
        with self.name_scope():
            self.features = add = nn.HybridSequential(prefix='')
            if version == 2:
                add.add(nn.BatchNorm(scale=False, center=False))
            if thumbnail:
                add.add(nn.Conv2D(channels[0], 3, 1, 1, use_bias=False))
            else:
                add.add(nn.Conv2D(channels[0], 7, 2, 3, use_bias=False), nn.BatchNorm(), nn.Activation('relu'),
                        nn.MaxPool2D(3, 2, 1))
            block = _Residual if version == 1 else _ResidualV2
            for stage, count in enumerate(layers):
                inputs, size = channels[stage], channels[stage + 1]
                part = nn.HybridSequential(prefix=f'stage{stage + 1}_')
                with part.name_scope():
                    part.add(block(size, 2 if stage else 1, size != inputs, bottleneck, inputs))
                    for _ in range(count - 1):
                        part.add(block(size, 1, False, bottleneck, size))
                add.add(part)
            if version == 2:
                add.add(nn.BatchNorm(), nn.Activation('relu'))
            add.add(nn.GlobalAvgPool2D())
            if version == 2:
                add.add(nn.Flatten())
            self.output = nn.Dense(classes, in_units=channels[-1])


class VGG(_Network):
    def __init__(self, layers, classes=1000, batch_norm=False, **options):
        super().__init__(**options)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix='')
            for count, size in zip(layers, (64, 128, 256, 512, 512)):
                for _ in range(count):
                    self.features.add(nn.Conv2D(size, 3, padding=1, weight_initializer=init.Xavier('gaussian', 'out', 2)))
                    if batch_norm:
                        self.features.add(nn.BatchNorm())
                    self.features.add(nn.Activation('relu'))
                self.features.add(nn.MaxPool2D(strides=2))
            for _ in range(2):
                self.features.add(nn.Dense(4096, activation='relu', weight_initializer='normal'), nn.Dropout(0.5))
            self.output = nn.Dense(classes, weight_initializer='normal')


class AlexNet(_Network):
    def __init__(self, classes=1000, **options):
        super().__init__(**options)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix='')
            with self.features.name_scope():
                for size, kernel, stride, pad, pooled in ((64, 11, 4, 2, True), (192, 5, 1, 2, True), (384, 3, 1, 1, False),
                                                          (256, 3, 1, 1, False), (256, 3, 1, 1, True)):
                    self.features.add(nn.Conv2D(size, kernel, stride, pad, activation='relu'))
                    if pooled:
                        self.features.add(nn.MaxPool2D(3, 2))
                self.features.add(nn.Flatten())
                for _ in range(2):
                    self.features.add(nn.Dense(4096, activation='relu'), nn.Dropout(0.5))
            self.output = nn.Dense(classes)


def _made(name, build, pretrained=False, ctx=None, root=None, device=None, **options):
    if pretrained:
        raise NotImplementedError(f'{name}: Runahead brings no trained parameters from the network (pretrained=True)')
    return build(**options)


_NARROW, _WIDE = (64, 64, 128, 256, 512), (64, 256, 512, 1024, 2048)
_RESNETS = {18: ((2, 2, 2, 2), _NARROW), 34: ((3, 4, 6, 3), _NARROW), 50: ((3, 4, 6, 3), _WIDE), 101: ((3, 4, 23, 3), _WIDE),
            152: ((3, 8, 36, 3), _WIDE)}
_VGGS = {11: (1, 1, 2, 2, 2), 13: (2, 2, 2, 2, 2), 16: (2, 2, 3, 3, 3), 19: (2, 2, 4, 4, 4)}


def get_resnet(version, num_layers, **options):
    layers, channels = _RESNETS[num_layers]
    build = functools.partial(ResNet, version, layers, channels, channels is _WIDE)
    return _made(f'resnet{num_layers}_v{version}', build, **options)


def get_vgg(num_layers, **options):
    return _made(f'vgg{num_layers}', functools.partial(VGG, _VGGS[num_layers]), **options)


resnet18_v1, resnet34_v1, resnet50_v1, resnet101_v1, resnet152_v1 = (functools.partial(get_resnet, 1, n) for n in _RESNETS)
resnet18_v2, resnet34_v2, resnet50_v2, resnet101_v2, resnet152_v2 = (functools.partial(get_resnet, 2, n) for n in _RESNETS)
vgg11, vgg13, vgg16, vgg19 = (functools.partial(get_vgg, n) for n in _VGGS)
vgg11_bn, vgg13_bn, vgg16_bn, vgg19_bn = (functools.partial(get_vgg, n, batch_norm=True) for n in _VGGS)
alexnet = functools.partial(_made, 'alexnet', AlexNet)


def get_model(name, **options):
    known = {key.replace('_bn', 'bn'): value for key, value in globals().items() if isinstance(value, functools.partial)}
    wanted = name.lower().replace('_bn', 'bn')
    if wanted not in known:
        raise ValueError(f'Model {name} is not supported. Available options are\n\t' + '\n\t'.join(sorted(known)))
    return known[wanted](**options)


__getattr__ = missing(globals())
