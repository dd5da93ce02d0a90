x = tf.ones((1, 2))
tf.test.experimental.sync_devices()
with Benchmark('loop'):
    for _ in range(n):
        y = x + 1  # t1_ns, then t2_ns
        y.numpy()  # t3_ns
    tf.test.experimental.sync_devices()
