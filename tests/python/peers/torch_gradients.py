import torch
import torch.nn.functional as F
from torch import nn


def leaf(*values):
    return torch.tensor(values[0], requires_grad=True)


def gradient_of(f, *values, within=1e-6):
    """Of the sum of f."""
    x = leaf([[0.5, -1.5, 2.25], [1.0, 3.0, 0.25]]) if not values else leaf(values[0])
    f(x).sum().backward()
    near(x.grad, within)


torch.manual_seed(1)
k = torch.tensor([[2.0, -1.0, 0.5], [0.25, 3.0, 1.0]])
m = torch.tensor([[2.0, 1.0], [0.5, 4.0], [-1.0, 0.3]])
positive = [[0.5, 1.5, 2.25], [1.0, 3.0, 0.25]]

# %% each function
gradient_of(lambda x: x + k)
gradient_of(lambda x: x - k)
gradient_of(lambda x: k - x)
gradient_of(lambda x: x * k)
gradient_of(lambda x: x / k)
gradient_of(lambda x: k / x)
gradient_of(lambda x: x * x)
gradient_of(lambda x: x / x)

gradient_of(lambda x: x + 1)
gradient_of(lambda x: 1 - x)
gradient_of(lambda x: 3 * x)
gradient_of(lambda x: x / 4)
gradient_of(lambda x: 2 / x)
gradient_of(lambda x: -x)

gradient_of(lambda x: x ** 2)
gradient_of(lambda x: x ** 3)
gradient_of(lambda x: x ** 0.5, positive)
gradient_of(lambda x: x ** -1)
gradient_of(torch.square)
gradient_of(torch.exp)
gradient_of(torch.log, positive)
gradient_of(torch.sqrt, positive)
gradient_of(torch.abs)
gradient_of(torch.relu)

gradient_of(torch.tanh, within=1e-5)
gradient_of(torch.sigmoid, within=1e-5)

gradient_of(lambda x: x.sum())
gradient_of(lambda x: x.mean())
gradient_of(lambda x: x.norm())

gradient_of(lambda x: x.sum(0) ** 2)

gradient_of(lambda x: x.sum(dim=1) ** 2)

gradient_of(lambda x: x.mean(0) ** 2)

gradient_of(lambda x: x.mean(dim=1) ** 2)

gradient_of(lambda x: x @ m)
gradient_of(lambda x: m @ x)
gradient_of(lambda x: (x @ m) ** 2)
gradient_of(lambda x: x.t() @ x)
gradient_of(lambda x: x.T ** 2)

gradient_of(lambda x: x.reshape(3, 2) @ m.T)
gradient_of(lambda x: x.view(-1) ** 2)
gradient_of(lambda x: x[0] * 2)
gradient_of(lambda x: x[1:] ** 2)
gradient_of(lambda x: x[0] * x[1])
gradient_of(lambda x: x.clone() * x)

gradient_of(lambda x: x + torch.ones(3))
gradient_of(lambda x: k * x[0])
gradient_of(lambda x: k + x, [1.0, 2.0, 3.0])
gradient_of(lambda x: k * x, [1.0, 2.0, 3.0])
gradient_of(lambda x: k / x, [[1.0], [2.0]])
gradient_of(lambda x: x - k, [[1.0], [2.0]])

gradient_of(lambda x: F.softmax(x, 1) * k, within=1e-5)
gradient_of(lambda x: F.log_softmax(x, 0) * k)
gradient_of(lambda x: torch.clamp(x, -1, 2) * k)
gradient_of(lambda x: torch.clamp(x, min=0.5) * k, [0.5, 1.0, 0.0])

gradient_of(lambda x: F.mse_loss(x, k))
gradient_of(lambda x: F.relu(x) * torch.relu(-x + 1))

# Where a function has a corner
gradient_of(torch.relu, [0.0, -0.0, 1.0])
gradient_of(torch.abs, [0.0, -1.0, 1.0])

