import numpy as np

x = np.arange(6)
y = np.array([[1.5, -2.0], [3.25, 0.5]], dtype=np.float64)

# %% what they are
show(x, x.dtype, np.array([1, 2, 3]), np.array([True, False]), np.array([1, 2], dtype=np.int32), y)

show(np.array([.5], dtype='bool'), y.astype(np.int64), y.astype(int), x.astype(bool), np.arange(1, 9, 3))

show(np.arange(2**62, 2**62 + 3), np.full((2, 2), 7), np.eye(2, dtype=np.float64))

np.array([float('nan')], dtype='int64')

# %% what is made where the program names no type
show(np.array([1.0, 2]), np.zeros(2), np.ones((1, 2)), np.full(2, .5), np.full(2, 3), np.linspace(0, 1, 5), np.eye(2))

show(np.arange(0, 1, .25), np.zeros(2).dtype, np.array([[.1, .2]]).dtype, np.array([]), np.zeros_like(y), np.ones_like(x))

show(np.random.normal(size=3).dtype, np.random.uniform(0, .1, (2, 2)).dtype, np.random.rand(2).dtype)

show(np.ones((2, 3)) @ np.ones((3, 2)), np.array([.1, .2]) + .3, np.array([.1, .2], dtype=np.float32) + .3)

show(np.dot(np.array([.1, .2]), np.array([3, 4])), np.array([.1, .2]).sum().dtype, np.array([1, 2]) * np.array([.5, 1]))

z = np.random.normal(3, .1, size=(200, 300))
about(0.002, z.mean().item(), z.min() > 2, z.max() < 4, (((z - z.mean()) ** 2).mean()).item())

show(np.linspace(0, 1)[-1] == 1, np.linspace(2, 3, 7), np.linspace(5, 5, 1))

z = np.random.uniform(5, 1, size=(200, 300))
about(0.03, z.mean().item(), z.min() >= 1, z.max() <= 5)

z = np.random.uniform(.1, .3, size=(200, 300))
about(0.002, z.mean().item(), (z.min() >= .1).item(), (z.max() < .3).item())

# %% arithmetic
show(x / 2, x // 4, x % 4, x ** 2, x * 2.5, -x, abs(-x), x ** 2.0, (x - 3) // 2, (x - 3) % 2)

show(np.array([1, 2]) + np.array([.5, .5], dtype=np.float32), y @ y, y.mean(axis=0), x.sum(), x.mean())

near(np.exp(x))

# %% comparisons
show(x > 2, (x > 2).sum(), x == 2, ~(y > 0), (x > 1) & (x < 4), np.logical_and(x, x > 1), (y > 5).any(), (y < 5).all())

show(np.where(y > 0, y, 0), np.where(x > 2, x, -1) + x, np.where(x > 2, x, 1.5), np.maximum(y, y.T), np.clip(y, 0, 1))

show(np.allclose(y, y + 1e-9), np.array_equal(x, x), y.argmax(), y.argmin(axis=0), y.max(axis=1))

show(np.array([1e100, 1.0], dtype=np.float64), np.array([1e-300, 1.5], dtype=np.float64), np.array([1e10], dtype=np.float64))

# %% parts
show(y[:, 1], y[0, 1], y[0, :1], np.concatenate([y, y], axis=1), np.stack([x, x]), y.sum(axis=1, keepdims=True))

show(np.concatenate([x, np.array([.5], dtype=np.float64)]), float(y[0, 0]), int(x[3]), x.tolist(), f'{y.sum():.3f}')
