import numpy as np

f = np.float32
a = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], dtype=f)
b = np.array([0.5, -1.5, 2.25], dtype=f)
s = np.array([[2.0, 1.0], [0.5, 4.0]], dtype=f)
r = np.array([[0.1, 0.7], [1.3, -2.9], [1e-3, 33.3]], dtype=f)

# %% making
show(np.zeros((2, 3), dtype=f), np.ones((3, 1), dtype=f), np.zeros(3, dtype=f), np.ones((2, 2, 2), dtype=f))

show(np.array([[1.5]], dtype=f), np.array([1, 2, 3], dtype=f), np.array([[1, 2], [3, 4]], f))

show(a.shape, a.ndim, a.size, len(a), b.shape, b.ndim, b.size, len(b))

show(np.zeros((), dtype=f).shape, np.zeros((0,), dtype=f).shape, np.zeros((0, 3), dtype=f).size)

show(np.array([0.1, 0.2], dtype=f).tolist(), np.array([[1 / 3], [2 / 3]], dtype=f).tolist())

show(a.copy(), np.array(a), a.astype(f))

show(str(a.dtype))

show(a.dtype)

show(np.full((2, 2), 7.0, dtype=f))

show(np.arange(6, dtype=f))

show(np.eye(3, dtype=f))

try:
    np.eye(-1)
except ValueError as error:
    print(error)

show(np.zeros_like(a), np.ones_like(a))

show(np.concatenate([a, a]))

# %% arithmetic
show(a + b, a - b, a * b, a / b, b - a, b / a)

show(a + 1, 1 + a, a - 0.5, 0.5 - a, a * 3, 3 * a, a / 3, 2 / a, -a)

show(r + 0.1, r * 0.1, r / 0.3, r - r, 1 / r, r * r + r)

show(a ** 2, r ** 2, a ** 3, a ** -1)

near(a ** 0.5)

near(a ** 1.7)

show(a + np.ones((2, 1), dtype=f), np.ones((2, 1), dtype=f) * b, np.ones((2, 1, 3), dtype=f) + np.ones((4, 1), dtype=f))

show(np.ones((3, 1), dtype=f) / 3 - np.ones((1, 2), dtype=f) / 7)

show(a + np.array(2.0, dtype=f), a * np.array([2.0], dtype=f))

show(a + np.ones((4,), dtype=f))

show(s @ a, np.dot(s, a), np.matmul(s, a), s.dot(s), a @ a.T)

near(r @ r.T, 1e-5)

show(np.dot(a, a))

show(np.dot(b, b))

show(a @ b)

show((a + 1) * (a - 1) / 2 - a)

x = a
for i in range(5):
    x = x * 0.5 + b
show(x)

x = s
for i in range(4):
    x = x @ s
show(x)

show(2 ** b)

show(+a)

show(abs(b))

# %% in place
x = a.copy()
y = x
x += 1
x -= b
x *= 2
x /= 3
show(x, y, y is x)

x = a.copy()
y = x
x = x + 1
show(x, y)

x = a.copy()
x[0] = 0
show(x)

x = a.copy()
x[:] = 5
show(x)

x = a.copy()
x **= 2
show(x)

x = a.copy()
x[0, 1] = 5
x[-1] = [7, 8, 9]
show(x)

x = a.copy()
x[:, 1] = 0
x[1, 1:] = b[:2]
x[0, :2] *= 2
show(x)

x = np.zeros((3, 4, 2))
x[1] = 1
x[:, 1] += 2
x[:, 1:3, 1] = np.array([[5], [6], [7]])
x[0, :, 0] = 4
x[0:2, 2:4] -= np.array([.5, .25])
show(x)

x = np.zeros((2, 3))
x[:] = b
x[1:] = x[:1] + 1
x[0, :] = 3
show(x, x[1:1].shape)

x = a.copy()
x[0][1] = 3
show(x)

x = a.copy()
x.T[0] = 3
show(x)

x = a.T.copy()
x[0] = 3
show(x)

x = np.array(3.0)
x[()] = 7
x[:0] = 8

x = np.ones(2)
x[:] = np.array([-0.0])
show(x)

x = np.arange(4)
x[0] = 1.75
x[2:] = np.array([-1.5, 2.5])
x[1] = True
show(x)

x = a.copy()
x[0, :2] = b

x = a.copy()
x[2] = 0

x = a.copy()
x[:, 0] = np.ones((2, 1))

x = a.copy()
x[0] = np.ones((1, 1, 3))
show(x)

x = a.copy()
y = x[0]
y += 1
show(x)

x = a.copy()
y = x.T
x += 1
show(y)

x = a.copy()
y = x.reshape(-1)
x += 1
show(y)

