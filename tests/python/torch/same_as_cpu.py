# in sync async stream: values on the device are the CPU's, bit by bit
import copy
import io

import numpy as np
import torch
from torch import nn
from torch.nn import functional as fn

checks = {}


def check(f):
    checks[f.__name__] = f
    return f


def flat(value):
    if torch.is_tensor(value):
        return [value.detach().cpu()]
    if isinstance(value, (list, tuple)):
        return [one for part in value for one in flat(part)]
    return [value]


def same(a, b):
    if not torch.is_tensor(a):
        return a == b or a != a and b != b
    return a.dtype == b.dtype and a.shape == b.shape and a.contiguous().numpy().tobytes() == b.contiguous().numpy().tobytes()


@check
def sums_on_workers_that_have_computed_nothing(device):
    torch.manual_seed(8)
    net, sums = nn.Conv2d(3, 8, 3, padding=1), []
    for size in 12, 16, 31:
        one = copy.deepcopy(net).to(device)
        (one(torch.randn(4, 3, size, size).to(device)) ** 2).sum().backward()
        sums += [p.grad for p in one.parameters()]
    return sums


@check
def elements(device):
    x = torch.arange(1., 13, device=device).reshape(3, 4)
    return [x + 1, 1 - x, x / 3, x // 2, x % 3, x ** 2, 2 ** x, -x, x.exp(), x.log(), x.sin(), x.sqrt(), x > 3, ~(x > 3),
            torch.where(x > 3, x, -x), x.clamp(2, 5), x.sigmoid(), x.int(), x.double() + x, x.half().float(),
            torch.maximum(x, 5 - x), fn.gelu(x), fn.softmax(x, 1), fn.softplus(x), x + torch.tensor(2, device=device)]


@check
def products(device):
    torch.manual_seed(1)
    a, b, c = torch.randn(17, 33, device=device), torch.randn(33, 9, device=device), torch.randn(4, 5, 6, device=device)
    return [a @ b, a @ b[:, 0], b[:, 0] @ b[:, 0], torch.bmm(c, c.transpose(1, 2)), torch.einsum('bij,bkj->bik', c, c),
            torch.addmm(torch.zeros(9, device=device), a, b), torch.outer(b[0], b[1]), c @ torch.randn(6, 2, device=device)]


@check
def reductions(device):
    torch.manual_seed(2)
    x = torch.randn(50, 70, device=device)
    return [x.sum(), x.sum(0), x.mean(1, keepdim=True), x.max(), x.max(1), x.argmax(0), x.min(0).values, x.var(), x.std(0), x.prod(1),
            x.cumsum(0), x.norm(), x.sort(1), x.topk(3), x.median(), (x > 0).all(), (x > 3).any(1), x.logsumexp(1),
            torch.bincount((x.abs() * 3).long().view(-1)), x.unique().numel(), torch.count_nonzero(x > 0)]


@check
def in_place(device):
    x = torch.ones(3, 4, device=device)
    x += 1
    x.mul_(3).add_(x, alpha=2)
    x[0] = 7
    x[:, 1] = x[:, 2] + 5
    y = torch.empty(0, device=device)
    torch.add(x, 1, out=y)
    x[x > 8] *= 2
    z = x
    z -= 1
    return [x, y, z, x.clone().fill_(2), x.clone().copy_(y)]


@check
def views(device):
    x = torch.arange(24., device=device).reshape(2, 3, 4)
    x.view(6, 4)[2] = -1
    x.transpose(1, 2)[0, 0] = 9
    x[1, ::2, 1:3].add_(100)
    x.reshape(-1)[5:9].mul_(2)
    x[0].diagonal().zero_()
    return [x, x.permute(2, 0, 1), x.unsqueeze(0).expand(2, 2, 3, 4), x.chunk(2), x.unbind(0), x[0].T, x.flip(0), x.roll(1),
            x.as_strided((2, 2), (1, 2)), torch.cat([x, x]), torch.stack([x, x]), x.repeat(1, 2, 1), x.data_ptr() == x.view(6, 4).data_ptr()]


@check
def indexing(device):
    x, i = torch.arange(20., device=device).reshape(4, 5), torch.tensor([2, 0], device=device)
    y = x.clone()
    y[i] = -y[i]
    y[i, [1, 2]] = 5
    return [x[x > 7], x[i], x[[0, 1]], x[:, [1, 3]], x[..., None], x[-1], y, x.gather(1, i.view(2, 1)), x.index_select(0, i),
            x.nonzero(), torch.where(x > 7), x.masked_fill(x > 7, 1.), x.take(i), fn.one_hot(i, 5), x[torch.tensor([1, 2])]]


@check
def random_numbers(device):
    torch.manual_seed(3)
    return [torch.rand(5, device=device), torch.randn(5, device=device), torch.randint(9, (5,), device=device),
            torch.randperm(9, device=device), torch.bernoulli(torch.full((5,), .5, device=device)),
            torch.multinomial(torch.ones(6, device=device), 3), fn.dropout(torch.ones(9, device=device)),
            torch.empty(4, device=device).uniform_(), torch.normal(0., 1., (3,), device=device)]


@check
def gradients(device):
    x = torch.arange(4., device=device, requires_grad=True)
    (2 * torch.dot(x, x)).backward()
    first = x.grad.clone()
    x.grad.zero_()
    w = torch.linspace(-1, 1, 9, device=device).reshape(3, 3).requires_grad_()
    gradient, = torch.autograd.grad((w @ w).trace(), w, create_graph=True)
    (gradient ** 2).sum().backward()
    return [first, x.grad, gradient, w.grad]


