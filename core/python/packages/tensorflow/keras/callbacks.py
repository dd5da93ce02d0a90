# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.callbacks: what fit() calls between its steps, and the lines that it prints.
import math
import time
import warnings

from _names import missing

_HOOKS = ('train_begin', 'train_end', 'epoch_begin', 'epoch_end', 'train_batch_begin', 'train_batch_end', 'batch_begin',
          'batch_end', 'test_begin', 'test_end', 'test_batch_begin', 'test_batch_end', 'predict_begin', 'predict_end',
          'predict_batch_begin', 'predict_batch_end')


class Callback:
    def __init__(self):
        self.model, self.params, self.validation_data = None, None, None

    def set_model(self, model):
        self.model = model

    def set_params(self, params):
        self.params = params


def _nothing(self, *args, **kwargs):
    pass


for _name in _HOOKS:
    setattr(Callback, 'on_' + _name, _nothing)


class History(Callback):
    def __init__(self):
        super().__init__()
        self.history, self.epoch = {}, []

    def on_epoch_end(self, epoch, logs=None):
        self.epoch.append(epoch)
        for key, value in (logs or {}).items():
            self.history.setdefault(key, []).append(value)


class LambdaCallback(Callback):
    def __init__(self, **hooks):
        super().__init__()
        for name, call in hooks.items():
            if call is not None:
                setattr(self, name, call)


class LearningRateScheduler(Callback):
    def __init__(self, schedule, verbose=0):
        super().__init__()
        self.schedule, self.verbose = schedule, verbose

    def on_epoch_begin(self, epoch, logs=None):
        rate = float(self.model.optimizer.rate)
        try:
            rate = self.schedule(epoch, rate)
        except TypeError:
            rate = self.schedule(epoch)
        self.model.optimizer.learning_rate = float(rate)
        if self.verbose:
            print(f'\nEpoch {epoch + 1}: LearningRateScheduler setting learning rate to {float(rate)}.')

    def on_epoch_end(self, epoch, logs=None):
        if logs is not None:
            logs['lr'] = float(self.model.optimizer.rate)


class EarlyStopping(Callback):
    def __init__(self, monitor='val_loss', min_delta=0, patience=0, verbose=0, mode='auto', baseline=None,
                 restore_best_weights=False, start_from_epoch=0):
        super().__init__()
        self.monitor, self.patience, self.verbose, self.baseline = monitor, patience, verbose, baseline
        self.restores, self.first = restore_best_weights, start_from_epoch
        self.up = mode == 'max' or mode == 'auto' and monitor.endswith(('acc', 'accuracy', 'auc'))
        self.min_delta = abs(min_delta)

    def better(self, value, than):
        return value - self.min_delta > than if self.up else value + self.min_delta < than

    def on_train_begin(self, logs=None):
        self.wait, self.stopped_epoch, self.best_weights, self.best_epoch = 0, 0, None, 0
        self.best = -math.inf if self.up else math.inf

    def on_epoch_end(self, epoch, logs=None):
        value = (logs or {}).get(self.monitor)
        if value is None or epoch < self.first:
            return
        if self.restores and self.best_weights is None:
            self.best_weights = self.model.get_weights()
        self.wait += 1
        if self.better(value, self.best):
            self.best, self.best_epoch = value, epoch
            if self.restores:
                self.best_weights = self.model.get_weights()
            if self.baseline is None or self.better(value, self.baseline):
                self.wait = 0
            return
        if self.wait >= self.patience and epoch > 0:
            self.stopped_epoch, self.model.stop_training = epoch, True
            if self.restores and self.best_weights is not None:
                self.model.set_weights(self.best_weights)

    def on_train_end(self, logs=None):
        if self.stopped_epoch > 0 and self.verbose > 0:
            print(f'Epoch {self.stopped_epoch + 1}: early stopping')


class TerminateOnNaN(Callback):
    def on_batch_end(self, batch, logs=None):
        loss = (logs or {}).get('loss')
        if loss is not None and not math.isfinite(loss):
            print(f'Batch {batch}: Invalid loss, terminating training')
            self.model.stop_training = True


