x = np.random.uniform(size=(n, n))
npx.waitall()
with Benchmark('program'):
    a = np.dot(x, x).sum()
    a = x.sum()
    print(a)
