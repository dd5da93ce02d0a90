a = np.random.uniform(size=(n, n))
npx.waitall()
with Benchmark('print'):
    b = np.dot(a, a)
    print(b)
with Benchmark('asnumpy'):
    b = np.dot(a, a)
    b.asnumpy()
with Benchmark('asscalar'):
    b = np.dot(a, a)
    b.as_nd_ndarray().norm().asscalar()
with Benchmark('item'):
    b = np.dot(a, a)
    total = b.sum().item()
