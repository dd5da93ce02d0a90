with Benchmark('finished'):
    with Benchmark('queued'):
        x = tf.random.uniform((n, n))
        y = tf.reduce_sum(tf.matmul(x, x))
    print(y)
