import torch
import torch.nn.functional as F
from torch import nn

inf, nan = float('inf'), float('nan')
a = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
b = torch.tensor([0.5, -1.5, 2.25])
s = torch.tensor([[2.0, 1.0], [0.5, 4.0]])
r = torch.tensor([[0.1, 0.7], [1.3, -2.9], [1e-3, 33.3]])

# %% making
show(torch.zeros(2, 3), torch.zeros((2, 3)), torch.ones(2), torch.zeros(0), torch.zeros(()), torch.ones(1, 1, 2))

show(torch.tensor([[1.0, 2.0]]), torch.tensor(3.0), torch.tensor([]), torch.tensor([0.1]), torch.tensor([1, 2], dtype=torch.float32))

show(torch.zeros_like(a), torch.ones_like(b), a.clone(), a.dtype, a.device, torch.float32)

show(tuple(a.shape), a.dim(), a.ndim, a.numel(), len(a), a.size(0), a.size(-1), tuple(a.size()))

show(a.shape, a.size())

show(torch.is_tensor(a), isinstance(a, torch.Tensor), torch.is_tensor(1), torch.device('cpu'), torch.device('cuda', 0))

show(torch.full((2, 2), 7.0), torch.eye(3))

show(torch.arange(6.0), torch.linspace(0, 1, 5))

show(torch.tensor([1, 2]))

show(torch.cat([a, a]), torch.stack([a, a]))

# %% arithmetic
show(a + b, a - b, a * b, a / b, b - a, a + 1, 1 - a, a * 3, 2 / a, a / 3, -a)

show(r + 0.1, r * 0.1, r / 0.3, r - r, r * r + r)

near(1 / r)

show(a ** 2, a ** 3, r ** 2, a.pow(2), torch.pow(a, 3))

near(a ** 0.5)
near(a ** -1)

show(torch.add(a, b), torch.sub(a, b), torch.mul(a, b), torch.div(a, b), a.add(b), a.sub(1), a.mul(b), a.div(2))

show(a + torch.ones(2, 1), torch.ones(2, 1, 3) + torch.ones(4, 1), torch.ones(3, 1) / 3 - torch.ones(1, 2) / 7)

show(a + torch.ones(4))

show(s @ a, torch.mm(s, a), torch.matmul(s, a), s.mm(a), s.matmul(s))

near(r @ r.T, 1e-5)

show(torch.mm(a, a))

show(torch.mm(a, b))

show(a @ b)

show(torch.dot(b, b))

x = s
for i in range(4):
    x = x @ s + 1
show(x)

show(2 ** b)

show(+a)

show(abs(b))

# %% in place
x = a.clone()
y = x
x += 1
x -= b
x *= 2
x /= 3
show(x, y, y is x)

x = a.clone()
y = x
x = x + 1
show(x, y)

x = a.clone()
x.zero_()
show(x)

x = a.clone()
x.add_(1)
show(x)

x = a.clone()
x[0] = 0
show(x)

x = a.clone()
x[:, 1] = torch.tensor([5.0, 6.0])
x[1, :2] += x[0, 1:]
x[1, 2] = x[0, 0]
show(x)

x = a.clone()
x[0, :2] = torch.ones(3)

x = torch.zeros(2, 3, 2)
x[:, 1:, 0] = 1
x[1] -= torch.arange(2)
show(x)

x = torch.arange(4)
x[1:3] = 7.9
x[0] = True
show(x)

x = a.clone()
y = x[0]
y += 1
show(x)

x = a.clone()
y = x.view(-1)
x += 1
show(y)

# %% shapes
show(a.T, a.t(), torch.t(a), torch.transpose(a, 0, 1), a.reshape(3, 2), a.reshape(-1), a.view(3, 2), a.view(-1), torch.reshape(a, (6, 1)))

show(a.t().reshape(2, 3), a.reshape(1, 2, 3), a.reshape(6, 1).t())

show(a.reshape(4, 2))

show(a.transpose(0, 1), a.permute(1, 0))

show(a.flatten(), a.unsqueeze(0), a.squeeze())

