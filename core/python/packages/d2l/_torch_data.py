# SPDX-License-Identifier: GPL-3.0-or-later
# Pictures in place of those of Fashion-MNIST: each is mostly the pattern of its class, and partly that of another.
import torch
from torch.nn import functional
from torch.utils import data

from d2l._data import tell


class Pictures(data.Dataset):
    def __init__(self, seed, count, size):
        numbers = torch.Generator().manual_seed(1)
        coarse = torch.rand((10, 1, 7, 7), generator=numbers)
        even = functional.interpolate(coarse, (28, 28), mode='bilinear', align_corners=False)
        self.patterns = ((even - 0.5) * 3).clamp(0, 1)  # mostly dark, as the real ones: deep nets do not begin to learn on grey
        numbers.manual_seed(seed)
        self.targets = torch.randint(10, (count,), generator=numbers)
        self.others = torch.randint(10, (count,), generator=numbers)
        self.parts = torch.rand((count, 1, 1, 1), generator=numbers) * 0.55 + 0.45
        self.noise = torch.randn((251, 1, 28, 28), generator=numbers) * 0.15
        self.size = size

    def __len__(self):
        return len(self.targets)

    def __getitem__(self, index):
        """One as (picture, number), several as a batch."""
        if isinstance(index, int):
            if not -len(self) <= index < len(self):
                raise IndexError(index)
            X, y = self[[index % len(self)]]
            return X[0], int(y)
        index = torch.as_tensor(index)
        part = self.parts[index]
        X = part * self.patterns[self.targets[index]] + (1 - part) * self.patterns[self.others[index]]
        X = ((X + self.noise[index % len(self.noise)]).clamp(0, 1) * 255).round() / 255
        if tuple(self.size) != (28, 28):
            X = functional.interpolate(X, self.size, mode='bilinear', align_corners=False)
        return X, self.targets[index]

    @property
    def data(self):
        return torch.cat([(self[range(at, min(at + 1000, len(self)))][0][:, 0] * 255).to(torch.uint8)
                          for at in range(0, len(self), 1000)])


def fashion(train, size):
    tell()
    return Pictures(2 if train else 3, 60000 if train else 10000, (size, size) if isinstance(size, int) else size)


def loader(pictures, batch_size, shuffle):
    """Whole batches at once: they lie in memory, and no other process is needed to read them."""
    order = data.RandomSampler(pictures) if shuffle else data.SequentialSampler(pictures)
    return data.DataLoader(pictures, batch_size=None, sampler=data.BatchSampler(order, batch_size, drop_last=False))
