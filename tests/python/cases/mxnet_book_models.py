# in async sync: the book's models and loops in MXNet; their numbers are PyTorch's for the same weights
import contextlib
import io
import math
import os
import tempfile

import d2lzh
import numpy
from d2l import mxnet as d2l
from mxnet import autograd, gluon, init, nd, np, npx
npx.set_np()


def shown(array):
    return [round(one, 4) + 0.0 for one in array.reshape(-1).tolist()]


X = np.arange(12).reshape(2, 2, 3) * 0.25
print(shown(d2l.masked_softmax(X, np.array([1, 2]))), shown(d2l.masked_softmax(X, np.array([[1, 3], [2, 0]]))))
X.attach_grad()
with autograd.record():
    made = d2l.masked_softmax(X, np.array([2, 3]))
    lost = (made * made).sum()
lost.backward()
print(shown(X.grad))
far = np.array([[1.0, np.inf], [np.inf, 2]])
print(npx.sequence_mask(far, np.array([1, 2]), True, axis=1), npx.sequence_mask(far, np.array([1, 2]), True, -1, 0))


def filled(net, *inputs):
    net.initialize()
    net(*inputs)
    for number, one in enumerate(net.collect_params().values()):
        values = np.sin(np.arange(one.data().size) * 0.7 + number).reshape(one.shape) * 0.5
        one.set_data(values + 1 if one.name.endswith('_var') else values)
    return net(*inputs)


Q, K = np.cos(np.arange(8)).reshape(1, 2, 4), np.sin(np.arange(12)).reshape(1, 3, 4)
for net in d2l.AdditiveAttention(3, 0.1), d2l.MultiHeadAttention(4, 2, 0.1):
    print(shown(filled(net, Q, K, K, np.array([2]))))
print(shown(filled(d2l.EncoderBlock(4, 6, 2, 0.1), K, np.array([2]))))
print(shown(d2l.PositionalEncoding(4, 0)(np.zeros((1, 3, 4)))))
encoder = d2l.TransformerEncoder(7, 4, 6, 2, 2, 0.1)
encoder.initialize()
print(encoder(np.ones((2, 5)), np.array([3, 2])).shape, [one.shape for one in encoder.attention_weights])
print(shown(filled(d2l.Residual(2, use_1x1conv=True, strides=2), np.cos(np.arange(16)).reshape(1, 1, 4, 4) * 8)))
net = d2l.resnet18(10)
net.initialize()
print(net(np.ones((2, 1, 16, 16))).shape, len(net), sum(one.data().size for one in net.collect_params().values()))
print(d2l.MaskedSoftmaxCELoss()(np.ones((3, 4, 10)), np.ones((3, 4)), np.array([4, 2, 0])))
x, w = np.arange(18).reshape(1, 2, 3, 3), np.arange(8).reshape(2, 1, 2, 2)
print(shown(npx.convolution(x, w, np.array([1, 2]), (2, 2), num_filter=2, num_group=2, pad=(1, 0), stride=(2, 1))))
print(shown(nd.Pooling(nd.arange(9).reshape((1, 1, 3, 3)), kernel=(2, 2), pool_type='avg', pooling_convention='full', stride=(2, 2))))
try:
    nd.Convolution(nd.ones((1, 2, 3, 3)), nd.ones((2, 2, 2, 2)), no_bias=True, kernel=(2, 2), num_filter=3)
except Exception as error:
    print(type(error).__name__, error)

print(shown(d2l.box_corner_to_center(np.array([[1, 2, 5, 4]]))), shown(d2l.box_center_to_corner(np.array([[3, 3, 4, 2]]))))
P = np.zeros((2, 2, 4))
P[:, :, 0::2] = np.array([[1, 2], [3, 4]])
P[:, 1, 1::2] = np.array([[7], [8]])
print(P.tolist())
try:
    P[:, :, 0::2] = np.ones((2, 3))
except ValueError as error:
    print(error)
