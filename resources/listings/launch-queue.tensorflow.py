a = tf.random.uniform((n, n))
tf.test.experimental.sync_devices()
with Benchmark('first'):
    for _ in range(first):
        b = tf.matmul(a, a)
with Benchmark('later'):
    for _ in range(later):
        b = tf.matmul(a, a)
with Benchmark('synchronize'):
    tf.test.experimental.sync_devices()
