a = tf.random.uniform((n, n))
tf.test.experimental.sync_devices()
with Benchmark('print'):
    b = tf.matmul(a, a)
    print(b)
with Benchmark('asnumpy'):
    b = tf.matmul(a, a)
    b.numpy()
with Benchmark('asscalar'):
    b = tf.matmul(a, a)
    tf.norm(b).numpy()
with Benchmark('item'):
    b = tf.matmul(a, a)
    total = tf.reduce_sum(b).numpy()
