x = tf.ones((rows, columns))
tf.test.experimental.sync_devices()
with Benchmark('loop'):
    for _ in range(n):
        y = x + 1
        y.numpy()  # waits, and copies y
    tf.test.experimental.sync_devices()
