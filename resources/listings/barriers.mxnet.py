x = np.random.uniform(size=(n, n))
npx.waitall()
with Benchmark('wait_to_read'):
    y = np.dot(x, x)
    z = np.dot(x, x)
    y.wait_to_read()
npx.waitall()
with Benchmark('waitall'):
    y = np.dot(x, x)
    z = np.dot(x, x)
    npx.waitall()
with Benchmark('wait_to_read, one product'):
    y = np.dot(x, x)
    y.wait_to_read()
with Benchmark('waitall, one product'):
    y = np.dot(x, x)
    npx.waitall()