throws = np.random.multinomial(10, [0.2, 0.3, 0.5], size=(3, 2))
print(throws.shape, throws.dtype, throws.sum(axis=2).tolist(), np.random.multinomial(5, np.array([0.0, 1, 0])))
share = np.random.multinomial(20000, [0.2, 0.3, 0.5]) / 20000
print(np.abs(share - np.array([0.2, 0.3, 0.5])).max() < 0.02)
x = np.array([0.001, 1, -2])
x.attach_grad()
with autograd.record():
    made = np.sinh(x)
made.backward()
for array, wanted in (made, math.sinh), (np.cosh(x), math.cosh), (x.grad, math.cosh):
    print(array.dtype, all(abs(one / wanted(at) - 1) < 1e-6 for one, at in zip(array.tolist(), x.tolist())))
print(np.sqrt(2 * np.pi), np.exp(1), np.log(0), np.sqrt(-1), np.exp(1000), np.sinh(0))
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'table')
    with open(path, 'w') as file:
        file.write('# of three\n1\t2.5\t\n\n4\t5\t6\n')
    print(np.genfromtxt(path, dtype=np.float32, delimiter='\t'), numpy.genfromtxt(path, delimiter='\t')[1], numpy.genfromtxt(path, delimiter='\t').dtype)
print([one.tolist() for one in numpy.meshgrid(numpy.arange(2), [5, 6, 7])], numpy.meshgrid([1], [2, 3], indexing='ij')[1].tolist())
print(d2l.Vocab([('a', 'b'), ('c', 'd'), ('c', 'd')]).idx_to_token)

with contextlib.redirect_stderr(io.StringIO()):
    batches, vocab = d2l.load_data_time_machine(8, 5, max_tokens=600)
    X, Y = next(iter(batches))
    print(X.shape, X.dtype, (X[:, 1:] == Y[:, :-1]).min())
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        net = d2l.RNNModel(gluon.rnn.RNN(16), len(vocab))
        d2l.train_ch8(net, batches, vocab, 1, 3, d2l.try_gpu())
        pairs, source, target = d2l.load_data_nmt(8, 6, 40)
    print(printed.getvalue().split()[0], [one.shape for one in next(iter(pairs))])


class Decoder(d2l.Decoder):
    def __init__(self):
        super().__init__()
        self.embedding, self.rnn = gluon.nn.Embedding(len(target), 8), gluon.rnn.GRU(8, 1)
        self.dense = gluon.nn.Dense(len(target), flatten=False)

    def init_state(self, enc_outputs, *args):
        return enc_outputs[1]

    def forward(self, X, state):
        made, state = self.rnn(self.embedding(X).swapaxes(0, 1), state)
        return self.dense(made).swapaxes(0, 1), state


with contextlib.redirect_stdout(io.StringIO()) as printed:
    net = d2l.EncoderDecoder(d2l.Seq2SeqEncoder(len(source), 8, 8, 1), Decoder())
    d2l.train_seq2seq(net, pairs, 0.005, 2, target, d2l.try_gpu())
    data = d2l.load_array((np.concatenate([np.ones((20, 4)), -np.ones((20, 4))]), np.repeat(np.array([0, 1]), 20)), 8)
    two = gluon.nn.Dense(2)
    two.initialize(init.Normal(0.1), ctx=d2l.try_all_gpus())
    trainer = gluon.Trainer(two.collect_params(), 'sgd', {'learning_rate': 0.5})
    d2l.train_ch13(two, data, data, gluon.loss.SoftmaxCrossEntropyLoss(), trainer, 3)
print(printed.getvalue().split()[0], type(d2l.predict_seq2seq(net, 'go .', source, target, 6, d2l.try_gpu())[0]))
print(printed.getvalue().split('\n')[1].split(', ')[2])
npx.reset_np()
with contextlib.redirect_stderr(io.StringIO()):
    numbers, of_character, characters, count = d2lzh.load_data_jay_lyrics()