# %% reductions
near(a.sum())
near(a.mean())
near(r.sum())
near(r.mean())
near(torch.sum(r))
near(torch.mean(r))
near(torch.norm(r))
near(r.norm())
near(r.sum(0))
near(r.sum(dim=1))
near(r.mean(1))
near(r.mean(dim=0))
near(torch.sum(r, 1))
near(torch.mean(r, dim=1))

show(a.sum(), a.sum(0), a.sum(dim=1), a.sum(-1), a.mean(dim=0))

near(torch.ones(300, 400).sum())
near((torch.ones(1000, 100) * 0.1).mean())

show(a.sum(dim=2))

show(a.max(), a.min(), torch.max(a))

show(a.sum(dim=0, keepdim=True))

show(a.argmax(), a.argmax(dim=1))

# %% functions and activations
near(torch.exp(b))
near(a.exp())
near(torch.log(a))
near(torch.sqrt(a))
near(torch.tanh(b))
near(torch.sigmoid(b))
near(r.tanh())
near(r.sigmoid())
near(a.log())
near(a.sqrt())

show(torch.relu(b), b.relu(), F.relu(r), nn.ReLU()(r), torch.abs(b), b.abs(), torch.square(b), b.square())

print(torch.log(torch.tensor([0.0, -1.0])).tolist(), torch.sqrt(torch.tensor([-1.0])).tolist(), (torch.tensor([1.0, -1.0, 0.0]) / 0).tolist())

show(F.mse_loss(a, a + 1), nn.MSELoss()(a, a * 2))

near(F.softmax(b, dim=0))

show(torch.clamp(b, -1, 1))

near(nn.Sigmoid()(b))

# %% rows and slices
show(a[0], a[-1], a[0][1], a[0:1], a[1:], b[1], b[1:3], a[:], b[-1:], a[1:][0])

show(a[5])

show(len(a[1:]), a[1:].tolist(), b[1].item())

show(a[0, 1], a[:, 1], a[:, :2])

# refused
show(a[::2], a[...], a[None])

# refused
show(b[b > 0])

for row in a:
    print(row)

# %% comparisons
show(b > 0, b.eq(b), a == a)

show(bool(a.sum() > 3))

show(torch.equal(a, a), torch.allclose(a, a))

# %% numbers of Python's
show(float(a.sum()), int(a.sum()), bool(a.sum()), a.sum().item(), a.tolist(), b.tolist(), a.sum().tolist())

show(bool(a))

show(a.item())

show(str(a), f'{a}', '{}'.format(b), f'{a.sum().item():.3f}', round(float(a.mean()), 2))

show(f'{a.sum():.3f}')

near(a.numpy())

show(a.double())

# %% random numbers
torch.manual_seed(1)  # these are the same each time

x = torch.randn(200, 300)
about(0.02, x.mean().item(), ((x - x.mean()) ** 2).mean().item(), ((x - x.mean()) ** 3).mean().item())
show(tuple(x.shape))

x = torch.rand(200, 300)
about(0.02, x.mean().item(), ((x - x.mean()) ** 2).mean().item())

x = torch.normal(3.0, 2.0, (200, 300))
about(0.05, x.mean().item(), ((x - x.mean()) ** 2).mean().item())

x = torch.zeros(200, 300).uniform_(-1, 3)
about(0.03, x.mean().item(), ((x - x.mean()) ** 2).mean().item())

x = torch.zeros(200, 300).normal_(1, 0.5)
about(0.02, x.mean().item(), ((x - x.mean()) ** 2).mean().item())

show(tuple(torch.randn_like(a).shape), tuple(torch.rand_like(a).shape), tuple(torch.randn(3).shape), torch.rand(2).requires_grad)

torch.normal(0.0, -1.0, (3,))

show(tuple(torch.randn(size=(2, 3)).shape))

# %% printing: sizes
show(torch.tensor([1.0]), torch.tensor([[1.0, 2.5]]), torch.ones(2, 2, 3), torch.ones(1, 1, 1, 2), torch.ones(2, 2, 2))

print(torch.tensor(2.5), torch.tensor(3.0), torch.tensor(nan), torch.tensor(1e-10), torch.tensor(1e10))

show(torch.zeros(0, 3), torch.zeros(3, 0))

