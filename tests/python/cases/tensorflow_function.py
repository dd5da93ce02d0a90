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
v = tf.Variable([1.0, 2.0])
@tf.function
def slope():
    with tf.GradientTape() as t:
        y = tf.reduce_sum(v * v)
    v.assign([100.0, 100.0])
    return t.gradient(y, v)
@tf.function
def inside():
    with tf.GradientTape() as t:
        y = tf.reduce_sum(v * v)
        v.assign_add([1.0, 1.0])
        z = tf.reduce_sum(v * v)
    return t.gradient([y, z], v)
print(slope(), slope(), inside(), inside(), v.numpy())
fixed = tf.Variable(1.0, trainable=False)
with tf.GradientTape() as t:
    z = fixed * v
print(t.gradient(z, [fixed, v])[0], fixed.trainable, v.trainable)
o = tf.ones((3,))
for call in bool, int, float, lambda o: o[0.5], lambda o: o[7]:
    try:
        call(o)
    except Exception as error:
        print(type(error).__name__)
# prints:
# tf.Tensor(2, shape=(), dtype=int32)
# tf.Tensor(2, shape=(), dtype=int32) tf.Tensor(3.5, shape=(), dtype=float32) tf.Tensor(1.0, shape=(), dtype=float32) tf.Tensor([1.], shape=(1,), dtype=float32)
# (<tf.Tensor: shape=(), dtype=float32, numpy=4.0>, <tf.Tensor: shape=(), dtype=int32, numpy=7>) (<tf.Tensor: shape=(), dtype=float32, numpy=2.0>, None)
# tf.Tensor([2. 4.], shape=(2,), dtype=float32) tf.Tensor([200. 200.], shape=(2,), dtype=float32) tf.Tensor([402. 402.], shape=(2,), dtype=float32) tf.Tensor([406. 406.], shape=(2,), dtype=float32) [102. 102.]
# None False True
# ValueError
# TypeError
# TypeError
# TypeError
# InvalidArgumentError
