# in sync stream function lazy: seeds of calls, initializers and layers
import warnings
import tensorflow as tf
from tensorflow.keras import initializers, layers
warnings.simplefilter('error')
def same(a, b):
    return bool(tf.reduce_all(a == b))
one, other = initializers.GlorotUniform(seed=3), initializers.GlorotUniform(seed=3)
first = one((2, 2))
print(same(first, other((2, 2))), same(first, one((2, 2))), same(first, initializers.GlorotUniform(seed=4)((2, 2))))
made = [layers.Dense(3, kernel_initializer=initializers.RandomNormal(seed=1)) for _ in range(2)] + [layers.Dense(3) for _ in range(2)]
for layer in made:
    layer.build((None, 2))
print(same(made[0].kernel, made[1].kernel), same(made[2].kernel, made[3].kernel))
unseeded, stateful = initializers.RandomNormal(), tf.random_normal_initializer()
first, stateful_first = unseeded([2]), stateful([2])
print(same(stateful_first, stateful([2])), same(tf.random_normal_initializer(seed=1)([2]), tf.random_normal_initializer(seed=1)([2])))
try:
    unseeded([2])
except UserWarning as warning:
    print(str(warning)[:75])
warnings.simplefilter('ignore')
print(same(first, unseeded([2])))
def drawn():
    return [float(tf.random.uniform([], seed=1)), float(tf.random.uniform([], seed=1)), float(tf.random.normal([])),
            float(tf.random.truncated_normal([], seed=1)), *tf.random.shuffle(tf.range(20), seed=1).numpy().tolist()]
before = drawn()
tf.random.set_seed(5)
numbers = drawn()
tf.random.set_seed(5)
print(numbers == drawn(), numbers[0] != numbers[1], numbers != before, numbers != drawn())
dropped = [layers.Dropout(0.5, seed=1) for _ in range(2)]
@tf.function
def both(x):
    return [one(x, training=True) for one in dropped]
now, later = both(tf.ones([30])), both(tf.ones([30]))
print(same(*now), same(*later), same(now[0], later[0]))
try:
    tf.function(lambda: tf.random.normal([1], seed=2))()
except NotImplementedError as error:
    print(error)
class Block(layers.Layer):
    def __init__(self, parts):
        super().__init__()
        self.parts = parts
parts = [layers.Dense(1)]
block = Block(parts)
parts.append(layers.Dense(1))
block.parts.append(layers.Dense(1))
for part in block.parts:
    part.build((None, 1))
print(len(parts), len(block.parts), len(block.weights), block.parts == parts, isinstance(block.parts, list))
parts[:] = [1]
print(block.parts, block.parts + [2], block.parts.copy())
# prints:
# True True False
# True False
# False True
# The initializer RandomNormal is unseeded and being called multiple times, w
# True
# True True True True
# True True False
# tf.random.normal: inside a tf.function, Runahead has no seed= of a call; tf.random.set_seed() makes all numbers repeatable
# 3 3 6 True True
# ListWrapper([1]) [1, 2] [1]
