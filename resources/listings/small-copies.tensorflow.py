y = tf.ones((1, columns))
tf.test.experimental.sync_devices()
with Benchmark('loop'):
    for _ in range(n):
        y = y + 1
        y.numpy()
    y.numpy()
