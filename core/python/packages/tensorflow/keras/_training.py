# SPDX-License-Identifier: GPL-3.0-or-later
# compile(), fit(), evaluate() and predict() of a model. fit() traces its step once and runs it as a function.
import _runahead as _r
import tensorflow as _tf
from tensorflow import nest
from tensorflow.keras import losses, metrics, optimizers
from tensorflow.keras.callbacks import CallbackList, History, Progress


class LossContainer:
    """The model's loss, and its mean over batches."""
    def __init__(self, given, names=None):
        self.given, self.metrics, self.functions = given, [metrics.Mean('loss')], None

    def made(self, count, names):
        if self.functions is None:
            given = self.given
            if isinstance(given, dict):
                given = [given[name] for name in names]
            several = list(given) if isinstance(given, (list, tuple)) else [given] * count
            self.functions = []
            for one in several:
                found = losses.get(one)
                if not isinstance(found, losses.Loss) and found is not None:
                    kind = type('Own', (losses._Function,), {'function': staticmethod(found), 'takes': ()})
                    found = kind(name=getattr(found, '__name__', 'loss'))
                self.functions.append(found)
            if count > 1:
                self.metrics += [metrics.Mean(f'{name}_loss') for name in names]
        return self.functions

    def __call__(self, y_true, y_pred, sample_weight=None, regularization_losses=None, names=()):
        predicted, labels = flat_outputs(y_pred), flat_outputs(y_true)
        if self.given is None:
            found = []
        else:
            found = [function(label, one, sample_weight) for function, label, one in
                     zip(self.made(len(predicted), names), labels, predicted) if function is not None]
        rows = float(predicted[0].shape[0])
        if len(found) > 1:
            for mean, value in zip(self.metrics[1:], found):
                mean.update_state(value, rows)
        found += list(regularization_losses or ())
        if not found:
            raise ValueError('The model cannot be compiled because it has no loss to optimize.')
        total = _tf.add_n(found) if len(found) > 1 else found[0]
        if total.ndim:
            total = _r.mean(total)
        self.metrics[0].update_state(total, rows)
        return total

    def reset_state(self):
        for one in self.metrics:
            one.reset_state()


def flat_outputs(value):
    return nest.flatten(value)


class MetricsContainer:
    def __init__(self, given):
        if isinstance(given, dict) or given and isinstance(given[0], (list, tuple)):
            raise NotImplementedError('compile: Runahead takes one list of metrics, for models of one output')
        self.metrics = [metrics.get(one) for one in given or ()]

    def update_state(self, y_true, y_pred, sample_weight=None):
        for one in self.metrics:
            for label, predicted in zip(flat_outputs(y_true), flat_outputs(y_pred)):
                one.update_state(label, predicted)

    def reset_state(self):
        for one in self.metrics:
            one.reset_state()


