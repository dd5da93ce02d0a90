a = uniform_on('/GPU:0', (n, n))
b = uniform_on('/GPU:1', (n, n))
tf.test.experimental.sync_devices()
with Benchmark('one device'):
    for _ in range(products):
        c = tf.matmul(a, a)
    for _ in range(products):
        c = tf.matmul(a, a)
    tf.test.experimental.sync_devices()
with Benchmark('two in turn'):
    for _ in range(products):
        c = tf.matmul(a, a)
    tf.test.experimental.sync_devices()
    for _ in range(products):
        d = tf.matmul(b, b)
    tf.test.experimental.sync_devices()
with Benchmark('two at once'):
    for _ in range(products):
        c = tf.matmul(a, a)
    for _ in range(products):
        d = tf.matmul(b, b)
    tf.test.experimental.sync_devices()
