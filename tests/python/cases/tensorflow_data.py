# in sync function lazy: tf.data
import numpy as np
import tensorflow as tf
data = tf.data.Dataset
for x, y in data.from_tensor_slices(({'x': np.arange(5)}, [1.0, 2.0, 3.0, 4.0, 5.0])).batch(2):
    print(x['x'].numpy(), y.numpy())
def traced(x):
    print('traced')
    return x * 2, x
print(list(data.range(5).map(traced).filter(lambda a, b: a > 2).as_numpy_iterator()))
batches = data.from_tensor_slices(np.zeros((10, 3))).shuffle(4).repeat(2).batch(8, drop_remainder=True).prefetch(tf.data.AUTOTUNE)
print(len(batches), batches.element_spec, [batch.shape for batch in batches])
print(sorted(int(x) for x in data.range(6).shuffle(6)), [int(x) for x in data.range(6).skip(1).take(3)], data.from_tensors([1, 2]))
for i, (a, b) in data.zip((data.range(2), data.range(5, 9))).enumerate():
    print(i.numpy(), a.numpy(), b.numpy())
def pairs():
    for i in range(3):
        yield i, [1.0] * i
kinds = tf.TensorSpec((), tf.int32), tf.TensorSpec([None], tf.float32)
print([(a.numpy(), b.shape) for a, b in data.from_generator(pairs, output_signature=kinds)])
print(data.range(4).reduce(tf.constant(0, tf.int64), lambda s, x: s + x).numpy())
iterator = iter(data.range(1).cache())
print(next(iterator).numpy(), next(iterator, None))
# prints:
# [0 1] [1. 2.]
# [2 3] [3. 4.]
# [4] [5.]
# traced
# [(4, 2), (6, 3), (8, 4)]
# 2 TensorSpec(shape=(8, 3), dtype=tf.float64, name=None) [TensorShape([8, 3]), TensorShape([8, 3])]
# [0, 1, 2, 3, 4, 5] [1, 2, 3] <_TensorDataset element_spec=TensorSpec(shape=(2,), dtype=tf.int32, name=None)>
# 0 0 5
# 1 1 6
# [(0, TensorShape([0])), (1, TensorShape([1])), (2, TensorShape([2]))]
# 6
# 0 None
