# SPDX-License-Identifier: GPL-3.0-or-later
# Text in PyTorch: language models and translation. Attention is in _torch_attention.py.
import math

import torch
from _book import Accumulator, Timer, Vocab, spaced, truncate_pad
from torch import nn

from d2l._data import DATA_URL, download, read_data_nmt
from d2l._plots import Animator
from d2l._text import letters_of, load_corpus_time_machine, loaders_of, sentences_of, translations
from d2l._torch_models import Classifier, DataModule, Module

__all__ = ['TimeMachine', 'RNNScratch', 'RNNLMScratch', 'RNN', 'RNNLM', 'GRU', 'MTFraEng', 'Encoder', 'Decoder',
           'EncoderDecoder', 'init_seq2seq', 'Seq2SeqEncoder', 'Seq2Seq', 'load_corpus_time_machine', 'seq_data_iter_random',
           'seq_data_iter_sequential', 'SeqDataLoader', 'load_data_time_machine', 'RNNModelScratch', 'RNNModel', 'predict_ch8',
           'grad_clipping', 'train_epoch_ch8', 'train_ch8', 'preprocess_nmt', 'build_array_nmt', 'load_data_nmt',
           'sequence_mask', 'MaskedSoftmaxCELoss', 'train_seq2seq', 'predict_seq2seq']
preprocess_nmt = spaced


class TimeMachine(DataModule):
    def __init__(self, batch_size, num_steps, num_train=10000, num_val=5000):
        super().__init__()
        self.save_hyperparameters()
        corpus, self.vocab = self.build(self._download())
        array = torch.tensor(corpus).unfold(0, num_steps + 1, 1)
        self.X, self.Y = array[:, :-1], array[:, 1:]

    def _download(self):
        with open(download(DATA_URL + 'timemachine.txt', self.root), encoding='utf-8') as file:
            return file.read()

    def _preprocess(self, text):
        return letters_of(text)

    def _tokenize(self, text):
        return list(text)

    def build(self, raw_text, vocab=None):
        tokens = self._tokenize(self._preprocess(raw_text))
        vocab = Vocab(tokens) if vocab is None else vocab
        return [vocab[token] for token in tokens], vocab

    def get_dataloader(self, train):
        begin, end = (0, self.num_train) if train else (self.num_train, self.num_train + self.num_val)
        return self.get_tensorloader([self.X, self.Y], train, slice(begin, end))


class RNNScratch(Module):
    def __init__(self, num_inputs, num_hiddens, sigma=0.01):
        super().__init__()
        self.save_hyperparameters()
        self.W_xh = nn.Parameter(torch.randn(num_inputs, num_hiddens) * sigma)
        self.W_hh = nn.Parameter(torch.randn(num_hiddens, num_hiddens) * sigma)
        self.b_h = nn.Parameter(torch.zeros(num_hiddens))

    def forward(self, inputs, state=None):
        if state is None:
            state = torch.zeros((inputs.shape[1], self.num_hiddens), device=inputs.device)
        else:
            state, = state
        outputs = []
        for X in inputs:
            state = torch.tanh(torch.matmul(X, self.W_xh) + torch.matmul(state, self.W_hh) + self.b_h)
            outputs.append(state)
        return outputs, state


class RNNLMScratch(Classifier):
    def __init__(self, rnn, vocab_size, lr=0.01):
        super().__init__()
        self.save_hyperparameters()
        self.init_params()

    def init_params(self):
        self.W_hq = nn.Parameter(torch.randn(self.rnn.num_hiddens, self.vocab_size) * self.rnn.sigma)
        self.b_q = nn.Parameter(torch.zeros(self.vocab_size))

    def training_step(self, batch):
        lost = self.loss(self(*batch[:-1]), batch[-1])
        self.plot('ppl', torch.exp(lost), train=True)
        return lost

    def validation_step(self, batch):
        self.plot('ppl', torch.exp(self.loss(self(*batch[:-1]), batch[-1])), train=False)

    def one_hot(self, X):
        return nn.functional.one_hot(X.T, self.vocab_size).type(torch.float32)

    def output_layer(self, rnn_outputs):
        return torch.stack([torch.matmul(H, self.W_hq) + self.b_q for H in rnn_outputs], 1)

    def forward(self, X, state=None):
        outputs, _ = self.rnn(self.one_hot(X), state)
        return self.output_layer(outputs)

    def predict(self, prefix, num_preds, vocab, device=None):
        state, outputs = None, [vocab[prefix[0]]]
        for at in range(len(prefix) + num_preds - 1):
            X = torch.tensor([[outputs[-1]]], device=device)
            made, state = self.rnn(self.one_hot(X), state)
            if at < len(prefix) - 1:
                outputs.append(vocab[prefix[at + 1]])
            else:
                outputs.append(int(self.output_layer(made).argmax(axis=2).reshape(1)))
        return ''.join(vocab.idx_to_token[one] for one in outputs)


