# SPDX-License-Identifier: GPL-3.0-or-later
# What PyTorch's listings leave out (README.md).

import torch

from torch import nn

from torch.nn import Sequential

from torch.nn.parameter import is_lazy

from torch.optim import SGD

from d2l import torch as d2l

device = d2l.try_gpu()

class Dense(nn.LazyLinear):
    """A layer whose inputs the first call tells, with the initial values that MXNet gives it."""
    def reset_parameters(self):
        if self.in_features and not self.has_uninitialized_params():
            nn.init.uniform_(self.weight, -.07, .07)
            nn.init.zeros_(self.bias)

def mlp(first, second, last):
    return nn.Sequential(Dense(first), nn.ReLU(), Dense(second), nn.ReLU(), Dense(last)).to(device)

def layers(first):
    return [layer.to(device) for layer in (Dense(first), nn.ReLU(), Dense(first // 4), nn.ReLU(), Dense(1))]

def weights_of(layers):
    """Of those that have been called: the others do not know their inputs yet, and have none."""
    return [weight for layer in layers for weight in layer.parameters() if not is_lazy(weight)]

copies = torch.cuda.Stream()  # beside the one that computes

def to_host(array, stream):
    """Copied once it is computed, while what comes behind it is."""
    stream.wait_stream(torch.cuda.current_stream())
    array.record_stream(stream)
    with torch.cuda.stream(stream):
        return array.to('cpu', non_blocking=True)

def l2_loss(prediction, label):
    """For each row, half the squared difference."""
    return ((prediction - label) ** 2 * .5).mean(1)
