a = tf.random.uniform((n, n))
tf.test.experimental.sync_devices()
with Benchmark('intermediate'):
    b = tf.matmul(a, a)
    c = tf.matmul(b, a)
    d = tf.matmul(a, a)
    b.numpy()  # waits for b, and copies it
with Benchmark('rest'):
    tf.test.experimental.sync_devices()
