# SPDX-License-Identifier: GPL-3.0-or-later
# Text in TensorFlow: language models and translation. Attention is in _tensorflow_attention.py.
import contextlib
import math
import sys

import tensorflow as tf
from _book import Accumulator, Timer, Vocab, spaced, truncate_pad
from tensorflow.keras.layers.base_layer import training_now

from d2l._data import DATA_URL, download, read_data_nmt
from d2l._plots import Animator
from d2l._tensorflow_models import Classifier, DataModule, Module
from d2l._text import letters_of, load_corpus_time_machine, loaders_of, sentences_of, translations

__all__ = ['TimeMachine', 'RNNScratch', 'RNNLMScratch', 'RNN', 'RNNLM', 'GRU', 'MTFraEng', 'Seq2Seq',
           'load_corpus_time_machine', 'seq_data_iter_random', 'seq_data_iter_sequential', 'SeqDataLoader',
           'load_data_time_machine', 'RNNModelScratch', 'RNNModel', 'predict_ch8', 'grad_clipping', 'train_epoch_ch8', 'train_ch8',
           'preprocess_nmt', 'build_array_nmt', 'load_data_nmt', 'Encoder', 'Decoder', 'EncoderDecoder', 'Seq2SeqEncoder',
           'sequence_mask', 'MaskedSoftmaxCELoss', 'train_seq2seq', 'predict_seq2seq']
preprocess_nmt = spaced


class TimeMachine(DataModule):
    def __init__(self, batch_size, num_steps, num_train=10000, num_val=5000):
        super().__init__()
        self.save_hyperparameters()
        corpus, self.vocab = self.build(self._download())
        array = tf.constant([corpus[at:at + num_steps + 1] for at in range(len(corpus) - num_steps)])
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
        self.W_xh = tf.Variable(tf.random.normal((num_inputs, num_hiddens)) * sigma)
        self.W_hh = tf.Variable(tf.random.normal((num_hiddens, num_hiddens)) * sigma)
        self.b_h = tf.Variable(tf.zeros(num_hiddens))

    def forward(self, inputs, state=None):
        if state is None:
            state = tf.zeros((inputs.shape[1], self.num_hiddens))
        else:
            state, = state
            state = tf.reshape(state, (-1, self.num_hiddens))
        outputs = []
        for X in inputs:
            state = tf.tanh(tf.matmul(X, self.W_xh) + tf.matmul(state, self.W_hh) + self.b_h)
            outputs.append(state)
        return outputs, state


class RNNLMScratch(Classifier):
    def __init__(self, rnn, vocab_size, lr=0.01):
        super().__init__()
        self.save_hyperparameters()
        self.init_params()

    def init_params(self):
        self.W_hq = tf.Variable(tf.random.normal((self.rnn.num_hiddens, self.vocab_size)) * self.rnn.sigma)
        self.b_q = tf.Variable(tf.zeros(self.vocab_size))

    def training_step(self, batch):
        lost = self.loss(self(*batch[:-1]), batch[-1])
        self.plot('ppl', tf.exp(lost), train=True)
        return lost

    def validation_step(self, batch):
        self.plot('ppl', tf.exp(self.loss(self(*batch[:-1]), batch[-1])), train=False)

    def one_hot(self, X):
        return tf.one_hot(tf.transpose(X), self.vocab_size)

    def output_layer(self, rnn_outputs):
        return tf.stack([tf.matmul(H, self.W_hq) + self.b_q for H in rnn_outputs], 1)

    def forward(self, X, state=None):
        outputs, _ = self.rnn(self.one_hot(X), state)
        return self.output_layer(outputs)

    def predict(self, prefix, num_preds, vocab, device=None):
        state, outputs = None, [vocab[prefix[0]]]
        for at in range(len(prefix) + num_preds - 1):
            made, state = self.rnn(self.one_hot(tf.constant([[outputs[-1]]])), state)
            if at < len(prefix) - 1:
                outputs.append(vocab[prefix[at + 1]])
            else:
                outputs.append(int(tf.reshape(tf.argmax(self.output_layer(made), axis=2), ())))
        return ''.join(vocab.idx_to_token[one] for one in outputs)