class Training:
    def start_training(self):
        self.__dict__.update(optimizer=None, compiled_loss=None, compiled_metrics=None, run_eagerly=False, stop_training=False,
                             _steps={}, history=None)

    def compile(self, optimizer='rmsprop', loss=None, metrics=None, loss_weights=None, weighted_metrics=None, run_eagerly=None,
                steps_per_execution=None, jit_compile=None, **kwargs):
        if kwargs:
            raise TypeError(f"Invalid keyword argument(s) in `compile()`: {set(kwargs)}.")
        if loss_weights is not None or weighted_metrics is not None or steps_per_execution not in (None, 1):
            raise NotImplementedError('compile: Runahead has neither loss_weights nor weighted_metrics nor steps_per_execution')
        self.optimizer = optimizers.get(optimizer)
        self.loss = loss
        self.compiled_loss = LossContainer(loss)
        self.compiled_metrics = MetricsContainer(metrics)
        self.run_eagerly = bool(run_eagerly)
        self._steps = {}

    def require_compiled(self):
        if self.optimizer is None:
            raise RuntimeError('You must compile your model before training/testing. Use `model.compile(optimizer, loss)`.')

    @property
    def metrics(self):
        return (self.compiled_loss.metrics if self.compiled_loss else []) + (
            self.compiled_metrics.metrics if self.compiled_metrics else []) + list(self._held(metrics.Metric))

    @property
    def metrics_names(self):
        return [one.name for one in self.metrics]

    def reset_metrics(self):
        for one in self.metrics:
            one.reset_state()

    # One step.

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None):
        names = getattr(self, 'output_names', [f'output_{i + 1}' for i in range(len(flat_outputs(y_pred)))])
        return self.compiled_loss(y, y_pred, sample_weight, self.losses, names)

    def compute_metrics(self, x, y, y_pred, sample_weight):
        self.compiled_metrics.update_state(y, y_pred, sample_weight)
        return {one.name: one.result() for one in self.metrics}

    @property
    def output_names(self):
        return [one.layer.name for one in self.outputs] if 'outputs' in self.__dict__ else ['output_1']

    def train_step(self, data):
        x, y, sample_weight = unpack(data)
        with _tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.compute_loss(x, y, y_pred, sample_weight)
        self.optimizer.minimize(loss, self.trainable_variables, tape=tape)
        return self.compute_metrics(x, y, y_pred, sample_weight)

    def test_step(self, data):
        x, y, sample_weight = unpack(data)
        y_pred = self(x, training=False)
        self.compute_loss(x, y, y_pred, sample_weight)
        return self.compute_metrics(x, y, y_pred, sample_weight)

    def predict_step(self, data):
        return self(unpack(data)[0], training=False)

    def step_of(self, name):
        """Traced once; run_eagerly: call by call."""
        step = getattr(self, name)
        if self.run_eagerly or _tf._function.eager[0]:
            return step
        key = name, self.trainable
        if key not in self._steps:
            def function(data):
                return step(data)
            function.__name__ = name.replace('_step', '_function')
            self._steps[key] = _tf.function(function)
        return self._steps[key]

    # Loops.

    def fit(self, x=None, y=None, batch_size=None, epochs=1, verbose='auto', callbacks=None, validation_split=0.0,
            validation_data=None, shuffle=True, class_weight=None, sample_weight=None, initial_epoch=0, steps_per_epoch=None,
            validation_steps=None, validation_batch_size=None, validation_freq=1, max_queue_size=10, workers=1,
            use_multiprocessing=False):
        self.require_compiled()
        if class_weight is not None:
            raise NotImplementedError('fit: Runahead has no class_weight; sample_weight has one for each row')
        verbose = 1 if verbose == 'auto' else int(verbose)
        if validation_split:
            x, y, sample_weight, validation_data = split_off(x, y, sample_weight, validation_split)
        batches = Batches(x, y, sample_weight, batch_size, shuffle, steps_per_epoch)
        self.history = History()
        params = {'verbose': verbose, 'epochs': epochs, 'steps': batches.steps}
        called = CallbackList([*(callbacks or ()), self.history], self, params)
        looks = verbose == 1 or called.looks_at_batches('train')
        self.stop_training = False
        called.call('train_begin', {})
        logs = {}
        for epoch in range(initial_epoch, epochs):
            self.reset_metrics()
            called.call('epoch_begin', epoch, {})
            if verbose and epochs > 1:
                print(f'Epoch {epoch + 1}/{epochs}')
            progress = Progress(batches.steps, verbose)
            made = None
            for number, data in enumerate(batches):
                called.call('train_batch_begin', number, {})
                called.call('batch_begin', number, {})
                made = self.step_of('train_step')(data)
                progress.step()
                logs = read(made) if looks else {}
                called.call('train_batch_end', number, logs)
                called.call('batch_end', number, logs)
                if self.stop_training:
                    break
            if made is None:
                raise ValueError('Unexpected result of `train_function` (Empty Logs): there was no batch.')
            batches.steps = batches.steps or progress.seen
            logs = logs if looks else read(made)
            if validation_data is not None and (epoch + 1) % validation_freq == 0:
                is_dataset = isinstance(validation_data, _tf.data.Dataset)
                valid = (validation_data, None, None) if is_dataset else unpack(validation_data)
                found = self.evaluate(*valid[:2], batch_size=validation_batch_size or batch_size, verbose=0,
                                      sample_weight=valid[2], steps=validation_steps, return_dict=True)
                logs = {**logs, **{f'val_{name}': value for name, value in found.items()}}
            called.call('epoch_end', epoch, logs)
            progress.finish(logs)
            if self.stop_training:
                break
        called.call('train_end', logs)
        return self.history

    def evaluate(self, x=None, y=None, batch_size=None, verbose='auto', sample_weight=None, steps=None, callbacks=None,
                 max_queue_size=10, workers=1, use_multiprocessing=False, return_dict=False, **kwargs):
        self.require_compiled()
        if kwargs:
            raise TypeError(f'Invalid keyword arguments: {list(kwargs)}')
        verbose = 1 if verbose == 'auto' else int(verbose)
        batches = Batches(x, y, sample_weight, batch_size, False, steps)
        called = CallbackList(list(callbacks or ()), self, {'verbose': verbose, 'steps': batches.steps})
        self.reset_metrics()
        called.call('test_begin', {})
        progress, made = Progress(batches.steps, verbose), None
        looks = called.looks_at_batches('test') or verbose == 1
        logs = {}
        for number, data in enumerate(batches):
            called.call('test_batch_begin', number, {})
            made = self.step_of('test_step')(data)
            progress.step()
            logs = read(made) if looks else {}
            called.call('test_batch_end', number, logs)
        if made is None:
            raise ValueError('Unexpected result of `test_function` (Empty Logs): there was no batch.')
        logs = logs if looks else read(made)
        progress.finish(logs)
        called.call('test_end', logs)
        if return_dict:
            return logs
        return list(logs.values()) if len(logs) > 1 else next(iter(logs.values()))

    def predict(self, x, batch_size=None, verbose='auto', steps=None, callbacks=None, max_queue_size=10, workers=1,
                use_multiprocessing=False):
        verbose = 1 if verbose == 'auto' else int(verbose)
        batches = Batches(x, None, None, batch_size, False, steps)
        called = CallbackList(list(callbacks or ()), self, {'verbose': verbose, 'steps': batches.steps})
        called.call('predict_begin', {})
        progress, parts = Progress(batches.steps, verbose), []
        for number, data in enumerate(batches):
            called.call('predict_batch_begin', number, {})
            parts.append(self.step_of('predict_step')(data))
            progress.step()
            called.call('predict_batch_end', number, {'outputs': parts[-1]})
        if not parts:
            raise ValueError('Unexpected result of `predict_function` (Empty batch_outputs): there was no batch.')
        progress.finish({})
        called.call('predict_end', {})
        flat = [nest.flatten(one) for one in parts]
        whole = [_tf.concat(list(one), 0).numpy() for one in zip(*flat)]
        return nest.pack_sequence_as(parts[0], whole)

    def train_on_batch(self, x, y=None, sample_weight=None, class_weight=None, reset_metrics=True, return_dict=False):
        return self.on_batch('train_step', (x, y, sample_weight), reset_metrics, return_dict)

    def test_on_batch(self, x, y=None, sample_weight=None, reset_metrics=True, return_dict=False):
        return self.on_batch('test_step', (x, y, sample_weight), reset_metrics, return_dict)

    def on_batch(self, name, given, resets, return_dict):
        self.require_compiled()
        if resets:
            self.reset_metrics()
        while given[-1] is None:
            given = given[:-1]
        logs = read(self.step_of(name)(tuple(tensors(one) for one in given)))
        if return_dict:
            return logs
        return list(logs.values()) if len(logs) > 1 else next(iter(logs.values()))

    def predict_on_batch(self, x):
        return nest.map_structure(lambda one: one.numpy(), self.step_of('predict_step')((tensors(x),)))


