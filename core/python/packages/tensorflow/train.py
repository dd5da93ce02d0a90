# SPDX-License-Identifier: GPL-3.0-or-later
# tf.train: variables in files, of Runahead's own format, beside a file `checkpoint` that names the latest.
import os
import re

import _array_files
import _runahead as _r
import tensorflow as _tf
from _names import missing
from tensorflow._module import Module

END = '.index'


def write(prefix, named):
    """Of (name, variable)."""
    folder = os.path.dirname(prefix)
    if folder:
        os.makedirs(folder, exist_ok=True)
    _array_files.write(prefix + END, [name for name, _ in named], [one for _, one in named])
    with open(os.path.join(folder, 'checkpoint'), 'w', encoding='utf-8') as file:
        name = os.path.basename(prefix)
        file.write(f'model_checkpoint_path: "{name}"\nall_model_checkpoint_paths: "{name}"\n')


def read(prefix):
    path = str(prefix) + END if os.path.exists(str(prefix) + END) else str(prefix)
    if not os.path.isfile(path):
        raise _tf.errors.NotFoundError(f'Unsuccessful TensorSliceReader constructor: Failed to find any matching files for {prefix}')
    try:
        names, values = _array_files.read(path, _tf.Tensor, 0)
    except _array_files.NoArrays as error:
        raise NotImplementedError(str(error)) from None
    return dict(zip(names, values))


class Status:
    """What a restore says; all that there was to read has been read."""
    def __init__(self, left=()):
        self.left = list(left)

    def assert_consumed(self):
        if self.left:
            raise AssertionError(f'Unresolved object in checkpoint: {", ".join(self.left)}')
        return self

    def assert_existing_objects_matched(self):
        return self

    def assert_nontrivial_match(self):
        return self

    def expect_partial(self):
        return self

    def initialize_or_restore(self, session=None):
        return self

    run_restore_ops = initialize_or_restore


def latest_checkpoint(checkpoint_dir, latest_filename=None):
    try:
        with open(os.path.join(checkpoint_dir, latest_filename or 'checkpoint'), encoding='utf-8') as file:
            found = re.search('model_checkpoint_path: "(.*)"', file.read())
    except OSError:
        return None
    return os.path.join(checkpoint_dir, found[1]) if found else None


def variables_of(name, value):
    """(name, variable) of an object, in an order that the same program finds again."""
    if isinstance(value, _tf.Variable):
        yield name, value
    elif isinstance(value, _tf.keras.optimizers.Optimizer):
        for i, one in enumerate(value.variables):
            yield f'{name}/{i}', one
    elif isinstance(value, (list, tuple, dict)):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from variables_of(f'{name}/{key}', one)
    elif isinstance(value, Checkpoint):
        for key, one in value.objects.items():
            yield from variables_of(f'{name}/{key}', one)
    elif isinstance(value, Module):
        weights = value.weights if hasattr(type(value), 'weights') else value.variables
        for i, one in enumerate(weights):
            yield f'{name}/{i}', one


class Checkpoint:
    def __init__(self, root=None, **kwargs):
        self.objects = {**({} if root is None else {'root': root}), **kwargs}
        self.save_counter = _tf.Variable(0, trainable=False, name='save_counter', dtype='int64')
        for name, value in kwargs.items():
            setattr(self, name, value)

    def named(self):
        return [one for name, value in self.objects.items() for one in variables_of(name, value)]

    def write(self, file_prefix, options=None):
        write(file_prefix, [*self.named(), ('save_counter', self.save_counter)])
        return file_prefix

    def save(self, file_prefix, options=None):
        self.save_counter.assign_add(1)
        return self.write(f'{file_prefix}-{int(self.save_counter)}')

    def read(self, save_path, options=None):
        return self.restore(save_path)

    def restore(self, save_path, options=None):
        if save_path is None:
            return Status()
        values = read(save_path)
        for name, value in self.objects.items():
            if isinstance(value, _tf.keras.optimizers.Optimizer):
                value.restored = [one for key, one in values.items() if key.startswith(f'{name}/')][len(value.variables):]
        found = [*self.named(), ('save_counter', self.save_counter)]
        for name, one in found:
            if name in values:
                one.assign(values.pop(name))
        optimizers = tuple(f'{name}/' for name, value in self.objects.items() if isinstance(value, _tf.keras.optimizers.Optimizer))
        left = [name for name in values if not name.startswith(optimizers)] if optimizers else list(values)
        own = {name.split('/')[0] for name in left} & set(self.objects)
        if own:
            raise NotImplementedError(f'restore: {", ".join(sorted(own))} has not made all its variables yet, and Runahead restores those '
                                      'that are there; call the model once before')
        return Status(left)


