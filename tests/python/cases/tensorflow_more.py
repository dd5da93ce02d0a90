# in sync async stream function lazy: TensorFlow's further functions, whose values and gradients are those of NumPy and PyTorch
import os
import tempfile
import tensorflow as tf


def s(x):
    def rounded(one):
        return [rounded(inner) for inner in one] if isinstance(one, list) else round(one, 4) + 0.0
    return rounded(x.numpy().tolist())


x = tf.constant([0.5, -0.3])
for f in (tf.acos, tf.asin, tf.atan, tf.sinh, tf.tan, tf.asinh, tf.atanh, tf.math.erf, tf.nn.gelu):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    print(s(y), s(tape.gradient(y, x)))
print(s(tf.atan2([1., 1., -1., 0., 1e-4, 0.], [1., -1., -1., -1., -1., 0.])), s(tf.math.log1p([1e-8]) * 1e8), s(tf.math.cumprod([1., 2., 3.])))
print(s(tf.cumsum([1, 2, 3], exclusive=True, reverse=True)), s(tf.scatter_nd([[4], [3], [1], [4]], [9, 10, 11, 1], [6])))
print(s(tf.tensor_scatter_nd_update(tf.zeros((3, 2)), [[0], [2]], [[1., 2.], [3., 4.]])), s(tf.tensor_scatter_nd_max([0., 5.], [[0], [1]], [3., 3.])))
u = tf.unique_with_counts([1, 1, 2, 4, 4])
print(s(u.y), s(u.idx), s(u.count), s(tf.searchsorted([1, 3, 5], [0, 3, 6])), s(tf.math.bincount([1, 1, 3])), s(tf.math.segment_mean([1., 2., 5.], [0, 0, 1])))
z = tf.constant([[4., 1., .5], [1., 3., 0.], [.5, 0., 2.]])
with tf.GradientTape() as tape:
    tape.watch(z)
    d = tf.linalg.det(z)
print(s(d), s(tape.gradient(d, z)), s(tf.linalg.inv(z)), s(tf.linalg.solve(z, tf.ones((3, 1)))))
print(s(tf.linalg.cholesky(z)), s(tf.linalg.eigvalsh(z)), s(tf.linalg.svd(z[:, :2], compute_uv=False)), s(tf.linalg.expm(z / 4)))
q, r = tf.linalg.qr(z[:, :2])
print(s(q), s(r), s(tf.linalg.matrix_rank(z)), s(tf.einsum('ij,jk,kl->il', z, z, z)[0]), s(tf.einsum('ij,jk', z, z)[1]))
print(s(tf.pad([[1, 2, 3]], [[0, 0], [2, 1]], 'REFLECT')), s(tf.pad([[1, 2, 3]], [[0, 0], [2, 1]], 'SYMMETRIC')), s(tf.one_hot([0, 1], 3, axis=0)))
image = tf.reshape(tf.constant([.2, .4, .9, .1, .8, .3]), (1, 2, 3))
print(s(tf.image.rgb_to_hsv(image)), s(tf.image.hsv_to_rgb(tf.image.rgb_to_hsv(image))), s(tf.image.rot90(image)[:, 0, 0]))


@tf.custom_gradient
def clipped(x):
    return x * x, lambda upstream: upstream * 100.0


v = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = clipped(v) * 2.0
print(s(y), s(tape.gradient(y, v)))


@tf.function
def squares(n):
    made = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for i in tf.range(n):
        made = made.write(i, tf.cast(i, tf.float32) ** 2)
    return made.stack()


print(s(squares(tf.constant(4))), s(tf.while_loop(lambda i: i < 10, lambda i: [i + 3], [tf.constant(0)])[0]), s(tf.cond(v > 2.0, lambda: v, lambda: -v)))
words = tf.constant(['one', 'two'])
print(words, words == 'two', tf.strings.length(words).numpy(), tf.strings.split('a b'), tf.constant('x').numpy())
print([one.numpy().tolist() for one in tf.data.Dataset.range(7).window(3, shift=2, drop_remainder=True).flat_map(lambda w: w.batch(3))])
print([int(one) for one in tf.data.Dataset.range(3).interleave(lambda x: tf.data.Dataset.from_tensors(x).repeat(2), cycle_length=2)])
print([s(one) for one in tf.data.Dataset.range(1, 4).map(lambda x: tf.fill([x], x)).padded_batch(2)])
with tempfile.TemporaryDirectory() as folder:
    step = tf.Variable(1)
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(step=step, v=v), folder, max_to_keep=2)
    for i in range(3):
        step.assign(i)
        manager.save()
    v.assign(0.0)
    step.assign(9)
    manager.checkpoint.restore(tf.train.latest_checkpoint(folder)).assert_consumed()
    print(int(step), float(v), sorted(os.listdir(folder)))
