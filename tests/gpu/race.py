# SPDX-License-Identifier: GPL-3.0-or-later
# The book's race on a GPU: NumPy beside PyTorch, and what a launch costs beside the work.
import time

import numpy
import torch
from torch import nn


class Benchmark:
    def __init__(self, description):
        self.description = description

    def __enter__(self):
        self.start = time.time()

    def __exit__(self, *args):
        print(f'{self.description}: {time.time() - self.start:.4f} s')


device = torch.device('cuda')
a = torch.randn(1000, 1000, device=device)
b = torch.mm(a, a)
torch.cuda.synchronize()

with Benchmark('numpy'):
    for _ in range(10):
        a = numpy.random.normal(size=(1000, 1000))
        b = numpy.dot(a, a)

with Benchmark('torch'):
    for _ in range(10):
        a = torch.randn(1000, 1000, device=device)
        b = torch.mm(a, a)

with Benchmark('torch, finished'):
    for _ in range(10):
        a = torch.randn(1000, 1000, device=device)
        b = torch.mm(a, a)
    torch.cuda.synchronize()

net = nn.Sequential(nn.Linear(512, 128), nn.ReLU(), nn.Linear(128, 2)).to(device)
x = torch.randn(64, 512, device=device)
net(x)
torch.cuda.synchronize()
with Benchmark('100 forward passes, queued'):
    for _ in range(100):
        y = net(x)
torch.cuda.synchronize()