class RNN(Module):
    def __init__(self, num_hiddens):
        super().__init__()
        self.save_hyperparameters()
        self.rnn = tf.keras.layers.SimpleRNN(num_hiddens, return_sequences=True, return_state=True, time_major=True)

    def forward(self, inputs, H=None):
        outputs, H = self.rnn(inputs, H)
        return outputs, H


class RNNLM(RNNLMScratch):
    def init_params(self):
        self.linear = tf.keras.layers.Dense(self.vocab_size)

    def output_layer(self, hiddens):
        return tf.transpose(self.linear(hiddens), (1, 0, 2))


class GRU(RNN):
    def __init__(self, num_hiddens, num_layers, dropout=0):
        Module.__init__(self)
        self.save_hyperparameters()
        cells = [tf.keras.layers.GRUCell(num_hiddens, dropout=dropout) for _ in range(num_layers)]
        self.rnn = tf.keras.layers.RNN(cells, return_sequences=True, return_state=True, time_major=True)

    def forward(self, X, state=None):
        outputs, *state = self.rnn(X, state)
        return outputs, state


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
            array = tf.constant([vocab[one] for one in sentences])
            return array, vocab, tf.reduce_sum(tf.cast(array != vocab['<pad>'], tf.int32), 1)

        src, tgt = self._tokenize(self._preprocess(raw_text), self.num_train + self.num_val)
        src, src_vocab, valid_len = array_of(src, src_vocab)
        tgt, tgt_vocab, _ = array_of(tgt, tgt_vocab, True)
        return (src, tgt[:, :-1], valid_len, tgt[:, 1:]), src_vocab, tgt_vocab

    def get_dataloader(self, train):
        return self.get_tensorloader(self.arrays, train, slice(0, self.num_train) if train else slice(self.num_train, None))

    def build(self, src_sentences, tgt_sentences):
        text = '\n'.join('\t'.join(pair) for pair in zip(src_sentences, tgt_sentences))
        return self._build_arrays(text, self.src_vocab, self.tgt_vocab)[0]


seq_data_iter_random, seq_data_iter_sequential, SeqDataLoader, load_data_time_machine = loaders_of(tf.constant)


class RNNModelScratch:
    def __init__(self, vocab_size, num_hiddens, init_state, forward_fn, get_params):
        self.vocab_size, self.num_hiddens = vocab_size, num_hiddens
        self.init_state, self.forward_fn = init_state, forward_fn
        self.trainable_variables = get_params(vocab_size, num_hiddens)

    def __call__(self, X, state):
        return self.forward_fn(tf.one_hot(tf.transpose(X), self.vocab_size), state, self.trainable_variables)

    def begin_state(self, batch_size, *args, **kwargs):
        return self.init_state(batch_size, self.num_hiddens)


class RNNModel(tf.keras.layers.Layer):
    def __init__(self, rnn_layer, vocab_size, **kwargs):
        super().__init__(**kwargs)
        self.rnn, self.vocab_size, self.dense = rnn_layer, vocab_size, tf.keras.layers.Dense(vocab_size)

    def call(self, inputs, state):
        Y, *state = self.rnn(tf.one_hot(tf.transpose(inputs), self.vocab_size), state)
        return self.dense(tf.reshape(Y, (-1, Y.shape[-1]))), state

    def begin_state(self, *args, **kwargs):
        return self.rnn.cell.get_initial_state(*args, **kwargs)


def predict_ch8(prefix, num_preds, net, vocab):
    state = net.begin_state(batch_size=1, dtype=tf.float32)
    outputs = [vocab[prefix[0]]]
    for at in range(1, len(prefix) + num_preds):
        y, state = net(tf.constant([[outputs[-1]]]), state)
        outputs.append(vocab[prefix[at]] if at < len(prefix) else int(tf.argmax(y, axis=1)[0]))
    return ''.join(vocab.idx_to_token[one] for one in outputs)


def grad_clipping(grads, theta):
    grads = [tf.convert_to_tensor(one) for one in grads]
    norm = tf.math.sqrt(sum(tf.reduce_sum(one ** 2) for one in grads))
    return [one * theta / norm for one in grads] if norm > theta else grads