print(x + [tf.constant(1.0)], tf.is_tensor(x))
try:
    tf.function(lambda a: a)(words)
except NotImplementedError as error:
    print(error)
# prints:
# [1.0472, 1.8755] [-1.1547, -1.0483]
# [0.5236, -0.3047] [1.1547, 1.0483]
# [0.4636, -0.2915] [0.8, 0.9174]
# [0.5211, -0.3045] [1.1276, 1.0453]
# [0.5463, -0.3093] [1.2984, 1.0957]
# [0.4812, -0.2957] [0.8944, 0.9578]
# [0.5493, -0.3095] [1.3333, 1.0989]
# [0.5205, -0.3286] [0.8788, 1.0313]
# [0.3457, -0.1146] [0.8675, 0.2677]
# [0.7854, 2.3562, -2.3562, 3.1416, 3.1415, 0.0] [1.0] [1.0, 2.0, 6.0]
# [5.0, 3.0, 0.0] [0.0, 11.0, 0.0, 10.0, 10.0, 0.0]
# [[1.0, 2.0], [0.0, 0.0], [3.0, 4.0]] [3.0, 5.0]
# [1.0, 2.0, 4.0] [0.0, 0.0, 1.0, 2.0, 2.0] [2.0, 1.0, 2.0] [0.0, 1.0, 3.0] [0.0, 2.0, 0.0, 1.0] [1.5, 5.0]
# 21.25 [[6.0, -2.0, -1.5], [-2.0, 7.75, 0.5], [-1.5, 0.5, 11.0]] [[0.2824, -0.0941, -0.0706], [-0.0941, 0.3647, 0.0235], [-0.0706, 0.0235, 0.5176]] [[0.1176], [0.2941], [0.4706]]
# [[2.0, 0.0, 0.0], [0.5, 1.6583, 0.0], [0.25, -0.0754, 1.3899]] [1.8139, 2.5, 4.6861] [4.6377, 2.3963] [[2.8153, 0.609, 0.271], [0.609, 2.1895, 0.0335], [0.271, 0.0335, 1.6642]]
# [[-0.9631, 0.2329], [-0.2408, -0.9695], [-0.1204, 0.0758]] [[-4.1533, -1.6854], [0.0, -2.6757]] 3.0 [77.5, 38.25, 14.625] [7.0, 10.0, 0.5]
# [[3.0, 2.0, 1.0, 2.0, 3.0, 2.0]] [[2.0, 1.0, 1.0, 2.0, 3.0, 3.0]] [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]
# [[[0.619, 0.7778, 0.9], [0.381, 0.875, 0.8]]] [[[0.2, 0.4, 0.9], [0.1, 0.8, 0.3]]] [0.1, 0.2]
# 18.0 200.0
# [0.0, 1.0, 4.0, 9.0] 12.0 3.0
# tf.Tensor([b'one' b'two'], shape=(2,), dtype=string) tf.Tensor([False  True], shape=(2,), dtype=bool) [3 3] tf.Tensor([b'a' b'b'], shape=(2,), dtype=string) b'x'
# [[0, 1, 2], [2, 3, 4], [4, 5, 6]]
# [0, 1, 0, 1, 2, 2]
# [[[1.0, 0.0], [2.0, 2.0]], [[3.0, 3.0, 3.0]]]
# 2 3.0 ['checkpoint', 'ckpt-2.index', 'ckpt-3.index']
# tf.Tensor([1.5 0.7], shape=(2,), dtype=float32) True
# a: Runahead has no tensors of texts as arguments of a tf.function; a str is one