class RNN(Module):
    def __init__(self, num_inputs, num_hiddens):
        super().__init__()
        self.save_hyperparameters()
        self.rnn = nn.RNN(num_inputs, num_hiddens)

    def forward(self, inputs, H=None):
        return self.rnn(inputs, H)


class RNNLM(RNNLMScratch):
    def init_params(self):
        self.linear = nn.LazyLinear(self.vocab_size)

    def output_layer(self, hiddens):
        return self.linear(hiddens).swapaxes(0, 1)


class GRU(RNN):
    def __init__(self, num_inputs, num_hiddens, num_layers, dropout=0):
        Module.__init__(self)
        self.save_hyperparameters()
        self.rnn = nn.GRU(num_inputs, num_hiddens, num_layers, dropout=dropout)


class MTFraEng(DataModule):
    def __init__(self, batch_size, num_steps=9, num_train=512, num_val=128):
        super().__init__()
        self.save_hyperparameters()
        self.arrays, self.src_vocab, self.tgt_vocab = self._build_arrays(self._download())

    def _download(self):
        return read_data_nmt()

    def _preprocess(self, text):
        return spaced(text)

    def _tokenize(self, text, max_examples=None):
        return sentences_of(text, max_examples)

    def _build_arrays(self, raw_text, src_vocab=None, tgt_vocab=None):
        def array_of(sentences, vocab, is_tgt=False):
            sentences = [['<bos>'] * is_tgt + truncate_pad(one, self.num_steps, '<pad>') for one in sentences]
            vocab = Vocab(sentences, min_freq=2) if vocab is None else vocab
            array = torch.tensor([vocab[one] for one in sentences])
            return array, vocab, (array != vocab['<pad>']).type(torch.int32).sum(1)

        src, tgt = self._tokenize(self._preprocess(raw_text), self.num_train + self.num_val)
        src, src_vocab, valid_len = array_of(src, src_vocab)
        tgt, tgt_vocab, _ = array_of(tgt, tgt_vocab, True)
        return (src, tgt[:, :-1], valid_len, tgt[:, 1:]), src_vocab, tgt_vocab

    def get_dataloader(self, train):
        return self.get_tensorloader(self.arrays, train, slice(0, self.num_train) if train else slice(self.num_train, None))

    def build(self, src_sentences, tgt_sentences):
        text = '\n'.join('\t'.join(pair) for pair in zip(src_sentences, tgt_sentences))
        return self._build_arrays(text, self.src_vocab, self.tgt_vocab)[0]


class Encoder(nn.Module):
    def forward(self, X, *args):
        raise NotImplementedError


class Decoder(nn.Module):
    def init_state(self, enc_all_outputs, *args):
        raise NotImplementedError

    def forward(self, X, state):
        raise NotImplementedError


class EncoderDecoder(Classifier):
    """By itself, as in 2021, it returns what the decoder does: with its state. A class that is derived from it, as in the
    later edition, does without."""
    def __init__(self, encoder, decoder):
        super().__init__()
        self.encoder, self.decoder = encoder, decoder

    def forward(self, enc_X, dec_X, *args):
        state = self.decoder.init_state(self.encoder(enc_X, *args), *args)
        made = self.decoder(dec_X, state)
        return made if type(self) is EncoderDecoder else made[0]

    def predict_step(self, batch, device, num_steps, save_attention_weights=False):
        src, tgt, src_valid_len, _ = [one.to(device) for one in batch]
        state = self.decoder.init_state(self.encoder(src, src_valid_len), src_valid_len)
        outputs, weights = [tgt[:, 0].unsqueeze(1)], []
        for _ in range(num_steps):
            Y, state = self.decoder(outputs[-1], state)
            outputs.append(Y.argmax(2))
            if save_attention_weights:
                weights.append(self.decoder.attention_weights)
        return torch.cat(outputs[1:], 1), weights


def init_seq2seq(module):
    if type(module) == nn.Linear:
        nn.init.xavier_uniform_(module.weight)
    if type(module) == nn.GRU:
        for name, param in module.named_parameters():
            if 'weight' in name:
                nn.init.xavier_uniform_(param)


