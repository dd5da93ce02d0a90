a = tf.ones((1, 2))
b = tf.ones((1, 2))
c = a * b + 2
print(c)