show(torch.zeros(600, 2))

show(torch.zeros(40, 40), torch.zeros(1001))

show(torch.ones(11, 10, 10))

show(torch.zeros(20), torch.zeros(24))

show(torch.zeros(25), torch.zeros(100), torch.zeros(3, 30) + 1 / 3)

show(torch.ones(2, 600) / 7)

# %% printing: digits
show(torch.tensor([0.1, 0.2, 0.3]), torch.tensor([1 / 3, 2 / 3]), torch.tensor([-1 / 3, 200 / 3]), torch.tensor([1.00001]))

show(torch.tensor([123456.789, 1.0]), torch.tensor([12345.678]), torch.tensor([1e5]), torch.tensor([100000.5]))

show(torch.tensor([[1.5], [22.25], [-333.125]]), torch.tensor([1.0, 10.0, 100.0]), torch.tensor([16777216.0]))

# %% printing: exponents
show(torch.tensor([1e-30, 1e30]), torch.tensor([1e-5, 1.0]), torch.tensor([1e-4, 1.0]), torch.tensor([0.001, 1.0]))

show(torch.tensor([0.0009, 1.0]), torch.tensor([0.5, 1e5]), torch.tensor([0.00001]), torch.tensor([1e-8, 2e-8]))

show(torch.tensor([1e9, 1.0]), torch.tensor([1e10, 2e10]), torch.tensor([1e-45]), torch.tensor([3.4028235e38]))

show(torch.tensor([1e8, 1.0]))

# %% printing: zeros, infinite ones, none at all
show(torch.tensor([nan]), torch.tensor([inf]), torch.tensor([1.5, nan, inf, -inf]), torch.tensor([-0.0]))

show(torch.tensor([1.0, nan, inf, -inf]))

show(torch.tensor([-0.0, 0.0]))

# An array that is far away
show(torch.allclose(torch.tensor([1.0]), torch.tensor([float('inf')])), torch.allclose(torch.tensor([float('inf')]), torch.tensor([float('inf')])))

# %% into a tensor that is there
o, whole = torch.zeros(2), torch.zeros(2, dtype=torch.int64)
made = torch.add(torch.ones(2), torch.ones(2), out=o)
show(made.tolist(), made is o, torch.exp(torch.zeros(2), out=o).tolist(), torch.mul(o, o + 1, out=o).tolist())
show(torch.cat([torch.ones(1), o[1:] + 1], out=o), torch.clamp(o, 0, 2, out=o).tolist(), o)

m = torch.zeros(2, 2)
seen = m[0]
torch.mm(torch.ones(2, 2), torch.eye(2), out=m)
show(m, seen, torch.sum(m, 0, out=o), torch.eq(m, 1, out=torch.zeros(2, 2)), torch.sub(whole, 1, out=torch.zeros(2)))

for refused in (lambda: torch.add(torch.ones(2), 1, out=whole), lambda: torch.exp(torch.ones(2), out=3),
                lambda: torch.add(torch.ones(2, requires_grad=True), 1, out=o),
                lambda: torch.exp(torch.ones(2), out=torch.ones(2, requires_grad=True)), lambda: torch.eye(-1)):
    try:
        refused()
    except Exception as error:
        print(type(error).__name__, error)

# %% copies
import copy
w = torch.ones(2, requires_grad=True)
w.grad = torch.ones(2) * 3
z = copy.deepcopy(w)
w.grad += 1
show(z, z.grad, w.grad, z is w, copy.deepcopy(b).tolist() == b.tolist(), copy.copy(w))

t = torch.zeros(2)
shallow, deep = copy.copy(t), copy.deepcopy(t)
t += 1
show(shallow, deep)

net = nn.Linear(2, 1)
other = copy.deepcopy(net)
with torch.no_grad():
    net.weight += 1
show(torch.equal(other.weight + 1, net.weight), type(other.weight).__name__, other.weight.requires_grad)

for refused in (lambda: copy.deepcopy(w * 2), lambda: setattr(w, 'grad', torch.ones(3)), lambda: setattr(w, 'grad', whole)):
    try:
        refused()
    except RuntimeError as error:
        print(str(error)[:43])