class Seq2SeqEncoder(Encoder):
    def __init__(self, vocab_size, embed_size, num_hiddens, num_layers, dropout=0):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_size)
        self.rnn = GRU(embed_size, num_hiddens, num_layers, dropout)
        self.apply(init_seq2seq)

    def forward(self, X, *args):
        return self.rnn(self.embedding(X.t().type(torch.int64)))


class Seq2Seq(EncoderDecoder):
    def __init__(self, encoder, decoder, tgt_pad, lr):
        super().__init__(encoder, decoder)
        self.save_hyperparameters()

    def validation_step(self, batch):
        self.plot('loss', self.loss(self(*batch[:-1]), batch[-1]), train=False)

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=self.lr)


# The edition of 2021: language models.

seq_data_iter_random, seq_data_iter_sequential, SeqDataLoader, load_data_time_machine = loaders_of(torch.tensor)


class RNNModelScratch:
    def __init__(self, vocab_size, num_hiddens, device, get_params, init_state, forward_fn):
        self.vocab_size, self.num_hiddens = vocab_size, num_hiddens
        self.params = get_params(vocab_size, num_hiddens, device)
        self.init_state, self.forward_fn = init_state, forward_fn

    def __call__(self, X, state):
        X = nn.functional.one_hot(X.T, self.vocab_size).type(torch.float32)
        return self.forward_fn(X, state, self.params)

    def begin_state(self, batch_size, device):
        return self.init_state(batch_size, self.num_hiddens, device)


class RNNModel(nn.Module):
    def __init__(self, rnn_layer, vocab_size, **kwargs):
        super().__init__(**kwargs)
        self.rnn, self.vocab_size, self.num_hiddens = rnn_layer, vocab_size, rnn_layer.hidden_size
        self.num_directions = 2 if rnn_layer.bidirectional else 1
        self.linear = nn.Linear(self.num_hiddens * self.num_directions, vocab_size)

    def forward(self, inputs, state):
        X = nn.functional.one_hot(inputs.T.long(), self.vocab_size).to(torch.float32)
        Y, state = self.rnn(X, state)
        return self.linear(Y.reshape((-1, Y.shape[-1]))), state

    def begin_state(self, device, batch_size=1):
        shape = self.num_directions * self.rnn.num_layers, batch_size, self.num_hiddens
        if isinstance(self.rnn, nn.LSTM):
            return torch.zeros(shape, device=device), torch.zeros(shape, device=device)
        return torch.zeros(shape, device=device)


def predict_ch8(prefix, num_preds, net, vocab, device):
    state = net.begin_state(batch_size=1, device=device)
    outputs = [vocab[prefix[0]]]
    for at in range(1, len(prefix) + num_preds):
        y, state = net(torch.tensor([[outputs[-1]]], device=device), state)
        outputs.append(vocab[prefix[at]] if at < len(prefix) else int(y.argmax(dim=1).reshape(1)))
    return ''.join(vocab.idx_to_token[one] for one in outputs)


def clipped(params, theta):
    norm = torch.sqrt(sum((one.grad ** 2).sum() for one in params))
    if norm > theta:
        for one in params:
            one.grad[:] *= theta / norm


def grad_clipping(net, theta):
    params = [one for one in net.parameters() if one.requires_grad] if isinstance(net, nn.Module) else net.params
    clipped(params, theta)


def train_epoch_ch8(net, train_iter, loss, updater, device, use_random_iter):
    state, timer, metric = None, Timer(), Accumulator(2)
    for X, Y in train_iter:
        if state is None or use_random_iter:
            state = net.begin_state(batch_size=X.shape[0], device=device)
        else:
            for one in state if isinstance(state, tuple) else (state,):
                one.detach_()
        X, y = X.to(device), Y.T.reshape(-1).to(device)
        y_hat, state = net(X, state)
        lost = loss(y_hat, y.long()).mean()
        if isinstance(updater, torch.optim.Optimizer):
            updater.zero_grad()
            lost.backward()
            grad_clipping(net, 1)
            updater.step()
        else:
            lost.backward()
            grad_clipping(net, 1)
            updater(batch_size=1)
        metric.add(lost * y.numel(), y.numel())
    return math.exp(metric[0] / metric[1]), metric[1] / timer.stop()


