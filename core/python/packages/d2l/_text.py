# SPDX-License-Identifier: GPL-3.0-or-later
# Text as lists of numbers, in which no library has part.
import random
import re

from _book import Vocab, spaced, tokenize, tokenize_nmt

from d2l._data import read_data_nmt, read_time_machine


def letters_of(text):
    return re.sub('[^A-Za-z]+', ' ', text).lower()


def sentences_of(text, max_examples=None):
    """Lists of sources and targets, which end with <eos>."""
    src, tgt = [], []
    for number, line in enumerate(text.split('\n')):
        if max_examples and number > max_examples:
            break
        parts = line.split('\t')
        if len(parts) == 2:
            for sentences, part in zip((src, tgt), parts):
                sentences.append([one for one in f'{part} <eos>'.split(' ') if one])
    return src, tgt


def load_corpus_time_machine(max_tokens=-1):
    tokens = tokenize(read_time_machine(), 'char')
    vocab = Vocab(tokens)
    corpus = [vocab[token] for line in tokens for token in line]
    return corpus[:max_tokens] if max_tokens > 0 else corpus, vocab


def random_batches(corpus, batch_size, num_steps):
    """Pairs of lists of parts: each part, and what is one place further."""
    corpus = corpus[random.randint(0, num_steps - 1):]
    count = (len(corpus) - 1) // num_steps
    begins = list(range(0, count * num_steps, num_steps))
    random.shuffle(begins)
    for at in range(0, count // batch_size * batch_size, batch_size):
        of_batch = begins[at:at + batch_size]
        yield [corpus[one:one + num_steps] for one in of_batch], [corpus[one + 1:one + 1 + num_steps] for one in of_batch]


def sequential_batches(corpus, batch_size, num_steps):
    """The same, each going on where the one before it has ended."""
    offset = random.randint(0, num_steps)
    length = (len(corpus) - offset - 1) // batch_size
    begins = range(offset, offset + batch_size * length, length)
    for at in range(0, length // num_steps * num_steps, num_steps):
        yield ([corpus[one + at:one + at + num_steps] for one in begins],
               [corpus[one + at + 1:one + at + 1 + num_steps] for one in begins])


def loaders_of(array):
    """seq_data_iter_random, seq_data_iter_sequential, SeqDataLoader and load_data_time_machine of the library whose `array`
    makes an array of lists."""
    def iterator(batches):
        def iterate(corpus, batch_size, num_steps):
            for X, Y in batches(corpus, batch_size, num_steps):
                yield array(X), array(Y)
        return iterate
    at_random, sequential = iterator(random_batches), iterator(sequential_batches)

    class SeqDataLoader:
        def __init__(self, batch_size, num_steps, use_random_iter, max_tokens):
            self.data_iter_fn = at_random if use_random_iter else sequential
            self.corpus, self.vocab = load_corpus_time_machine(max_tokens)
            self.batch_size, self.num_steps = batch_size, num_steps

        def __iter__(self):
            return self.data_iter_fn(self.corpus, self.batch_size, self.num_steps)

    def load_data_time_machine(batch_size, num_steps, use_random_iter=False, max_tokens=10000):
        data_iter = SeqDataLoader(batch_size, num_steps, use_random_iter, max_tokens)
        return data_iter, data_iter.vocab

    return at_random, sequential, SeqDataLoader, load_data_time_machine


def translations(num_examples, build_array):
    """Arrays of sources and targets with their lengths, and both vocabularies."""
    arrays, vocabs = [], []
    for lines in tokenize_nmt(spaced(read_data_nmt()), num_examples):
        vocabs.append(Vocab(lines, min_freq=2, reserved_tokens=['<pad>', '<bos>', '<eos>']))
        arrays.extend(build_array(lines, vocabs[-1]))
    return arrays, vocabs
