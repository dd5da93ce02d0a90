# SPDX-License-Identifier: GPL-3.0-or-later
# Text in MXNet, as in the edition of 2021: language models and translation. Attention is in _mxnet_attention.py.
import math

import mxnet
from _book import Accumulator, Timer, spaced, truncate_pad
from mxnet import autograd, gluon, np, npx
from mxnet.gluon import nn, rnn

from d2l._plots import Animator
from d2l._text import load_corpus_time_machine, loaders_of, translations

__all__ = ['load_corpus_time_machine', 'seq_data_iter_random', 'seq_data_iter_sequential', 'SeqDataLoader',
           'load_data_time_machine', 'RNNModelScratch', 'RNNModel', 'predict_ch8', 'grad_clipping', 'train_epoch_ch8',
           'train_ch8', 'preprocess_nmt', 'build_array_nmt', 'load_data_nmt', 'Encoder', 'Decoder',
           'Seq2SeqEncoder', 'MaskedSoftmaxCELoss', 'train_seq2seq', 'predict_seq2seq']
preprocess_nmt = spaced


seq_data_iter_random, seq_data_iter_sequential, SeqDataLoader, load_data_time_machine = loaders_of(np.array)


class RNNModelScratch:
    def __init__(self, vocab_size, num_hiddens, device, get_params, init_state, forward_fn):
        self.vocab_size, self.num_hiddens = vocab_size, num_hiddens
        self.params = get_params(vocab_size, num_hiddens, device)
        self.init_state, self.forward_fn = init_state, forward_fn

    def __call__(self, X, state):
        return self.forward_fn(npx.one_hot(X.T, self.vocab_size), state, self.params)

    def begin_state(self, batch_size, ctx):
        return self.init_state(batch_size, self.num_hiddens, ctx)


class RNNModel(nn.Block):
    def __init__(self, rnn_layer, vocab_size, **kwargs):
        super().__init__(**kwargs)
        self.rnn, self.vocab_size = rnn_layer, vocab_size
        self.dense = nn.Dense(vocab_size)

    def forward(self, inputs, state):
        Y, state = self.rnn(npx.one_hot(inputs.T, self.vocab_size), state)
        return self.dense(Y.reshape(-1, Y.shape[-1])), state

    def begin_state(self, *args, **kwargs):
        return self.rnn.begin_state(*args, **kwargs)


def predict_ch8(prefix, num_preds, net, vocab, device):
    state = net.begin_state(batch_size=1, ctx=device)
    outputs = [vocab[prefix[0]]]
    for at in range(1, len(prefix) + num_preds):
        y, state = net(np.array([[outputs[-1]]], ctx=device), state)
        outputs.append(vocab[prefix[at]] if at < len(prefix) else int(y.argmax(axis=1).reshape(1)))
    return ''.join(vocab.idx_to_token[one] for one in outputs)


def clipped(params, theta):
    norm = float(sum(float((one.grad ** 2).sum()) for one in params)) ** 0.5
    if norm > theta:
        for one in params:
            one.grad[:] *= theta / norm


def grad_clipping(net, theta):
    clipped([one.data() for one in net.collect_params().values()] if isinstance(net, nn.Block) else net.params, theta)


def train_epoch_ch8(net, train_iter, loss, updater, device, use_random_iter):
    state, timer, metric = None, Timer(), Accumulator(2)
    for X, Y in train_iter:
        if state is None or use_random_iter:
            state = net.begin_state(batch_size=X.shape[0], ctx=device)
        else:
            state = type(state)(one.detach() for one in state)
        X, y = X.as_in_ctx(device), Y.T.reshape(-1).as_in_ctx(device)
        with autograd.record():
            y_hat, state = net(X, state)
            lost = loss(y_hat, y).mean()
        lost.backward()
        grad_clipping(net, 1)
        updater(batch_size=1)
        metric.add(lost * y.size, y.size)
    return math.exp(metric[0] / metric[1]), metric[1] / timer.stop()


def train_ch8(net, train_iter, vocab, lr, num_epochs, device, use_random_iter=False):
    from d2l.mxnet import sgd
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    animator = Animator(xlabel='epoch', ylabel='perplexity', legend=['train'], xlim=[10, num_epochs])
    if isinstance(net, gluon.Block):
        net.initialize(ctx=device, force_reinit=True, init=mxnet.init.Normal(0.01))
        updater = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': lr}).step
    else:
        def updater(batch_size):
            sgd(net.params, lr, batch_size)
    for epoch in range(num_epochs):
        perplexity, speed = train_epoch_ch8(net, train_iter, loss, updater, device, use_random_iter)
        if (epoch + 1) % 10 == 0:
            animator.add(epoch + 1, [perplexity])
    print(f'perplexity {perplexity:.1f}, {speed:.1f} tokens/sec on {device}')
    print(predict_ch8('time traveller', 50, net, vocab, device))
    print(predict_ch8('traveller', 50, net, vocab, device))


