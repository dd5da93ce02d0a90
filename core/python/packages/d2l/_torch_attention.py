# SPDX-License-Identifier: GPL-3.0-or-later
# Attention and transformers in PyTorch. Sizes that the edition of 2021 gives come first in its calls, and are known by their
# number; the later edition leaves them open.
import math

import torch
from torch import nn

from d2l._torch_models import Module
from d2l._torch_text import Decoder, Encoder, sequence_mask

__all__ = ['masked_softmax', 'DotProductAttention', 'AdditiveAttention', 'AttentionDecoder', 'MultiHeadAttention',
           'PositionalEncoding', 'PositionWiseFFN', 'AddNorm', 'TransformerEncoderBlock', 'EncoderBlock', 'TransformerEncoder',
           'transpose_qkv', 'transpose_output']


def masked_softmax(X, valid_lens):
    if valid_lens is None:
        return nn.functional.softmax(X, dim=-1)
    shape = X.shape
    lengths = torch.repeat_interleave(valid_lens, shape[1]) if valid_lens.dim() == 1 else valid_lens.reshape(-1)
    return nn.functional.softmax(sequence_mask(X.reshape(-1, shape[-1]), lengths, value=-1e6).reshape(shape), dim=-1)


class DotProductAttention(nn.Module):
    def __init__(self, dropout):
        super().__init__()
        self.dropout = nn.Dropout(dropout)

    def forward(self, queries, keys, values, valid_lens=None):
        scores = torch.bmm(queries, keys.transpose(1, 2)) / math.sqrt(queries.shape[-1])
        self.attention_weights = masked_softmax(scores, valid_lens)
        return torch.bmm(self.dropout(self.attention_weights), values)


def linear(given, made, bias):
    return nn.LazyLinear(made, bias=bias) if given is None else nn.Linear(given, made, bias=bias)


class AdditiveAttention(nn.Module):
    """AdditiveAttention(num_hiddens, dropout), and of 2021 AdditiveAttention(key_size, query_size, num_hiddens, dropout)"""
    def __init__(self, *sizes, num_hiddens=None, dropout=None, key_size=None, query_size=None):
        super().__init__()
        key_size, query_size, num_hiddens, dropout = _sizes(
            sizes, dict(key_size=key_size, query_size=query_size), dict(num_hiddens=num_hiddens, dropout=dropout))
        self.W_k, self.W_q = linear(key_size, num_hiddens, False), linear(query_size, num_hiddens, False)
        self.w_v = linear(None if key_size is None else num_hiddens, 1, False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, queries, keys, values, valid_lens):
        features = torch.tanh(self.W_q(queries).unsqueeze(2) + self.W_k(keys).unsqueeze(1))
        self.attention_weights = masked_softmax(self.w_v(features).squeeze(-1), valid_lens)
        return torch.bmm(self.dropout(self.attention_weights), values)


def _sizes(given, first, then):
    """The arguments in their order: the first ones are there where all of them are, or by name."""
    names = [name for name, value in then.items() if value is None]
    if len(given) > len(names):
        names = [name for name, value in {**first, **then}.items() if value is None]
    if len(given) != len(names):
        raise TypeError(f'{len(given)} arguments, where {", ".join(names)} are to be given')
    found = {**first, **then, **dict(zip(names, given))}
    return [found[name] for name in (*first, *then)]


class AttentionDecoder(Decoder):
    @property
    def attention_weights(self):
        raise NotImplementedError


def transpose_qkv(X, num_heads):
    X = X.reshape(X.shape[0], X.shape[1], num_heads, -1).permute(0, 2, 1, 3)
    return X.reshape(-1, X.shape[2], X.shape[3])


def transpose_output(X, num_heads):
    X = X.reshape(-1, num_heads, X.shape[1], X.shape[2]).permute(0, 2, 1, 3)
    return X.reshape(X.shape[0], X.shape[1], -1)


class MultiHeadAttention(Module):
    """MultiHeadAttention(num_hiddens, num_heads, dropout, bias=False), and of 2021 with key_size, query_size, value_size
    before"""
    def __init__(self, *sizes, bias=False, num_hiddens=None, num_heads=None, dropout=None, key_size=None, query_size=None,
                 value_size=None):
        super().__init__()
        sizes = list(sizes)
        if len(sizes) in (4, 7):
            bias = sizes.pop()
        key_size, query_size, value_size, num_hiddens, self.num_heads, dropout = _sizes(
            sizes, dict(key_size=key_size, query_size=query_size, value_size=value_size),
            dict(num_hiddens=num_hiddens, num_heads=num_heads, dropout=dropout))
        self.attention = DotProductAttention(dropout)
        self.W_q, self.W_k = linear(query_size, num_hiddens, bias), linear(key_size, num_hiddens, bias)
        self.W_v = linear(value_size, num_hiddens, bias)
        self.W_o = linear(None if value_size is None else num_hiddens, num_hiddens, bias)

    def forward(self, queries, keys, values, valid_lens):
        queries, keys = self.transpose_qkv(self.W_q(queries)), self.transpose_qkv(self.W_k(keys))
        values = self.transpose_qkv(self.W_v(values))
        if valid_lens is not None:
            valid_lens = torch.repeat_interleave(valid_lens, repeats=self.num_heads, dim=0)
        return self.W_o(self.transpose_output(self.attention(queries, keys, values, valid_lens)))

    def transpose_qkv(self, X):
        return transpose_qkv(X, self.num_heads)

    def transpose_output(self, X):
        return transpose_output(X, self.num_heads)