def train_epoch_ch8(net, train_iter, loss, updater, use_random_iter):
    state, timer, metric = None, Timer(), Accumulator(2)
    for X, Y in train_iter:
        if state is None or use_random_iter:
            state = net.begin_state(batch_size=X.shape[0], dtype=tf.float32)
        with tf.GradientTape(persistent=True) as tape:
            y_hat, state = net(X, state)
            y = tf.reshape(tf.transpose(Y), (-1,))
            lost = loss(y, y_hat)
        params = net.trainable_variables
        updater.apply_gradients(zip(grad_clipping(tape.gradient(lost, params), 1), params))
        metric.add(lost * float(tf.size(y)), tf.size(y))
    return math.exp(metric[0] / metric[1]), metric[1] / timer.stop()


def train_ch8(net, train_iter, vocab, lr, num_epochs, strategy, use_random_iter=False):
    with strategy.scope():
        loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        updater = tf.keras.optimizers.SGD(lr)
    animator = Animator(xlabel='epoch', ylabel='perplexity', legend=['train'], xlim=[10, num_epochs])
    for epoch in range(num_epochs):
        perplexity, speed = train_epoch_ch8(net, train_iter, loss, updater, use_random_iter)
        if (epoch + 1) % 10 == 0:
            print(predict_ch8('time traveller', 50, net, vocab))
            animator.add(epoch + 1, [perplexity])
    from d2l.tensorflow import try_gpu
    print(f'perplexity {perplexity:.1f}, {speed:.1f} tokens/sec on {try_gpu()._device_name}')
    print(predict_ch8('time traveller', 50, net, vocab))
    print(predict_ch8('traveller', 50, net, vocab))


# Translation.

def build_array_nmt(lines, vocab, num_steps):
    array = tf.constant([truncate_pad(vocab[line] + [vocab['<eos>']], num_steps, vocab['<pad>']) for line in lines])
    return array, tf.reduce_sum(tf.cast(array != vocab['<pad>'], tf.int32), 1)


def load_data_nmt(batch_size, num_steps, num_examples=600):
    from d2l.tensorflow import load_array
    arrays, vocabs = translations(num_examples, lambda lines, vocab: build_array_nmt(lines, vocab, num_steps))
    return load_array(tuple(arrays), batch_size), *vocabs


class Encoder(tf.keras.layers.Layer):
    def call(self, X, *args, **kwargs):
        raise NotImplementedError


class Decoder(tf.keras.layers.Layer):
    def init_state(self, enc_outputs, *args):
        raise NotImplementedError

    def call(self, X, state, **kwargs):
        raise NotImplementedError


class EncoderDecoder(Classifier):
    """In the edition of 2021, whose calls say whether they train, it gives the decoder's state, too."""
    def __init__(self, encoder, decoder, **kwargs):
        super().__init__(**kwargs)
        self.encoder, self.decoder = encoder, decoder

    def call(self, enc_X, dec_X, *args, **kwargs):
        if kwargs:
            state = self.decoder.init_state(self.encoder(enc_X, *args, **kwargs), *args)
            return self.decoder(dec_X, state, **kwargs)
        with training(True):
            state = self.decoder.init_state(self.encoder(enc_X, *args), *args)
            return self.decoder(dec_X, state)[0]

    def predict_step(self, batch, device, num_steps, save_attention_weights=False):
        src, tgt, src_valid_len, _ = batch
        outputs, weights = [tf.expand_dims(tgt[:, 0], 1)], []
        with training(False):
            state = self.decoder.init_state(self.encoder(src, src_valid_len), src_valid_len)
            for _ in range(num_steps):
                Y, state = self.decoder(outputs[-1], state)
                outputs.append(tf.argmax(Y, 2))
                if save_attention_weights:
                    weights.append(self.decoder.attention_weights)
        return tf.concat(outputs[1:], 1), weights


@contextlib.contextmanager
def training(value):
    """For layers that are not told."""
    training_now.append(value)
    try:
        yield
    finally:
        training_now.pop()


class Seq2SeqEncoder(Encoder):
    """Steps come first in what it gives in the edition of 2023, whose programs train by Trainer."""
    def __init__(self, vocab_size, embed_size, num_hiddens, num_layers, dropout=0, **kwargs):
        super().__init__(**kwargs)
        frame = sys._getframe()
        while frame.f_back is not None and frame.f_code.co_name != '<module>':
            frame = frame.f_back
        self.steps_first = 'Trainer' in frame.f_code.co_names
        self.embedding = tf.keras.layers.Embedding(vocab_size, embed_size)
        cells = [tf.keras.layers.GRUCell(num_hiddens, dropout=dropout) for _ in range(num_layers)]
        self.rnn = tf.keras.layers.RNN(tf.keras.layers.StackedRNNCells(cells), return_sequences=True, return_state=True)

    def call(self, X, *args, **kwargs):
        output, *state = self.rnn(self.embedding(X), **kwargs)
        return tf.transpose(output, (1, 0, 2)) if self.steps_first else output, state


