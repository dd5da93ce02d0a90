y = np.ones((1, columns))
npx.waitall()
with Benchmark('loop'):
    for _ in range(n):
        y = y + 1
        y.asnumpy()
    y.asnumpy()
