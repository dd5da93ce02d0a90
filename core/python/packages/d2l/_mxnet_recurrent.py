# SPDX-License-Identifier: GPL-3.0-or-later
# Language models and translation in MXNet, as in the later edition. What the edition of 2021 has is in _mxnet_text.py.
from _book import Vocab, spaced, truncate_pad
from mxnet import autograd, gluon, init, np, npx
from mxnet.gluon import nn, rnn

from d2l._data import DATA_URL, download, read_data_nmt
from d2l._text import letters_of, sentences_of
from d2l.mxnet import Classifier, DataModule, Module


class TimeMachine(DataModule):
    def __init__(self, batch_size, num_steps, num_train=10000, num_val=5000):
        super().__init__()
        self.save_hyperparameters()
        corpus, self.vocab = self.build(self._download())
        places = np.arange(len(corpus) - num_steps, dtype='int64').reshape(-1, 1) + np.arange(num_steps + 1, dtype='int64')
        array = np.array(corpus).take(places)
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
        self.W_xh = np.random.randn(num_inputs, num_hiddens) * sigma
        self.W_hh = np.random.randn(num_hiddens, num_hiddens) * sigma
        self.b_h = np.zeros(num_hiddens)

    def forward(self, inputs, state=None):
        if state is None:
            state = np.zeros((inputs.shape[1], self.num_hiddens), ctx=inputs.ctx)
        else:
            state, = state
        outputs = []
        for X in inputs:
            state = np.tanh(np.dot(X, self.W_xh) + np.dot(state, self.W_hh) + self.b_h)
            outputs.append(state)
        return outputs, state


class RNNLMScratch(Classifier):
    def __init__(self, rnn, vocab_size, lr=0.01):
        super().__init__()
        self.save_hyperparameters()
        self.init_params()

    def init_params(self):
        self.W_hq = np.random.randn(self.rnn.num_hiddens, self.vocab_size) * self.rnn.sigma
        self.b_q = np.zeros(self.vocab_size)
        for one in self.get_scratch_params():
            one.attach_grad()

    def training_step(self, batch):
        lost = self.loss(self(*batch[:-1]), batch[-1])
        self.plot('ppl', np.exp(lost), train=True)
        return lost

    def validation_step(self, batch):
        self.plot('ppl', np.exp(self.loss(self(*batch[:-1]), batch[-1])), train=False)

    def one_hot(self, X):
        return npx.one_hot(X.T, self.vocab_size)

    def output_layer(self, rnn_outputs):
        return np.stack([np.dot(H, self.W_hq) + self.b_q for H in rnn_outputs], 1)

    def forward(self, X, state=None):
        outputs, _ = self.rnn(self.one_hot(X), state)
        return self.output_layer(outputs)

    def predict(self, prefix, num_preds, vocab, device=None):
        state, outputs = None, [vocab[prefix[0]]]
        for at in range(len(prefix) + num_preds - 1):
            made, state = self.rnn(self.one_hot(np.array([[outputs[-1]]], ctx=device)), state)
            if at < len(prefix) - 1:
                outputs.append(vocab[prefix[at + 1]])
            else:
                outputs.append(int(self.output_layer(made).argmax(axis=2).reshape(1)))
        return ''.join(vocab.idx_to_token[one] for one in outputs)


class RNN(Module):
    def __init__(self, num_hiddens):
        super().__init__()
        self.save_hyperparameters()
        self.rnn = rnn.RNN(num_hiddens)

    def forward(self, inputs, H=None):
        if H is None:
            H, = self.rnn.begin_state(inputs.shape[1], ctx=inputs.ctx)
        outputs, (H,) = self.rnn(inputs, (H,))
        return outputs, H


class RNNLM(RNNLMScratch):
    def init_params(self):
        self.linear = nn.Dense(self.vocab_size, flatten=False)
        self.initialize()

    def output_layer(self, hiddens):
        return self.linear(hiddens).swapaxes(0, 1)