# %% through several calls
x = leaf([1.0, 2.0, 3.0])
y = x * 2
z = (y * y + y).mean()
z.backward()
near(x.grad)
show(y.grad, z.requires_grad, x.is_leaf, y.is_leaf)

x = leaf([1.0, 2.0])
w = leaf([3.0, 4.0])
((x * w).sum() + (x ** 2).sum()).backward()
near(x.grad)
near(w.grad)

x = leaf([1.0, 2.0])
for i in range(3):
    (x * x).sum().backward()
    near(x.grad)

x = leaf([2.0])
y = x
for i in range(10):
    y = y * x
y.backward()
near(x.grad)

x = leaf([1.0, 2.0])
(x * 2).backward(torch.tensor([1.0, 0.5]))
near(x.grad)

x = leaf([1.0, 2.0])
(x * 2).backward()

torch.tensor([1.0, 2.0]).sum().backward()

# Calls are recorded again after an error in backward
x = leaf([1.0, 2.0])
y = (x * x).sum()
y.backward()
try:
    y.backward()
except RuntimeError:
    print('a second time')
show(torch.is_grad_enabled())
(x * 3).sum().backward()
near(x.grad)

# %% without gradients
x = leaf([1.0, 2.0])
with torch.no_grad():
    y = x * 2
show(y, y.requires_grad, x.requires_grad, torch.is_grad_enabled())

x = leaf([1.0, 2.0])
y = x.detach()
show(y, y.requires_grad)
((y * x) ** 2).sum().backward()
near(x.grad)

@torch.no_grad()
def doubled(x):
    return x * 2
show(doubled(leaf([1.0])).requires_grad, torch.is_grad_enabled())

with torch.no_grad():
    with torch.enable_grad():
        y = leaf([1.0]) * 2
    show(torch.is_grad_enabled())
show(y.requires_grad, torch.is_grad_enabled())

x = torch.ones(2)
x.requires_grad_()
show(x, x.requires_grad, x.grad)

x = leaf([1.0, 2.0])
x.numpy()

near(leaf([1.0, 2.0]).detach().numpy())

# %% steps by hand
w = leaf([[0.0], [0.0], [0.0]])
X = torch.tensor([[1.0, 2.0, 0.5], [0.0, -1.0, 3.0], [2.0, 2.0, 1.0], [1.0, 0.0, 0.0]])
y = torch.tensor([[1.0], [2.0], [3.0], [4.0]])
for i in range(5):
    l = ((X @ w - y) ** 2).mean()
    l.backward()
    with torch.no_grad():
        w -= 0.05 * w.grad
        w.grad.zero_()
    near(l)
    near(w, 1e-5)
show(w.requires_grad, w.is_leaf, w.grad)

w = leaf([1.0, 2.0])
w += 1

w = leaf([1.0, 2.0])
(w * w).sum().backward()
w.grad = None
show(w.grad)
(w * 3).sum().backward()
near(w.grad)

w = leaf([1.0, 2.0])
(w * w).sum().backward()
with torch.no_grad():
    w *= 0.5
    w += 1
    w /= 2
near(w)
near(w.grad)
show(w)

w = leaf([1.0, 2.0])
with torch.no_grad():
    w.zero_()
show(w, w.requires_grad)

# %% what a tensor says of its history
x = leaf([[1.0, 2.0], [3.0, 4.0]])
show(x, x + 1, x * x, x * 2, x - 1, x / 2, x ** 2, x ** 3, -x, x @ x, x.sum(), x.mean(), (x / 4).exp(), x.relu(), x.tanh(), x.sqrt())

x = leaf([[1.0, 2.0], [3.0, 4.0]])
show(x.sigmoid(), x.log(), x.abs(), x.square(), x.clone(), x.detach(), x.grad)

x = leaf([1.0, 2.0])
y = x.mean()
y.backward()
show(y, x.grad)

