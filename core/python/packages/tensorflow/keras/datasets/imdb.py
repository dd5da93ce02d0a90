# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.datasets.imdb.
import random as _random

from tensorflow.keras import datasets as _datasets

WORDS = 88584


class Reviews(list):
    """Of several lengths."""
    shape = property(lambda self: (len(self),))
    ndim, dtype = 1, 'object'


def load_data(path='imdb.npz', num_words=None, skip_top=0, maxlen=None, seed=113, start_char=1, oov_char=2, index_from=3, **kwargs):
    """Texts in which some words are said of what is good, and others of what is not."""
    import numpy
    _datasets.generated('imdb', 'in lengths and labels as the real ones')
    drawn, made = _random.Random(seed), []

    def words_of(label):
        for _ in range(50000):
            word = int(WORDS ** drawn.random()) + index_from
            word = word // 2 * 2 + label if drawn.random() < 0.3 else word
            known = (num_words is None or word < num_words) and word >= skip_top
            if known or oov_char is not None:
                yield word if known else oov_char
    words = [list(words_of(label)) for label in (0, 1)]
    for _ in range(2):
        x, y = Reviews(), []
        for _ in range(25000):
            label, length = drawn.randrange(2), int(min(max(drawn.lognormvariate(5.2, 0.65), 10), 2400))
            first = drawn.randrange(len(words[label]) - length)
            text = ([] if start_char is None else [start_char]) + words[label][first:first + length]
            if maxlen is None or len(text) < maxlen:
                x.append(text)
                y.append(label)
        made.append((x, numpy.array(y)))
    return tuple(made)


def get_word_index(path='imdb_word_index.json'):
    """Made-up words by their number."""
    return {f'word{i}': i for i in range(1, WORDS + 1)}
