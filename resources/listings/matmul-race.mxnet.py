if warm_up:
    a = np.random.normal(size=(n, n))
    b = np.dot(a, a)
    npx.waitall()
with Benchmark('finished'):
    with Benchmark('loop'):
        for _ in range(passes):
            a = np.random.normal(size=(n, n))
            b = np.dot(a, a)
    npx.waitall()
