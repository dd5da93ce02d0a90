x = tf.ones((rows, columns))
t1 = time_to_issue(tf.ones((1, 1)))
tf.test.experimental.sync_devices()
with Benchmark('1 times'):
    for _ in range(n):
        y = x + 1
    tf.test.experimental.sync_devices()
with Benchmark('10 times'):
    for _ in range(n):
        y = x + 1
        spin(9 * t1)
    tf.test.experimental.sync_devices()
with Benchmark('100 times'):
    for _ in range(n):
        y = x + 1
        spin(99 * t1)
    tf.test.experimental.sync_devices()
