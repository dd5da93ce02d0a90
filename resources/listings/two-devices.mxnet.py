a = np.random.rand(n, n, ctx=npx.gpu(0))
b = np.random.rand(n, n, ctx=npx.gpu(1))
npx.waitall()
with Benchmark('one device'):
    for _ in range(products):
        c = np.dot(a, a)
    for _ in range(products):
        c = np.dot(a, a)
    npx.waitall()
with Benchmark('two in turn'):
    for _ in range(products):
        c = np.dot(a, a)
    npx.waitall()
    for _ in range(products):
        d = np.dot(b, b)
    npx.waitall()
with Benchmark('two at once'):
    for _ in range(products):
        c = np.dot(a, a)
    for _ in range(products):
        d = np.dot(b, b)
    npx.waitall()
