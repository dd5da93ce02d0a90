# in stream: the helpers of the book, of its later edition and of that of 2021
import itertools
import os
import sys

os.chdir('/')  # where nobody has put the book's data
sys.stderr = open(os.devnull, 'w')  # which tells of data and of pictures
import torch
from torch import nn

from d2l import torch as d2l

torch.manual_seed(0)


@d2l.add_to_class(d2l.Module)
def twice(self, number):
    return 2 * number


print(d2l.try_all_gpus(), d2l.tensor([1.0]))
data = d2l.SyntheticRegressionData(torch.tensor([2, -3.4]), 4.2, num_train=320, num_val=32)
for model in d2l.LinearRegressionScratch(2, lr=0.1), d2l.LinearRegression(lr=0.1):
    trainer = d2l.Trainer(max_epochs=4)
    trainer.fit(model, data)
    w, b = (model.w, model.b) if hasattr(model, 'w') else model.get_w_b()
    print((w.reshape(-1) - data.w).abs().max().item() < 0.2, abs(b.item() - 4.2) < 0.4, model.twice(4), trainer.train_batch_idx,
          [len(line) for line in model.board.data.values()])

data = d2l.FashionMNIST(batch_size=64, resize=(32, 32))
X, y = next(iter(data.val_dataloader()))
print(len(data.train), len(data.val_dataloader()), X.shape, X.dtype, y.dtype, data.train[3][1] in range(10), data.val[-1][0].shape)
data.visualize([X, y])
train, test = (list(itertools.islice(one, count)) for one, count in zip(d2l.load_data_fashion_mnist(100), (60, 10)))
net = nn.Sequential(nn.Flatten(), nn.Linear(784, 10))
d2l.train_ch3(net, train, test, nn.CrossEntropyLoss(reduction='none'), 3, torch.optim.SGD(net.parameters(), lr=0.1))
print(d2l.evaluate_accuracy_gpu(net, test) > 0.8, d2l.accuracy(torch.eye(3), torch.tensor([0, 1, 1])))
d2l.predict_ch3(net, test)
data = d2l.TimeMachine(batch_size=100, num_steps=8, num_train=200, num_val=100)
model = d2l.RNNLM(d2l.RNN(len(data.vocab), 16), len(data.vocab), lr=1)
d2l.Trainer(max_epochs=1, gradient_clip_val=1).fit(model, data)
print(len(data.vocab), data.X.shape[1], len(model.predict('it has', 20, data.vocab)), list(model.board.data))
lines, vocab = d2l.load_data_time_machine(32, 35, max_tokens=2500)
net = d2l.RNNModel(nn.GRU(len(vocab), 16), len(vocab)).to(d2l.try_gpu())
print(len(vocab), d2l.predict_ch8('time ', 3, net, vocab, d2l.try_gpu())[:5], d2l.train_epoch_ch8(
    net, lines, nn.CrossEntropyLoss(), torch.optim.SGD(net.parameters(), 1), d2l.try_gpu(), False)[0] < 40)
data = d2l.MTFraEng(batch_size=3)
print([one.shape for one in next(iter(data.train_dataloader()))], data.tgt_vocab.to_tokens(data.build(['go .'], ['va !'])[3][0])[:3])

X, lengths = torch.ones(2, 4, 100), torch.tensor([3, 2])
for heads in d2l.MultiHeadAttention(100, 5, 0.5), d2l.MultiHeadAttention(100, 100, 100, 100, 5, 0.5):
    print(heads(X, X, X, lengths).shape, heads.attention.attention_weights[5, 0].tolist())
for one in d2l.Residual(3), d2l.Residual(3, 6, True, 2), d2l.Residual(6, use_1x1conv=True, strides=2):
    print(one(torch.ones(4, 3, 6, 6)).shape)
print(d2l.TransformerEncoder(20, 24, 48, 8, 2, 0.5).eval()(torch.ones((2, 7), dtype=torch.long), lengths).shape)

print(d2l.corr2d(torch.arange(9.0).reshape(3, 3), torch.ones(2, 2)), d2l.size(X), d2l.concat([X, X], 1).shape, d2l.float32)
d2l.plot(d2l.arange(3), [d2l.arange(3)], 'x', legend=['f'])
d2l.show_trace_2d(lambda a, b: a ** 2 + b, d2l.train_2d(lambda a, b, s, t: (a / 2, b / 2, 0, 0), steps=3))
d2l.show_heatmaps(torch.eye(4).reshape(1, 1, 4, 4), 'x', 'y')
animator = d2l.Animator(legend=['loss'])
animator.add(1, (0.5, None))
print(animator.Y, d2l.bleu('a b c d', 'a b d', 2), d2l.Vocab([['a', 'b'], ['a']], reserved_tokens=['<pad>']).idx_to_token)
try:
    d2l.download('http://somewhere.else/kaggle.csv')
except NotImplementedError as error:
    print(error)
# prints:
# [device(type='cuda', index=0), device(type='cuda', index=1)] tensor([1.])
# True True 8 40 [8, 4]
# True True 8 40 [8, 4]
# 60000 157 torch.Size([64, 1, 32, 32]) torch.float32 torch.int64 True torch.Size([1, 32, 32])
# True 2.0
# 27 8 26 ['train_ppl', 'val_ppl']
# 27 time  True
# [torch.Size([3, 9]), torch.Size([3, 9]), torch.Size([3]), torch.Size([3, 9])] ['va', '!', '<eos>']
# torch.Size([2, 4, 100]) [0.5, 0.5, 0.0, 0.0]
# torch.Size([2, 4, 100]) [0.5, 0.5, 0.0, 0.0]
# torch.Size([4, 3, 6, 6])
# torch.Size([4, 6, 3, 3])
# torch.Size([4, 6, 3, 3])
# torch.Size([2, 7, 24])
# tensor([[ 8., 12.],
#         [20., 24.]]) 800 torch.Size([2, 8, 100]) torch.float32
# epoch 3, x1: -0.625000, x2: -0.250000
# [[0.5], []] 0.6580370064762462 ['<pad>', '<unk>', 'a', 'b']
# d2l loads nothing from the net here: put kaggle.csv into ../data, by hand
