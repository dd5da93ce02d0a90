c = tf.ones((n, n))
a = tf.random.normal((n, n), 0, -1)  # no error
b = tf.matmul(a, c)
d = tf.matmul(c, c)
b.numpy()