# %% numbers and lists
show(np.mean([.5, 1.5]), np.sum([1, 2, 3]), np.exp(0.0), np.dot([1.0, 2.0], [3.0, 4.0]), np.sqrt([4.0, 9.0]), np.max([3, 1]))

show(np.maximum([1, 5], 3), np.add([1, 2], [3, 4]), np.abs(-2), np.linalg.norm([3.0, 4.0]), np.argmax([1, 5, 2]))

show(np.reshape([1, 2, 3, 4], (2, 2)), np.clip([1, 9], 2, 5), np.log([1.0]), np.equal([1, 2], 2), np.transpose([[1, 2]]))

# %% several axes
x = np.arange(24).reshape(2, 3, 4)
show(x.sum(axis=(0, 2)), x.max(axis=(1, -1)), x.mean(axis=(0, 1), keepdims=True), np.sum(x, axis=(0, 1, 2)))

x = np.ones((2, 2))
x.sum(axis=(0, 0))

x = np.ones((2, 3, 4))
x.sum(axis=(-4,))

# %% shapes
show(a.T, a.transpose(), np.transpose(a), a.T.T)

show(b.T)

show(a.reshape(3, 2), a.reshape((3, 2)), a.reshape(-1), a.reshape(2, -1), np.reshape(a, (6, 1)), a.reshape(1, 2, 3))

show(a.T.reshape(2, 3), a.T.reshape(-1))

show(a.reshape(4, 2))

show(a.reshape(6)[2:5].reshape(3, 1))

show(a.flatten(), a.ravel())

show(np.expand_dims(b, 0))

# refused
show(np.ones((2, 3, 4), dtype=f).T.shape)

# %% reductions
near(a.sum())
near(a.mean())
near(r.sum())
near(r.mean())
near(np.sum(r))
near(np.mean(r))

show(a.sum(axis=0), a.sum(axis=1), a.sum(axis=-1), a.sum(0), np.sum(a, axis=1))

near(r.sum(axis=0))
near(r.sum(axis=1))
near(r.mean(axis=0))
near(r.mean(axis=1))
near(np.mean(r, axis=1))
near(np.mean(r, 0))

show(a.max(), a.max(axis=0), a.max(axis=1), np.max(r), np.max(r, axis=0), np.max(r, axis=1))

near(np.linalg.norm(a))
near(np.linalg.norm(b))
near(np.linalg.norm(r))

show(np.ones((3, 4, 5), dtype=f).sum(axis=1), np.ones((3, 4, 5), dtype=f).sum(axis=0), np.ones((3, 4, 5), dtype=f).sum())

near(np.ones((300, 400), dtype=f).sum())
near((np.ones((1000, 100), dtype=f) * 0.1).mean())

# NumPy adds row to row, Runahead more exactly
near((np.ones((1000, 100), dtype=f) * 0.1).sum(axis=0), 2e-5)

show(a.sum(axis=2))

show(a.min(), np.min(a, axis=0))

show(a.sum(axis=0, keepdims=True))

show(a.argmax(), a.argmax(axis=1))

near(a.std())

# %% functions: NumPy computes some by vector instructions, which round the last place another way
near(np.exp(b))
near(np.exp(r))
near(np.log(a))
near(np.sqrt(a))
near(np.tanh(b))
near(np.tanh(r))
near(np.exp(np.array([100.0, -100.0, 0.0], dtype=f)))

show(np.square(b), np.abs(b), np.absolute(r), np.square(r), np.sqrt(np.array([4.0, 0.0, 2.25], dtype=f)))

show(np.log(np.array([0.0], dtype=f)), np.sqrt(np.array([-1.0], dtype=f)), np.array([1.0, -1.0, 0.0], dtype=f) / 0)

show(np.maximum(b, 0), np.minimum(b, 0), np.clip(b, -1, 1))

show(np.sign(b), np.negative(b))

near(np.sin(b))

# %% numbers of Python's
show(float(a.sum()), int(a.sum()), bool(a.sum()), a.sum().item(), bool(np.zeros(1, dtype=f)), float(b[1]), int(b[1]))

show(a.tolist(), b.tolist(), a.sum().tolist(), [row for row in a.tolist()])

show(bool(a))

show(a.item())

show('%.2f' % a.sum(), round(float(a.mean()), 2), f'{float(a.mean()):.3f}')

show(f'{a.sum():.3f}')

show(f'{a}', str(b), '{}'.format(s))

show([float(v) for v in b])

show(np.array([1.0, 2.0]))

show(np.array([1, 2, 3]))

show(np.array([True, False]))

show(np.ones(3), np.zeros((2, 2)))

