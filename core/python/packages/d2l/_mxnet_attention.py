# SPDX-License-Identifier: GPL-3.0-or-later
# Attention and transformers in MXNet.
import math

from mxnet import np, npx
from mxnet.gluon import nn

from d2l._mxnet_text import Decoder, Encoder

__all__ = ['masked_softmax', 'DotProductAttention', 'AdditiveAttention', 'AttentionDecoder', 'MultiHeadAttention',
           'PositionalEncoding', 'PositionWiseFFN', 'AddNorm', 'EncoderBlock', 'TransformerEncoderBlock', 'TransformerEncoder',
           'transpose_qkv', 'transpose_output']


def masked_softmax(X, valid_lens):
    if valid_lens is None:
        return npx.softmax(X)
    shape = X.shape
    lengths = valid_lens.repeat(shape[1]) if valid_lens.ndim == 1 else valid_lens.reshape(-1)
    return npx.softmax(npx.sequence_mask(X.reshape(-1, shape[-1]), lengths, True, value=-1e6, axis=1)).reshape(shape)


class DotProductAttention(nn.Block):
    def __init__(self, dropout, **kwargs):
        super().__init__(**kwargs)
        self.dropout = nn.Dropout(dropout)

    def forward(self, queries, keys, values, valid_lens=None):
        scores = npx.batch_dot(queries, keys, transpose_b=True) / math.sqrt(queries.shape[-1])
        self.attention_weights = masked_softmax(scores, valid_lens)
        return npx.batch_dot(self.dropout(self.attention_weights), values)


class AdditiveAttention(nn.Block):
    def __init__(self, num_hiddens, dropout, **kwargs):
        super().__init__(**kwargs)
        self.W_k, self.W_q = _linear(num_hiddens), _linear(num_hiddens)
        self.w_v = _linear(1)
        self.dropout = nn.Dropout(dropout)

    def forward(self, queries, keys, values, valid_lens):
        features = np.tanh(np.expand_dims(self.W_q(queries), 2) + np.expand_dims(self.W_k(keys), 1))
        self.attention_weights = masked_softmax(self.w_v(features).squeeze(-1), valid_lens)
        return npx.batch_dot(self.dropout(self.attention_weights), values)


def _linear(made, bias=False):
    return nn.Dense(made, use_bias=bias, flatten=False)


class AttentionDecoder(Decoder):
    @property
    def attention_weights(self):
        raise NotImplementedError


def transpose_qkv(X, num_heads):
    X = X.reshape(X.shape[0], X.shape[1], num_heads, -1).transpose(0, 2, 1, 3)
    return X.reshape(-1, X.shape[2], X.shape[3])


def transpose_output(X, num_heads):
    X = X.reshape(-1, num_heads, X.shape[1], X.shape[2]).transpose(0, 2, 1, 3)
    return X.reshape(X.shape[0], X.shape[1], -1)


class MultiHeadAttention(nn.Block):
    def __init__(self, num_hiddens, num_heads, dropout, use_bias=False, **kwargs):
        super().__init__(**kwargs)
        self.num_heads = num_heads
        self.attention = DotProductAttention(dropout)
        self.W_q, self.W_k = _linear(num_hiddens, use_bias), _linear(num_hiddens, use_bias)
        self.W_v, self.W_o = _linear(num_hiddens, use_bias), _linear(num_hiddens, use_bias)

    def forward(self, queries, keys, values, valid_lens):
        queries, keys = self.transpose_qkv(self.W_q(queries)), self.transpose_qkv(self.W_k(keys))
        values = self.transpose_qkv(self.W_v(values))
        if valid_lens is not None:
            valid_lens = valid_lens.repeat(self.num_heads, axis=0)
        return self.W_o(self.transpose_output(self.attention(queries, keys, values, valid_lens)))

    def transpose_qkv(self, X):
        return transpose_qkv(X, self.num_heads)

    def transpose_output(self, X):
        return transpose_output(X, self.num_heads)


class PositionalEncoding(nn.Block):
    def __init__(self, num_hiddens, dropout, max_len=1000):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        X = np.arange(max_len).reshape(-1, 1) / np.power(10000, np.arange(0, num_hiddens, 2) / num_hiddens)
        both = np.stack([np.sin(X), np.cos(X)], axis=-1).reshape(1, max_len, -1)  # sines in the even columns
        self.P = both[:, :, :num_hiddens]

    def forward(self, X):
        return self.dropout(X + self.P[:, :X.shape[1], :].as_in_ctx(X.ctx))


class PositionWiseFFN(nn.Block):
    def __init__(self, ffn_num_hiddens, ffn_num_outputs, **kwargs):
        super().__init__(**kwargs)
        self.dense1 = nn.Dense(ffn_num_hiddens, flatten=False, activation='relu')
        self.dense2 = nn.Dense(ffn_num_outputs, flatten=False)

    def forward(self, X):
        return self.dense2(self.dense1(X))


class AddNorm(nn.Block):
    def __init__(self, dropout, **kwargs):
        super().__init__(**kwargs)
        self.dropout = nn.Dropout(dropout)
        self.ln = nn.LayerNorm()

    def forward(self, X, Y):
        return self.ln(self.dropout(Y) + X)


class EncoderBlock(nn.Block):
    def __init__(self, num_hiddens, ffn_num_hiddens, num_heads, dropout, use_bias=False, **kwargs):
        super().__init__(**kwargs)
        self.attention = MultiHeadAttention(num_hiddens, num_heads, dropout, use_bias)
        self.addnorm1, self.ffn = AddNorm(dropout), PositionWiseFFN(ffn_num_hiddens, num_hiddens)
        self.addnorm2 = AddNorm(dropout)

    def forward(self, X, valid_lens):
        Y = self.addnorm1(X, self.attention(X, X, X, valid_lens))
        return self.addnorm2(Y, self.ffn(Y))


TransformerEncoderBlock = EncoderBlock  # its name in the later edition


class TransformerEncoder(Encoder):
    def __init__(self, vocab_size, num_hiddens, ffn_num_hiddens, num_heads, num_layers, dropout, use_bias=False, **kwargs):
        super().__init__(**kwargs)
        self.num_hiddens = num_hiddens
        self.embedding = nn.Embedding(vocab_size, num_hiddens)
        self.pos_encoding = PositionalEncoding(num_hiddens, dropout)
        self.blks = nn.Sequential()
        for _ in range(num_layers):
            self.blks.add(EncoderBlock(num_hiddens, ffn_num_hiddens, num_heads, dropout, use_bias))

    def forward(self, X, valid_lens, *args):
        X = self.pos_encoding(self.embedding(X) * math.sqrt(self.num_hiddens))
        self.attention_weights = [None] * len(self.blks)
        for number, block in enumerate(self.blks):
            X = block(X, valid_lens)
            self.attention_weights[number] = block.attention.attention.attention_weights
        return X