# differs: PyTorch has names of its own for some ways back
x = leaf([[1.0, 2.0], [3.0, 4.0]])
show(1 - x, 2 / x, x.norm(), x.sum(0), x.mean(0), x.t(), x.T, x[0], x[0:1], x.view(4))

# %% layers
l = nn.Linear(3, 2)
show(l, tuple(l.weight.shape), tuple(l.bias.shape), l.weight.requires_grad, l.weight.is_leaf)

net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
show(net, [n for n, p in net.named_parameters()], [tuple(p.shape) for p in net.parameters()], len(list(net.children())))

show(nn.ReLU(), nn.MSELoss())

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 2)
        self.second = nn.Linear(2, 1)

    def forward(self, x):
        return self.second(F.relu(self.first(x)))

net = Net()
show(net, [n for n, p in net.named_parameters()], tuple(net(torch.ones(5, 3)).shape))

def by_hand(net):
    for i, p in enumerate(net.parameters()):
        n = p.numel()
        values = torch.tensor([((j * 7 + i * 3) % 11 - 5) / 10 for j in range(n)]).reshape(*p.shape)
        nn.init.zeros_(p)
        with torch.no_grad():
            p += values
    return net

net = by_hand(nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1)))
X = torch.tensor([[1.0, 2.0, 0.5], [0.0, -1.0, 3.0], [2.0, 2.0, 1.0], [1.0, 0.0, 0.0]])
y = torch.tensor([[1.0], [2.0], [3.0], [4.0]])
near(net(X).detach(), 1e-5)
loss = nn.MSELoss()
trainer = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(6):
    trainer.zero_grad()
    l = loss(net(X), y)
    l.backward()
    if i == 0:
        for p in net.parameters():
            near(p.grad, 1e-5)
    trainer.step()
    near(l.detach(), 1e-5)
for p in net.parameters():
    near(p.detach(), 1e-4)

net = by_hand(nn.Linear(2, 1))
trainer = torch.optim.SGD(net.parameters(), lr=0.5)
x = torch.tensor([[1.0, 2.0], [3.0, 5.0]])
for i in range(3):
    l = (net(x) ** 2).mean()
    l.backward()
    trainer.step()
    near(l.detach(), 1e-5)
    near(net.weight.grad, 1e-5)

l = nn.Linear(3, 2)
nn.init.ones_(l.weight)
nn.init.zeros_(l.bias)
show(l(torch.tensor([[1.0, 2.0, 3.0]])), l.weight.requires_grad)

l = nn.Linear(3, 2)
l.weight = nn.Parameter(torch.ones(2, 3))
l.bias = nn.Parameter(torch.zeros(2))
show(l(torch.tensor([[1.0, 2.0, 3.0]])))

show(nn.Parameter(torch.ones(2)))

l = nn.Linear(300, 200)
about(0.005, l.weight.detach().mean().item(), (l.weight.detach() ** 2).mean().item(), l.bias.detach().mean().item())

l = nn.Linear(300, 200)
nn.init.normal_(l.weight, std=0.5)
nn.init.uniform_(l.bias, 1, 2)
about(0.02, l.weight.detach().mean().item(), (l.weight.detach() ** 2).mean().item())
about(0.1, l.bias.detach().mean().item())

# refused
show(sorted(nn.Linear(3, 2).state_dict()))

l = nn.Linear(3, 2)
l.weight.data.fill_(0.5)

# refused
show(nn.Linear(3, 2, bias=False))

# %% into parts
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x * 2
y[1] = x[0] * 5
y[2:] += x[:1]
(y * y).sum().backward()
near(x.grad)

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
y = torch.zeros(2, 3)
y[:, 1:] = x
y[:, 0] = x[1]
(y * torch.arange(6).reshape(2, 3)).sum().backward()
near(x.grad)

x = torch.tensor([1.0, 2.0], requires_grad=True)
x[0] = 3

x = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.no_grad():
    x[0] = 3
(x * x).sum().backward()
show(x, x.grad)

