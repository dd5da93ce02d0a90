# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.utils.
import _runahead as _r
import tensorflow as _tf
from _names import missing


def to_categorical(y, num_classes=None, dtype='float32'):
    y = _tf.cast(_tf._t(y), 'int32')
    if y.ndim > 1 and y.shape[-1] == 1:
        y = _r.reshape(y, y.shape[:-1])
    count = num_classes or _r.item(_r.max(y)) + 1
    return _tf.one_hot(y, count, dtype=dtype).numpy()


def normalize(x, axis=-1, order=2):
    if order != 2:
        raise NotImplementedError('normalize: Runahead has order=2 alone')
    x = _tf._t(x)
    length = _r.sqrt(_r.sum(_r.square(x), axis, True))
    return (x / _r.where(length == 0.0, _r.ones(_tf.Tensor, length.shape, 0, _r.dtype(length)), length)).numpy()


def set_random_seed(seed):
    import random
    _tf.random.set_seed(seed)
    random.seed(seed)


def get_file(*args, **kwargs):
    raise NotImplementedError('get_file: Runahead loads nothing from the network; tf.keras.datasets has generated data')


def plot_model(*args, **kwargs):
    """As where pydot is not there."""
    print('You must install pydot (`pip install pydot`) and install graphviz (see instructions at '
          'https://graphviz.gitlab.io/download/) for plot_model to work.')


def pad_sequences(*args, **kwargs):
    from tensorflow.keras.preprocessing.sequence import pad_sequences as pad
    return pad(*args, **kwargs)


def timeseries_dataset_from_array(data, targets, sequence_length, sequence_stride=1, sampling_rate=1, batch_size=128, shuffle=False,
                                  seed=None, start_index=None, end_index=None):
    """Windows of rows, and what stands beside the first of each."""
    data, first = _tf._t(data), start_index or 0
    last = data.shape[0] if end_index is None else end_index
    count = last - first - (sequence_length - 1) * sampling_rate
    if targets is not None:
        targets = _tf._t(targets)
        count = min(count, last - first, targets.shape[0] - first)
    begins = [first + one for one in range(0, count, sequence_stride)]
    if shuffle:
        import random
        random.Random(f'{_tf.random.seeds[0]}/{seed}').shuffle(begins)
    step = batch_size or 1
    chunks = [begins[i:i + step] for i in range(0, len(begins), step)]

    def make():
        for chunk in chunks:
            places = [[one + i * sampling_rate for i in range(sequence_length)] for one in chunk]
            x = _tf.gather(data, places if batch_size else places[0])
            yield x if targets is None else (x, _tf.gather(targets, chunk if batch_size else chunk[0]))
    return _tf.data.Dataset(make, None, len(chunks), name='_PrefetchDataset')


def img_to_array(img, data_format=None, dtype='float32'):
    if not isinstance(img, _r.Array):
        raise NotImplementedError('img_to_array: Runahead has no pictures of PIL')
    made = _tf.cast(_tf._t(img), dtype)
    return (_tf.expand_dims(made, -1) if made.ndim == 2 else made).numpy()


def _no_files(name):
    def function(*args, **kwargs):
        raise NotImplementedError(f'{name}: Runahead reads no files of pictures, sounds or texts; tf.keras.datasets has generated data')
    return function


load_img, array_to_img, image_dataset_from_directory, text_dataset_from_directory, audio_dataset_from_directory = map(_no_files, (
    'load_img', 'array_to_img', 'image_dataset_from_directory', 'text_dataset_from_directory', 'audio_dataset_from_directory'))


class Sequence:
    """Batches by number."""
    def __getitem__(self, index):
        raise NotImplementedError

    def __len__(self):
        raise NotImplementedError

    def on_epoch_end(self):
        pass

    def __iter__(self):
        return (self[i] for i in range(len(self)))


class Progbar:
    """The line of a loop that the program has itself, as it stands at its end."""
    def __init__(self, target, width=30, verbose=1, interval=0.05, stateful_metrics=None, unit_name='step'):
        from tensorflow.keras.callbacks import Progress
        self.target, self.stateful = target, set(stateful_metrics or ())
        self.line, self.sums = Progress(target, verbose, unit_name), {}

    def update(self, current, values=None, finalize=None):
        for name, value in values or ():
            value = _r.item(value) if isinstance(value, _r.Array) else float(value)
            whole, count = self.sums.get(name, (0.0, 0))
            more = current - self.line.seen
            self.sums[name] = (value, 1) if name in self.stateful else (whole + value * more, count + more)
        self.line.seen = current
        if self.target is not None and current >= self.target if finalize is None else finalize:
            self.line.finish({name: whole / max(count, 1) for name, (whole, count) in self.sums.items()})

    def add(self, n, values=None):
        self.update(self.line.seen + n, values)


def register_keras_serializable(package='Custom', name=None):
    return lambda kind: kind


def get_custom_objects():
    return {}


class CustomObjectScope:
    def __init__(self, *objects):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


custom_object_scope = CustomObjectScope
__getattr__ = missing(globals())
