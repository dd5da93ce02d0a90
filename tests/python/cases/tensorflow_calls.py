# in sync stream function lazy: functions of TensorFlow, also of lists, numbers and NumPy's arrays
import numpy as np
import tensorflow as tf
def shown(*values):
    print(*[v.numpy().tolist() for v in values])
shown(tf.reduce_sum([1.0, 2.0]), tf.square(2), tf.concat([[1, 2], [3]], 0), tf.tensordot(tf.ones([2]), tf.ones([2]), axes=1))
shown(tf.constant([1, 2]) + np.array([1, 2]), np.array([1.0, 2.0]) * tf.constant([2.0, 3.0]), tf.add([1], 2), [[1.0, 2.0]] @ tf.ones([2, 2]))
shown(tf.reduce_mean([1, 2, 4]), tf.reduce_prod([[1, 2], [3, 4]], 1), tf.reduce_max([[1, 2], [3, 4]], 0, keepdims=True))
shown(tf.round([0.5, 1.5, 2.5]), tf.sign([-2.0, 0.0]), tf.linspace(0.0, 1.0, 5), tf.eye(2), tf.tile([[1, 2]], [1, 2]))
shown(tf.where([True, False], 1, 2), tf.where([False, True]), tf.cast([1.9, -1.9], tf.int32), tf.argmax([[1, 9], [8, 2]], 1))
shown(tf.gather([[1, 2], [3, 4], [5, 6]], [2, 0]), tf.one_hot([0, 2], 3), tf.one_hot([1], 2, 5, 0), tf.boolean_mask([1, 2, 3], [True, False, True]))
shown(tf.sort([3, 1, 2]), tf.argsort([3, 1, 2], direction='DESCENDING'), tf.cumsum([1, 2, 3]), tf.repeat([1, 2], 2), tf.reverse([1, 2], [0]))
shown(tf.nn.sparse_softmax_cross_entropy_with_logits([0, 1], [[1.0, 2.0], [1.0, 2.0]]), tf.gather_nd([[1, 2], [3, 4]], [[0, 1], [1, 0]]))
print(tf.matmul(tf.ones([2, 2, 3]), tf.ones([2, 3, 4])).shape, tf.transpose(tf.ones([2, 3, 4]), [2, 0, 1]).shape, tf.shape(tf.ones([2, 3]))[1])
print([part.shape for part in tf.split(tf.ones([6, 2]), [1, -1, 2])], tf.ones([2, 3])[..., tf.newaxis].shape, repr(tf.ones([2, 3]).shape))
x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
kernel = tf.Variable(tf.reshape(tf.range(9.0), [3, 3, 1, 1]))
flat = lambda array: tf.reshape(array, [-1])
shown(flat(tf.nn.max_pool2d(x, 2, 2, 'VALID')), flat(tf.nn.avg_pool2d(x, 3, 2, 'SAME'))[:3], flat(tf.nn.max_pool2d(x, 3, 2, 'SAME')))
with tf.GradientTape() as tape:
    y = tf.nn.conv2d(x, kernel, 2, 'SAME')
    loss = tf.reduce_sum(y ** 2)
shown(flat(y), flat(tape.gradient(loss, kernel)), flat(tf.nn.conv2d(x, kernel, 1, 'VALID')))
v = tf.Variable([[1, 2], [3, 4]])
v[0, 1].assign(9)
v[1].assign([5, 6])
v.assign_add([[1, 1], [1, 1]])
count = tf.Variable(0)
count.assign_add(1)
shown(v, count, tf.constant([0, 1, 2, 3])[::-1], tf.constant([0, 1, 2, 3])[1::2])
def refused(call):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, '-', str(error)[:60])
refused(lambda: tf.constant([1, 2]) + [0.5, 1.5])
refused(lambda: tf.gather([1, 2], [5]))
refused(lambda: count.assign(1.5))
refused(lambda: tf.debugging.assert_less(2, 1, message='no'))
refused(lambda: tf.linalg.eig(tf.eye(2)))
# prints:
# 3.0 4 [1, 2, 3] 2.0
# [2, 4] [2.0, 6.0] [3] [[3.0, 3.0]]
# 2 [2, 12] [[3, 4]]
# [0.0, 2.0, 2.0] [-1.0, 0.0] [0.0, 0.25, 0.5, 0.75, 1.0] [[1.0, 0.0], [0.0, 1.0]] [[1, 2, 1, 2]]
# [1, 2] [[1]] [1, -1] [1, 0]
# [[5, 6], [1, 2]] [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]] [[0, 5]] [1, 3]
# [1, 2, 3] [0, 2, 1] [1, 3, 6] [1, 1, 2, 2] [2, 1]
# [1.31326162815094, 0.31326165795326233] [2, 3]
# (2, 2, 4) (4, 2, 3) tf.Tensor(3, shape=(), dtype=int32)
# [TensorShape([1, 2]), TensorShape([3, 2]), TensorShape([2, 2])] (2, 3, 1) TensorShape([2, 3])
# [5.0, 7.0, 13.0, 15.0] [5.0, 6.5, 11.0] [10.0, 11.0, 14.0, 15.0]
# [258.0, 186.0, 187.0, 113.0] [5996.0, 7484.0, 4772.0, 11948.0, 13436.0, 8332.0, 7848.0, 8736.0, 5160.0] [258.0, 294.0, 402.0, 438.0]
# [[2, 10], [6, 7]] 1 [3, 2, 1, 0] [1, 3]
# InvalidArgumentError - [types] int32 and float32 are not computed together in this 
# InvalidArgumentError - indices = 5 is not in [0, 2)
# TypeError - Cannot convert 1.5 to EagerTensor of dtype int32
# InvalidArgumentError - no Condition x < y did not hold.
# NotImplementedError - tf.linalg.eig: Runahead has no complex numbers; tf.linalg.ei
