# SPDX-License-Identifier: GPL-3.0-or-later
# tf.data: elements one after the other. Rows of tensors are only numbered until something looks at them.
import builtins
import itertools
import random as _random

import _runahead as _r
import tensorflow as _tf
from _names import missing, type_name
from tensorflow import _function, nest

AUTOTUNE = -1
INFINITE_CARDINALITY, UNKNOWN_CARDINALITY = -1, -2
_shuffles = itertools.count()


class DatasetSpec:
    def __init__(self, element_spec):
        self.element_spec = element_spec


class Dataset:
    """`make` gives an iterator over the elements; `rows`: over numbers of rows of `source` instead."""
    def __init__(self, make, spec=None, size=UNKNOWN_CARDINALITY, source=None, rows=None, name='_VariantDataset'):
        self.make, self.spec, self.size, self.source, self.rows, self.kind = make, spec, size, source, rows, name

    # What makes one.

    @staticmethod
    def from_tensors(tensors, name=None):
        whole = _tensors(tensors)
        return Dataset(lambda: iter([whole]), _specs(whole), 1, name='_TensorDataset')

    @staticmethod
    def from_tensor_slices(tensors, name=None):
        whole = _tensors(tensors)
        sizes = {one.shape[0] if one.ndim else None for one in nest.flatten(whole)}
        if None in sizes:
            raise ValueError('Unbatching a tensor is only supported for rank >= 1')
        if len(sizes) != 1:
            raise ValueError(f'Dimensions {sorted(sizes)} are not compatible')
        size = sizes.pop()
        spec = nest.map_structure(lambda one: _tf.TensorSpec(one.shape[1:], one.dtype), whole)
        return _numbered(whole, lambda: iter(builtins.range(size)), spec, size, '_TensorSliceDataset')

    @staticmethod
    def range(*args, output_type=None, name=None):
        values = builtins.range(*[int(one) for one in args])
        kind = type_name(output_type) or 'int64'
        return Dataset(lambda: (_tf.constant(one, kind) for one in values), _tf.TensorSpec((), kind), len(values),
                       name='_RangeDataset')

    @staticmethod
    def from_generator(generator, output_types=None, output_shapes=None, args=None, output_signature=None, name=None):
        if output_signature is None:
            if output_types is None:
                raise TypeError('Either `output_signature` or `output_types` must be specified')
            output_signature = nest.map_structure(lambda kind: _tf.TensorSpec(None, kind), output_types)
        given = [] if args is None else [_tf.convert_to_tensor(one).numpy() for one in args]

        def make():
            for one in generator(*given):
                yield _as_said(one, output_signature)
        return Dataset(make, output_signature, name='_FlatMapDataset')

    @staticmethod
    def zip(datasets, *more, name=None):
        if more:
            raise TypeError('Dataset.zip() takes one tuple of datasets')
        flat = nest.flatten(datasets)
        sizes = [one.size for one in flat]
        least = [one for one in sizes if one >= 0]
        size = UNKNOWN_CARDINALITY if UNKNOWN_CARDINALITY in sizes else min(least) if least else INFINITE_CARDINALITY
        return Dataset(lambda: (nest.pack_sequence_as(datasets, one) for one in builtins.zip(*[one.make() for one in flat])),
                       None if any(one.spec is None for one in flat) else
                       nest.pack_sequence_as(datasets, [one.spec for one in flat]), size, name='_ZipDataset')

    # What makes another of it.

    def _with(self, change, size, name):
        """Of the same elements, in another order or number."""
        if self.rows:
            return _numbered(self.source, lambda: change(self.rows()), self.spec, size, name)
        return Dataset(lambda: change(self.make()), self.spec, size, name=name)

    def shuffle(self, buffer_size, seed=None, reshuffle_each_iteration=None, name=None):
        size, number, rounds = int(buffer_size), next(_shuffles), itertools.count()
        if size < 1:
            raise _tf.InvalidArgumentError('buffer_size must be greater than zero.')

        def change(elements):
            again = 0 if reshuffle_each_iteration is False else next(rounds)
            drawn = _random.Random(f'{_tf.random.seeds[0]}/{number if seed is None else seed}/{again}')
            held = []
            for one in elements:
                held.append(one)
                if len(held) > size:
                    at = drawn.randrange(size)
                    held[at], held[-1] = held[-1], held[at]
                    yield held.pop()
            drawn.shuffle(held)
            yield from held
        return self._with(change, self.size, '_ShuffleDataset')

    def repeat(self, count=None, name=None):
        times = -1 if count is None else int(count)
        size = (INFINITE_CARDINALITY if self.size else 0) if times < 0 else self.size * times if self.size >= 0 else self.size
        source = self.rows or self.make

        def change(_):
            for _ in (itertools.count() if times < 0 else builtins.range(times)):
                found = False
                for one in source():
                    found = True
                    yield one
                if not found:
                    return
        if self.rows:
            return _numbered(self.source, lambda: change(None), self.spec, size, '_RepeatDataset')
        return Dataset(lambda: change(None), self.spec, size, name='_RepeatDataset')

    def take(self, count, name=None):
        count = int(count)
        size = self.size if count < 0 else min(count, self.size) if self.size >= 0 else count if self.size == -1 else self.size
        return self._with(lambda elements: elements if count < 0 else itertools.islice(elements, count), size, '_TakeDataset')

    def skip(self, count, name=None):
        count = int(count)
        size = max(self.size - count, 0) if self.size >= 0 and count >= 0 else 0 if count < 0 else self.size
        return self._with(lambda elements: itertools.islice(elements, count, None) if count >= 0 else iter(()), size,
                          '_SkipDataset')

    def shard(self, num_shards, index, name=None):
        size = len(builtins.range(index, self.size, num_shards)) if self.size >= 0 else self.size
        return self._with(lambda elements: itertools.islice(elements, index, None, num_shards), size, '_ShardDataset')

    def batch(self, batch_size, drop_remainder=False, num_parallel_calls=None, deterministic=None, name=None):
        count = int(batch_size)

        def chunks(elements):
            while True:
                one = list(itertools.islice(elements, count))
                if len(one) == count or one and not drop_remainder:
                    yield one
                if len(one) < count:
                    return

        def make():
            for chunk in chunks(self.rows() if self.rows else self.make()):
                if self.rows:
                    yield _rows(self.source, chunk)
                else:
                    flat = [nest.flatten(one) for one in chunk]
                    if any(len({part.shape for part in parts}) > 1 for parts in builtins.zip(*flat)):
                        raise _tf.InvalidArgumentError('Cannot batch tensors with different shapes in component 0.')
                    yield nest.pack_sequence_as(chunk[0], [_tf.stack(list(parts)) for parts in builtins.zip(*flat)])
        spec = self.spec and nest.map_structure(
            lambda one: _tf.TensorSpec(None if one.any_rank else (count if drop_remainder else None,) + tuple(one.shape),
                                       one.dtype), self.spec)
        size = self.size if self.size < 0 else self.size // count if drop_remainder else -(-self.size // count)
        return Dataset(make, spec, size, name='_BatchDataset')

    def unbatch(self, name=None):
        return Dataset(lambda: (row for one in self.make() for row in Dataset.from_tensor_slices(one).make()),
                       name='_UnbatchDataset')

    def map(self, map_func, num_parallel_calls=None, deterministic=None, name=None):
        call = _graph(map_func)
        return Dataset(lambda: (_tensors(_given(call, one)) for one in self.make()), None, self.size, name='_MapDataset')

    def filter(self, predicate, name=None):
        call = _graph(predicate)
        return Dataset(lambda: (one for one in self.make() if _r.item(_tf.convert_to_tensor(_given(call, one)))), self.spec,
                       name='_FilterDataset')

    def flat_map(self, map_func, name=None):
        return Dataset(lambda: (inner for one in self.make() for inner in _given(map_func, one).make()), name='_FlatMapDataset')

    def enumerate(self, start=0, name=None):
        return Dataset(lambda: ((_tf.constant(start + i, 'int64'), one) for i, one in builtins.enumerate(self.make())),
                       self.spec and (_tf.TensorSpec((), 'int64'), self.spec), self.size, name='_EnumerateDataset')

    def concatenate(self, dataset, name=None):
        size = self.size + dataset.size if self.size >= 0 and dataset.size >= 0 else min(self.size, dataset.size)
        return Dataset(lambda: itertools.chain(self.make(), dataset.make()), self.spec, size, name='_ConcatenateDataset')

    def prefetch(self, buffer_size, name=None):
        return self._with(lambda elements: elements, self.size, '_PrefetchDataset')

    def cache(self, filename='', name=None):
        if filename:
            raise NotImplementedError('cache: Runahead keeps elements in memory, not in a file')
        if self.rows:
            return self
        kept = []

        def make():
            if kept:
                return iter(kept[0])
            return remember(self.make())

        def remember(elements):
            all_of_it = []
            for one in elements:
                all_of_it.append(one)
                yield one
            kept[:] = [all_of_it]
        return Dataset(make, self.spec, self.size, name='_CacheDataset')

    def reduce(self, initial_state, reduce_func, name=None):
        state = _tensors(initial_state)
        call = _graph(reduce_func)
        for one in self.make():
            state = _tensors(call(state, one))
        return state

    def window(self, size, shift=None, stride=1, drop_remainder=False, name=None):
        """Each element a dataset of its own, of parts of what this one has."""
        size, stride = int(size), int(stride)
        shift = size if shift is None else int(shift)

        def make():
            held, source, ended = [], self.make(), False
            while True:
                while len(held) < (size - 1) * stride + 1 and not ended:
                    try:
                        held.append(next(source))
                    except StopIteration:
                        ended = True
                found = held[:(size - 1) * stride + 1:stride]
                if not found or len(found) < size and drop_remainder:
                    return
                if isinstance(found[0], tuple):
                    yield tuple(_listed([one[i] for one in found]) for i in builtins.range(len(found[0])))
                elif isinstance(found[0], dict):
                    yield {key: _listed([one[key] for one in found]) for key in found[0]}
                else:
                    yield _listed(found)
                gone, held = held[:shift], held[shift:]
                for _ in builtins.range(shift - len(gone)):
                    next(source, None)
        return Dataset(make, name='_WindowDataset')

    def interleave(self, map_func, cycle_length=None, block_length=1, num_parallel_calls=None, deterministic=None, name=None):
        """A block of each of several in turn."""
        count = 1 if cycle_length is None else 4 if cycle_length == AUTOTUNE else int(cycle_length)

        def make():
            source, at = self.make(), 0
            opened = [None] * count
            more = True
            while True:
                for i in builtins.range(count):
                    if opened[i] is None and more:
                        one = next(source, _END)
                        more = one is not _END
                        opened[i] = _given(map_func, one).make() if more else None
                    if not more:
                        break
                if all(one is None for one in opened):
                    return
                for i in builtins.range(count):
                    for _ in builtins.range(int(block_length) if opened[i] is not None else 0):
                        one = next(opened[i], _END)
                        if one is _END:
                            opened[i] = None
                            break
                        yield one
        return Dataset(make, name='_ParallelInterleaveDataset' if num_parallel_calls else '_InterleaveDataset')

    def padded_batch(self, batch_size, padded_shapes=None, padding_values=None, drop_remainder=False, name=None):
        """To the longest of the batch, or to the shapes that are given."""
        def padded(parts, shape, value):
            sizes = [max(one.shape[i] for one in parts) if shape is None or shape[i] in (None, -1) else int(shape[i])
                     for i in builtins.range(parts[0].ndim)]
            if any(one.shape[i] > sizes[i] for one in parts for i in builtins.range(one.ndim)):
                raise _tf.errors.DataLossError('Attempted to pad to a smaller size than the input element.')
            fill = 0 if value is None else _r.item(value) if isinstance(value, _r.Array) else value
            return _tf.stack([_tf.pad(one, [(0, size - own) for size, own in builtins.zip(sizes, one.shape)], constant_values=fill)
                              for one in parts])

        def make():
            elements = self.make()
            while True:
                chunk = list(itertools.islice(elements, int(batch_size)))
                if not chunk or len(chunk) < batch_size and drop_remainder:
                    return
                flat = [nest.flatten(one) for one in chunk]
                shapes = _shapes_in(padded_shapes) or [None] * len(flat[0])
                values = (nest.flatten(padding_values) if nest.is_nested(padding_values) else
                          [padding_values] * len(flat[0]))
                yield nest.pack_sequence_as(chunk[0], [padded(list(parts), shape, value) for parts, shape, value in
                                                       builtins.zip(builtins.zip(*flat), shapes, values)])
        size = self.size if self.size < 0 else self.size // batch_size if drop_remainder else -(-self.size // int(batch_size))
        return Dataset(make, None, size, name='_PaddedBatchDataset')

    def take_while(self, predicate, name=None):
        call = _graph(predicate)
        return Dataset(lambda: itertools.takewhile(lambda one: _r.item(_tf.convert_to_tensor(_given(call, one))), self.make()), self.spec,
                       name='_TakeWhileDataset')

    def scan(self, initial_state, scan_func, name=None):
        call = _graph(scan_func)

        def make():
            state = _tensors(initial_state)
            for one in self.make():
                state, made = call(state, one)
                yield _tensors(made)
        return Dataset(make, None, self.size, name='_ScanDataset')

    def unique(self, name=None):
        def make():
            seen = set()
            for one in self.make():
                key = _r.item(one)
                if key not in seen:
                    seen.add(key)
                    yield one
        return Dataset(make, self.spec, name='_UniqueDataset')

    def get_single_element(self, name=None):
        found = list(itertools.islice(self.make(), 2))
        if len(found) != 1:
            raise _tf.InvalidArgumentError('Dataset had more than one element.' if found else 'Dataset was empty.')
        return found[0]

    @staticmethod
    def sample_from_datasets(datasets, weights=None, seed=None, stop_on_empty_dataset=False, rerandomize_each_iteration=None):
        number = next(_shuffles)
        weights = [1.0] * len(datasets) if weights is None else [float(one) for one in (
            _r.tolist(weights) if isinstance(weights, _r.Array) else weights)]

        def make():
            drawn = _random.Random(f'{_tf.random.seeds[0]}/{number if seed is None else seed}')
            left = [[one.make(), weight] for one, weight in builtins.zip(datasets, weights)]
            while left:
                at = drawn.choices(builtins.range(len(left)), [weight for _, weight in left])[0]
                one = next(left[at][0], _END)
                if one is not _END:
                    yield one
                elif stop_on_empty_dataset:
                    return
                else:
                    left.pop(at)
        return Dataset(make, datasets[0].spec, name='_DirectedInterleaveDataset')

    @staticmethod
    def choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset=True):
        def make():
            opened = [one.make() for one in datasets]
            for at in choice_dataset.make():
                one = next(opened[int(at)], _END)
                if one is not _END:
                    yield one
                elif stop_on_empty_dataset:
                    return
        return Dataset(make, datasets[0].spec, name='_DirectedInterleaveDataset')

    @staticmethod
    def random(seed=None, rerandomize_each_iteration=None, name=None):
        number = next(_shuffles)

        def make():
            drawn = _random.Random(f'{_tf.random.seeds[0]}/{number if seed is None else seed}')
            while True:
                yield _tf.constant(drawn.getrandbits(32), 'int64')
        return Dataset(make, _tf.TensorSpec((), 'int64'), INFINITE_CARDINALITY, name='_RandomDataset')

    def apply(self, transformation_func):
        return transformation_func(self)

    def with_options(self, options, name=None):
        return self

    # What looks at it.

    def __iter__(self):
        _function.needs_values()
        return Iterator(self)

    def as_numpy_iterator(self):
        return (nest.map_structure(_number, one) for one in self.make())

    @property
    def element_spec(self):
        if self.spec is None:
            raise NotImplementedError('element_spec: behind map() and the like, Runahead knows elements only when it has them')
        return self.spec

    def cardinality(self):
        return _tf.constant(self.size, 'int64')

    def __len__(self):
        if self.size < 0:
            raise TypeError('The dataset is infinite.' if self.size == -1 else 'The dataset length is unknown.')
        return self.size

    def __bool__(self):
        return True

    def __repr__(self):
        return f'<{self.kind} element_spec={self.element_spec!r}>'

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        raise AttributeError(f"'Dataset' object has no attribute '{name}'; if tf.data has it, Runahead does not")


