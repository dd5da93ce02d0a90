# in sync stream function lazy: places that there are not, and sizes that a signature leaves open
import numpy as np
import tensorflow as tf
def refused(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, '-', error)
table, pairs = tf.reshape(tf.range(6.0), [3, 2]), tf.constant([[1, 2], [3, 4]])
rows = tf.function(lambda places: tf.gather(table, places) * 2.0)
print(rows(tf.constant([2, 0])).numpy().tolist())
refused(lambda: rows(tf.constant([2, 3])))
refused(lambda: rows(tf.constant([-1, 0])))
print(rows(tf.constant([1, 1])).numpy().tolist())
one_of = tf.function(lambda places: tf.gather(pairs, places, batch_dims=1))
print(one_of(tf.constant([1, 0])).numpy().tolist())
refused(lambda: one_of(tf.constant([1, 2])))
refused(lambda: tf.gather(pairs, [0, 2], batch_dims=1))
refused(lambda: tf.function(lambda places: tf.gather_nd(pairs, places))(tf.constant([[0, 2]])))
words = tf.keras.layers.Embedding(4, 2)
refused(lambda: tf.function(words)(tf.constant([[4]])))
logits = tf.constant([[1.0, 2.0], [1.0, 2.0]])
lost = tf.nn.sparse_softmax_cross_entropy_with_logits
print(lost([0, 1], logits).numpy().tolist())
def wrong(call):
    """A GPU gives what is no number, where the CPU raises."""
    try:
        made = call().numpy()
        return 'Received a label value of 2 which is outside the valid range of [0, 2).' if made[1] != made[1] and made[0] > 1 else made
    except tf.errors.InvalidArgumentError as error:
        return error
print(wrong(lambda: lost([0, 2], logits)))
print(wrong(lambda: tf.function(lost)(tf.constant([0, 2]), logits)))
with tf.GradientTape() as tape:
    tape.watch(logits)
    total = tf.reduce_sum(lost([0, 1], logits))
print([[round(one, 4) for one in row] for row in tape.gradient(total, logits).numpy().tolist()])
@tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
def shapes(x):
    print(x.shape, x.get_shape(), x.shape[0], x.shape[1], x.shape.num_elements(), table.shape, repr(x.shape.as_list()))
    refused(lambda: tf.zeros(x.shape))
    refused(lambda: tf.zeros([x.shape[0]]))
    refused(lambda: (x * 2).shape)
    return tf.zeros(tf.shape(x)[0]) + tf.reduce_sum(x, 1)
print(shapes(tf.identity(table)).numpy().tolist(), shapes(tf.ones([1, 2])).shape)
@tf.function(input_signature=[tf.TensorSpec(None, tf.float32)])
def ranks(x):
    print(x)
    refused(lambda: x.shape)
    return x
print(ranks(table).shape)
@tf.function(input_signature=[tf.TensorSpec([2], tf.float32)])
def closed(x):
    print(x.shape, (x * 2).shape)
    return x
closed(tf.ones([2]))
print(isinstance(table, tf.Tensor), tf.TensorShape([1, None]), issubclass(tf.errors.InvalidArgumentError, Exception))
# prints:
# [[8.0, 10.0], [0.0, 2.0]]
# InvalidArgumentError - indices = 3 is not in [0, 3)
# InvalidArgumentError - indices = -1 is not in [0, 3)
# [[4.0, 6.0], [4.0, 6.0]]
# [2, 3]
# InvalidArgumentError - indices = 2 is not in [0, 2)
# InvalidArgumentError - indices = 2 is not in [0, 2)
# InvalidArgumentError - indices = 2 is not in [0, 2)
# InvalidArgumentError - indices = 4 is not in [0, 4)
# [1.31326162815094, 0.31326165795326233]
# Received a label value of 2 which is outside the valid range of [0, 2).
# Received a label value of 2 which is outside the valid range of [0, 2).
# [[-0.7311, 0.7311], [0.2689, -0.2689]]
# (None, 2) (None, 2) None 2 None (3, 2) [None, 2]
# ValueError - Cannot convert a partially known TensorShape (None, 2) to a Tensor.
# TypeError - Failed to convert elements of [None] to Tensor. Consider casting elements to a supported type.
# NotImplementedError - shape: inside a tf.function whose input_signature has None, Runahead tells the shapes of its arguments alone; tf.shape() has the sizes of what is computed
# [1.0, 5.0, 9.0] (1,)
# Tensor("x:0", shape=<unknown>, dtype=float32)
# NotImplementedError - x.shape: Runahead has no unknown ranks; tf.shape(x) and tf.rank(x) have their values
# (3, 2)
# (2,) (2,)
# True (1, None) True
