with Benchmark('finished'):
    with Benchmark('queued'):
        x = np.random.uniform(size=(n, n))
        y = np.dot(x, x).sum()
    print(y)
