a, c = tf.random.uniform((n, n)), []
tf.test.experimental.sync_devices()
with Benchmark('one stream'):
    for _ in range(products):
        b = tf.matmul(a, a)
        c.append(to_host(b))
    tf.test.experimental.sync_devices()
with Benchmark('two streams'):
    for _ in range(products):
        b = tf.matmul(a, a)
        c.append(to_host(b, stream=copies))
    tf.test.experimental.sync_devices()
