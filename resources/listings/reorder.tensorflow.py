x = tf.random.uniform((n, n))
y = tf.zeros(())
large = []
tf.test.experimental.sync_devices()
with Benchmark('sums'):
    for k in range(parts):
        large.append(x + k)
    for k in range(parts):
        y = y + tf.reduce_sum(large.pop() * x)
    print(y)
