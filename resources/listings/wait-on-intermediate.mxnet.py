a = np.random.uniform(size=(n, n))
npx.waitall()
with Benchmark('intermediate'):
    b = np.dot(a, a)
    c = np.dot(b, a)
    d = np.dot(a, a)
    b.wait_to_read()
with Benchmark('rest'):
    npx.waitall()