def train_ch8(net, train_iter, vocab, lr, num_epochs, device, use_random_iter=False):
    from d2l.torch import sgd
    loss = nn.CrossEntropyLoss()
    animator = Animator(xlabel='epoch', ylabel='perplexity', legend=['train'], xlim=[10, num_epochs])
    if isinstance(net, nn.Module):
        updater = torch.optim.SGD(net.parameters(), lr)
    else:
        def updater(batch_size):
            sgd(net.params, lr, batch_size)
    for epoch in range(num_epochs):
        perplexity, speed = train_epoch_ch8(net, train_iter, loss, updater, device, use_random_iter)
        if (epoch + 1) % 10 == 0:
            print(predict_ch8('time traveller', 50, net, vocab, device))
            animator.add(epoch + 1, [perplexity])
    print(f'perplexity {perplexity:.1f}, {speed:.1f} tokens/sec on {device}')
    print(predict_ch8('time traveller', 50, net, vocab, device))
    print(predict_ch8('traveller', 50, net, vocab, device))


# Of the same edition: translation.

def build_array_nmt(lines, vocab, num_steps):
    array = torch.tensor([truncate_pad(vocab[line] + [vocab['<eos>']], num_steps, vocab['<pad>']) for line in lines])
    return array, (array != vocab['<pad>']).type(torch.int32).sum(1)


def load_data_nmt(batch_size, num_steps, num_examples=600):
    from d2l.torch import load_array
    arrays, vocabs = translations(num_examples, lambda lines, vocab: build_array_nmt(lines, vocab, num_steps))
    return load_array(arrays, batch_size), *vocabs


def sequence_mask(X, valid_len, value=0):
    mask = torch.arange(X.size(1), dtype=torch.float32, device=X.device)[None, :] < valid_len[:, None]
    X[~mask] = value
    return X


class MaskedSoftmaxCELoss(nn.Module):
    def forward(self, pred, label, valid_len):
        weights = sequence_mask(torch.ones_like(label), valid_len)
        return (nn.functional.cross_entropy(pred.permute(0, 2, 1), label, reduction='none') * weights).mean(dim=1)


def train_seq2seq(net, data_iter, lr, num_epochs, tgt_vocab, device):
    net.apply(init_seq2seq)
    net.to(device)
    optimizer = torch.optim.Adam(net.parameters(), lr=lr)
    loss = MaskedSoftmaxCELoss()
    net.train()
    animator = Animator(xlabel='epoch', ylabel='loss', xlim=[10, num_epochs])
    for epoch in range(num_epochs):
        timer, metric = Timer(), Accumulator(2)
        for batch in data_iter:
            optimizer.zero_grad()
            X, X_valid_len, Y, Y_valid_len = [one.to(device) for one in batch]
            bos = torch.tensor([tgt_vocab['<bos>']] * Y.shape[0], device=device).reshape(-1, 1)
            made = net(X, torch.cat([bos, Y[:, :-1]], 1), X_valid_len)
            lost = loss(made[0] if isinstance(made, tuple) else made, Y, Y_valid_len)  # of 2021, with the state
            lost.sum().backward()
            grad_clipping(net, 1)
            tokens = Y_valid_len.sum()
            optimizer.step()
            with torch.no_grad():
                metric.add(lost.sum(), tokens)
        if (epoch + 1) % 10 == 0:
            animator.add(epoch + 1, (metric[0] / metric[1],))
    print(f'loss {metric[0] / metric[1]:.3f}, {metric[1] / timer.stop():.1f} tokens/sec on {device}')


def predict_seq2seq(net, src_sentence, src_vocab, tgt_vocab, num_steps, device, save_attention_weights=False):
    net.eval()
    tokens = src_vocab[src_sentence.lower().split(' ')] + [src_vocab['<eos>']]
    valid_len = torch.tensor([len(tokens)], device=device)
    tokens = truncate_pad(tokens, num_steps, src_vocab['<pad>'])
    X = torch.tensor([tokens], dtype=torch.long, device=device)
    state = net.decoder.init_state(net.encoder(X, valid_len), valid_len)
    X = torch.tensor([[tgt_vocab['<bos>']]], dtype=torch.long, device=device)
    outputs, weights = [], []
    for _ in range(num_steps):
        Y, state = net.decoder(X, state)
        X = Y.argmax(dim=2)
        made = X.squeeze(dim=0).type(torch.int32).item()
        if save_attention_weights:
            weights.append(net.decoder.attention_weights)
        if made == tgt_vocab['<eos>']:
            break
        outputs.append(made)
    return ' '.join(tgt_vocab.to_tokens(outputs)), weights
