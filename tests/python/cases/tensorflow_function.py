# in sync async stream function lazy: what functions are given and return
import tensorflow as tf
@tf.function
def f(x, name='a'):
    return x + 1
print(f(1))
print(f(1), f(2.5), f(tf.constant(0.0), name='b'), f(tf.constant([1.0])) - tf.ones([1]))
@tf.function
def both(x, up):
    if up is True:
        return x * 2, 7
    return x, None
print(both(tf.constant(2.0), True), both(tf.constant(2.0), False))
# prints:
# tf.Tensor(2, shape=(), dtype=int32)
# tf.Tensor(2, shape=(), dtype=int32) tf.Tensor(3.5, shape=(), dtype=float32) tf.Tensor(1.0, shape=(), dtype=float32) tf.Tensor([1.], shape=(1,), dtype=float32)
# (<tf.Tensor: shape=(), dtype=float32, numpy=4.0>, <tf.Tensor: shape=(), dtype=int32, numpy=7>) (<tf.Tensor: shape=(), dtype=float32, numpy=2.0>, None)
