# in sync async function lazy: tapes inside tapes, persistent ones, and sources of all kinds
import tensorflow as tf
x = tf.Variable(3.0)
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        y = x ** 3
    slope = inner.gradient(y, x)
print(slope.numpy(), outer.gradient(slope, x).numpy())
a, b = tf.constant(2.0), tf.constant(1.0)
with tf.GradientTape(persistent=True) as tape:
    tape.watch(a)
    y = a * a
    z = y * y
print(tape.gradient(z, y).numpy(), tape.gradient(z, a).numpy(), tape.gradient(z, {'a': a, 'rest': [y]}), tape.gradient(z, b))
print(tape.gradient(z, b, unconnected_gradients=tf.UnconnectedGradients.ZERO).numpy(), tape.jacobian(z, a).numpy())
with tf.GradientTape() as tape:
    z = y * 3
print(tape.gradient(z, a))
with tf.GradientTape() as tape:
    z = a * 2 + x
print(tape.gradient(z, [a, x]))
with tf.GradientTape() as tape:
    y = x * x
    with tape.stop_recording():
        skipped = x * x
    z = y + skipped
print(tape.gradient(z, x).numpy())
v = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    y = v * v
print(tape.gradient(y, v, output_gradients=[1.0, 10.0]).numpy())
with tf.GradientTape() as tape:
    y = v[1] * 2 + tf.stop_gradient(v[0]) * v[0]
print(tape.gradient(y, v).numpy())
with tf.GradientTape() as tape:
    y = v * v
print(tape.jacobian(y, v).numpy().tolist())
try:
    tape.gradient(y, v)
except RuntimeError as error:
    print(str(error)[:60])
class Line(tf.Module):
    def __init__(self):
        super().__init__()
        self.w, self.fixed = tf.Variable(2.0, name='w'), [tf.Variable(1.0, trainable=False)]
    @tf.function
    def __call__(self, x):
        return self.w * x
line = Line()
print(line(3.0).numpy(), [one.name for one in line.variables], len(line.trainable_variables), line.name)
# prints:
# 27.0 18.0
# 8.0 32.0 {'a': <tf.Tensor: shape=(), dtype=float32, numpy=32.0>, 'rest': [<tf.Tensor: shape=(), dtype=float32, numpy=8.0>]} None
# 0.0 32.0
# None
# [None, <tf.Tensor: shape=(), dtype=float32, numpy=1.0>]
# 6.0
# [ 2. 40.]
# [1. 2.]
# [[2.0, 0.0], [0.0, 4.0]]
# A non-persistent GradientTape can only be used to compute on
# 6.0 ['w:0', 'Variable:0'] 1 line
