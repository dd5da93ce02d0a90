# in sync async function lazy: AutoGraph, tf.print and when a function is traced
import sys
import tensorflow as tf
@tf.function
def f(x, d, training=False):
    print('tracing', x, training)
    return {'sum': x + d['k'], 'both': [x * 2, None]}
print(f(tf.ones([2]), {'k': tf.constant(1.0)}))
f(tf.zeros([2]), {'k': tf.constant(2.0)}), f(tf.zeros([2]), d={'k': tf.constant(2.0)}, training=True)
print(f.experimental_get_tracing_count())
@tf.function
def collatz(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps
print(collatz(tf.constant(6)), collatz(tf.constant(7)))
@tf.function
def total(n):
    print('Tracing')
    s = tf.constant(0)
    for i in tf.range(n):
        s += i
    tf.print('total', s, [s, 'q'], 1.0, [1 / 3], tf.constant([1 / 3, 2.0]), output_stream=sys.stdout)
    return s
print(total(tf.constant(4)).numpy(), total(tf.constant(5)).numpy())
tf.print(tf.range(10), tf.constant([[1.5, 2.0], [1e-8, 1e10]]), True, {'a': tf.constant(1)}, sep=';', output_stream=sys.stdout)
@tf.function(input_signature=[tf.TensorSpec(shape=[None], dtype=tf.float32, name='x')])
def double(x):
    print('double', x)
    return x * 2
print(double([1.0]).numpy(), double(tf.ones([3])).numpy(), double.experimental_get_tracing_count())
for given in tf.constant([1]), tf.ones([1, 2]):
    try:
        double(given)
    except TypeError:
        print('TypeError')
concrete = total.get_concrete_function(tf.TensorSpec((), tf.int32))
print(concrete(tf.constant(3)).numpy(), tf.TensorSpec([None, 2], tf.int32))
@tf.function
def says(x):
    if x > 0:
        print('positive')
    return x
try:
    says(tf.constant(1.0))
except NotImplementedError as error:
    print(str(error)[:40])
@tf.function
def sized(x):
    return tf.zeros(tf.shape(x)) + float(len(x))
print(sized(tf.ones([2])).numpy())
# prints:
# tracing Tensor("x:0", shape=(2,), dtype=float32) False
# {'sum': <tf.Tensor: shape=(2,), dtype=float32, numpy=array([2., 2.], dtype=float32)>, 'both': [<tf.Tensor: shape=(2,), dtype=float32, numpy=array([2., 2.], dtype=float32)>, None]}
# tracing Tensor("x:0", shape=(2,), dtype=float32) True
# 2
# tf.Tensor(8, shape=(), dtype=int32) tf.Tensor(16, shape=(), dtype=int32)
# Tracing
# total 6 [6, 'q'] 1.0 [0.3333333333333333] [0.333333343 2]
# total 10 [10, 'q'] 1.0 [0.3333333333333333] [0.333333343 2]
# 6 10
# [0 1 2 ... 7 8 9];[[1.5 2]
#  [1e-08 1e+10]];True;{'a': 1}
# double Tensor("x:0", shape=(None,), dtype=float32)
# [2.] [2. 2. 2.] 1
# TypeError
# TypeError
# total 3 [3, 'q'] 1.0 [0.3333333333333333] [0.333333343 2]
# 3 TensorSpec(shape=(None, 2), dtype=tf.int32, name=None)
# line 47: inside an `if` or a loop over t
# [2. 2.]
