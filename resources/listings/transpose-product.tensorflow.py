with Benchmark('queued'):
    x = tf.random.uniform((n, n))
    y = tf.reduce_sum(tf.transpose(x) * x)
with Benchmark('finished'):
    print(y)
with Benchmark('one'):
    y = tf.reduce_sum(tf.transpose(x) * x)
    tf.test.experimental.sync_devices()
with Benchmark('two'):
    y = tf.reduce_sum(tf.transpose(x) * x)
    z = tf.reduce_sum(tf.transpose(x) * x)
    tf.test.experimental.sync_devices()
with Benchmark('numpy'):
    y = tf.reduce_sum(tf.transpose(x) * x)
    y.numpy()
with Benchmark('norm'):
    y = tf.reduce_sum(tf.transpose(x) * x)
    tf.norm(y).numpy()
