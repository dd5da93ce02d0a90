# SPDX-License-Identifier: GPL-3.0-or-later
# Text as lists of numbers, in which no library has part.
import random

from _book import Vocab, tokenize

from d2l._data import read_time_machine


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
