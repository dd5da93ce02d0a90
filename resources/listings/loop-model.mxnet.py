x = np.ones((1, 2))
npx.waitall()
with Benchmark('loop'):
    for _ in range(n):
        y = x + 1  # t1, then t2
        y.wait_to_read()  # t3
    npx.waitall()