def trained(device, make, optimizer, loss, x, y):
    torch.manual_seed(4)
    net = make().to(device)
    steps, losses = optimizer(net.parameters()), []
    for _ in range(3):
        steps.zero_grad()
        one = loss(net(x.to(device)), y.to(device))
        one.backward()
        steps.step()
        losses.append(one)
    return [losses, list(net.parameters()), [p.grad for p in net.parameters()], list(net.buffers())]


def numbers(*sizes):
    return torch.randn(*sizes, generator=torch.Generator().manual_seed(5))


@check
def networks(device):
    sgd = lambda parameters: torch.optim.SGD(parameters, .1, momentum=.9, weight_decay=1e-3)
    mlp = lambda: nn.Sequential(nn.Linear(20, 32), nn.ReLU(), nn.LayerNorm(32), nn.Dropout(.5), nn.Linear(32, 5))
    cnn = lambda: nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(8, 8, 3, stride=2),
                                nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4))
    words = lambda: nn.Sequential(nn.Embedding(10, 6), nn.Flatten(), nn.Linear(18, 5))
    attention = lambda: nn.Sequential(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, dropout=0.), nn.Flatten(), nn.Linear(24, 2))
    entropy = nn.CrossEntropyLoss()
    return [trained(device, mlp, sgd, entropy, numbers(16, 20), torch.arange(16) % 5),
            trained(device, mlp, lambda p: torch.optim.Adam(p, .01), entropy, numbers(16, 20), torch.arange(16) % 5),
            trained(device, cnn, sgd, entropy, numbers(4, 3, 12, 12), torch.arange(4)),
            trained(device, words, sgd, entropy, torch.arange(12).reshape(4, 3) % 10, torch.arange(4)),
            trained(device, attention, sgd, entropy, numbers(5, 3, 8), torch.arange(5) % 2),
            trained(device, lambda: nn.Linear(20, 1), lambda p: torch.optim.AdamW(p, .01), nn.MSELoss(), numbers(16, 20), numbers(16, 1))]


@check
def shapes_of_their_own(device):
    torch.manual_seed(6)
    x = torch.randn(4, 5, device=device, requires_grad=True)
    x.median(1).values.sum().backward()
    values = torch.empty(0, device=device)
    torch.nanmedian(x.detach(), 1, out=(values, torch.empty(0, dtype=torch.long, device=device)))
    return [x.grad, x.kthvalue(2, 1), x.nanmedian(0), values, torch.polar(x[0].detach().abs(), x[1].detach()).real,
            torch.linalg.lstsq(x.detach(), x.detach()[:, :1]).solution.shape, x[x > 0].shape]


@check
def layouts(device):
    torch.manual_seed(7)
    x = torch.randn(2, 3, 6, 6).to(device).to(memory_format=torch.channels_last)
    made = [fn.relu(x), x + 1, nn.BatchNorm2d(3).to(device)(x), nn.Conv2d(3, 4, 3).to(device)(x), fn.max_pool2d(x, 2)]
    return made + [one.stride() for one in made]


@check
def forms_and_modes(device):
    torch.manual_seed(9)
    x = torch.randn(6, 4, 8, device=device)
    bag = nn.EmbeddingBag(10, 3, mode='mean').to(device)
    bag(torch.arange(8, device=device), torch.tensor([0, 3], device=device)).sum().backward()
    normed = fn.layer_norm(x.transpose(0, 1), (8,))
    with torch.inference_mode():
        inferred = [nn.Linear(8, 2).to(device)(x), x.t()[0] if x.dim() == 2 else x[0].t(), x[None, 1:]]
    return [fn.dropout(x.transpose(0, 1), .5), bag.weight.grad, normed, normed.stride(), inferred]


@check
def copies_of_objects(device):
    net = nn.BatchNorm1d(2).to(device)
    other = copy.deepcopy(net)
    other.weight.data += 1
    file = io.BytesIO()
    torch.save(net.state_dict(), file)
    file.seek(0)
    return [net.weight, other.weight, copy.deepcopy(net.state_dict())['running_var'], torch.load(file, map_location=device)['weight'],
            torch.randn(3, device=device, generator=torch.Generator(device).manual_seed(1))]


@check
def numpy_and_back(device):
    x = torch.from_numpy(np.arange(6.).reshape(2, 3)).to(device)
    return [x * 2, (x + 1).cpu().numpy().sum(), torch.as_tensor(x.tolist(), device=device), float(x[1, 2]), int(x[0, 1]), bool(x[0, 0])]


for name, f in checks.items():
    results = []
    for device in 'cpu', 'cuda':
        torch.manual_seed(0)
        results.append(flat(f(device)))
    wrong = [i for i, (a, b) in enumerate(zip(*results)) if not same(a, b)]
    print(name, 'ok' if len(results[0]) == len(results[1]) and not wrong else f'differs at {wrong}')
# prints:
# sums_on_workers_that_have_computed_nothing ok
# elements ok
# products ok
# reductions ok
# in_place ok
# views ok
# indexing ok
# random_numbers ok
# gradients ok
# networks ok
# shapes_of_their_own ok
# layouts ok
# forms_and_modes ok
# copies_of_objects ok
# numpy_and_back ok
