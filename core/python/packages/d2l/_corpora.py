# SPDX-License-Identifier: GPL-3.0-or-later
# In place of the book's archives of text: {name in the archive: text}. Words are made of syllables; what a label says shows in
# some of them, so that models learn it. There are fewer texts than in the real ones.
import random

SYLLABLES = 'al be cor da en for gal hi il ju ka lo mer nu or pa qui ra sol ta ur ven wi yel za'.split()
WORDS = 'the and of i a to was in that it had as at for with but on this from is all there not be or one into then now'.split()
MARKED = {'pos': 'great wonderful best love excellent'.split(), 'neg': 'bad awful worst boring terrible'.split()}


class Language:
    """Sentences of a few thousand words, few of which are frequent."""
    def __init__(self, seed, count=5000):
        self.numbers = random.Random(seed)
        made = sorted({''.join(self.numbers.choices(SYLLABLES, k=2 + at % 3)) for at in range(count)})
        self.numbers.shuffle(made)
        self.words = WORDS + made
        self.bounds, total = [], 0.0
        for at in range(len(self.words)):
            total += 1 / (4 + at)
            self.bounds.append(total)

    def sentence(self, least, most):
        return self.numbers.choices(self.words, cum_weights=self.bounds, k=self.numbers.randint(least, most))


def ptb():
    language = Language(5)
    lines = [' ' + ' '.join(language.sentence(5, 30)) + ' \n' for _ in range(8000)]
    lines[::97] = [' the ' + line.lstrip().replace(' ', ' join ', 1) for line in lines[::97]]
    return {f'ptb/ptb.{part}.txt': ''.join(lines if part == 'train' else lines[:800]) for part in ('train', 'valid', 'test')}


def wikitext():
    language = Language(6)
    lines = [' ' + ' . '.join(' '.join(language.sentence(6, 24)) for _ in range(language.numbers.randint(2, 6))) + ' . \n'
             for _ in range(2000)]
    return {f'wikitext-2/wiki.{part}.tokens': ''.join(lines if part == 'train' else lines[:200])
            for part in ('train', 'valid', 'test')}


def imdb():
    language, made = Language(7), {}
    for part in 'train', 'test':
        for at in range(1000):
            kind = ('pos', 'neg')[at % 2]
            words = language.sentence(60, 300)
            for _ in range(6):
                words[language.numbers.randrange(len(words))] = language.numbers.choice(MARKED[kind])
            made[f'aclImdb/{part}/{kind}/{at // 2}_{9 if kind == "pos" else 2}.txt'] = ' '.join(words)
    return made


def snli():
    """A hypothesis that repeats its premise follows; one with `not` contradicts it."""
    language, made = Language(8), {}
    for part, count in ('train', 5400), ('dev', 540), ('test', 540):
        lines = ['gold_label\tsentence1_binary_parse\tsentence2_binary_parse\n']
        for at in range(count):
            premise = language.sentence(6, 14)
            label = ('entailment', 'contradiction', 'neutral')[at % 3]
            other = language.sentence(4, 8) if at % 3 == 2 else premise[:5]
            other = ['not'] * (at % 3 == 1) + [word for word in other if word != 'not']
            lines.append(f"{label}\t( {' '.join(premise)} )\t( {' '.join(other)} )\n")
        made[f'snli_1.0/snli_1.0_{part}.txt'] = ''.join(lines)
    return made


def glove(folder, length):
    """20,000 words, with those that the book asks for."""
    def made():
        language = Language(9, 40000)
        words = language.words[:20000]
        asked = ('beautiful chip baby man woman son daughter beijing china tokyo japan bad worst big biggest do did go went '
                 'great').split()
        words[3366:3366 + len(asked)] = asked
        rows = (f"{word} {' '.join(f'{language.numbers.gauss(0, 0.4):.4f}' for _ in range(length))}\n" for word in words)
        return {f'{folder}/vec.txt': ''.join(rows)}
    return made


MADE = {'ptb.zip': ptb, 'wikitext-2-v1.zip': wikitext, 'aclImdb_v1.tar.gz': imdb, 'snli_1.0.zip': snli,
        'glove.6B.50d.zip': glove('glove.6B.50d', 50), 'glove.6B.100d.zip': glove('glove.6B.100d', 100)}
