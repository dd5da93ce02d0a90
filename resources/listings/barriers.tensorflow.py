x = tf.random.uniform((n, n))
tf.test.experimental.sync_devices()
with Benchmark('wait_to_read'):
    y = tf.matmul(x, x)
    z = tf.matmul(x, x)
    y.numpy()  # waits for y, and copies it
tf.test.experimental.sync_devices()
with Benchmark('waitall'):
    y = tf.matmul(x, x)
    z = tf.matmul(x, x)
    tf.test.experimental.sync_devices()
with Benchmark('wait_to_read, one product'):
    y = tf.matmul(x, x)
    y.numpy()
with Benchmark('waitall, one product'):
    y = tf.matmul(x, x)
    tf.test.experimental.sync_devices()
