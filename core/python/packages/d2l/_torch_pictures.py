# SPDX-License-Identifier: GPL-3.0-or-later
# Archives of pictures in place of the book's, for programs in PyTorch, and what the book does with their files. There are fewer
# pictures than in the real ones, a few of them over and over; all are PNG, whatever their names end with.
import collections
import os
import random
import shutil
import struct
import zlib

import torch

from d2l import _plots
from d2l._data import DATA_HUB, DATA_URL, MADE, download_extract, tell
from d2l._torch_bert import pretrained

__all__ = ['plt', 'Image', 'read_csv_labels', 'copyfile', 'reorg_train_valid', 'reorg_test', 'VOC_COLORMAP', 'VOC_CLASSES',
           'read_voc_images', 'voc_colormap2label', 'voc_label_indices', 'voc_rand_crop', 'VOCSegDataset', 'load_data_voc']


def png(picture):
    """Of rows of pixels of three bytes."""
    def part(name, content):
        return struct.pack('>I', len(content)) + name + content + struct.pack('>I', zlib.crc32(name + content))
    height, width, _ = picture.shape
    rows = torch.nn.functional.pad(picture.to(torch.uint8).reshape(height, width * 3), (1, 0))
    return (b'\x89PNG\r\n\x1a\n' + part(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0)) +
            part(b'IDAT', zlib.compress(rows.numpy().tobytes(), 1)) + part(b'IEND', b''))


def scene(seed, height, width):
    """Waves, by which it is known again, and their colour."""
    numbers = random.Random(seed)
    y, x = (torch.arange(size) * numbers.uniform(0.02, 0.3) for size in (height, width))
    waves = torch.sin(y)[:, None] + torch.cos(x)
    return (waves.unsqueeze(-1) * 40 + torch.tensor([numbers.uniform(80, 170) for _ in range(3)])).round()


