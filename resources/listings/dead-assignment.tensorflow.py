x = tf.random.uniform((n, n))
tf.test.experimental.sync_devices()
with Benchmark('program'):
    a = tf.reduce_sum(tf.matmul(x, x))
    a = tf.reduce_sum(x)
    print(a)
