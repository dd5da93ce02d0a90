# in stream: the helpers of the book, of its later edition and of that of 2021
import itertools
import os
import random
import sys

os.chdir('/')  # where nobody has put the book's data
sys.stderr = open(os.devnull, 'w')  # which tells of data and of pictures
import torch
from torch import nn

from d2l import torch as d2l

torch.manual_seed(0)
random.seed(0)


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
print(bool(0.2 < X.mean() < 0.35 and X.std() > 0.2), len(data.train), len(data.val_dataloader()), X.shape, X.dtype, y.dtype, data.train[3][1] in range(10), data.val[-1][0].shape)
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


def s(x):
    return [round(one, 3) + 0.0 for one in x.reshape(-1).tolist()]


# Boxes: the book's own example.
boxes = d2l.multibox_prior(torch.zeros(1, 3, 2, 4), sizes=[0.5, 0.25], ratios=[1, 4])
print(boxes.shape, s(boxes[0, :3]))
truth = torch.tensor([[[0, 0.1, 0.08, 0.52, 0.92], [1, 0.55, 0.2, 0.9, 0.88]]])
anchors = torch.tensor([[[0, 0.1, 0.2, 0.3], [0.15, 0.2, 0.4, 0.4], [0.63, 0.05, 0.88, 0.98], [0.66, 0.45, 0.8, 0.8],
                         [0.57, 0.3, 0.92, 0.9]]])
for device in d2l.cpu(), d2l.try_gpu():
    offsets, mask, classes = d2l.multibox_target(anchors.to(device), truth.to(device))
    print(classes.tolist(), s(mask[0, ::4]), s(offsets[0, 4:12]))
anchors = torch.tensor([[[0.1, 0.08, 0.52, 0.92], [0.08, 0.2, 0.56, 0.95], [0.15, 0.3, 0.62, 0.91], [0.55, 0.2, 0.9, 0.88]]])
chances = torch.tensor([[[0] * 4, [0.9, 0.8, 0.7, 0.1], [0.1, 0.2, 0.3, 0.9]]])
for row in d2l.multibox_detection(chances, torch.zeros(1, 16), anchors, nms_threshold=0.5)[0]:
    print(s(row))
X, y = next(iter(d2l.load_data_bananas(4)[1]))
left, top, right, bottom = (y[0, 0, 1:] * 256).long().tolist()
print(X.shape, y.shape, X[0, :, top, right - 1].tolist(), d2l.plt.imread('../img/catdog.jpg').shape)
d2l.show_bboxes(d2l.plt.imshow(X[0].permute(1, 2, 0).long()).axes, y[0, :, 1:] * 256, ['banana'], 'w')

# BERT, as the editions give its sizes.
tokens, segments = torch.ones(2, 8, dtype=torch.long), torch.zeros(2, 8, dtype=torch.long)
for bert in d2l.BERTModel(50, 12, 24, 2, 1, 0.1), d2l.BERTModel(50, 12, [12], 12, 24, 2, 1, 0.1, 1000, *6 * [12]):
    print([one.shape for one in bert(tokens, segments, torch.tensor([8, 3]), torch.tensor([[1, 5], [6, 1]]))])
print(d2l.get_tokens_and_segments(['a', 'b'], ['c']))
place = d2l.download_extract('bert.small')
print(sorted(os.listdir(place)), torch.load(f'{place}/pretrained.params')['encoder.token_embedding.weight'].shape[1])
batches, vocab = d2l.load_data_wiki(8, 32)
shown, segments, lengths, places, weights, hidden, follows = next(iter(batches))
print(shown.shape, places.shape, weights.dtype, vocab.idx_to_token[shown[0, 0]], (shown == vocab['<mask>']).any().item(),
      torch.equal(weights.sum(1), (lengths * 0.15).round().clamp(min=1)), set(follows.tolist()))

# Words, reviews and pairs of sentences.
vectors = d2l.TokenEmbedding('glove.6b.50d')
print(len(vectors), vectors[['beautiful', 'no such word']].shape, vectors.token_to_idx['beautiful'], s(vectors[['<unk>']][0, :2]))
print(d2l.get_centers_and_contexts([[1, 2]], 1), [one.tolist() for one in d2l.batchify([(1, [2, 2], [3]), (4, [5], [6])])])
for batches, *_, vocab in d2l.load_data_imdb(4, 20), d2l.load_data_snli(4, 20):
    X, y = next(iter(batches))
    print(X.shape if torch.is_tensor(X) else [one.shape for one in X], y.shape, len(vocab) > 1000)

# Competitions: files, and what is done with them.
place = d2l.download_extract('cifar10_tiny')
labels = d2l.read_csv_labels(f'{place}/trainLabels.csv')
print(len(labels), d2l.reorg_train_valid(place, labels, 0.1), len(os.listdir(f'{place}/train_valid_test/valid/frog')))
with open(d2l.download('kaggle_house_train')) as file:
    rows = [line.rstrip().split(',') for line in file]
print(len(rows), len(rows[0]), rows[0][-1], d2l.VOC_COLORMAP[3], d2l.VOC_COLORMAP[20])
print(d2l.voc_label_indices(torch.tensor(d2l.VOC_COLORMAP).T[:, :, None], d2l.voc_colormap2label()).reshape(-1).tolist() == list(range(21)))

lake = d2l.make_env('FrozenLake-v1', seed=0)
print(lake['desc'][0].tolist(), lake['mdp'][14, 2], lake['env'].reset(), lake['env'].step(1)[0] in (0, 1, 4))


