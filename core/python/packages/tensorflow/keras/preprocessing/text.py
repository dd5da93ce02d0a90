# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.preprocessing.text: words as numbers, the most frequent first.
import collections

from _names import missing

FILTERS = '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\t\n'


def text_to_word_sequence(input_text, filters=FILTERS, lower=True, split=' '):
    text = (input_text.lower() if lower else input_text).translate(str.maketrans({one: split for one in filters}))
    return [one for one in text.split(split) if one]


class Tokenizer:
    def __init__(self, num_words=None, filters=FILTERS, lower=True, split=' ', char_level=False, oov_token=None, analyzer=None):
        self.num_words, self.filters, self.lower, self.split = num_words, filters, lower, split
        self.char_level, self.oov_token, self.analyzer, self.document_count = char_level, oov_token, analyzer, 0
        self.word_counts, self.word_docs = collections.OrderedDict(), collections.defaultdict(int)
        self.word_index, self.index_word = {}, {}

    def words(self, text):
        if self.analyzer is not None:
            return self.analyzer(text)
        if self.char_level or isinstance(text, list):
            text = [one.lower() for one in text] if self.lower and isinstance(text, list) else text.lower() if self.lower else text
            return list(text)
        return text_to_word_sequence(text, self.filters, self.lower, self.split)

    def fit_on_texts(self, texts):
        for text in texts:
            self.document_count += 1
            words = self.words(text)
            for one in words:
                self.word_counts[one] = self.word_counts.get(one, 0) + 1
            for one in set(words):
                self.word_docs[one] += 1
        order = sorted(self.word_counts, key=lambda one: -self.word_counts[one])
        order = ([] if self.oov_token is None else [self.oov_token]) + order
        self.word_index = {one: i + 1 for i, one in enumerate(order)}
        self.index_word = {i: one for one, i in self.word_index.items()}

    def texts_to_sequences(self, texts):
        other, made = self.word_index.get(self.oov_token), []
        for text in texts:
            found = []
            for one in self.words(text):
                at = self.word_index.get(one)
                at = other if at is None or self.num_words and at >= self.num_words else at
                if at is not None:
                    found.append(at)
            made.append(found)
        return made

    def sequences_to_texts(self, sequences):
        other = self.word_index.get(self.oov_token)
        made = []
        for row in sequences:
            words = []
            for one in row:
                word = self.index_word.get(int(one))
                if word is not None and not (self.num_words and one >= self.num_words):
                    words.append(word)
                elif other is not None:
                    words.append(self.index_word[other])
            made.append(' '.join(words))
        return made

    def sequences_to_matrix(self, sequences, mode='binary'):
        import numpy
        if not self.num_words and not self.word_index:
            raise ValueError('Specify a dimension (`num_words` argument), or fit on some text data first.')
        if mode not in ('binary', 'count', 'freq'):
            raise NotImplementedError("sequences_to_matrix: Runahead has the modes 'binary', 'count' and 'freq'")
        width, made = self.num_words or len(self.word_index) + 1, []
        for row in sequences:
            counts = collections.Counter(int(one) for one in row if one < width)
            made.append([0.0 if one not in counts else 1.0 if mode == 'binary' else float(counts[one]) if mode == 'count' else
                         counts[one] / len(row) for one in range(width)])
        return numpy.array(made)

    def texts_to_matrix(self, texts, mode='binary'):
        return self.sequences_to_matrix(self.texts_to_sequences(texts), mode)


def one_hot(*args, **kwargs):
    raise NotImplementedError('one_hot: Runahead has no hashes of words; Tokenizer numbers them')


__getattr__ = missing(globals())
