# SPDX-License-Identifier: GPL-3.0-or-later
# Random programs of views, writes in place and sums, each beside lists of Python that say what lies where. Runs
# in Runahead and, with the names of libraries behind it, in Python with the real ones: prints what differs.
import random
import sys


class Lists:
    """A view: its shape, and where each of its elements lies in a list that others share."""
    def __init__(self, memory, places, shape):
        self.memory, self.places, self.shape = memory, places, shape

    def rows(self, first, last):
        each = len(self.places) // self.shape[0]
        return Lists(self.memory, self.places[first * each:last * each], (last - first, *self.shape[1:]))

    def row(self, index):
        part = self.rows(index, index + 1)
        return Lists(self.memory, part.places, self.shape[1:])

    def reshaped(self, shape):
        return Lists(self.memory, self.places, shape)

    def turned(self):
        rows, columns = self.shape
        places = [self.places[row * columns + column] for column in range(columns) for row in range(rows)]
        return Lists(self.memory, places, (columns, rows))

    def change(self, by):
        for place in self.places:
            self.memory[place] = by(self.memory[place])

    def values(self):
        return [self.memory[place] for place in self.places]


def flat(values):
    return [one for part in values for one in flat(part)] if isinstance(values, list) else [float(values)]


def program(random, start):
    """Of 30 statements; what differs at the end, or None."""
    views = [(start(24), Lists([float(i) for i in range(24)], list(range(24)), (24,)))]
    told = []
    for _ in range(30):
        array, lists = random.choice(views)
        number = float(random.randrange(1, 4))
        action = random.choice(('reshape', 'row', 'rows', 'loop', 'turn', 'add', 'subtract', 'negate', 'put', 'fill', 'drop', 'sum'))
        if action == 'reshape':
            count = len(lists.places)
            if lists.places != list(range(lists.places[0], lists.places[0] + count)):
                continue  # of what is turned some shapes are views and others copies
            rows = random.choice([i for i in range(1, count + 1) if count % i == 0])
            views.append((array.reshape((rows, count // rows)), lists.reshaped((rows, count // rows))))
        elif action == 'row' and len(lists.shape) > 1:
            index = random.randrange(lists.shape[0])
            views.append((array[index], lists.row(index)))
        elif action == 'rows':
            first = random.randrange(lists.shape[0])
            last = random.randrange(first, lists.shape[0]) + 1
            views.append((array[first:last], lists.rows(first, last)))
        elif action == 'loop' and len(lists.shape) > 1:
            for index, row in enumerate(array):
                row += number
                lists.row(index).change(lambda one: one + number)
        elif action == 'turn' and len(lists.shape) == 2:
            views.append((array.T, lists.turned()))
        elif action == 'add':
            array += number
            lists.change(lambda one: one + number)
        elif action == 'subtract':
            array -= number
            lists.change(lambda one: one - number)
        elif action == 'negate':
            array *= -1
            lists.change(lambda one: -one)
        elif action == 'put':
            index = random.randrange(lists.shape[0])
            array[index] = number
            (lists.row(index) if len(lists.shape) > 1 else lists.rows(index, index + 1)).change(lambda one: number)
        elif action == 'fill':
            array[:] = number
            lists.change(lambda one: number)
        elif action == 'drop' and len(views) > 2:
            views = [view for view in views if view[1] is not lists]
        elif action == 'sum':
            told.append((float(array.sum()), sum(lists.values())))
    told += [(flat(array.tolist()), lists.values()) for array, lists in views]
    return next((pair for pair in told if pair[0] != pair[1]), None)


def start_of(name):
    if name == 'torch':
        import torch
        return lambda count: torch.arange(count).float()
    import numpy
    return lambda count: numpy.arange(float(count))


for name in sys.argv[1:] or ('torch', 'numpy'):
    start = start_of(name)
    for seed in range(12):
        found = program(random.Random(seed), start)
        if found:
            print(name, seed, 'has', found[0], 'in place of', found[1])
    print(name, 'tried')