# Translation.

def build_array_nmt(lines, vocab, num_steps):
    array = np.array([truncate_pad(vocab[line] + [vocab['<eos>']], num_steps, vocab['<pad>']) for line in lines])
    return array, (array != vocab['<pad>']).astype(np.int32).sum(1)


def load_data_nmt(batch_size, num_steps, num_examples=600):
    from d2l.mxnet import load_array
    arrays, vocabs = translations(num_examples, lambda lines, vocab: build_array_nmt(lines, vocab, num_steps))
    return load_array(arrays, batch_size), *vocabs


class Encoder(nn.Block):
    def forward(self, X, *args):
        raise NotImplementedError


class Decoder(nn.Block):
    def init_state(self, enc_outputs, *args):
        raise NotImplementedError

    def forward(self, X, state):
        raise NotImplementedError


class States(list):
    """Of a recurrent layer. The last of them is the last layer's, which the later edition asks for, whose state is an array."""
    def __getitem__(self, at):
        return super().__getitem__(0)[-1] if at == -1 else super().__getitem__(at)


class Seq2SeqEncoder(Encoder):
    def __init__(self, vocab_size, embed_size, num_hiddens, num_layers, dropout=0, **kwargs):
        super().__init__(**kwargs)
        self.embedding = nn.Embedding(vocab_size, embed_size)
        self.rnn = rnn.GRU(num_hiddens, num_layers, dropout=dropout)

    def forward(self, X, *args):
        known = self.embedding.weight
        if known._arrays is None and known._deferred is None:
            self.initialize(mxnet.init.Xavier())  # as the later edition does when it makes it
        X = self.embedding(X).swapaxes(0, 1)
        outputs, states = self.rnn(X, self.rnn.begin_state(batch_size=X.shape[1], ctx=X.ctx))
        return outputs, States(states)


class MaskedSoftmaxCELoss(gluon.loss.SoftmaxCELoss):
    def forward(self, pred, label, valid_len):
        weights = npx.sequence_mask(np.expand_dims(np.ones_like(label), -1), valid_len, True, axis=1)
        return super().forward(pred, label, weights)


def train_seq2seq(net, data_iter, lr, num_epochs, tgt_vocab, device):
    net.initialize(mxnet.init.Xavier(), force_reinit=True, ctx=device)
    trainer = gluon.Trainer(net.collect_params(), 'adam', {'learning_rate': lr})
    loss = MaskedSoftmaxCELoss()
    animator = Animator(xlabel='epoch', ylabel='loss', xlim=[10, num_epochs])
    for epoch in range(num_epochs):
        timer, metric = Timer(), Accumulator(2)
        for batch in data_iter:
            X, X_valid_len, Y, Y_valid_len = [one.as_in_ctx(device) for one in batch]
            bos = np.array([tgt_vocab['<bos>']] * Y.shape[0], ctx=device).reshape(-1, 1)
            shifted = np.concatenate([bos, Y[:, :-1]], 1)
            with autograd.record():
                made, _ = net(X, shifted, X_valid_len)
                lost = loss(made, Y, Y_valid_len)
            lost.backward()
            grad_clipping(net, 1)
            tokens = int(Y_valid_len.sum())
            trainer.step(tokens)
            metric.add(lost.sum(), tokens)
        if (epoch + 1) % 10 == 0:
            animator.add(epoch + 1, (metric[0] / metric[1],))
    print(f'loss {metric[0] / metric[1]:.3f}, {metric[1] / timer.stop():.1f} tokens/sec on {device}')


def predict_seq2seq(net, src_sentence, src_vocab, tgt_vocab, num_steps, device, save_attention_weights=False):
    tokens = src_vocab[src_sentence.lower().split(' ')] + [src_vocab['<eos>']]
    valid_len = np.array([len(tokens)], ctx=device)
    X = np.array([truncate_pad(tokens, num_steps, src_vocab['<pad>'])], ctx=device)
    state = net.decoder.init_state(net.encoder(X, valid_len), valid_len)
    X = np.array([[tgt_vocab['<bos>']]], ctx=device)
    outputs, weights = [], []
    for _ in range(num_steps):
        Y, state = net.decoder(X, state)
        X = Y.argmax(axis=2)
        made = int(X.squeeze(axis=0).item())
        if save_attention_weights:
            weights.append(net.decoder.attention_weights)
        if made == tgt_vocab['<eos>']:
            break
        outputs.append(made)
    return ' '.join(tgt_vocab.to_tokens(outputs)), weights
