# SPDX-License-Identifier: GPL-3.0-or-later
# BERT, embeddings of words and the texts that they learn from, in MXNet.
import collections
import math
import os
import random
import re

from _book import Vocab, tokenize, truncate_pad
from mxnet import gluon, np
from mxnet.gluon import nn

from d2l._data import download_extract
from d2l._mxnet_attention import EncoderBlock

__all__ = ['get_tokens_and_segments', 'BERTEncoder', 'MaskLM', 'NextSentencePred', 'BERTModel', 'load_data_wiki',
           'TokenEmbedding', 'read_ptb', 'subsample', 'get_centers_and_contexts', 'RandomGenerator', 'get_negatives', 'batchify',
           'load_data_ptb', 'read_imdb', 'load_data_imdb', 'read_snli', 'SNLIDataset', 'load_data_snli', 'predict_sentiment',
           'predict_snli', 'split_batch_multi_inputs']


def get_tokens_and_segments(tokens_a, tokens_b=None):
    parts = [['<cls>', *tokens_a, '<sep>']] + ([[*tokens_b, '<sep>']] if tokens_b is not None else [])
    return sum(parts, []), [number for number, part in enumerate(parts) for _ in part]


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

def _masked(tokens, vocab):
    """Numbers of the tokens, some of them hidden; where these are, and which they were."""
    places = [place for place, token in enumerate(tokens) if token not in ('<cls>', '<sep>')]
    random.shuffle(places)
    places = sorted(places[:max(1, round(len(tokens) * 0.15))])
    shown = list(tokens)
    for place in places:
        chance = random.random()
        if chance < 0.9:
            shown[place] = '<mask>' if chance < 0.8 else random.choice(vocab.idx_to_token)
    return vocab[shown], places, vocab[[tokens[place] for place in places]]


def _pairs(paragraph, paragraphs, max_len):
    """Each sentence with the next one, or with any: tokens, segments, and which of both."""
    for first, second in zip(paragraph, paragraph[1:]):
        follows = random.random() < 0.5
        second = second if follows else random.choice(random.choice(paragraphs))
        if len(first) + len(second) + 3 <= max_len:
            yield (*get_tokens_and_segments(first, second), follows)


class _WikiTextDataset(gluon.data.ArrayDataset):
    def __init__(self, paragraphs, max_len):
        paragraphs = [tokenize(paragraph) for paragraph in paragraphs]
        self.vocab = Vocab([sentence for paragraph in paragraphs for sentence in paragraph], min_freq=5,
                           reserved_tokens=['<pad>', '<mask>', '<cls>', '<sep>'])
        rows, most = [], round(max_len * 0.15)
        for paragraph in paragraphs:
            for tokens, segments, follows in _pairs(paragraph, paragraphs, max_len):
                shown, places, hidden = _masked(tokens, self.vocab)
                rows.append((truncate_pad(shown, max_len, self.vocab['<pad>']), truncate_pad(segments, max_len, 0), len(shown),
                             truncate_pad(places, most, 0), truncate_pad([1.0] * len(places), most, 0.0),
                             truncate_pad(hidden, most, 0), follows))
        types = 'int32', 'int32', 'float32', 'int32', 'float32', 'int32', 'float32'
        super().__init__(*(np.array(list(column), dtype=dtype) for column, dtype in zip(zip(*rows), types)))


def load_data_wiki(batch_size, max_len):
    with open(os.path.join(download_extract('wikitext-2', 'wikitext-2'), 'wiki.train.tokens'), encoding='utf-8') as file:
        paragraphs = [line.strip().lower().split(' . ') for line in file if len(line.split(' . ')) >= 2]
    random.shuffle(paragraphs)
    examples = _WikiTextDataset(paragraphs, max_len)
    return gluon.data.DataLoader(examples, batch_size, shuffle=True), examples.vocab


# Vectors of words.

class TokenEmbedding:
    def __init__(self, embedding_name):
        self.idx_to_token, rows = ['<unk>'], []
        with open(os.path.join(download_extract(embedding_name), 'vec.txt'), encoding='utf-8') as file:
            for line in file:
                token, *numbers = line.rstrip().split(' ')
                if len(numbers) > 1:
                    self.idx_to_token.append(token)
                    rows.append([float(one) for one in numbers])
        self.idx_to_vec = np.array([[0.0] * len(rows[0])] + rows)
        self.unknown_idx = 0
        self.token_to_idx = {token: place for place, token in enumerate(self.idx_to_token)}

    def __getitem__(self, tokens):
        return self.idx_to_vec[np.array([self.token_to_idx.get(token, self.unknown_idx) for token in tokens])]

    def __len__(self):
        return len(self.idx_to_token)


