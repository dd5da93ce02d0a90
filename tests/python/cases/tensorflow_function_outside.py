# in sync async stream function lazy: a function is traced once, with what it finds outside then; variables it reads
import tensorflow as tf
import types
L, D = [tf.constant([1.0, 1.0])], {'a': 2.0}
o = types.SimpleNamespace(s=2.0, v=None)
n = 0
seen = []
@tf.function
def f(x):
    return x * L[0] * D['a'] + o.s
@tf.function
def counts(x):
    global n
    n += 1
    seen.append(n)
    print('traced')
    return x * n
@tf.function
def makes(x):
    if o.v is None:
        o.v = tf.Variable([0.0, 0.0])
    o.v.assign_add(x)
    return o.v + 0.0
x = tf.ones([2])
print(f(x).numpy())
L[0] = tf.constant([9.0, 9.0])
D['a'] = 5.0
o.s = 7.0
print(f(x).numpy(), L[0].numpy(), D['a'], o.s)
print(f(tf.ones([1])).numpy(), f(x).numpy())
print(counts(x).numpy(), counts(x).numpy(), counts(x).numpy(), n, seen)
print(counts(tf.ones([3])).numpy(), counts(x).numpy(), n, seen)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = counts(x)
print(y.numpy(), n)
print(makes(x).numpy(), makes(x).numpy(), o.v.numpy())
# prints:
# [4. 4.]
# [4. 4.] [9. 9.] 5.0 7.0
# [52. 52.] [4. 4.]
# traced
# [1. 1.] [1. 1.] [1. 1.] 1 [1]
# traced
# [2. 2. 2.] [1. 1.] 2 [1, 2]
# [1. 1.] 2
# [1. 1.] [2. 2.] [2. 2.]
