# in sync async stream function lazy: no GPU is listed; gradients of what a variable was
import tensorflow as tf
print(tf.config.list_physical_devices('GPU'))
with tf.device('/GPU:0'):
    print(tf.matmul(tf.ones([2, 2]), tf.ones([2, 2])).numpy().tolist())
c = tf.Variable(0)
c.assign_add(1)
print(c.numpy())
v = tf.Variable([1., 2.])
with tf.GradientTape() as t:
    y = tf.reduce_sum(v * 3)
    v.assign([10., 20.])
print(t.gradient(y, v).numpy())
# prints:
# []
# [[2.0, 2.0], [2.0, 2.0]]
# 1
# [3. 3.]