# %% random numbers
np.random.seed(1)  # these are the same each time

x = np.random.normal(size=(200, 300)).astype(f)
about(0.02, x.mean().item(), ((x - x.mean()) ** 2).mean().item(), ((x - x.mean()) ** 3).mean().item())
show(x.shape)

x = np.random.normal(3.0, 2.0, (200, 300)).astype(f)
about(0.05, x.mean().item(), ((x - x.mean()) ** 2).mean().item())

x = np.random.uniform(-1, 3, size=(200, 300)).astype(f)
about(0.03, x.mean().item(), ((x - x.mean()) ** 2).mean().item(), x.max().item(), (-x).max().item())

x = np.random.rand(100, 300).astype(f)
about(0.02, x.mean().item(), ((x - x.mean()) ** 2).mean().item(), x.max().item())

x = np.random.randn(200, 300).astype(f)
about(0.02, x.mean().item(), ((x - x.mean()) ** 2).mean().item())
y = np.random.randn(200, 300).astype(f)
about(0.02, (x * y).mean().item())

show(np.random.normal(0, 1, 5).shape, np.random.rand(3).shape, np.random.uniform(size=(2, 0)).shape)

np.random.normal(0, -1, 3)

# Numbers that are far away
show(np.allclose(np.array([1.0]), np.array([np.inf])), np.allclose(np.array([-np.inf]), np.array([np.inf])))
show(np.allclose(np.array([np.inf]), np.array([np.inf])))

# %% along axes
show(np.cumsum(a), np.cumsum(a, 1), a.cumsum(0), np.cumsum([1, 2, 3]))

near(np.std(a, axis=0)); near(a.var(1)); near(np.std(a, ddof=1).reshape(1)); near(np.var([1, 2, 4], keepdims=True))

show(np.prod(a), np.prod(a, 1), np.prod([2, 3]), a.prod(0), np.prod(np.zeros((2, 0)), 1))

show(np.sort(r, 0), np.argsort(b), np.sort(r, None), b[b.argsort()])

show(np.percentile(r, 30, axis=0).shape, np.median([3.0, 1.0, 2.0]), np.percentile([1, 2, 3, 4], 25), np.percentile(a, [50, 100]))

show(np.floor(r), np.ceil(r), np.sign(b), np.rint([0.5, 1.5, -2.5, 2.4]), np.round([1.25, -3.15], 1), np.round(7))

near(np.log2(np.abs(r))); near(np.log10(np.abs(r))); near(np.log1p(np.abs(r))); near(np.tan(b)); near(np.arctan(b)); near(np.cos(b))

show(np.isnan([1, np.nan]), np.isinf([1, -np.inf]), np.isfinite([1.0, np.nan, np.inf]))

show(np.hstack([a, a]), np.vstack([b, b]), np.hstack([b, [1.0]]), np.append(b, [1.0]), np.append(a, a, 0))

show(np.tile(b, 2), np.tile(b, (2, 1)), np.repeat(b, 2), np.repeat(a, 2, axis=1), np.split(np.arange(6.0), 3)[1], np.split(b, [1, 2])[0])

show(np.squeeze(np.zeros((1, 3, 1))).shape, np.squeeze(np.zeros((1, 3, 1)), 2).shape, np.swapaxes(a, 0, 1), np.outer(b, [1, 2]))

show(np.unique([3, 1, 3]), np.bincount([0, 2, 2]), np.full_like(b, 2), np.empty_like(a).shape, np.linspace(0, 1, 4, endpoint=False))

show(np.mod([5, -5], 3), np.floor_divide([5, -5], 3), np.shape([[1, 2]]), np.size(a), np.ndim(3))

# Chosen by chance
x = np.random.choice(5, 40000, p=[0.1, 0.2, 0.3, 0.4, 0.0])
about(0.02, *(np.bincount(x, minlength=5) / 40000).tolist())

show(sorted(np.random.choice([1.5, 2.5, 3.5], 3, replace=False).tolist()), np.random.choice(4, (2, 3)).shape, sorted(np.random.permutation(6).tolist()))

x = np.random.randint(2, 5, 3000)
show(x.min(), x.max(), x.dtype, sorted(set(x.tolist())))

x = np.arange(5.0)
np.random.shuffle(x)
show(sorted(x.tolist()))

np.random.choice(2, 3, replace=False)

np.random.choice(3, p=[0.5, 0.5])

about(0.05, np.random.exponential(2.0, 20000).mean().item(), np.random.binomial(10, 0.3, 20000).mean().item())

show(np.transpose(a, (1, 0)), np.transpose(a).shape, np.swapaxes(a, -1, 0), np.swapaxes(b, 0, 0))
