# SPDX-License-Identifier: GPL-3.0-or-later
# compile(), fit(), evaluate() and predict() of a model. fit() traces its step once and runs it as a function.
import _runahead as _r
import tensorflow as _tf
from tensorflow import nest
from tensorflow.keras import losses, metrics, optimizers
from tensorflow.keras.callbacks import CallbackList, History, Progress
from tensorflow.keras.layers.base_layer import mask_of


class LossContainer:
    """The model's loss, and its mean over batches."""
    def __init__(self, given, weights=None):
        self.given, self.weights, self.metrics, self.functions = given, weights, [metrics.Mean('loss')], None

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
        predicted, labels = flat_outputs(y_pred), by_name(y_true, names)
        found = []
        if self.given is not None:
            weights = by_name(sample_weight, names) if nest.is_nested(sample_weight) else [sample_weight] * len(predicted)
            for function, label, one, weight in zip(self.made(len(predicted), names), labels, predicted, weights):
                if function is not None:
                    found.append(function(label, one, with_mask(one, weight)))
        rows = float(predicted[0].shape[0])
        if len(found) > 1:
            for mean, value in zip(self.metrics[1:], found):
                mean.update_state(value, rows)
        if self.weights is not None:
            its = [self.weights.get(name, 1.0) for name in names] if isinstance(self.weights, dict) else self.weights
            found = [value * float(weight) for value, weight in zip(found, its)]
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


def by_name(value, names):
    """Of a dict, in the order of the model's outputs."""
    if isinstance(value, dict) and names and set(value) <= set(names):
        return [value.get(name) for name in names]
    return flat_outputs(value)


def with_mask(predicted, weight):
    """Where a prediction is of nothing, it has no weight."""
    mask = mask_of(predicted)
    if mask is None:
        return weight
    mask = _tf.cast(mask, 'float32')
    if weight is None:
        return mask
    weight = _tf.cast(weight, 'float32')
    return mask * (_tf.expand_dims(weight, -1) if weight.ndim < mask.ndim else weight)


class MetricsContainer:
    """Of each output its own, named after it where there are several."""
    def __init__(self, given, weighted):
        self.given, self.weighted, self.made, self.metrics = given, weighted, None, []
        if not isinstance(given, dict) and not any(isinstance(one, (list, tuple)) for one in given or ()):
            self.metrics = [metrics.get(one) for one in [*(given or ()), *(weighted or ())]]

    def of_outputs(self, names):
        if self.made is None:
            several = [self.given.get(name) if isinstance(self.given, dict) else
                       self.given[i] if any(isinstance(one, (list, tuple)) for one in self.given) else self.given
                       for i, name in enumerate(names)]
            self.made = [[metrics.get(one) for one in (its if isinstance(its, (list, tuple)) else [its] if its is not None else [])]
                         for its in several]
            if len(names) > 1:
                for name, its in zip(names, self.made):
                    for one in its:
                        one._name = f'{name}_{one.name}'
            self.metrics = [one for its in self.made for one in its]
        return self.made

    def update_state(self, y_true, y_pred, sample_weight=None, names=()):
        predicted, labels = flat_outputs(y_pred), by_name(y_true, names)
        if len(predicted) == 1 and self.metrics and self.made is None:
            plain = len(self.given or ())
            for i, one in enumerate(self.metrics):
                one.update_state(labels[0], predicted[0], with_mask(predicted[0], sample_weight if i >= plain else None))
        elif self.given:
            if self.weighted:
                raise NotImplementedError('compile: Runahead has weighted_metrics for models of one output')
            for its, label, one in zip(self.of_outputs(names), labels, predicted):
                for metric in its:
                    metric.update_state(label, one, with_mask(one, None))

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
        if steps_per_execution not in (None, 1):
            raise NotImplementedError('compile: Runahead has no steps_per_execution')
        self.optimizer = optimizers.get(optimizer)
        self.loss = loss
        self.compiled_loss = LossContainer(loss, loss_weights)
        self.compiled_metrics = MetricsContainer(metrics, weighted_metrics)
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
        return self.compiled_loss(y, y_pred, sample_weight, self.losses, self.names_of(y_pred))

    def names_of(self, y_pred):
        if 'outputs' in self.__dict__:
            return self.output_names
        return sorted(y_pred) if isinstance(y_pred, dict) else [f'output_{i + 1}' for i in range(len(flat_outputs(y_pred)))]

    def compute_metrics(self, x, y, y_pred, sample_weight):
        self.compiled_metrics.update_state(y, y_pred, sample_weight, self.names_of(y_pred))
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
            if y is None or nest.is_nested(y):
                raise NotImplementedError('fit: Runahead has class_weight for x and y as arrays')
            weights = weights_of(tensors(y), class_weight)
            sample_weight = weights if sample_weight is None else weights * _tf.cast(sample_weight, 'float32')
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
    return {name: value if not isinstance(value, _r.Array) else value.numpy() if value.ndim else _r.item(value)
            for name, value in logs.items()}


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


def weights_of(y, class_weight):
    """Of each row, by its class."""
    classes = _tf.argmax(y, -1) if y.ndim > 1 and y.shape[-1] > 1 else _tf.reshape(_tf.cast(y, 'int64'), (-1,))
    table = [float(class_weight.get(one, 1.0)) for one in range(max(class_weight) + 1)]
    return _tf.gather(_tf.constant(table), classes)


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
