# SPDX-License-Identifier: GPL-3.0-or-later
# The book's attention, for its programs in TensorFlow: the edition of 2021.
import tensorflow as tf

from d2l._tensorflow_text import Decoder, Encoder, sequence_mask

__all__ = ['masked_softmax', 'AdditiveAttention', 'DotProductAttention', 'AttentionDecoder', 'MultiHeadAttention', 'transpose_qkv',
           'transpose_output', 'PositionalEncoding', 'PositionWiseFFN', 'AddNorm', 'EncoderBlock', 'TransformerEncoder']
Dense, Dropout = tf.keras.layers.Dense, tf.keras.layers.Dropout


def masked_softmax(X, valid_lens):
    if valid_lens is None:
        return tf.nn.softmax(X, axis=-1)
    shape = X.shape
    lens = tf.repeat(valid_lens, shape[1]) if len(valid_lens.shape) == 1 else tf.reshape(valid_lens, (-1,))
    return tf.nn.softmax(tf.reshape(sequence_mask(tf.reshape(X, (-1, shape[-1])), lens, -1e6), shape), axis=-1)


class AdditiveAttention(tf.keras.layers.Layer):
    def __init__(self, key_size, query_size, num_hiddens, dropout, **kwargs):
        super().__init__(**kwargs)
        self.W_k, self.W_q, self.w_v = (Dense(size, use_bias=False) for size in (num_hiddens, num_hiddens, 1))
        self.dropout = Dropout(dropout)

    def call(self, queries, keys, values, valid_lens, **kwargs):
        both = tf.expand_dims(self.W_q(queries), 2) + tf.expand_dims(self.W_k(keys), 1)
        self.attention_weights = masked_softmax(tf.squeeze(self.w_v(tf.nn.tanh(both)), -1), valid_lens)
        return tf.matmul(self.dropout(self.attention_weights, **kwargs), values)


class DotProductAttention(tf.keras.layers.Layer):
    def __init__(self, dropout, **kwargs):
        super().__init__(**kwargs)
        self.dropout = Dropout(dropout)

    def call(self, queries, keys, values, valid_lens=None, **kwargs):
        scores = tf.matmul(queries, keys, transpose_b=True) / queries.shape[-1] ** 0.5
        self.attention_weights = masked_softmax(scores, valid_lens)
        return tf.matmul(self.dropout(self.attention_weights, **kwargs), values)


class AttentionDecoder(Decoder):
    @property
    def attention_weights(self):
        raise NotImplementedError


def transpose_qkv(X, num_heads):
    X = tf.transpose(tf.reshape(X, (X.shape[0], X.shape[1], num_heads, -1)), perm=(0, 2, 1, 3))
    return tf.reshape(X, (-1, X.shape[2], X.shape[3]))


def transpose_output(X, num_heads):
    X = tf.transpose(tf.reshape(X, (-1, num_heads, X.shape[1], X.shape[2])), perm=(0, 2, 1, 3))
    return tf.reshape(X, (X.shape[0], X.shape[1], -1))


class MultiHeadAttention(tf.keras.layers.Layer):
    def __init__(self, key_size, query_size, value_size, num_hiddens, num_heads, dropout, bias=False, **kwargs):
        super().__init__(**kwargs)
        self.num_heads, self.attention = num_heads, DotProductAttention(dropout)
        self.W_q, self.W_k, self.W_v, self.W_o = (Dense(num_hiddens, use_bias=bias) for _ in range(4))

    def call(self, queries, keys, values, valid_lens, **kwargs):
        heads = self.num_heads
        if valid_lens is not None:
            valid_lens = tf.repeat(valid_lens, repeats=heads, axis=0)
        made = self.attention(transpose_qkv(self.W_q(queries), heads), transpose_qkv(self.W_k(keys), heads),
                              transpose_qkv(self.W_v(values), heads), valid_lens, **kwargs)
        return self.W_o(transpose_output(made, heads))


class PositionalEncoding(tf.keras.layers.Layer):
    def __init__(self, num_hiddens, dropout, max_len=1000):
        super().__init__()
        self.dropout = Dropout(dropout)
        rates = tf.pow(10000.0, tf.range(0, num_hiddens, 2, dtype=tf.float32) / num_hiddens)
        X = tf.reshape(tf.range(max_len, dtype=tf.float32), (-1, 1)) / rates
        self.P = tf.reshape(tf.stack([tf.sin(X), tf.cos(X)], -1), (1, max_len, -1))[:, :, :num_hiddens].numpy()

    def call(self, X, **kwargs):
        return self.dropout(X + self.P[:, :X.shape[1], :], **kwargs)


class PositionWiseFFN(tf.keras.layers.Layer):
    def __init__(self, ffn_num_hiddens, ffn_num_outputs, **kwargs):
        super().__init__(**kwargs)
        self.dense1, self.relu, self.dense2 = Dense(ffn_num_hiddens), tf.keras.layers.ReLU(), Dense(ffn_num_outputs)

    def call(self, X):
        return self.dense2(self.relu(self.dense1(X)))


class AddNorm(tf.keras.layers.Layer):
    def __init__(self, normalized_shape, dropout, **kwargs):
        super().__init__(**kwargs)
        self.dropout, self.ln = Dropout(dropout), tf.keras.layers.LayerNormalization(normalized_shape)

    def call(self, X, Y, **kwargs):
        return self.ln(self.dropout(Y, **kwargs) + X)


class EncoderBlock(tf.keras.layers.Layer):
    def __init__(self, key_size, query_size, value_size, num_hiddens, norm_shape, ffn_num_hiddens, num_heads, dropout, bias=False,
                 **kwargs):
        super().__init__(**kwargs)
        self.attention = MultiHeadAttention(key_size, query_size, value_size, num_hiddens, num_heads, dropout, bias)
        self.addnorm1, self.ffn = AddNorm(norm_shape, dropout), PositionWiseFFN(ffn_num_hiddens, num_hiddens)
        self.addnorm2 = AddNorm(norm_shape, dropout)

    def call(self, X, valid_lens, **kwargs):
        Y = self.addnorm1(X, self.attention(X, X, X, valid_lens, **kwargs), **kwargs)
        return self.addnorm2(Y, self.ffn(Y), **kwargs)


class TransformerEncoder(Encoder):
    def __init__(self, vocab_size, key_size, query_size, value_size, num_hiddens, norm_shape, ffn_num_hiddens, num_heads, num_layers,
                 dropout, bias=False, **kwargs):
        super().__init__(**kwargs)
        self.num_hiddens = num_hiddens
        self.embedding = tf.keras.layers.Embedding(vocab_size, num_hiddens)
        self.pos_encoding = PositionalEncoding(num_hiddens, dropout)
        self.blks = [EncoderBlock(key_size, query_size, value_size, num_hiddens, norm_shape, ffn_num_hiddens, num_heads, dropout,
                                  bias) for _ in range(num_layers)]

    def call(self, X, valid_lens, **kwargs):
        X = self.pos_encoding(self.embedding(X) * self.num_hiddens ** 0.5, **kwargs)
        self.attention_weights = []
        for block in self.blks:
            X = block(X, valid_lens, **kwargs)
            self.attention_weights.append(block.attention.attention.attention_weights)
        return X
