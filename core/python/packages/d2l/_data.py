# SPDX-License-Identifier: GPL-3.0-or-later
# In place of what the book loads from the net: data of the same kinds, the same in every run. They are made of a few
# patterns and of noise, so that models learn from them.
import os
import random
import sys
import tempfile

from d2l import _corpora, _houses
from d2l._corpora import SYLLABLES

DATA_URL = 'http://d2l-data.s3-accelerate.amazonaws.com/'
DATA_HUB = {name: (DATA_URL + file, None) for name, file in (
    ('time_machine', 'timemachine.txt'), ('fra-eng', 'fra-eng.zip'), ('airfoil', 'airfoil_self_noise.dat'), ('ptb', 'ptb.zip'),
    ('wikitext-2', 'wikitext-2-v1.zip'), ('aclImdb', 'aclImdb_v1.tar.gz'), ('SNLI', 'snli_1.0.zip'),
    ('glove.6b.50d', 'glove.6B.50d.zip'), ('glove.6b.100d', 'glove.6B.100d.zip'),
    ('kaggle_house_train', 'kaggle_house_pred_train.csv'), ('kaggle_house_test', 'kaggle_house_pred_test.csv'))}
told = []


def tell():
    if not told:
        told.append(True)
        print("d2l: data that the book loads from the net are Runahead's own here, of the same shapes and types", file=sys.stderr)


WORDS = ('the and of i a to was in that my it had me as at for with but were on this from is all upon his there have in '
         'not be or so little one into by time then now came').split()


def time_machine():
    """3,221 lines of words, of which a few are frequent."""
    numbers = random.Random(1)
    made = [''.join(numbers.choices(SYLLABLES, k=1 + at % 3)) for at in range(3000)]
    words = WORDS[:2] + ['traveller', 'machine'] + WORDS[2:] + made
    weights = [1 / (4 + at) for at in range(len(words))]
    lines = ['The Time Machine, in words that nobody wrote', '', '', 'I', '']
    while len(lines) < 3221:
        line = numbers.choices(words, weights, k=numbers.randint(8, 11))
        if numbers.random() < 0.1:
            line[:2] = ['The', 'Time', 'Traveller']
        lines.append('' if numbers.random() < 0.12 else ' '.join(line) + numbers.choice(('', '', ',', '.')))
    return '\n'.join(lines) + '\n'


WHO = (('I', 'je'), ('he', 'il'), ('she', 'elle'), ('we', 'nous'), ('they', 'ils'), ('you', 'vous'))
DOES = (('see', 'vois'), ('know', 'connais'), ('want', 'veux'), ('like', 'aime'), ('read', 'lis'), ('find', 'trouve'))
WHAT = (('it', 'cela'), ('the house', 'la maison'), ('the book', 'le livre'), ('a dog', 'un chien'), ('Paris', 'Paris'))
WHEN = (('', ''), (' now', ' maintenant'), (' today', " aujourd'hui"), (' here', ' ici'))
SHORT = (('Go.', 'Va !'), ('Hi.', 'Salut !'), ('Run!', 'Cours !'), ('Who?', 'Qui ?'), ('Wow!', 'Ça alors !'),
         ('I lost.', "J'ai perdu."), ("He's calm.", 'Il est calme.'), ("I'm home.", 'Je suis chez moi.'))


def fra_eng():
    """Lines of English, a tab and French, the short ones first."""
    pairs = [one for one in SHORT for _ in range(2)]
    for who, qui in WHO:
        for does, fait in DOES:
            for what, quoi in WHAT:
                for when, quand in WHEN:
                    english = f'{who} {does} {what}{when}.'
                    pairs.append((english[0].upper() + english[1:], f'{qui} {fait} {quoi}{quand}.'.capitalize()))
    text = '\n'.join('\t'.join(pair) for pair in sorted(pairs, key=lambda pair: len(pair[0]))) + '\n'
    return {'fra-eng/fra.txt': text}