def boxed(seed, height, width, colors):
    """A scene with a box of one of the colours, and where that is: left, top, right, bottom."""
    numbers, picture = random.Random(seed), scene(seed, height, width)
    wide, high = (numbers.randint(size // 6, size // 3) for size in (width, height))
    left, top = numbers.randint(0, width - 1 - wide), numbers.randint(0, height - 1 - high)
    picture[top:top + high, left:left + wide] = torch.tensor(numbers.choice(colors), dtype=torch.float32)
    return picture, (left, top, left + wide, top + high)


def folders(places, height, width):
    """{place: number of pictures}"""
    made = {}
    for kind, (place, count) in enumerate(places.items()):
        pictures = [png(scene(kind % 7 * 100 + at, height, width)) for at in range(min(count, 8))]
        made.update((f'{place}/{at}.png', pictures[at % 8]) for at in range(count))
    return made


def hotdog():
    return folders({f'hotdog/{part}/{kind}': count for part, count in (('train', 350), ('test', 80))
                    for kind in ('hotdog', 'not-hotdog')}, 256, 256)


def pokemon():
    return folders({f'pokemon/kind{number:03}': 30 for number in range(48)}, 80, 80)


def bananas():
    made = {}
    for part, count, seed in ('train', 1000, 0), ('val', 100, 5000):
        table = ['img_name,label,xmin,ymin,xmax,ymax']
        for at in range(count):
            picture, box = boxed(seed + at, 256, 256, [[230, 210, 60]])
            made[f'banana-detection/bananas_{part}/images/{at}.png'] = png(picture)
            table.append(','.join(map(str, (f'{at}.png', 0, *box))))
        made[f'banana-detection/bananas_{part}/label.csv'] = '\n'.join(table) + '\n'
    return made


def voc():
    made = {}
    for part, count in ('train', 168), ('val', 72):
        pictures = []
        for at in range(12):
            picture, (left, top, right, bottom) = boxed(at, 375, 500, VOC_COLORMAP[1:])
            label = torch.zeros_like(picture)
            label[top:bottom, left:right] = picture[top, left]
            pictures.append((png(picture), png(label)))
        names = [f'{2007 + at // 100}_{at:06}' for at in range(count)]
        made[f'VOCdevkit/VOC2012/ImageSets/Segmentation/{part}.txt'] = '\n'.join(f'{part[0]}{name}' for name in names) + '\n'
        for at, name in enumerate(names):
            made[f'VOCdevkit/VOC2012/JPEGImages/{part[0]}{name}.jpg'] = pictures[at % 12][0]
            made[f'VOCdevkit/VOC2012/SegmentationClass/{part[0]}{name}.png'] = pictures[at % 12][1]
    return made


def kaggle(folder, table, ending, kinds, tests, height, width):
    """1,000 pictures whose kinds are in the table, and a few whose kinds are to be said."""
    def made():
        pictures = [png(scene(kind, height, width)) for kind in range(min(len(kinds), 20))]
        names = [str(number) if ending == 'png' else f'{number:032x}' for number in range(1, 1001)]
        files = {f'{folder}/train/{name}.{ending}': pictures[at % len(kinds) % 20] for at, name in enumerate(names)}
        files.update((f'{folder}/test/{name}.{ending}', pictures[at % 20 % len(pictures)]) for at, name in enumerate(names[:tests]))
        files[f'{folder}/{table}'] = 'id,label\n' + ''.join(f'{name},{kinds[at % len(kinds)]}\n' for at, name in enumerate(names))
        return files
    return made


CIFAR = 'airplane automobile bird cat deer dog frog horse ship truck'.split()
ARCHIVES = {
    'hotdog': ('hotdog.zip', hotdog), 'pokemon': ('pokemon.zip', pokemon), 'banana-detection': ('banana-detection.zip', bananas),
    'voc2012': ('VOCtrainval_11-May-2012.tar', voc),
    'cifar10_tiny': ('kaggle_cifar10_tiny.zip', kaggle('kaggle_cifar10_tiny', 'trainLabels.csv', 'png', CIFAR, 5, 32, 32)),
    'dog_tiny': ('kaggle_dog_tiny.zip', kaggle('kaggle_dog_tiny', 'labels.csv', 'jpg', [f'breed_{at:03}' for at in range(120)],
                                               10, 375, 500)),
    'bert.small': ('bert.small.torch.zip', lambda: pretrained('bert.small.torch', 256, 512)),
    'bert.base': ('bert.base.torch.zip', lambda: pretrained('bert.base.torch', 768, 3072))}
DATA_HUB.update((name, (DATA_URL + file, None)) for name, (file, _) in ARCHIVES.items())
MADE.update(ARCHIVES.values())


# Pictures that come with the book.

def _missing(path):
    """An array in place of one that is not there; None: it is, or is none of the book's."""
    if not isinstance(path, (str, os.PathLike)) or not os.fspath(path).startswith('../img/') or os.path.exists(path):
        return None
    tell()
    return scene(zlib.crc32(os.fspath(path).encode()), *((561, 728) if 'catdog' in path else (400, 500))).to(torch.uint8).numpy()


class _Plot(_plots._Plot):
    def imread(self, fname, *args, **kwargs):
        made = _missing(fname)
        return _plots._pyplot().imread(fname, *args, **kwargs) if made is None else made


class _Image:
    """PIL's module, which is imported when it is first used."""
    def __getattr__(self, name):
        from PIL import Image
        return getattr(Image, name)

    def open(self, fp, *args, **kwargs):
        made = _missing(fp)
        return self.__getattr__('open')(fp, *args, **kwargs) if made is None else self.fromarray(made)


plt, Image = _Plot(), _Image()


# Files of a competition, put into a folder for each kind.

def read_csv_labels(fname):
    with open(fname, encoding='utf-8') as file:
        return dict(line.rstrip().split(',') for line in file.readlines()[1:])


def copyfile(filename, target_dir):
    os.makedirs(target_dir, exist_ok=True)
    shutil.copy(filename, target_dir)


def reorg_train_valid(data_dir, labels, valid_ratio):
    """Of each kind as many are for validation as that part of the rarest kind. Returns how many."""
    count = max(1, int(min(collections.Counter(labels.values()).values()) * valid_ratio))
    taken = collections.Counter()
    for file in os.listdir(os.path.join(data_dir, 'train')):
        label, source = labels[file.split('.')[0]], os.path.join(data_dir, 'train', file)
        part = 'valid' if taken[label] < count else 'train'
        taken[label] += part == 'valid'
        for one in 'train_valid', part:
            copyfile(source, os.path.join(data_dir, 'train_valid_test', one, label))
    return count


def reorg_test(data_dir):
    for file in os.listdir(os.path.join(data_dir, 'test')):
        copyfile(os.path.join(data_dir, 'test', file), os.path.join(data_dir, 'train_valid_test', 'test', 'unknown'))


# Pictures whose pixels have kinds. A kind's colour has the bits of its number, from the highest down, red first.

def _color_of(kind):
    return [sum((kind >> (3 * at + channel) & 1) << (7 - at) for at in range(3)) for channel in range(3)]


VOC_COLORMAP = [_color_of(kind) for kind in range(21)]
VOC_CLASSES = ['background', 'aeroplane', 'bicycle', 'bird', 'boat', 'bottle', 'bus', 'car', 'cat', 'chair', 'cow', 'diningtable',
               'dog', 'horse', 'motorbike', 'person', 'potted plant', 'sheep', 'sofa', 'train', 'tv/monitor']


def read_voc_images(voc_dir, is_train=True):
    from torchvision.io import read_image
    from torchvision.io.image import ImageReadMode
    with open(os.path.join(voc_dir, 'ImageSets', 'Segmentation', 'train.txt' if is_train else 'val.txt')) as file:
        names = file.read().split()
    return ([read_image(os.path.join(voc_dir, 'JPEGImages', f'{name}.jpg')) for name in names],
            [read_image(os.path.join(voc_dir, 'SegmentationClass', f'{name}.png'), ImageReadMode.RGB) for name in names])


def _number_of(color):
    return (color[0] * 256 + color[1]) * 256 + color[2]


def voc_colormap2label():
    made = torch.zeros(256 ** 3, dtype=torch.long)
    made[torch.tensor([_number_of(color) for color in VOC_COLORMAP])] = torch.arange(21)
    return made


def voc_label_indices(colormap, colormap2label):
    return colormap2label[_number_of(colormap.long())]


def voc_rand_crop(feature, label, height, width):
    from torchvision.transforms import RandomCrop
    top, left, height, width = RandomCrop.get_params(feature, (height, width))
    return tuple(one[..., top:top + height, left:left + width] for one in (feature, label))


class VOCSegDataset:
    def __init__(self, is_train, crop_size, voc_dir):
        from torchvision.transforms import Normalize
        self.transform = Normalize(mean=[0.485, 0.456, 0.406], std=[0.229, 0.224, 0.225])
        self.crop_size = crop_size
        features, labels = read_voc_images(voc_dir, is_train=is_train)
        self.features, self.labels = [self.normalize_image(one) for one in self.filter(features)], self.filter(labels)
        self.colormap2label = voc_colormap2label()
        print(f'read {len(self.features)} examples')

    def normalize_image(self, img):
        return self.transform(img.float() / 255)

    def filter(self, imgs):
        return [one for one in imgs if one.shape[1] >= self.crop_size[0] and one.shape[2] >= self.crop_size[1]]

    def __getitem__(self, idx):
        feature, label = voc_rand_crop(self.features[idx], self.labels[idx], *self.crop_size)
        return feature, voc_label_indices(label, self.colormap2label)

    def __len__(self):
        return len(self.features)


def load_data_voc(batch_size, crop_size):
    from torch.utils import data
    place = download_extract('voc2012', os.path.join('VOCdevkit', 'VOC2012'))
    return tuple(data.DataLoader(VOCSegDataset(is_train, crop_size, place), batch_size, shuffle=is_train, drop_last=True)
                 for is_train in (True, False))
