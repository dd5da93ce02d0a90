a = np.random.uniform(size=(n, n))
npx.waitall()
with Benchmark('first 1000'):
    for _ in range(1000):
        b = np.dot(a, a)
with Benchmark('the others'):
    for _ in range(launches - 1000):
        b = np.dot(a, a)
with Benchmark('synchronize'):
    npx.waitall()
