a = tf.random.uniform((n, n))
tf.test.experimental.sync_devices()
with Benchmark('first 1000'):
    for _ in range(1000):
        b = tf.matmul(a, a)
with Benchmark('the others'):
    for _ in range(launches - 1000):
        b = tf.matmul(a, a)
with Benchmark('synchronize'):
    tf.test.experimental.sync_devices()
