# SPDX-License-Identifier: GPL-3.0-or-later
# PyTorch as a peer of the GPU benchmark: reads the name of a job, answers its milliseconds on the device, or nan
# for one that it does not know. Ends at once where there is no PyTorch or it has no device.
# Not here: jobs written otherwise than its users write them.
import sys

import torch

if not torch.cuda.is_available():
    sys.exit("no CUDA device")
LARGE = 1 << 26
device = torch.device("cuda")
jobs = {}


def job(name):
    return lambda function: jobs.__setitem__(name, function)


def arrays(*shape, count):
    return [torch.rand(*shape, device=device) * 2 - 1 for _ in range(count)]


@job("one element")
def _():
    a, = arrays(1, count=1)
    return lambda: a.fill_(1)


@job("x + 1")
def _():
    a, out = arrays(LARGE, count=2)
    return lambda: torch.add(a, 1, out=out)


@job("a + b")
def _():
    a, b, out = arrays(LARGE, count=3)
    return lambda: torch.add(a, b, out=out)


@job("relu")
def _():
    a, out = arrays(LARGE, count=2)
    return lambda: torch.clamp_min(a, 0, out=out)


@job("uniform")
def _():
    out, = arrays(LARGE, count=1)
    return lambda: torch.rand(LARGE, out=out)


@job("normal")
def _():
    out, = arrays(LARGE, count=1)
    return lambda: torch.randn(LARGE, out=out)


@job("transpose 8192")
def _():
    a, out = arrays(8192, 8192, count=2)
    return lambda: out.copy_(a.t())


@job("sum")
def _():
    a, = arrays(LARGE, count=1)
    return lambda: torch.sum(a)


@job("sum of 1000000")
def _():
    a, = arrays(1000000, count=1)
    return lambda: torch.sum(a)


@job("norm")
def _():
    a, = arrays(LARGE, count=1)
    return lambda: torch.linalg.vector_norm(a)


@job("sum_rows 1024x2048")
def _():
    a, = arrays(1024, 2048, count=1)
    return lambda: torch.sum(a, 0)


@job("sum_rows 65536x1024")
def _():
    a, = arrays(65536, 1024, count=1)
    return lambda: torch.sum(a, 0)


def product(side):
    def make():
        a, b, out = arrays(side, side, count=3)
        return lambda: torch.mm(a, b, out=out)

    return make


for side in (1000, 2000, 4096, 8192):
    jobs[f"product {side}"] = product(side)


@job("training step")
def _():
    x, = arrays(1024, 512, count=1)
    y, = arrays(1024, 1, count=1)
    net = torch.nn.Sequential(
        torch.nn.Linear(512, 2048), torch.nn.ReLU(), torch.nn.Linear(2048, 512), torch.nn.ReLU(),
        torch.nn.Linear(512, 1)).to(device)
    optimizer = torch.optim.SGD(net.parameters(), 0.01)

    def step():
        loss = (0.5 * torch.square(net(x) - y)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    return step


def milliseconds(name):
    tf32 = name.endswith(" tf32")
    make = jobs.get(name.removesuffix(" tf32"))
    if make is None:
        return float("nan")
    torch.backends.cuda.matmul.allow_tf32 = tf32
    work = make()
    for _ in range(3):
        work()
    samples = []
    for _ in range(9):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(20):
            work()
        end.record()
        end.synchronize()
        samples.append(start.elapsed_time(end) / 20)
    return sorted(samples)[len(samples) // 2]


for line in sys.stdin:
    with torch.no_grad() if "step" not in line else torch.enable_grad():
        print(milliseconds(line.strip()), flush=True)
    torch.cuda.empty_cache()