class CallbackList:
    def __init__(self, callbacks, model, params):
        self.callbacks = callbacks
        for one in callbacks:
            one.set_model(model)
            one.set_params(params)

    def call(self, name, *args):
        for one in self.callbacks:
            getattr(one, 'on_' + name)(*args)

    def looks_at_batches(self, part):
        """Whether one of them does something with the values after each batch."""
        names = [f'on_{part}_batch_end'] + ['on_batch_end'] * (part == 'train')
        return any(getattr(type(one), name, None) is not getattr(Callback, name) or name in vars(one)
                   for one in self.callbacks for name in names)


class Progress:
    """The line of an epoch, as it stands at its end."""
    width = 30

    def __init__(self, target, verbose, unit='step'):
        self.target, self.verbose, self.unit = target, verbose, unit
        self.start = time.time() if verbose else 0.0
        self.after_first = None
        self.seen = 0

    def step(self):
        self.seen += 1
        if self.verbose and self.seen == 1:
            self.after_first = time.time()

    @staticmethod
    def per(seconds, unit):
        if seconds >= 1 or seconds == 0:
            return f' {seconds:.0f}s/{unit}'
        return f' {seconds * 1e3:.0f}ms/{unit}' if seconds >= 1e-3 else f' {seconds * 1e6:.0f}us/{unit}'

    def finish(self, logs):
        if not self.verbose:
            return
        now, target = time.time(), self.target or self.seen
        each = ((now - self.after_first) / (self.seen - 1) if self.after_first is not None and self.seen > 1 else
                (now - self.start) / max(self.seen, 1))
        info = ''.join(f' - {name}: ' + (str(value) if hasattr(value, 'shape') else f'{value:.4f}' if abs(value) > 1e-3 else f'{value:.4e}')
                       for name, value in logs.items())
        took = f' - {now - self.start:.0f}s'
        digits = int(math.log10(target)) + 1 if target else 1
        count = f'{self.seen:{digits}d}/{target}'
        if self.verbose == 2:
            print(f'{count}{took}{info} -{self.per(now - self.start, "epoch")} -{self.per(each, self.unit)}')
        else:
            print(f'{count} [{"=" * self.width}]{took}{self.per(each, self.unit)}{info}')


def is_better(mode, monitor):
    """How two values compare; 'auto' goes by the name."""
    if mode not in ('auto', 'min', 'max'):
        mode = 'auto'
    up = mode == 'max' or mode == 'auto' and (monitor.endswith(('acc', 'accuracy', 'auc')) or 'fmeasure' in monitor)
    return (lambda now, best: now > best) if up else (lambda now, best: now < best), -math.inf if up else math.inf


class ModelCheckpoint(Callback):
    def __init__(self, filepath, monitor='val_loss', verbose=0, save_best_only=False, save_weights_only=False, mode='auto',
                 save_freq='epoch', options=None, initial_value_threshold=None, **kwargs):
        super().__init__()
        self.filepath, self.monitor, self.verbose = str(filepath), monitor, verbose
        self.save_best_only, self.save_weights_only, self.save_freq = save_best_only, save_weights_only, save_freq
        self.better, self.best = is_better(mode, monitor)
        self.best = self.best if initial_value_threshold is None else initial_value_threshold
        self.epoch = self.seen = 0

    def on_epoch_begin(self, epoch, logs=None):
        self.epoch = epoch

    def on_epoch_end(self, epoch, logs=None):
        if self.save_freq == 'epoch':
            self.keep(epoch, None, logs or {})

    def keep(self, epoch, batch, logs):
        named = {'epoch': epoch + 1, **({} if batch is None else {'batch': batch + 1}), **logs}
        try:
            path = self.filepath.format(**named)
        except KeyError as error:
            raise KeyError(f'Failed to format this callback filepath: "{self.filepath}". Reason: {error}') from None
        said = ''
        if self.save_best_only:
            now = logs.get(self.monitor)
            if now is None:
                warnings.warn(f'Can save best model only with {self.monitor} available, skipping.', stacklevel=2)
                return
            if not self.better(now, self.best):
                if self.verbose:
                    print(f'\nEpoch {epoch + 1}: {self.monitor} did not improve from {self.best:.5f}')
                return
            said = f'{self.monitor} improved from {self.best:.5f} to {now:.5f}, '
            self.best = now
        if self.verbose:
            print(f'\nEpoch {epoch + 1}: {said}saving model to {path}')
        (self.model.save_weights if self.save_weights_only else self.model.save)(path)