class CheckpointManager:
    def __init__(self, checkpoint, directory, max_to_keep, keep_checkpoint_every_n_hours=None, checkpoint_name='ckpt',
                 step_counter=None, checkpoint_interval=None, init_fn=None):
        self.checkpoint, self.directory, self.max_to_keep = checkpoint, str(directory), max_to_keep
        self.name, self.init_fn = checkpoint_name, init_fn
        last = latest_checkpoint(self.directory)
        self.checkpoints = [last] if last else []

    @property
    def latest_checkpoint(self):
        return self.checkpoints[-1] if self.checkpoints else None

    def save(self, checkpoint_number=None, check_interval=True, options=None):
        prefix = os.path.join(self.directory, self.name)
        if checkpoint_number is None:
            path = self.checkpoint.save(prefix)
        else:
            path = self.checkpoint.write(f'{prefix}-{int(checkpoint_number)}')
        self.checkpoints.append(path)
        while self.max_to_keep and len(self.checkpoints) > self.max_to_keep:
            old = self.checkpoints.pop(0) + END
            if os.path.exists(old):
                os.remove(old)
        return path

    def restore_or_initialize(self):
        if self.latest_checkpoint:
            self.checkpoint.restore(self.latest_checkpoint)
        elif self.init_fn:
            self.init_fn()
        return self.latest_checkpoint


class _Reader:
    def __init__(self, values):
        self.values = values

    def get_tensor(self, name):
        return self.values[name].numpy()

    def has_tensor(self, name):
        return name in self.values

    def get_variable_to_shape_map(self):
        return {name: list(one.shape) for name, one in self.values.items()}

    def get_variable_to_dtype_map(self):
        return {name: one.dtype for name, one in self.values.items()}


def load_checkpoint(ckpt_dir_or_file):
    return _Reader(read(latest_checkpoint(ckpt_dir_or_file) or ckpt_dir_or_file))


def list_variables(ckpt_dir_or_file):
    return [(name, list(one.shape)) for name, one in sorted(read(latest_checkpoint(ckpt_dir_or_file) or ckpt_dir_or_file).items())]


def load_variable(ckpt_dir_or_file, name):
    return load_checkpoint(ckpt_dir_or_file).get_tensor(name)


class ExponentialMovingAverage:
    """A second variable for each, that follows it."""
    def __init__(self, decay, num_updates=None, zero_debias=False, name='ExponentialMovingAverage'):
        if zero_debias:
            raise NotImplementedError('ExponentialMovingAverage: Runahead has no zero_debias')
        self.decay, self.num_updates, self.shadows = decay, num_updates, {}

    def apply(self, var_list):
        decay = self.decay if self.num_updates is None else min(self.decay, (1 + float(self.num_updates)) / (10 + float(self.num_updates)))
        before = _r.record(False)
        try:
            for one in var_list:
                if id(one) not in self.shadows:
                    self.shadows[id(one)] = one, _tf.Variable(one.read_value(), trainable=False)
                else:
                    shadow = self.shadows[id(one)][1]
                    shadow.assign_sub((shadow - one) * (1 - decay))
        finally:
            _r.record(before)

    def average(self, var):
        return self.shadows[id(var)][1] if id(var) in self.shadows else None


__getattr__ = missing(globals())