class GRU(RNN):
    def __init__(self, num_hiddens, num_layers, dropout=0):
        Module.__init__(self)
        self.save_hyperparameters()
        self.rnn = rnn.GRU(num_hiddens, num_layers, dropout=dropout)


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
            array = np.array([vocab[one] for one in sentences])
            return array, vocab, (array != vocab['<pad>']).astype(np.int32).sum(1)

        src, tgt = self._tokenize(self._preprocess(raw_text), self.num_train + self.num_val)
        src, src_vocab, valid_len = array_of(src, src_vocab)
        tgt, tgt_vocab, _ = array_of(tgt, tgt_vocab, True)
        return (src, tgt[:, :-1], valid_len, tgt[:, 1:]), src_vocab, tgt_vocab

    def get_dataloader(self, train):
        return self.get_tensorloader(self.arrays, train, slice(0, self.num_train) if train else slice(self.num_train, None))

    def build(self, src_sentences, tgt_sentences):
        text = '\n'.join('\t'.join(pair) for pair in zip(src_sentences, tgt_sentences))
        return self._build_arrays(text, self.src_vocab, self.tgt_vocab)[0]


class EncoderDecoder(Classifier):
    """By itself, as in 2021, it returns what the decoder does: with its state. A class that is derived from it, as in the
    later edition, does without, and is ready to be trained."""
    def __init__(self, encoder, decoder):
        super().__init__()
        self.encoder, self.decoder = encoder, decoder
        if type(self) is not EncoderDecoder:
            for one in self.collect_params().values():
                if one._arrays is None and one._deferred is None:
                    one.initialize(default_init=init.Xavier())

    def forward(self, enc_X, dec_X, *args):
        made = self.decoder(dec_X, self.decoder.init_state(self.encoder(enc_X, *args), *args))
        return made if type(self) is EncoderDecoder else made[0]

    def predict_step(self, batch, device, num_steps, save_attention_weights=False):
        src, tgt, src_valid_len, _ = [one.as_in_ctx(device) for one in batch]
        state = self.decoder.init_state(self.encoder(src, src_valid_len), src_valid_len)
        outputs, weights = [np.expand_dims(tgt[:, 0], 1)], []
        for _ in range(num_steps):
            Y, state = self.decoder(outputs[-1], state)
            outputs.append(Y.argmax(2))
            if save_attention_weights:
                weights.append(self.decoder.attention_weights)
        return np.concatenate(outputs[1:], 1), weights


class Seq2Seq(EncoderDecoder):
    def __init__(self, encoder, decoder, tgt_pad, lr):
        super().__init__(encoder, decoder)
        self.save_hyperparameters()

    def validation_step(self, batch):
        self.plot('loss', self.loss(self(*batch[:-1]), batch[-1]), train=False)

    def configure_optimizers(self):
        return gluon.Trainer(self.parameters(), 'adam', {'learning_rate': self.lr})

    def loss(self, Y_hat, Y):
        lost = super().loss(Y_hat, Y, averaged=False)
        mask = (Y.reshape(-1) != self.tgt_pad).astype(np.float32)
        return (lost * mask).sum() / mask.sum()


def update_D(X, Z, net_D, net_G, loss, trainer_D):
    """A step of the net that tells real examples from made ones."""
    count = X.shape[0]
    ones, zeros = np.ones((count,), ctx=X.ctx), np.zeros((count,), ctx=X.ctx)
    with autograd.record():
        real, made = net_D(X), net_D(net_G(Z).detach())
        lost = (loss(real, ones) + loss(made, zeros)) / 2
    lost.backward()
    trainer_D.step(count)
    return float(lost.sum())


def update_G(Z, net_D, net_G, loss, trainer_G):
    """A step of the net that makes examples."""
    count = Z.shape[0]
    ones = np.ones((count,), ctx=Z.ctx)
    with autograd.record():
        lost = loss(net_D(net_G(Z)), ones)
    lost.backward()
    trainer_G.step(count)
    return float(lost.sum())
