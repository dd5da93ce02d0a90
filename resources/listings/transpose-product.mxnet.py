with Benchmark('queued'):
    x = np.random.uniform(size=(n, n))
    y = (x.T * x).sum()
with Benchmark('finished'):
    print(y)
with Benchmark('one'):
    y = (x.T * x).sum()
    y.wait_to_read()
with Benchmark('two'):
    y = (x.T * x).sum()
    z = (x.T * x).sum()
    npx.waitall()
with Benchmark('numpy'):
    y = (x.T * x).sum()
    y.asnumpy()
with Benchmark('norm'):
    y = (x.T * x).sum()
    np.linalg.norm(y).item()
