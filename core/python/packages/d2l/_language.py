# SPDX-License-Identifier: GPL-3.0-or-later
# The book's texts of words, reviews and sentences as lists, in which no library has part.
import collections
import math
import os
import random
import re

from _book import Vocab, tokenize, truncate_pad

from d2l._data import download_extract


def get_tokens_and_segments(tokens_a, tokens_b=None):
    parts = [['<cls>', *tokens_a, '<sep>']] + ([[*tokens_b, '<sep>']] if tokens_b is not None else [])
    return sum(parts, []), [number for number, part in enumerate(parts) for _ in part]


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


def read_wiki(data_dir):
    with open(os.path.join(data_dir, 'wiki.train.tokens'), encoding='utf-8') as file:
        paragraphs = [line.strip().lower().split(' . ') for line in file if len(line.split(' . ')) >= 2]
    random.shuffle(paragraphs)
    return paragraphs


def bert_examples(paragraphs, max_len):
    """A vocabulary, and for each pair of sentences: tokens, segments, the length, places that are hidden, their weights, what
    was there, and whether the second follows the first."""
    paragraphs = [tokenize(paragraph) for paragraph in paragraphs]
    vocab = Vocab([sentence for paragraph in paragraphs for sentence in paragraph], min_freq=5,
                  reserved_tokens=['<pad>', '<mask>', '<cls>', '<sep>'])
    rows, most = [], round(max_len * 0.15)
    for paragraph in paragraphs:
        for tokens, segments, follows in _pairs(paragraph, paragraphs, max_len):
            shown, places, hidden = _masked(tokens, vocab)
            rows.append((truncate_pad(shown, max_len, vocab['<pad>']), truncate_pad(segments, max_len, 0), len(shown),
                         truncate_pad(places, most, 0), truncate_pad([1.0] * len(places), most, 0.0),
                         truncate_pad(hidden, most, 0), int(follows)))
    return vocab, [list(column) for column in zip(*rows)]


# Vectors of words.

def read_vectors(embedding_name):
    """Words, and a list of numbers for each. The first is unknown."""
    words, rows = ['<unk>'], [[]]
    with open(os.path.join(download_extract(embedding_name), 'vec.txt'), encoding='utf-8') as file:
        for line in file:
            word, *numbers = line.rstrip().split(' ')
            if len(numbers) > 1:  # not a head of fastText's
                words.append(word)
                rows.append([float(one) for one in numbers])
    rows[0] = [0.0] * len(rows[1])
    return words, rows


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


def batches_of(data):
    """Centers, contexts and noise, which of these are there, and which are contexts."""
    most = max(len(context) + len(negative) for _, context, negative in data)
    centers, words, masks, labels = [], [], [], []
    for center, context, negative in data:
        centers.append([center])
        words.append(truncate_pad(context + negative, most, 0))
        masks.append(truncate_pad([1] * (len(context) + len(negative)), most, 0))
        labels.append(truncate_pad([1] * len(context), most, 0))
    return centers, words, masks, labels


def ptb_examples(max_window_size, num_noise_words):
    """A vocabulary, and centers, contexts and noise of each word of the text."""
    sentences = read_ptb()
    vocab = Vocab(sentences, min_freq=10)
    subsampled, counter = subsample(sentences, vocab)
    centers, contexts = get_centers_and_contexts([vocab[line] for line in subsampled], max_window_size)
    return vocab, (centers, contexts, get_negatives(contexts, vocab, counter, num_noise_words))


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


def imdb_examples(num_steps):
    """A vocabulary, and features and labels of both parts."""
    parts = [read_imdb(download_extract('aclImdb', 'aclImdb'), is_train) for is_train in (True, False)]
    tokens = [tokenize(data) for data, _ in parts]
    vocab = Vocab(tokens[0], min_freq=5)
    return vocab, [([truncate_pad(vocab[line], num_steps, vocab['<pad>']) for line in lines], labels)
                   for lines, (_, labels) in zip(tokens, parts)]


LABELS = {'entailment': 0, 'contradiction': 1, 'neutral': 2}


def read_snli(data_dir, is_train):
    with open(os.path.join(data_dir, f"snli_1.0_{'train' if is_train else 'test'}.txt"), encoding='utf-8') as file:
        rows = [line.split('\t') for line in file.readlines()[1:]]
    rows = [row for row in rows if row[0] in LABELS]
    texts = ([re.sub(r'\s{2,}', ' ', re.sub('[()]', '', row[at])).strip() for row in rows] for at in (1, 2))
    return (*texts, [LABELS[row[0]] for row in rows])
