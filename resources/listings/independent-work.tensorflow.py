x = tf.random.uniform((n, n), 0, 2 / n)
y = [x * (k + 1) for k in range(chains)]
tf.test.experimental.sync_devices()
with Benchmark('chains'):
    for _ in range(length):
        for k in range(chains):
            y[k] = tf.matmul(y[k], x)
    tf.test.experimental.sync_devices()