class Ladder:
    at = 0

    def rvs(self):
        self.at += 1
        return self.at


scheduler = d2l.SuccessiveHalvingScheduler(d2l.RandomSearcher({'x': Ladder()}), eta=2, r_min=1, r_max=4)
tuner = d2l.HPOTuner(scheduler, lambda x, max_epochs: abs(x - 2) + 1 / max_epochs)
sys.stdout, out = open(os.devnull, 'w'), sys.stdout
tuner.run(7)
sys.stdout = out
print(scheduler.rung_levels, [list(one['config'].values()) for one in tuner.records], tuner.incumbent, tuner.incumbent_trajectory[-1])
D, G = nn.Linear(2, 1), nn.Linear(2, 2)
trainers = [torch.optim.SGD(net.parameters(), 0.1) for net in (D, G)]
with torch.no_grad():
    D.weight[:], D.bias[:] = torch.tensor([[1.0, -1.0]]), 0.5
    G.weight[:], G.bias[:] = torch.eye(2), 0.0
X, Z, loss = torch.tensor([[1.0, 2.0]]), torch.tensor([[0.5, 0.0]]), nn.BCEWithLogitsLoss(reduction='sum')
print(s(d2l.update_D(X, Z, D, G, loss, trainers[0])), s(D.weight), s(d2l.update_G(Z, D, G, loss, trainers[1])), s(G.weight))

# The first edition: its loss is a mean, its models say their state, and the device is left open.
net = nn.Sequential(nn.Flatten(), nn.Linear(784, 10))
nn.init.zeros_(net[1].weight)
nn.init.zeros_(net[1].bias)
one = d2l.train_epoch_ch3(net, train[:1], nn.CrossEntropyLoss(), torch.optim.SGD(net.parameters(), lr=0.1))
print(abs(one[0] - 2.302585) < 1e-4, end=' ')
both = d2l.EncoderDecoder(d2l.Seq2SeqEncoder(9, 4, 6, 1), nn.Identity())
both.decoder.init_state, both.decoder.forward = (lambda made, *args: made[1]), lambda X, state: (X, state)
print(len(both(torch.ones(2, 3, dtype=torch.long), torch.ones(2, 3, dtype=torch.long))))
# prints:
# [device(type='cuda', index=0), device(type='cuda', index=1)] tensor([1.])
# True True 8 40 [8, 4]
# True True 8 40 [8, 4]
# True 60000 157 torch.Size([64, 1, 32, 32]) torch.float32 torch.int64 True torch.Size([1, 32, 32])
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
# torch.Size([1, 24, 4]) [0.0, 0.0, 0.25, 0.5, 0.062, 0.125, 0.188, 0.375, -0.125, 0.125, 0.375, 0.375]
# [[0, 1, 2, 0, 2]] [0.0, 1.0, 1.0, 0.0, 1.0] [1.4, 10.0, 2.594, 7.175, -1.2, 0.269, 1.682, -1.565]
# [[0, 1, 2, 0, 2]] [0.0, 1.0, 1.0, 0.0, 1.0] [1.4, 10.0, 2.594, 7.175, -1.2, 0.269, 1.682, -1.565]
# [0.0, 0.9, 0.1, 0.08, 0.52, 0.92]
# [1.0, 0.9, 0.55, 0.2, 0.9, 0.88]
# [-1.0, 0.8, 0.08, 0.2, 0.56, 0.95]
# [-1.0, 0.7, 0.15, 0.3, 0.62, 0.91]
# read 1000 training examples
# read 100 validation examples
# torch.Size([4, 3, 256, 256]) torch.Size([4, 1, 5]) [230.0, 210.0, 60.0] (561, 728, 3)
# [torch.Size([2, 8, 12]), torch.Size([2, 2, 50]), torch.Size([2, 2])]
# [torch.Size([2, 8, 12]), torch.Size([2, 2, 50]), torch.Size([2, 2])]
# (['<cls>', 'a', 'b', '<sep>', 'c', '<sep>'], [0, 0, 0, 0, 1, 1])
# ['pretrained.params', 'vocab.json'] 256
# torch.Size([8, 32]) torch.Size([8, 5]) torch.float32 <cls> True True {0, 1}
# 20001 torch.Size([2, 50]) 3367 [0.0, 0.0]
# ([1, 2], [[2], [1]]) [[[1], [4]], [[2, 2, 3], [5, 6, 0]], [[1, 1, 1], [1, 1, 0]], [[1, 1, 0], [1, 0, 0]]]
# read 5400 examples
# read 540 examples
# torch.Size([4, 20]) torch.Size([4]) True
# [torch.Size([4, 20]), torch.Size([4, 20])] torch.Size([4]) True
# 1000 10 10
# 1461 81 SalePrice [128, 128, 0] [0, 64, 128]
# True
# [b'S', b'F', b'F', b'F'] [(0.3333333333333333, 14, 0.0, False), (0.3333333333333333, 15, 1.0, True), (0.3333333333333333, 10, 0.0, False)] 0 True
# [1, 2, 4] [[4, 1], [3, 1], [2, 1], [1, 1], [3, 2], [2, 2], [2, 4]] {'x': 2, 'max_epochs': 4} 0.25
# [1.144] [1.013, -0.938] [0.313] [1.014, 0.0, -0.013, 1.0]
# True 2
