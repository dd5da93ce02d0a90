if warm_up:
    a = tf.random.normal((n, n))
    b = tf.matmul(a, a)
    tf.test.experimental.sync_devices()
with Benchmark('finished'):
    with Benchmark('loop'):
        for _ in range(passes):
            a = tf.random.normal((n, n))
            b = tf.matmul(a, a)
    tf.test.experimental.sync_devices()
