# SPDX-License-Identifier: GPL-3.0-or-later
# The book's helpers for text, for its programs in TensorFlow: the edition of 2021.
import math

import tensorflow as tf
from _book import Accumulator, Timer, spaced, truncate_pad

from d2l._plots import Animator
from d2l._text import load_corpus_time_machine, loaders_of, translations

__all__ = ['load_corpus_time_machine', 'seq_data_iter_random', 'seq_data_iter_sequential', 'SeqDataLoader',
           'load_data_time_machine', 'RNNModelScratch', 'RNNModel', 'predict_ch8', 'grad_clipping', 'train_epoch_ch8', 'train_ch8',
           'preprocess_nmt', 'build_array_nmt', 'load_data_nmt', 'Encoder', 'Decoder', 'EncoderDecoder', 'Seq2SeqEncoder',
           'sequence_mask', 'MaskedSoftmaxCELoss', 'train_seq2seq', 'predict_seq2seq']
preprocess_nmt = spaced


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


class EncoderDecoder(tf.keras.Model):
    def __init__(self, encoder, decoder, **kwargs):
        super().__init__(**kwargs)
        self.encoder, self.decoder = encoder, decoder

    def call(self, enc_X, dec_X, *args, **kwargs):
        state = self.decoder.init_state(self.encoder(enc_X, *args, **kwargs), *args)
        return self.decoder(dec_X, state, **kwargs)


class Seq2SeqEncoder(Encoder):
    def __init__(self, vocab_size, embed_size, num_hiddens, num_layers, dropout=0, **kwargs):
        super().__init__(**kwargs)
        self.embedding = tf.keras.layers.Embedding(vocab_size, embed_size)
        cells = [tf.keras.layers.GRUCell(num_hiddens, dropout=dropout) for _ in range(num_layers)]
        self.rnn = tf.keras.layers.RNN(tf.keras.layers.StackedRNNCells(cells), return_sequences=True, return_state=True)

    def call(self, X, *args, **kwargs):
        output, *state = self.rnn(self.embedding(X), **kwargs)
        return output, state


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
