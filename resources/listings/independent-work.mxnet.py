x = np.random.uniform(0, 2 / n, (n, n))
y = [x * (k + 1) for k in range(chains)]
npx.waitall()
with Benchmark('chains'):
    for _ in range(length):
        for k in range(chains):
            y[k] = np.dot(y[k], x)
    npx.waitall()
