x = np.ones((rows, columns))
npx.waitall()
with Benchmark('loop'):
    for _ in range(n):
        y = x + 1
        y.wait_to_read()
    npx.waitall()