_END = object()


def _listed(elements):
    return Dataset(lambda: iter(elements), None, len(elements), name='_VariantDataset')


def _shapes_in(structure):
    """A shape for each tensor: of a tuple of them, or of one."""
    if structure is None:
        return None
    if isinstance(structure, dict):
        return [one for key in sorted(structure) for one in _shapes_in(structure[key])]
    if isinstance(structure, (list, tuple)) and any(isinstance(one, (list, tuple, dict)) for one in structure):
        return [one for part in structure for one in _shapes_in(part)]
    return [tuple(structure)]


class Options:
    """What TensorFlow's own threads may do; here one thread reads."""
    def __init__(self):
        self.experimental_distribute, self.threading, self.autotune = Options.Part(), Options.Part(), Options.Part()
        self.experimental_optimization, self.deterministic, self.experimental_deterministic = Options.Part(), True, True

    class Part:
        pass


class Iterator:
    def __init__(self, dataset):
        self.dataset, self.elements = dataset, dataset.make()

    def __iter__(self):
        return self

    def __next__(self):
        return next(self.elements)

    def get_next(self):
        for one in self.elements:
            return one
        raise _tf.errors.OutOfRangeError('End of sequence')

    @property
    def element_spec(self):
        return self.dataset.element_spec


def _as_said(value, signature):
    """What a generator has yielded, as tensors of its signature."""
    if isinstance(signature, dict):
        return {key: _as_said(value[key], one) for key, one in signature.items()}
    if isinstance(signature, (list, tuple)):
        if not isinstance(value, (list, tuple)) or len(value) != len(signature):
            raise TypeError('`generator` yielded an element that did not match the expected structure. The expected structure was '
                            f'{signature!r}, but the yielded element was {value!r}.')
        return tuple(map(_as_said, value, signature))
    made = _tf.convert_to_tensor(value, signature.dtype)
    if not signature.takes(made):
        raise TypeError(f'`generator` yielded an element of shape {made.shape} where an element of shape {signature.shape} was '
                        'expected.')
    return made


