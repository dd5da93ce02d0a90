x = tf.ones((1, 2))
tf.test.experimental.sync_devices()
with Benchmark('loop'):
    for _ in range(n):
        y = x + 1  # t1, then t2
        y.numpy()  # t3
    tf.test.experimental.sync_devices()
