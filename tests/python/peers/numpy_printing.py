import numpy as np

f = np.float32
inf, nan = float('inf'), float('nan')


def both(*values):
    x = np.array(*values, dtype=f)
    print(repr(x))
    print(x)


# %% sizes
both([1.0])

both([])

both([[1.0, 2.0], [3.0, 4.5]])

both([[[1.0, 2.0], [3.0, 4.5]], [[5.0, 6.0], [7.0, 8.0]]])

both([[[[1.0]]]])

# refused
x = np.ones((1, 1, 2, 2, 1), dtype=f)
print(repr(x))
print(x)

print(np.array(2.5, dtype=f), str(np.array(2.5, dtype=f)))

# A number of NumPy's, not an array
show(np.ones((2, 2), dtype=f).sum(), np.ones(2, dtype=f)[0], np.ones(2, dtype=f).mean())

# differs: what NumPy has without axes is an array or a number, here it is a number
show(np.array(2.5, dtype=f), np.zeros((), dtype=f))

show(np.zeros((0, 3), dtype=f), np.zeros((3, 0), dtype=f))

# %% cut in the middle
x = np.zeros((40, 40), dtype=f)
print(repr(x))
print(x)

x = np.ones((1001,), dtype=f) / 4
print(repr(x))
print(x)

x = np.ones((11, 10, 10), dtype=f)
print(repr(x))

x = np.ones((600, 2), dtype=f) / 7
print(repr(x))
print(x)

show(np.ones((4, 300), dtype=f), np.ones((2, 3, 200), dtype=f))

# %% longer than a line: 75 characters
x = np.ones((2, 12), dtype=f)
print(repr(x))

x = np.ones((20,), dtype=f)
print(repr(x))
print(x)

x = np.ones((3, 30), dtype=f) / 3
print(repr(x))
print(x)

show(np.ones((1000,), dtype=f))

show(np.ones((2, 600), dtype=f) / 7)

both([[1.25, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.125, 13.0, 14.0]])

both([0.1234567, 0.1234567, 0.1234567, 0.1234567, 0.1234567])

both([0.1234567, 0.1234567, 0.1234567, 0.1234567, 0.1234567, 0.1234567])

# %% digits
both([0.1, 0.2, 0.3])

both([1 / 3, 2 / 3])

both([-1 / 3, 200 / 3])

both([123456.789, 1.0])

both([16777216.0, 16777217.0])

both([99999.0, 1.5])

both([1.0, 10.0, 100.0])

both([1.5, 22.25, -333.125])

both([[1.5], [22.25], [-333.125]])

both([0.001, 1.0])

both([0.5, 500.0])

both([1e-3, 1e-3])

both([1.00001, 1.0])

both([3.14159265, 2.71828182])

both([0.30000001192, 0.7])

# %% exponents
both([1.5e-7, 2.25e-7])

both([1.234e10, 5.678e10])

both([1e-30, 1e30])

both([1e-5, 1.0])

both([1e-4, 1.0])

both([0.0009, 1.0])

both([1e8, 1.0])

both([99999999.0, 1.0])

both([1e-45])

both([3.4028235e38])

both([0.5, 1e5])

both([0.25, 1234567.0])

both([-1e-10, 1e-12])

# %% zeros, infinite ones, none at all
both([0.0, 0.0])

both([-0.0, 0.0])

both([-0.0])

both([1.0, nan, inf, -inf])

both([1.5, nan, inf, -inf])

both([nan])

both([inf])

both([-inf, 1.0])

both([nan, nan])

both([nan, 1e-10])

both([inf, 123456.0, 0.5])
