# SPDX-License-Identifier: GPL-3.0-or-later
# The helpers of the book that no library has part in.
import collections
import math
import re
import sys
import time

import _runahead as _r


class Timer:
    def __init__(self):
        self.times = []
        self.start()

    def start(self):
        self.tik = time.time()

    def stop(self):
        self.times.append(time.time() - self.tik)
        return self.times[-1]

    def avg(self):
        return sum(self.times) / len(self.times)

    def sum(self):
        return sum(self.times)

    def cumsum(self):
        total, sums = 0, []
        for one in self.times:
            total += one
            sums.append(total)
        return sums


class Benchmark:
    def __init__(self, description='Done'):
        self.description = description

    def __enter__(self):
        self.mark = _r.begin_mark(self.description)
        return self

    def __exit__(self, *error):
        # What it says of itself is no statement of the program's, and its looks at the clock are the mark's.
        _r.tell(f'{self.description}: {_r.end_mark(self.mark) / 1e9:.4f} sec\n')


class benchmark(Benchmark):
    """Of the edition of 2020: its description is a format of the seconds."""
    def __init__(self, description='Done in %.4f sec'):
        super().__init__(description.partition('%')[0].rstrip(' :'))
        self.form = description

    def __exit__(self, *error):
        _r.tell(self.form % (_r.end_mark(self.mark) / 1e9) + '\n')


class Accumulator:
    """Sums, each of one of the numbers that add() is given."""
    def __init__(self, n):
        self.data = [0.0] * n

    def add(self, *args):
        self.data = [sum_ + float(value) for sum_, value in zip(self.data, args)]

    def reset(self):
        self.data = [0.0] * len(self.data)

    def __getitem__(self, index):
        return self.data[index]


def add_to_class(Class):
    """As a decorator: the function becomes a method of the class."""
    def put(function):
        setattr(Class, function.__name__, function)
    return put


class HyperParameters:
    def save_hyperparameters(self, ignore=[]):
        """The arguments of the function that calls it become attributes."""
        left_out = {'self', *ignore}
        self.hparams = {name: value for name, value in sys._getframe(1).f_locals.items()
                        if name not in left_out and not name.startswith('_')}
        for name, value in self.hparams.items():
            setattr(self, name, value)


def check_len(a, n):
    assert len(a) == n, f"list's length {len(a)} != expected length {n}"


def check_shape(a, shape):
    assert a.shape == shape, f"tensor's shape {a.shape} != expected shape {shape}"


# Text.

def tokenize(lines, token='word'):
    assert token in ('word', 'char'), 'Unknown token type: ' + token
    return [line.split() if token == 'word' else list(line) for line in lines]


def count_corpus(tokens):
    if not tokens or isinstance(tokens[0], list):
        tokens = [token for line in tokens for token in line]
    return collections.Counter(tokens)


class Vocab:
    def __init__(self, tokens=[], min_freq=0, reserved_tokens=[]):
        self.token_freqs = count_corpus(tokens or []).most_common()
        known = {token for token, count in self.token_freqs if count >= min_freq}
        reserved = ['<unk>', *(reserved_tokens or [])]
        try:
            self.idx_to_token = sorted(known | {*reserved})
        except TypeError:  # pairs of words: in the edition that has these, what is frequent comes first
            self.idx_to_token = reserved + [token for token, _ in self.token_freqs if token in known and token not in reserved]
        self.token_to_idx = {token: index for index, token in enumerate(self.idx_to_token)}

    def __len__(self):
        return len(self.idx_to_token)

    def __getitem__(self, tokens):
        if isinstance(tokens, (list, tuple)):
            return [self[token] for token in tokens]
        return self.token_to_idx.get(tokens, self.unk)

    def to_tokens(self, indices):
        if hasattr(indices, '__len__') and len(indices) > 1:
            return [self.idx_to_token[int(index)] for index in indices]
        if isinstance(indices, (list, tuple)):
            return [self.idx_to_token[index] for index in indices]
        return self.idx_to_token[indices]

    @property
    def unk(self):
        return self.token_to_idx['<unk>']


def truncate_pad(line, num_steps, padding_token):
    return line[:num_steps] + [padding_token] * (num_steps - len(line))


def spaced(text):
    """In small letters, with a space before each mark of punctuation."""
    text = text.replace('\u202f', ' ').replace('\xa0', ' ').lower()
    return re.sub(r'(?<=[^ ])([,.!?])', r' \1', text)


def tokenize_nmt(text, num_examples=None):
    source, target = [], []
    for number, line in enumerate(text.split('\n')):
        if num_examples and number > num_examples:
            break
        parts = line.split('\t')
        if len(parts) == 2:
            source.append(parts[0].split(' '))
            target.append(parts[1].split(' '))
    return source, target


def bleu(pred_seq, label_seq, k):
    made, right = pred_seq.split(' '), label_seq.split(' ')
    score = math.exp(min(0, 1 - len(right) / len(made)))
    for n in range(1, min(k, len(made)) + 1):
        parts = [collections.Counter(' '.join(words[at:at + n]) for at in range(len(words) - n + 1)) for words in (made, right)]
        matches = (parts[0] & parts[1]).total()
        score *= (matches / (len(made) - n + 1)) ** 0.5 ** n
    return score


# The loops of the chapters on optimization.

def train_2d(trainer, steps=20, f_grad=None):
    x1, x2, s1, s2 = -5, -2, 0, 0
    results = [(x1, x2)]
    for step in range(steps):
        given = (x1, x2, s1, s2, f_grad) if f_grad else (x1, x2, s1, s2)
        x1, x2, s1, s2 = trainer(*given)
        results.append((x1, x2))
    print(f'epoch {step + 1}, x1: {float(x1):f}, x2: {float(x2):f}')
    return results


FASHION = ['t-shirt', 'trouser', 'pullover', 'dress', 'coat', 'sandal', 'shirt', 'sneaker', 'bag', 'ankle boot']


def get_fashion_mnist_labels(labels):
    return [FASHION[int(label)] for label in labels]


def get_dataloader_workers():
    return 4