class Seq2Seq(EncoderDecoder):
    def __init__(self, encoder, decoder, tgt_pad, lr):
        super().__init__(encoder, decoder)
        self.save_hyperparameters()

    def loss(self, Y_hat, Y):
        lost = super().loss(Y_hat, Y, averaged=False)
        mask = tf.cast(tf.reshape(Y, (-1,)) != self.tgt_pad, tf.float32)
        return tf.reduce_sum(lost * mask) / tf.reduce_sum(mask)

    def validation_step(self, batch):
        self.plot('loss', self.loss(self(*batch[:-1]), batch[-1]), train=False)

    def configure_optimizers(self):
        return tf.keras.optimizers.Adam(learning_rate=self.lr)


def sequence_mask(X, valid_len, value=0):
    inside = tf.range(X.shape[1], dtype=tf.float32)[None, :] < tf.cast(valid_len, tf.float32)[:, None]
    return tf.where(tf.expand_dims(inside, -1) if len(X.shape) == 3 else inside, X, value)


class MaskedSoftmaxCELoss(tf.keras.losses.Loss):
    def __init__(self, valid_len):
        super().__init__(reduction='none')
        self.valid_len = valid_len

    def call(self, label, pred):
        weights = sequence_mask(tf.ones_like(label, dtype=tf.float32), self.valid_len)
        loss = tf.keras.losses.CategoricalCrossentropy(from_logits=True, reduction='none')
        return tf.reduce_mean(loss(tf.one_hot(label, depth=pred.shape[-1]), pred) * weights, axis=1)


def train_seq2seq(net, data_iter, lr, num_epochs, tgt_vocab, device):
    optimizer = tf.keras.optimizers.Adam(learning_rate=lr)
    animator = Animator(xlabel='epoch', ylabel='loss', xlim=[10, num_epochs])
    for epoch in range(num_epochs):
        timer, metric = Timer(), Accumulator(2)
        for X, X_valid_len, Y, Y_valid_len in data_iter:
            begin = tf.fill((Y.shape[0], 1), tgt_vocab['<bos>'])
            with tf.GradientTape() as tape:
                Y_hat, _ = net(X, tf.concat([begin, Y[:, :-1]], 1), X_valid_len, training=True)
                lost = MaskedSoftmaxCELoss(Y_valid_len)(Y, Y_hat)
            grads = grad_clipping(tape.gradient(lost, net.trainable_variables), 1)
            optimizer.apply_gradients(zip(grads, net.trainable_variables))
            metric.add(tf.reduce_sum(lost), tf.reduce_sum(Y_valid_len))
        if (epoch + 1) % 10 == 0:
            animator.add(epoch + 1, (metric[0] / metric[1],))
    print(f'loss {metric[0] / metric[1]:.3f}, {metric[1] / timer.stop():.1f} tokens/sec on {device._device_name}')


def predict_seq2seq(net, src_sentence, src_vocab, tgt_vocab, num_steps, save_attention_weights=False):
    tokens = src_vocab[src_sentence.lower().split(' ')] + [src_vocab['<eos>']]
    valid_len = tf.constant([len(tokens)])
    X = tf.constant([truncate_pad(tokens, num_steps, src_vocab['<pad>'])])
    state = net.decoder.init_state(net.encoder(X, valid_len, training=False), valid_len)
    X, made, weights = tf.constant([[tgt_vocab['<bos>']]]), [], []
    for _ in range(num_steps):
        Y, state = net.decoder(X, state, training=False)
        X = tf.argmax(Y, axis=2)
        if save_attention_weights:
            weights.append(net.decoder.attention_weights)
        token = int(X[0, 0])
        if token == tgt_vocab['<eos>']:
            break
        made.append(token)
    return ' '.join(tgt_vocab.to_tokens(made)), weights
