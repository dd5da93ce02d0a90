a = np.random.uniform(size=(n, n))
npx.waitall()
with Benchmark('first'):
    for _ in range(first):
        b = np.dot(a, a)
with Benchmark('later'):
    for _ in range(later):
        b = np.dot(a, a)
with Benchmark('synchronize'):
    npx.waitall()