# %% on and off, and a layer that stands twice
w = leaf([1.0])
torch.set_grad_enabled(False)
show(torch.is_grad_enabled(), (w * 2).requires_grad)
torch.set_grad_enabled(True)
with torch.set_grad_enabled(False):
    show((w * 2).requires_grad)
show((w * 2).requires_grad)

@torch.no_grad()
def each(w):
    """One of each."""
    got = yield (w * 2).requires_grad
    yield got, (w * 3).requires_grad
w = leaf([1.0])
each_of = each(w)
show(each.__name__, each.__doc__, next(each_of), (w * 2).requires_grad, each_of.send(5), torch.is_grad_enabled(), list(each_of))

layer = nn.Linear(1, 1)
with torch.no_grad():
    layer.weight.fill_(1.0)
    layer.bias.fill_(0.0)
net = nn.Sequential(layer, layer)
show([name for name, p in net.named_parameters()], len(list(net.children())), len(list(net.modules())), len(net))
trainer = torch.optim.SGD(net.parameters(), lr=0.25)
net(torch.ones(1, 1)).sum().backward()
trainer.step()
show(layer.weight.tolist(), layer.bias.tolist())

w = torch.ones(2)
w.requires_grad = True
show(w, w.requires_grad)
w = torch.ones(2)
w.requires_grad = False
show(w, w.requires_grad)

w = leaf([1.0])
try:
    (w * 2).requires_grad_(False)
except RuntimeError:
    print('a leaf alone')
try:
    torch.ones(2, dtype=torch.int64).requires_grad_()
except RuntimeError:
    print('of whole numbers')

w = leaf([1.0, 2.0])
w.requires_grad_(False)
show(w.requires_grad, w.is_leaf, (w * 2).requires_grad)
w.requires_grad_(True)
(w * 2).sum().backward()
show(w.grad)

net = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))
for p in net[0].parameters():
    p.requires_grad_(False)
net(torch.ones(1, 2)).sum().backward()
show([p.grad is None for p in net.parameters()])

# %% what was computed
w = leaf([1.0, 2.0, 3.0])
a, b = (w * 2).sum(), (w * 3).sum()
a.backward()
with torch.no_grad():
    w -= 0.1 * w.grad
b.backward()
show(w.grad)

w = torch.ones(2, requires_grad=True, dtype=torch.float64)
trainer = torch.optim.SGD([w], lr=0.1)
a, b = (w * 2).sum(), (w * 3).sum()
a.backward()
trainer.step()
trainer.zero_grad()
b.backward()
show(w.grad)

w = leaf([1.0, 2.0])
trainer = torch.optim.SGD([w], lr=0.1)
y = (w * w).sum()
(w * 1).sum().backward()
trainer.step()
try:
    y.backward()
except RuntimeError as error:
    print(str(error)[:95])

u = leaf([1.0, 2.0])
v = u * 2
z = (v * v).sum()
v += 1
try:
    z.backward()
except RuntimeError as error:
    print(str(error)[:95])

w = leaf([1.0])
try:
    w += 1
except RuntimeError as error:
    print(error)

w = leaf([1.0, 2.0])
y = w * 1
y.backward(torch.ones(2), retain_graph=True)
y.backward(torch.ones(2))
show(w.grad)

x = leaf([0.0, 2.0, -1.0])
(x ** torch.tensor([0.0, 0.0, 3.0])).sum().backward()
show(x.grad)

for best in (torch.max, torch.min):
    y = leaf([[1.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    best(y, 1).values.sum().backward()
    z = leaf([[1.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    best(z, 0, keepdim=True)[0].sum().backward()
    show(y.grad, z.grad)

torch.manual_seed(3)
a = torch.rand(2)
torch.manual_seed(3)
show(torch.equal(a, torch.rand(2)), torch.equal(a, torch.rand(2)))

show(torch.arange(-1.0, 1.0, 0.5, requires_grad=True), torch.ones_like(torch.ones(2), requires_grad=True))
