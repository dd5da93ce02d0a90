# in sync function: the helpers of the book for text and attention, in TensorFlow
from d2l import tensorflow as d2l
import tensorflow as tf
def shown(array):
    return [round(one, 4) for one in tf.reshape(array, [-1]).numpy().tolist()]
print(shown(d2l.masked_softmax(tf.zeros((2, 2, 4)), tf.constant([2, 3]))))
print(shown(d2l.masked_softmax(tf.zeros((2, 2, 4)), tf.constant([[1, 3], [2, 4]]))))
values = tf.repeat(tf.reshape(tf.range(40, dtype=tf.float32), (1, 10, 4)), 2, 0)
a = d2l.AdditiveAttention(2, 20, 8, 0.1)
print(shown(a(tf.random.normal((2, 1, 20)), tf.ones((2, 10, 2)), values, tf.constant([2, 6]), training=False)))
m = d2l.MultiHeadAttention(100, 100, 100, 100, 5, 0.5)
print(m(tf.ones((2, 4, 100)), tf.ones((2, 6, 100)), tf.ones((2, 6, 100)), tf.constant([3, 2]), training=False).shape)
p = d2l.PositionalEncoding(32, 0)
print(shown(p(tf.zeros((1, 3, 32)), training=False)[0, 2, :4]), p.P.shape)
e = d2l.TransformerEncoder(200, 24, 24, 24, 24, [1, 2], 48, 8, 2, 0.5)
print(e(tf.ones((2, 100)), tf.constant([3, 2]), training=False).shape, len(e.attention_weights))
vocab = d2l.Vocab(list('time traveller'))
corpus = [vocab[one] for one in 'time traveller ' * 10]
batches = list(d2l.seq_data_iter_sequential(corpus, 8, 5))
X, Y = batches[0]
print(X.shape, shown(X[:, 1:]) == shown(Y[:, :-1]))
layer = tf.keras.layers.RNN(tf.keras.layers.LSTMCell(16), time_major=True, return_sequences=True, return_state=True)
s = tf.distribute.OneDeviceStrategy(d2l.try_gpu()._device_name)
with s.scope():
    net = d2l.RNNModel(layer, len(vocab))
print(d2l.predict_ch8('time', 3, net, vocab)[:4])
perplexity, _ = d2l.train_epoch_ch8(net, batches, tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), tf.keras.optimizers.SGD(1.0), False)
print(1 < perplexity < len(vocab) + 5)
enc = d2l.Seq2SeqEncoder(10, 8, 16, 2)
o, st = enc(tf.zeros((4, 7)), training=False)
print(o.shape, [x.shape for x in st])
print(shown(d2l.MaskedSoftmaxCELoss(tf.constant([4, 2, 0]))(tf.ones((3, 4), dtype=tf.int32), tf.ones((3, 4, 10)))))
# prints:
# [0.5, 0.5, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0, 0.3333, 0.3333, 0.3333, 0.0, 0.3333, 0.3333, 0.3333, 0.0]
# [1.0, 0.0, 0.0, 0.0, 0.3333, 0.3333, 0.3333, 0.0, 0.5, 0.5, 0.0, 0.0, 0.25, 0.25, 0.25, 0.25]
# [2.0, 3.0, 4.0, 5.0, 10.0, 11.0, 12.0, 13.0]
# (2, 4, 100)
# [0.9093, -0.4161, 0.9021, 0.4315] (1, 1000, 32)
# (2, 100, 24) 2
# (8, 5) True
# time
# True
# (4, 7, 16) [TensorShape([4, 16]), TensorShape([4, 16])]
# [2.3026, 1.1513, 0.0]
