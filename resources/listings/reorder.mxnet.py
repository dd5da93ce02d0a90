x = np.random.uniform(size=(n, n))
y = np.zeros(())
large = []
npx.waitall()
with Benchmark('sums'):
    for k in range(parts):
        large.append(x + k)
    for k in range(parts):
        y = y + (large.pop() * x).sum()
    print(y)
