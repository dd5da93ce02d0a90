x = tf.ones((rows, columns))
tf.test.experimental.sync_devices()
def repeat(x, n):
    for _ in range(n):
        y = x + 1
    return y
with Benchmark('eager'):
    y = repeat(x, n)
f = tf.function(repeat)
with Benchmark('first call'):
    y = f(x, n)
with Benchmark('second call'):
    y = f(x, n)
with Benchmark('new argument'):
    y = f(x, n + 1)
