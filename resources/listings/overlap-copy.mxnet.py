a, c = np.random.uniform(size=(n, n), ctx=npx.gpu()), []
npx.waitall()
with Benchmark('one stream'):
    for _ in range(products):
        b = np.dot(a, a)
        c.append(b.copyto(npx.cpu()))
    npx.waitall()
with Benchmark('two streams'):
    for _ in range(products):
        b = np.dot(a, a)
        c.append(to_host(b, stream=copies))
    npx.waitall()
