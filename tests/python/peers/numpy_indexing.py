import numpy as np

f = np.float32
a = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.5, 8.5, 9.5], [-1.0, -2.0, -3.0]], dtype=f)
b = np.array([0.5, -1.5, 2.25, 8.0], dtype=f)
c = np.array([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]], dtype=f)

# %% rows
show(a[0], a[1], a[3], a[-1], a[-4], a[0][1], a[-1][-1])

show(b[0], b[-1], float(b[2]), c[0], c[1][0], c[-1][1][0])

show(a[4])

show(a[-5])

show(b[0][0])

# %% slices
show(a[0:1], a[1:], a[:2], a[1:3], a[-2:], a[:-1], a[:], a[2:100])

show(a[3:2])

show(b[1:3], b[:0], b[-1:], c[1:], c[:1])

show(a[1:][0], a[:3][1:], a[1:3].sum(axis=0), a[1:3] * 2, a[:2].T)

show(len(a[1:]), a[1:].shape, a[:0].shape)

show(a[1:3].tolist(), a[1].tolist(), b[2].item())

# refused
show(a[::2], b[::-1])

# %% along other axes
show(a[0, 1], a[:, 1], a[:, :2], a[1:, 1:])

show(a[...], a[None].shape)

show(a[[0, 2]])

show(b[b > 0])

# %% comparisons
show(b > 0, a == a, b <= 2.25, b != b)

show(bool(b.sum() > 3), (b > 0).sum())

show((b > -10).all(), (b > 100).any(), np.allclose(a, a), np.array_equal(a, a))

show(a is a, a.tolist() == a.tolist(), b[0].item() > 0)

# %% walking
for row in a:
    print(row)

for i in range(len(a)):
    print(i, a[i])

total = 0.0
for value in b.tolist():
    total += value
show(total)

x = np.zeros((3,), dtype=f)
for i in range(4):
    x = x + a[i] * float(b[i])
show(x)

# %% by arrays
show(a[a > 4], a[[2, 0], 1], a[1, [0, 2]], a[:, [2, 0]], a[np.array([[0, 1], [2, 0]])].shape, a[[True, False, True, False]])

a[[True, False]]

show(a[b > 0], a[[0, 2], [1, 0]], a[[-1]], b[np.argsort(b)])

c = a.copy()
c[c > 4] = 0
c[[0, 2]] = c[[2, 0]]
show(c)

c = a.copy()
d = c[[0, 1]]
d[0, 0] = 50  # another array
c[:, [0, 1]] = 7
c[b > 0] = b[:3]
show(c, d)

t = np.arange(24.0).reshape(2, 3, 4)
show(t[0, [0, 2]].shape, t[[0, 1], :, 0].shape, t[:, [0, 2], 1], t[0, :, 1:3])

# refused
show(t[0, :, [1, 2]].shape)

show(a[[0, 5]])