print(len(numbers), len(characters) == count == len(of_character), characters[numbers[7]] == characters[of_character[characters[numbers[7]]]])
for X, Y in list(d2lzh.data_iter_consecutive(list(range(30)), 2, 6))[:1]:
    print(X.tolist(), Y.tolist())
X, Y = next(d2lzh.data_iter_random(list(range(30)), 2, 6))
print((Y - X).sum().asscalar(), sum(1 for _ in d2lzh.data_iter_random(list(range(30)), 2, 6)))
print(d2lzh.corr2d(nd.arange(9).reshape((3, 3)), nd.array([[0, 1], [2, 3]])).tolist())
print(d2lzh.train_2d(lambda x1, x2, s1, s2: (x1 * 0.5, x2 * 0.5, 0, 0))[1])
with d2lzh.Benchmark('here'):
    pass
# prints:
# [1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.4378, 0.5622, 0.0, 0.4378, 0.5622, 0.0] [1.0, 0.0, 0.0, 0.2543, 0.3265, 0.4192, 0.4378, 0.5622, 0.0, 0.3333, 0.3333, 0.3333]
# [-0.0612, 0.0612, 0.0, -0.0612, 0.0612, 0.0, -0.0472, -0.0134, 0.0606, -0.0472, -0.0134, 0.0606]
# [[ 1.  0.]
#  [inf  2.]] [[ 1. inf]
#  [-1.  2.]]
# [-0.3454, 0.0197, 0.3667, 0.3766, -0.3259, 0.0663, 0.3975, 0.3632]
# [-0.1639, 0.2341, -0.2772, 0.2882, 0.1094, -0.1038, 0.0863, -0.0588]
# [-0.7797, -0.3229, 0.6412, 0.104, -0.7168, -0.699, 0.6958, 0.2022, -0.2466, -0.5343, 0.3247, -0.0824]
# [0.0, 1.0, 0.0, 1.0, 0.8415, 0.5403, 0.01, 0.9999, 0.9093, -0.4161, 0.02, 0.9998]
# (2, 5, 4) [(4, 5, 5), (4, 5, 5)]
# [0.0, 0.3595, 0.0, 1.5152, 0.0, 1.3935, 0.33, 2.9043]
# (2, 10) 9 11183626
# [2.3025851 1.1512926 0.       ]
# [4.0, 9.0, 38.0, 44.0, 126.0, 139.0, 317.0, 339.0]
# [2.0, 3.5, 6.5, 8.0]
# MXNetError Convolution: its weight has shape (2, 2, 2, 2); kernel, num_filter and num_group ask for (3, 2, 2, 2)
# [3.0, 3.0, 4.0, 2.0] [1.0, 2.0, 5.0, 4.0]
# [[[1.0, 0.0, 2.0, 0.0], [3.0, 7.0, 4.0, 7.0]], [[1.0, 0.0, 2.0, 0.0], [3.0, 8.0, 4.0, 8.0]]]
# could not broadcast input array from shape (2, 3) into 2 places of axis 2
# (3, 2, 3) int64 [[10, 10], [10, 10], [10, 10]] [0 5 0]
# True
# float32 True
# float32 True
# float32 True
# 2.5066282746310002 2.718281828459045 -inf nan inf 0.0
# [[1.  2.5 nan]
#  [4.  5.  6. ]] [4. 5. 6.] float64
# [[[0, 1], [0, 1], [0, 1]], [[5, 5], [6, 6], [7, 7]]] [[2, 3]]
# ['<unk>', ('c', 'd'), ('a', 'b')]
# (8, 5) float32 True
# perplexity [(8, 6), (8,), (8, 6), (8,)]
# loss <class 'str'>
# test acc 1.000
# 10000 True True
# [[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [15.0, 16.0, 17.0, 18.0, 19.0, 20.0]] [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [16.0, 17.0, 18.0, 19.0, 20.0, 21.0]]
# 12.0 2
# [[19.0, 25.0], [37.0, 43.0]]
# epoch 20, x1 -0.000005, x2 -0.000002
# (-2.5, -1.0)
# here time: 0.0000 sec
