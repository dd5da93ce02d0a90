import torch

x = torch.arange(6)
y = torch.tensor([[1.5, -2.0], [3.25, 0.5]], dtype=torch.float64)


def gradient(made, *values, dtype=torch.float32):
    leaf = torch.tensor(values, dtype=dtype, requires_grad=True)
    made(leaf).sum().backward()
    print(leaf.grad)


# %% what they are
show(x, x.dtype, torch.tensor([1, 2, 3]), torch.tensor([True, False]), torch.tensor([1, 2], dtype=torch.int32), y)

show(torch.tensor([.5], dtype=torch.bool), y.to(torch.int64), y.float(), x.double(), x.bool(), x.long().dtype)

show(torch.arange(0, 5, 2), torch.arange(3.0), torch.full((2, 2), 7), torch.eye(3), torch.zeros(3, dtype=torch.float64))

# %% arithmetic
show(x / 2, x // 4, x % 4, x ** 2, x * 2.5, 3 - x, -x, abs(-x), x + x.int(), x ** 2.0, 2 ** x)

show((x - 3) // 2, (x - 3) % 2, (x - 3.0) // 2, torch.tensor([-1.]) // float('inf'))

show(torch.tensor([2, 1, -1]) ** torch.tensor([-3, -3, -3]), torch.tensor([2**31 - 1], dtype=torch.int32) + 1)

show(torch.tensor(1.5, dtype=torch.float64) + torch.ones(2), torch.tensor(5) + torch.tensor([1], dtype=torch.int32))

show(y @ y, y.sum(), y.mean(dim=0), y.t(), torch.tensor([[1, 2], [3, 4]]) @ torch.tensor([[1, 2], [3, 4]]))

z = torch.ones(2)
z += torch.ones(2, dtype=torch.float64)
show(z)

# %% comparisons
show(x > 2, (x > 2).sum(), (x > 2).float().mean(), x == 2, x != x, 2 < x, x.float() == torch.arange(6.0), ~(y > 0))

show((x > 1) & (x < 4), (x < 1) | (x > 4), torch.logical_and(x, x > 1), torch.logical_not(torch.tensor([0, 5])))

show((x > 2).any(), (x > 2).all(), torch.equal(x, x), torch.allclose(y, y + 1e-9))

show(torch.where(y > 0, y, 0.0), torch.where(x > 2, x, x.float() / 2), torch.maximum(y, y.t()), torch.clamp(y, -1, 1))

show(y.max(), y.argmax(), y.min(dim=1).values, y.max(dim=0).indices, x.max(), torch.argmin(x))

# %% parts
show(y[:, 1], y[0, 1], y[0, :1], y[-1], y[:, -1:], y[1:, :1].shape)

show(torch.cat([y, y], dim=1), torch.stack([x, x]), torch.cat([torch.tensor([1]), torch.tensor([1.5])]))

show(y.sum(dim=1, keepdim=True), y.mean(dim=0, keepdim=True), y.softmax(1), torch.ones(3, 2) @ torch.ones(2))

# %% gradients
gradient(lambda v: torch.clamp(v, 0., 1.), 0.0, 1.0, 0.5, 2.0)

gradient(lambda v: v.mean(), 1.0, 2.0, 3.0, dtype=torch.float64)

gradient(lambda v: v.relu() * 2 + v.abs(), 1.0, -2.0, 3.0, dtype=torch.float64)

gradient(lambda v: v % 2, 3.5, 2.25)

gradient(lambda v: v ** 0, 0.0, 1.0)

gradient(lambda v: torch.where(v > 0, v * 3, v / 2), 1.0, -1.0)

gradient(lambda v: v[1:] ** 3, 1.0, 2.0, 3.0)

gradient(lambda v: torch.cat([v, v * 2]), 1.0, 2.0)

gradient(lambda v: v.double() * 3, 1.0, 2.0)

gradient(lambda v: v.norm(), 0.0, 0.0, dtype=torch.float64)

gradient(lambda v: v @ v, 1.0, 2.0)

w = torch.ones(4, requires_grad=True)
w[1:3].backward(torch.ones(100))

w = torch.tensor([1.0, -2.0], requires_grad=True)
o = torch.optim.SGD([w], lr=.1, momentum=.9, weight_decay=.5)
for i in range(3):
    o.zero_grad()
    (w * w).sum().backward()
    o.step()
show(w)

w = torch.tensor([1.0, -2.0], dtype=torch.float64, requires_grad=True)
o = torch.optim.SGD([w], lr=.1, momentum=.9)
for i in range(3):
    o.zero_grad()
    (w ** 2).sum().backward()
    o.step()
show(w, w.is_leaf)