class PositionalEncoding(nn.Module):
    def __init__(self, num_hiddens, dropout, max_len=1000):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        self.P = torch.zeros((1, max_len, num_hiddens))
        X = torch.arange(max_len, dtype=torch.float32).reshape(-1, 1) / torch.pow(
            10000, torch.arange(0, num_hiddens, 2, dtype=torch.float32) / num_hiddens)
        self.P[:, :, 0::2] = torch.sin(X)
        self.P[:, :, 1::2] = torch.cos(X)

    def forward(self, X):
        return self.dropout(X + self.P[:, :X.shape[1], :].to(X.device))


class PositionWiseFFN(nn.Module):
    """PositionWiseFFN(ffn_num_hiddens, ffn_num_outputs), and of 2021 with ffn_num_input before"""
    def __init__(self, *sizes, ffn_num_input=None, ffn_num_hiddens=None, ffn_num_outputs=None):
        super().__init__()
        given, hidden, outputs = _sizes(sizes, dict(ffn_num_input=ffn_num_input), dict(
            ffn_num_hiddens=ffn_num_hiddens, ffn_num_outputs=ffn_num_outputs))
        self.dense1 = linear(given, hidden, True)
        self.relu = nn.ReLU()
        self.dense2 = linear(None if given is None else hidden, outputs, True)

    def forward(self, X):
        return self.dense2(self.relu(self.dense1(X)))


class AddNorm(nn.Module):
    def __init__(self, norm_shape, dropout):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        self.ln = nn.LayerNorm(norm_shape)

    def forward(self, X, Y):
        return self.ln(self.dropout(Y) + X)


class TransformerEncoderBlock(nn.Module):
    def __init__(self, num_hiddens, ffn_num_hiddens, num_heads, dropout, use_bias=False):
        super().__init__()
        self.put((num_hiddens, num_heads, dropout, use_bias), (ffn_num_hiddens, num_hiddens), num_hiddens, dropout)

    def put(self, attention, forward, norm_shape, dropout):
        self.attention = MultiHeadAttention(*attention)
        self.addnorm1, self.ffn = AddNorm(norm_shape, dropout), PositionWiseFFN(*forward)
        self.addnorm2 = AddNorm(norm_shape, dropout)

    def forward(self, X, valid_lens):
        Y = self.addnorm1(X, self.attention(X, X, X, valid_lens))
        return self.addnorm2(Y, self.ffn(Y))


class EncoderBlock(TransformerEncoderBlock):
    """Of 2021."""
    def __init__(self, key_size, query_size, value_size, num_hiddens, norm_shape, ffn_num_input, ffn_num_hiddens, num_heads,
                 dropout, use_bias=False):
        nn.Module.__init__(self)
        self.put((key_size, query_size, value_size, num_hiddens, num_heads, dropout, use_bias),
                 (ffn_num_input, ffn_num_hiddens, num_hiddens), norm_shape, dropout)


class TransformerEncoder(Encoder):
    """TransformerEncoder(vocab_size, num_hiddens, ffn_num_hiddens, num_heads, num_blks, dropout, use_bias=False), and of 2021
    with the sizes that EncoderBlock has"""
    def __init__(self, vocab_size, *sizes, use_bias=False):
        super().__init__()
        later = len(sizes) < 10
        if len(sizes) in (6, 11):
            *sizes, use_bias = sizes
        *of_block, count, dropout = sizes
        self.num_hiddens = of_block[0 if later else 3]
        self.embedding = nn.Embedding(vocab_size, self.num_hiddens)
        self.pos_encoding = PositionalEncoding(self.num_hiddens, dropout)
        self.blks = nn.Sequential()
        for number in range(count):
            block = (TransformerEncoderBlock if later else EncoderBlock)(*of_block, dropout, use_bias)
            self.blks.add_module(f'block{number}', block)

    def forward(self, X, valid_lens):
        X = self.pos_encoding(self.embedding(X) * math.sqrt(self.num_hiddens))
        self.attention_weights = [None] * len(self.blks)
        for number, block in enumerate(self.blks):
            X = block(X, valid_lens)
            self.attention_weights[number] = block.attention.attention.attention_weights
        return X
