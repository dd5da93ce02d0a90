x = np.ones((1, 2))
npx.waitall()
with Benchmark('loop'):
    for _ in range(n):
        y = x + 1  # t1_ns, then t2_ns
        y.wait_to_read()  # t3_ns
    npx.waitall()