def unpack(data):
    if isinstance(data, list):
        data = tuple(data)
    if not isinstance(data, tuple):
        return data, None, None
    return (*data, None, None)[:3]


def read(logs):
    """Waits for the values."""
    return {name: _r.item(value) if isinstance(value, _r.Array) else value for name, value in logs.items()}


def tensors(value):
    """Floating ones of float32."""
    def one_of(one):
        made = _tf.convert_to_tensor(one)
        return _r.astype(made, 'float32') if _r.dtype(made) == 'float64' else made
    if isinstance(value, dict):
        return {key: tensors(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], _r.Array):
        return type(value)(map(tensors, value))
    return one_of(value)


def split_off(x, y, sample_weight, part):
    whole = [None if one is None else tensors(one) for one in (x, y, sample_weight)]
    count = nest.flatten(whole[0])[0].shape[0]
    first = int(count * (1.0 - part))
    if first in (0, count):
        raise ValueError(f'Training data contains {count} samples, which is not sufficient to split it into a validation and '
                         f'training set as specified by `validation_split={part}`.')
    before = [one if one is None else nest.map_structure(lambda its: its[:first], one) for one in whole]
    behind = [one if one is None else nest.map_structure(lambda its: its[first:], one) for one in whole]
    return (*before, tuple(one for one in behind if one is not None))


class Batches:
    """What is gone through once for each epoch."""
    shuffles = 0

    def __init__(self, x, y, sample_weight, batch_size, shuffle, steps):
        self.given, self.left = steps, None
        if isinstance(x, _tf.data.Dataset):
            if y is not None:
                raise ValueError('`y` argument is not supported when using dataset as input.')
            self.dataset, own = x, x.size if x.size >= 0 else None
            self.steps = steps or own
            return
        if hasattr(x, '__next__') or callable(x):
            self.dataset = None
            self.left, self.steps = x, steps
            return
        parts = [tensors(one) for one in (x, y, sample_weight) if one is not None]
        sizes = {one.shape[0] for one in nest.flatten(parts)}
        if len(sizes) != 1:
            raise ValueError(f'Data cardinality is ambiguous: sizes {sorted(sizes)}. Make sure all arrays contain the same '
                             'number of samples.')
        size, count = sizes.pop(), batch_size or 32
        whole = tuple(parts)
        data = _tf.data.Dataset.from_tensor_slices(whole)
        if shuffle:
            data = data.shuffle(max(size, 1))
        self.dataset = data.batch(count)
        self.steps = steps or -(-size // count)

    def __iter__(self):
        if self.dataset is None:
            for _, one in zip(range(self.steps or 1 << 60), self.left):
                yield nest.map_structure(tensors, one) if isinstance(one, tuple) else one
            return
        if self.given is None:
            yield from self.dataset.make()
            return
        self.left = self.left or self.dataset.make()
        for _ in range(self.given):
            one = next(self.left, None)
            if one is None:
                self.left = self.dataset.make()
                one = next(self.left, None)
                if one is None:
                    return
            yield one