class _EveryFewBatches(ModelCheckpoint):
    """save_freq: a number of batches."""
    def on_train_batch_end(self, batch, logs=None):
        self.seen += 1
        if self.seen % self.save_freq == 0:
            self.keep(self.epoch, batch, logs or {})


def _checkpoint(cls, filepath, *args, **kwargs):
    every = isinstance(kwargs.get('save_freq'), int) and cls is ModelCheckpoint
    return object.__new__(_EveryFewBatches if every else cls)


ModelCheckpoint.__new__ = _checkpoint


class ReduceLROnPlateau(Callback):
    def __init__(self, monitor='val_loss', factor=0.1, patience=10, verbose=0, mode='auto', min_delta=1e-4, cooldown=0, min_lr=0, **kwargs):
        super().__init__()
        if factor >= 1.0:
            raise ValueError(f'ReduceLROnPlateau does not support a factor >= 1.0. Got {factor}')
        self.monitor, self.factor, self.patience, self.verbose = monitor, factor, patience, verbose
        self.min_delta, self.cooldown, self.min_lr, self.mode = min_delta, cooldown, min_lr, mode
        self.on_train_begin()

    def on_train_begin(self, logs=None):
        up = self.mode == 'max' or self.mode not in ('min', 'max') and 'acc' in self.monitor
        self.better = (lambda now, best: now > best + self.min_delta) if up else (lambda now, best: now < best - self.min_delta)
        self.best, self.wait, self.cooling = (-math.inf if up else math.inf), 0, 0

    def on_epoch_end(self, epoch, logs=None):
        logs = logs if logs is not None else {}
        rate = float(self.model.optimizer.learning_rate)
        logs['lr'] = rate
        now = logs.get(self.monitor)
        if now is None:
            warnings.warn(f'Learning rate reduction is conditioned on metric `{self.monitor}` which is not available. Available metrics '
                          f'are: {",".join(logs)}', stacklevel=2)
            return
        if self.cooling > 0:
            self.cooling, self.wait = self.cooling - 1, 0
        if self.better(now, self.best):
            self.best, self.wait = now, 0
        elif self.cooling <= 0:
            self.wait += 1
            if self.wait >= self.patience and rate > self.min_lr:
                new = max(rate * self.factor, self.min_lr)
                self.model.optimizer.learning_rate = new
                if self.verbose:
                    print(f'\nEpoch {epoch + 1}: ReduceLROnPlateau reducing learning rate to {new}.')
                self.cooling, self.wait = self.cooldown, 0


class CSVLogger(Callback):
    def __init__(self, filename, separator=',', append=False):
        super().__init__()
        self.filename, self.separator, self.append, self.keys = filename, separator, append, None

    def on_train_begin(self, logs=None):
        import os
        self.keys = None
        headed = self.append and os.path.exists(self.filename) and os.path.getsize(self.filename) > 0
        self.file, self.headed = open(self.filename, 'a' if self.append else 'w', encoding='utf-8', newline=''), headed

    def on_epoch_end(self, epoch, logs=None):
        import csv
        logs = logs or {}
        writer = csv.writer(self.file, delimiter=self.separator)
        if self.keys is None:
            self.keys = sorted(logs)
            if not self.headed:
                writer.writerow(['epoch', *self.keys])
        writer.writerow([epoch, *(logs.get(key, 'NA') for key in self.keys)])
        self.file.flush()

    def on_train_end(self, logs=None):
        self.file.close()


class TensorBoard(Callback):
    """It writes no logs, and says so."""
    def __init__(self, log_dir='logs', *args, **kwargs):
        super().__init__()
        from tensorflow.summary import tell
        tell()


class ProgbarLogger(Callback):
    """fit() prints its own line."""
    def __init__(self, *args, **kwargs):
        super().__init__()


def BackupAndRestore(*args, **kwargs):
    raise NotImplementedError('BackupAndRestore: Runahead has ModelCheckpoint')


__getattr__ = missing(globals())