def read_ptb():
    with open(os.path.join(download_extract('ptb'), 'ptb.train.txt'), encoding='utf-8') as file:
        return [line.split() for line in file.read().split('\n')]


def subsample(sentences, vocab):
    """Without many of the frequent words."""
    sentences = [[token for token in line if vocab[token] != vocab.unk] for line in sentences]
    counter = collections.Counter(token for line in sentences for token in line)
    total = counter.total()
    return [[token for token in line if random.random() < math.sqrt(1e-4 / counter[token] * total)]
            for line in sentences], counter


def get_centers_and_contexts(corpus, max_window_size):
    centers, contexts = [], []
    for line in corpus:
        for at, word in enumerate(line if len(line) > 1 else ()):
            size = random.randint(1, max_window_size)
            centers.append(word)
            contexts.append(line[max(0, at - size):at] + line[at + 1:at + 1 + size])
    return centers, contexts


class RandomGenerator:
    """Numbers from 1 on, by their weights."""
    def __init__(self, sampling_weights):
        self.population, self.sampling_weights = list(range(1, len(sampling_weights) + 1)), sampling_weights
        self.drawn = iter(())

    def draw(self):
        for one in self.drawn:
            return one
        self.drawn = iter(random.choices(self.population, self.sampling_weights, k=10000))
        return next(self.drawn)


def get_negatives(all_contexts, vocab, counter, K):
    generator = RandomGenerator([counter[vocab.to_tokens(place)] ** 0.75 for place in range(1, len(vocab))])
    made = []
    for contexts in all_contexts:
        negatives = []
        while len(negatives) < len(contexts) * K:
            one = generator.draw()
            if one not in contexts:
                negatives.append(one)
        made.append(negatives)
    return made


def batchify(data):
    """Centers, contexts and noise, which of these are there, and which are contexts."""
    most = max(len(context) + len(negative) for _, context, negative in data)
    centers, words, masks, labels = [], [], [], []
    for center, context, negative in data:
        centers.append([center])
        words.append(truncate_pad(context + negative, most, 0))
        masks.append(truncate_pad([1] * (len(context) + len(negative)), most, 0))
        labels.append(truncate_pad([1] * len(context), most, 0))
    return tuple(np.array(one) for one in (centers, words, masks, labels))


def load_data_ptb(batch_size, max_window_size, num_noise_words):
    sentences = read_ptb()
    vocab = Vocab(sentences, min_freq=10)
    subsampled, counter = subsample(sentences, vocab)
    centers, contexts = get_centers_and_contexts([vocab[line] for line in subsampled], max_window_size)
    examples = gluon.data.ArrayDataset(centers, contexts, get_negatives(contexts, vocab, counter, num_noise_words))
    return gluon.data.DataLoader(examples, batch_size, shuffle=True, batchify_fn=batchify), vocab


# Reviews of films, and pairs of sentences.

def read_imdb(data_dir, is_train):
    data, labels = [], []
    for label, folder in (1, 'pos'), (0, 'neg'):
        place = os.path.join(data_dir, 'train' if is_train else 'test', folder)
        for name in os.listdir(place):
            with open(os.path.join(place, name), encoding='utf-8') as file:
                data.append(file.read().replace('\n', ''))
                labels.append(label)
    return data, labels


def load_data_imdb(batch_size, num_steps=500):
    from d2l.mxnet import load_array
    parts = [read_imdb(download_extract('aclImdb', 'aclImdb'), is_train) for is_train in (True, False)]
    tokens = [tokenize(data) for data, _ in parts]
    vocab = Vocab(tokens[0], min_freq=5)
    features = [np.array([truncate_pad(vocab[line], num_steps, vocab['<pad>']) for line in lines]) for lines in tokens]
    return (load_array((features[0], parts[0][1]), batch_size), load_array((features[1], parts[1][1]), batch_size, is_train=False),
            vocab)


def predict_sentiment(net, vocab, sequence):
    from d2l.mxnet import try_gpu
    made = net(np.array(vocab[sequence.split()], ctx=try_gpu()).reshape(1, -1)).argmax(axis=1)
    return 'positive' if made == 1 else 'negative'


LABELS = {'entailment': 0, 'contradiction': 1, 'neutral': 2}


def read_snli(data_dir, is_train):
    with open(os.path.join(data_dir, f"snli_1.0_{'train' if is_train else 'test'}.txt"), encoding='utf-8') as file:
        rows = [line.split('\t') for line in file.readlines()[1:]]
    rows = [row for row in rows if row[0] in LABELS]
    texts = ([re.sub(r'\s{2,}', ' ', re.sub('[()]', '', row[at])).strip() for row in rows] for at in (1, 2))
    return (*texts, [LABELS[row[0]] for row in rows])


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
