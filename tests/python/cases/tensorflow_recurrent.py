# in sync stream function lazy: recurrent layers, pictures of another size, and who is told of training
import tensorflow as tf
from tensorflow.keras import layers
def shown(array):
    return [round(one, 4) for one in tf.reshape(array, [-1]).numpy().tolist()]
print(shown(tf.image.resize(tf.reshape(tf.range(6.0), [2, 3, 1]), [4, 5])))
print(shown(tf.image.resize(tf.reshape(tf.range(6), [2, 3, 1]), [4, 5], method='nearest')))
print(shown(tf.image.resize_with_pad(tf.reshape(tf.range(8.0), [1, 2, 4, 1]), 4, 4)), shown(tf.image.flip_left_right(tf.ones([1, 2, 1]))))
x = tf.reshape(tf.cos(tf.range(24.0)), [2, 4, 3])
def made(layer):
    """With weights that are known."""
    layer(x)
    for i, weight in enumerate(layer.weights):
        weight.assign(tf.reshape(tf.sin(tf.range(float(tf.size(weight))) + float(i)) * 0.5, weight.shape))
    return layer
for kind in (layers.SimpleRNN, layers.GRU, layers.LSTM):
    layer = made(kind(2, return_sequences=True, return_state=True))
    whole, *state = layer(x)
    print(kind.__name__, [weight.shape.as_list() for weight in layer.weights], shown(whole[0]), [shown(one) for one in state])
    print(shown(layer(x[:, :2])[0][:, -1]) == shown(whole[:, 1]), shown(layer(x[:, 2:], layer(x[:, :2])[1:])[0][:, -1]) == shown(whole[:, -1]))
print(shown(made(layers.GRU(2, reset_after=False))(x)), shown(made(layers.LSTM(2, go_backwards=True))(x[:, ::-1])))
cells = layers.StackedRNNCells([layers.LSTMCell(4), layers.LSTMCell(5)])
stacked = layers.RNN(cells, time_major=True, return_sequences=True, return_state=True)
y, *state = stacked(tf.zeros([7, 2, 3]))
print(y.shape, [[one.shape for one in both] for both in state], stacked(tf.zeros([7, 2, 3]), state)[0].shape, cells.cells[0].bias.numpy().tolist()[:9])
q = tf.keras.initializers.Orthogonal(seed=1)((3, 5))
print([[abs(round(one, 4)) for one in row] for row in (q @ tf.transpose(q)).numpy().tolist()])
model = tf.keras.Sequential([layers.GRU(4, dropout=0.5, input_shape=(None, 3), return_sequences=True), layers.LSTM(5), layers.Dense(1)])
print([layer.output_shape for layer in model.layers], model.count_params())
model.compile('adam', 'mse')
print(len(model.fit(x, tf.zeros([2, 1]), epochs=2, verbose=0).history['loss']), shown(model(x)) == shown(model(x)))
class Sum(layers.Layer):
    def __init__(self):
        super().__init__()
        self.dropout = layers.Dropout(0.9)
    def call(self, a, b):
        return self.dropout(a) + b
class Both(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.sum = Sum()
    def call(self, x):
        return self.sum(x, x)
class Traced(layers.Layer):
    @tf.function
    def call(self, x, training):
        return x * 2.0 if training else x
class Always(layers.Layer):
    def call(self, x, training=True):
        return x * 2.0 if training else x
print(shown(tf.reduce_min(Both()(tf.ones([50]), training=True))), shown(tf.reduce_min(Both()(tf.ones([50])))))
print(shown([Traced()(tf.ones([])), Traced()(tf.ones([]), training=True), Traced()(tf.ones([]), True), Always()(tf.ones([]))]))
# prints:
# [0.0, 0.4, 1.0, 1.6, 2.0, 0.75, 1.15, 1.75, 2.35, 2.75, 2.25, 2.65, 3.25, 3.85, 4.25, 3.0, 3.4, 4.0, 4.6, 5.0]
# [0, 0, 1, 2, 2, 0, 0, 1, 2, 2, 3, 3, 4, 5, 5, 3, 3, 4, 5, 5]
# [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 0.0, 0.0, 0.0, 0.0] [1.0, 1.0]
# SimpleRNN [[3, 2], [2, 2], [2]] [0.6951, 0.6224, 0.3683, -0.4199, 0.7521, 0.7277, 0.413, -0.2982] [[0.413, -0.2982, 0.4892, 0.202]]
# True True
# GRU [[3, 6], [2, 6], [2, 6]] [-0.1694, -0.0501, -0.0241, 0.4495, -0.2136, 0.2411, -0.0652, 0.5942] [[-0.0652, 0.5942, -0.125, 0.6312]]
# True True
# LSTM [[3, 8], [2, 8], [8]] [-0.2881, -0.1012, 0.0682, 0.051, -0.265, 0.0215, 0.0538, 0.0792] [[0.0538, 0.0792, -0.008, 0.1169], [0.1015, 0.2131, -0.0155, 0.2659]]
# True True
# [0.0098, 0.6049, -0.053, 0.6484] [0.0538, 0.0792, -0.008, 0.1169]
# (7, 2, 5) [[TensorShape([2, 4]), TensorShape([2, 4])], [TensorShape([2, 5]), TensorShape([2, 5])]] (7, 2, 5) [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0]
# [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
# [(None, None, 4), (None, 5), (None, 1)] 314
# 2 True
# [1.0] [2.0]
# [1.0, 2.0, 2.0, 2.0]
