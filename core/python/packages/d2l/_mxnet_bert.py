# SPDX-License-Identifier: GPL-3.0-or-later
# BERT, embeddings of words and the texts that they learn from, in MXNet.
from _book import Vocab, tokenize, truncate_pad
from mxnet import gluon, np
from mxnet.gluon import nn

from d2l._data import download_extract
from d2l._language import (LABELS, RandomGenerator, batches_of, bert_examples, get_centers_and_contexts, get_negatives,
                           get_tokens_and_segments, imdb_examples, ptb_examples, read_imdb, read_ptb, read_snli, read_vectors,
                           read_wiki, subsample)
from d2l._mxnet_attention import EncoderBlock

__all__ = ['get_tokens_and_segments', 'BERTEncoder', 'MaskLM', 'NextSentencePred', 'BERTModel', 'load_data_wiki',
           'TokenEmbedding', 'read_ptb', 'subsample', 'get_centers_and_contexts', 'RandomGenerator', 'get_negatives', 'batchify',
           'load_data_ptb', 'read_imdb', 'load_data_imdb', 'read_snli', 'SNLIDataset', 'load_data_snli', 'predict_sentiment',
           'predict_snli', 'split_batch_multi_inputs']


class BERTEncoder(nn.Block):
    """The number of blocks is num_blks, and num_layers in the edition of 2021."""
    def __init__(self, vocab_size, num_hiddens, ffn_num_hiddens, num_heads, num_blks=None, dropout=0, max_len=1000,
                 num_layers=None, **kwargs):
        super().__init__(**kwargs)
        self.token_embedding, self.segment_embedding = nn.Embedding(vocab_size, num_hiddens), nn.Embedding(2, num_hiddens)
        self.blks = nn.Sequential()
        for _ in range(num_blks or num_layers):
            self.blks.add(EncoderBlock(num_hiddens, ffn_num_hiddens, num_heads, dropout, True))
        self.pos_embedding = self.params.get('pos_embedding', shape=(1, max_len, num_hiddens))

    def forward(self, tokens, segments, valid_lens):
        X = self.token_embedding(tokens) + self.segment_embedding(segments)
        X = X + self.pos_embedding.data(ctx=X.ctx)[:, :X.shape[1], :]
        for block in self.blks:
            X = block(X, valid_lens)
        return X


class MaskLM(nn.Block):
    def __init__(self, vocab_size, num_hiddens, **kwargs):
        super().__init__(**kwargs)
        self.mlp = nn.Sequential()
        self.mlp.add(nn.Dense(num_hiddens, flatten=False, activation='relu'), nn.LayerNorm(),
                     nn.Dense(vocab_size, flatten=False))

    def forward(self, X, pred_positions):
        rows, count = pred_positions.shape
        of_row = np.arange(rows, dtype='int32', ctx=X.ctx).repeat(count)
        return self.mlp(X[of_row, pred_positions.reshape(-1)].reshape((rows, count, -1)))


class NextSentencePred(nn.Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.output = nn.Dense(2)

    def forward(self, X):
        return self.output(X)


class BERTModel(nn.Block):
    def __init__(self, vocab_size, num_hiddens, ffn_num_hiddens, num_heads, num_blks=None, dropout=0, max_len=1000,
                 num_layers=None):
        super().__init__()
        self.encoder = BERTEncoder(vocab_size, num_hiddens, ffn_num_hiddens, num_heads, num_blks, dropout, max_len, num_layers)
        self.hidden = nn.Dense(num_hiddens, activation='tanh')
        self.mlm, self.nsp = MaskLM(vocab_size, num_hiddens), NextSentencePred()

    def forward(self, tokens, segments, valid_lens=None, pred_positions=None):
        encoded = self.encoder(tokens, segments, valid_lens)
        masked = None if pred_positions is None else self.mlm(encoded, pred_positions)
        return encoded, masked, self.nsp(self.hidden(encoded[:, 0, :]))


# WikiText-2.

def load_data_wiki(batch_size, max_len):
    vocab, columns = bert_examples(read_wiki(download_extract('wikitext-2', 'wikitext-2')), max_len)
    types = 'int32', 'int32', 'float32', 'int32', 'float32', 'int32', 'float32'
    examples = gluon.data.ArrayDataset(*(np.array(column, dtype=dtype) for column, dtype in zip(columns, types)))
    return gluon.data.DataLoader(examples, batch_size, shuffle=True), vocab


# Vectors of words.

class TokenEmbedding:
    def __init__(self, embedding_name):
        self.idx_to_token, rows = read_vectors(embedding_name)
        self.idx_to_vec = np.array(rows)
        self.unknown_idx = 0
        self.token_to_idx = {token: place for place, token in enumerate(self.idx_to_token)}

    def __getitem__(self, tokens):
        return self.idx_to_vec[np.array([self.token_to_idx.get(token, self.unknown_idx) for token in tokens])]

    def __len__(self):
        return len(self.idx_to_token)


def batchify(data):
    return tuple(np.array(one) for one in batches_of(data))


def load_data_ptb(batch_size, max_window_size, num_noise_words):
    vocab, parts = ptb_examples(max_window_size, num_noise_words)
    return gluon.data.DataLoader(gluon.data.ArrayDataset(*parts), batch_size, shuffle=True, batchify_fn=batchify), vocab


# Reviews of films, and pairs of sentences.

def load_data_imdb(batch_size, num_steps=500):
    from d2l.mxnet import load_array
    vocab, (train, test) = imdb_examples(num_steps)
    return (load_array((np.array(train[0]), train[1]), batch_size), load_array((np.array(test[0]), test[1]), batch_size, is_train=False),
            vocab)


def predict_sentiment(net, vocab, sequence):
    from d2l.mxnet import try_gpu
    made = net(np.array(vocab[sequence.split()], ctx=try_gpu()).reshape(1, -1)).argmax(axis=1)
    return 'positive' if made == 1 else 'negative'


class SNLIDataset(gluon.data.Dataset):
    def __init__(self, dataset, num_steps, vocab=None):
        self.num_steps = num_steps
        tokens = [tokenize(part) for part in dataset[:2]]
        self.vocab = Vocab(tokens[0] + tokens[1], min_freq=5, reserved_tokens=['<pad>']) if vocab is None else vocab
        self.premises, self.hypotheses = (
            np.array([truncate_pad(self.vocab[line], num_steps, self.vocab['<pad>']) for line in lines]) for lines in tokens)
        self.labels = np.array(dataset[2])
        print(f'read {len(self.premises)} examples')

    def __getitem__(self, idx):
        return (self.premises[idx], self.hypotheses[idx]), self.labels[idx]

    def __len__(self):
        return len(self.premises)


def load_data_snli(batch_size, num_steps=50):
    folder = download_extract('SNLI')
    train = SNLIDataset(read_snli(folder, True), num_steps)
    test = SNLIDataset(read_snli(folder, False), num_steps, train.vocab)
    return (gluon.data.DataLoader(train, batch_size, shuffle=True), gluon.data.DataLoader(test, batch_size), train.vocab)


def predict_snli(net, vocab, premise, hypothesis):
    from d2l.mxnet import try_gpu
    given = [np.array(vocab[one], ctx=try_gpu()).reshape((1, -1)) for one in (premise, hypothesis)]
    return list(LABELS)[int(net(given).argmax(axis=1))]


def split_batch_multi_inputs(X, y, devices):
    parts = [gluon.utils.split_and_load(one, devices, even_split=False) for one in X]
    return list(zip(*parts)), gluon.utils.split_and_load(y, devices, even_split=False)
