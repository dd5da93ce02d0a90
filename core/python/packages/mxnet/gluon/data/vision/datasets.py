# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.data.vision.datasets: generated pictures in the place of those that MXNet brings from the network. They
# have the same shapes and labels; each is that of its class, with some noise, so that a net can learn them.
import _runahead as _r
from _names import missing
from mxnet._array import array_kind, told_once
from mxnet.context import place_of
from mxnet.gluon.data.dataset import Dataset, _Int


class _Generated(Dataset):
    shape, classes, sizes, noises = (28, 28, 1), 10, (60000, 10000), 31

    def __init__(self, root=None, train=True, transform=None):
        self._train, self._transform = train, transform
        self._pictures = self._noise = None
        told_once(f'{type(self).__name__}: these pictures are generated; MXNet would bring the real ones from the network. '
                  'They are of int32, since Runahead has no uint8.')

    def __len__(self):
        return self.sizes[0 if self._train else 1]

    def label(self, index):
        return (index * 7 + index // self.classes * 3 + (0 if self._train else 5)) % self.classes

    def _drawn(self, count, seed, bound):
        """The same in each run."""
        state, numbers, size = seed, [], count
        for one in self.shape:
            size *= one
        for _ in range(size):
            state = (state * 1103515245 + 12345) % 2147483648
            numbers.append((state >> 16) % bound)
        flat = _r.array(array_kind(), numbers, place_of(None), 'float32')
        return _r.reshape(flat, (count,) + self.shape)

    def _make(self):
        recorded = _r.record(False)
        try:
            self._pictures, self._noise = self._drawn(self.classes, 11, 200), self._drawn(self.noises, 23, 56)
        finally:
            _r.record(recorded)

    def _batch_of(self, indices, own=False):
        if self._transform is not None and not own:
            return None
        if self._pictures is None:
            self._make()
        kind, place = array_kind(), place_of(None)
        labels = [self.label(index) for index in indices]

        def taken(array, places):
            return _r.take(array, _r.array(kind, places, place, 'int64'), 0)
        pictures = taken(self._pictures, labels) + taken(self._noise, [index % self.noises for index in indices])
        return [_r.astype(pictures, 'int32'), _r.array(kind, labels, place, 'int32')]

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            pictures, labels = self._batch_of(list(range(*idx.indices(len(self)))), True)
            return (pictures, labels) if self._transform is None else self._transform(pictures, labels)
        index = idx + len(self) if idx < 0 else idx
        if not 0 <= index < len(self):
            raise IndexError(f'index {idx} is out of bounds for {len(self)} pictures')
        pictures, _ = self._batch_of([index], True)
        item = _r.reshape(pictures, self.shape), _Int(self.label(index))
        return item if self._transform is None else self._transform(*item)


class MNIST(_Generated):
    pass


class FashionMNIST(_Generated):
    pass


class CIFAR10(_Generated):
    shape, sizes = (32, 32, 3), (50000, 10000)


class CIFAR100(CIFAR10):
    classes = 20

    def __init__(self, root=None, fine_label=False, train=True, transform=None):
        if fine_label:
            self.__dict__['classes'] = 100
        super().__init__(root, train, transform)


__getattr__ = missing(globals())
