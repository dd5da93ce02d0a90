# SPDX-License-Identifier: GPL-3.0-or-later
# What the frontend pays in a program of PyTorch, by this program's recorded runs and by PyTorch itself: prints
# "x+1 MICROSECONDS" and "forward MICROSECONDS", medians of a call that is queued, with room in the queue.
import time

import torch
from torch import nn

device = torch.device('cuda')
x = torch.ones(1, device=device)
net = nn.Sequential(nn.Linear(512, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU(),
                    nn.Linear(128, 2)).to(device)
batch = torch.ones(64, 512, device=device)
samples = []
for _ in range(15):
    torch.cuda.synchronize()
    start = time.time()
    for _ in range(500):
        y = x + 1
    samples.append((time.time() - start) / 500)
print('x+1', sorted(samples)[7] * 1e6)
samples = []
with torch.no_grad():
    for _ in range(15):
        torch.cuda.synchronize()
        start = time.time()
        for _ in range(60):
            y = net(batch)
        samples.append((time.time() - start) / 60)
print('forward', sorted(samples)[7] * 1e6)