def airfoil():
    """1,503 lines of five features and what follows from them, but for noise of about half its variance."""
    numbers = random.Random(2)
    lines = []
    for _ in range(1503):
        line = [numbers.gauss(0, 1) for _ in range(5)]
        loud = 125 - 2 * line[0] - line[1] - 2 * line[2] + line[3] - 2.5 * line[4] + numbers.gauss(0, 3.7)
        lines.append('\t'.join(f'{one:.6f}' for one in line + [loud]))
    return '\n'.join(lines) + '\n'


def airfoil_columns():
    """Its numbers, a list for each line."""
    with open(download('airfoil'), encoding='utf-8') as file:
        return [[float(one) for one in line.split('\t')] for line in file]


def lyrics():
    """Lines of Chinese characters, made of some 300 words; '分开' and '不分开' begin some."""
    numbers = random.Random(4)
    words = [''.join(chr(0x4e00 + numbers.randrange(1500)) for _ in range(numbers.randint(1, 3))) for _ in range(300)]
    words = ['分开', '不分开'] + words
    weights = [1 / (4 + at) for at in range(len(words))]
    return ' '.join(''.join(numbers.choices(words, weights, k=numbers.randint(2, 5))) for _ in range(8000))


MADE = {'timemachine.txt': time_machine, 'fra-eng.zip': fra_eng, 'airfoil_self_noise.dat': airfoil, **_corpora.MADE,
        **_houses.MADE}
folders = []
wanted_in = {}  # where a program looks for what it takes out of one


def download(url, folder='../data', sha1_hash=None):
    """A file in the folder, where the user has put it; else one that is made, elsewhere."""
    if not url.startswith('http'):
        if url not in DATA_HUB:
            raise KeyError(url)
        url = DATA_HUB[url][0]
    name = url.split('/')[-1]
    there = os.path.join(folder, name)
    if os.path.exists(there):
        return there
    if name not in MADE:
        raise NotImplementedError(f'd2l loads nothing from the net here: put {name} into {folder}, by hand')
    tell()
    if not folders:
        folders.append(tempfile.TemporaryDirectory(prefix='d2l-'))
    made = os.path.join(folders[0].name, name)
    wanted_in[made] = folder
    if not os.path.exists(made):
        write(made, MADE[name]())
    return made


def write(path, made):
    """A text, or an archive of them, which are of 1980, also where the run's clock is before."""
    import io
    import tarfile
    import zipfile
    if isinstance(made, str):
        with open(path, 'w', encoding='utf-8') as file:
            file.write(made)
    elif path.endswith('.zip'):
        with zipfile.ZipFile(path, 'w') as archive:
            for name, text in made.items():
                archive.writestr(zipfile.ZipInfo(name), text)
    else:
        with tarfile.open(path, 'w') as archive:
            for name, text in made.items():
                content = text.encode() if isinstance(text, str) else text
                entry = tarfile.TarInfo(name)
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))


def extract(filename, folder=None):
    import tarfile
    import zipfile
    kind = os.path.splitext(filename)[1]
    assert kind in ('.zip', '.tar', '.gz'), 'Only support zip/tar files.'
    with zipfile.ZipFile(filename) if kind == '.zip' else tarfile.open(filename) as file:
        for one in {os.path.dirname(filename), wanted_in.get(filename, os.path.dirname(filename))} if folder is None else {folder}:
            file.extractall(one)


def download_extract(name, folder=None):
    file = download(name)
    extract(file, os.path.dirname(file))
    return os.path.join(os.path.dirname(file), folder) if folder else os.path.splitext(file)[0]


def read_time_machine():
    import re
    with open(download('time_machine'), encoding='utf-8') as file:
        return [re.sub('[^A-Za-z]+', ' ', line).strip().lower() for line in file]


def read_data_nmt():
    with open(os.path.join(download_extract('fra-eng'), 'fra.txt'), encoding='utf-8') as file:
        return file.read()