def _numbered(source, rows, spec, size, name):
    return Dataset(lambda: (_row(source, one) for one in rows()), spec, size, source, rows, name)


def _row(source, number):
    return nest.map_structure(lambda one: one[number], source)


def _rows(source, numbers):
    if any(isinstance(one, _tf._texts.Texts) for one in nest.flatten(source)):
        return nest.map_structure(lambda one: _tf.stack([one[i] for i in numbers]) if isinstance(one, _tf._texts.Texts) else
                                  _rows(one, numbers), source)
    first, last = numbers[0], numbers[-1] + 1
    if numbers == list(builtins.range(first, last)):
        return nest.map_structure(lambda one: one[first:last], source)
    places = _r.array(_tf.Tensor, numbers, 0, 'int32')
    return nest.map_structure(lambda one: _r.take(one, places, 0), source)


def _tensors(structure):
    """Lists become tensors; tuples and dicts stay."""
    if isinstance(structure, dict):
        return {key: _tensors(one) for key, one in structure.items()}
    if isinstance(structure, tuple):
        made = [_tensors(one) for one in structure]
        return type(structure)(*made) if hasattr(structure, '_fields') else tuple(made)
    return _tf.convert_to_tensor(structure)


def _specs(structure):
    return nest.map_structure(lambda one: _tf.TensorSpec(one.shape, one.dtype), structure)


def _graph(function):
    return function if isinstance(function, _function.PolymorphicFunction) else _function.function(function)


def _given(function, element):
    return function(*element) if isinstance(element, tuple) else function(element)


def _number(tensor):
    """As NumPy has it: without axes a number."""
    return tensor.numpy()


class _Experimental:
    AUTOTUNE = AUTOTUNE

    @staticmethod
    def cardinality(dataset):
        return dataset.cardinality()

    @staticmethod
    def assert_cardinality(expected_cardinality):
        def change(dataset):
            return Dataset(dataset.make, dataset.spec, int(expected_cardinality), dataset.source, dataset.rows, dataset.kind)
        return change

    AutoShardPolicy = _tf.Names('AutoShardPolicy', AUTO=0, DATA=2, FILE=1, OFF=-1, HINT=3)


experimental = _Experimental
__getattr__ = missing(globals())
