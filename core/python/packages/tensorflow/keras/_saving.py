# SPDX-License-Identifier: GPL-3.0-or-later
# Models and their weights in files, of Runahead's own format. A model is what its layers were made with, and its weights.
import os
import pickle

import _array_files
import _runahead as _r
import tensorflow as _tf
from tensorflow import train
from tensorflow.keras.layers.base_layer import Layer, Symbol
from tensorflow.keras.models import Functional, Sequential

ONE_FILE = ('.h5', '.hdf5', '.keras')


def _named(model):
    return [(f'{i}/{one.name}', one) for i, one in enumerate(model.weights)]


def save_weights(model, filepath, save_format=None):
    filepath = str(filepath)
    alone = filepath.endswith(ONE_FILE) or save_format == 'h5'
    if alone and not model.built and not model.weights:
        raise ValueError(f'Weights for model {model.name} have not yet been created. Weights are created when the Model is first '
                         'called on inputs or `build()` is called with an `input_shape`.')
    if alone:
        os.makedirs(os.path.dirname(filepath) or '.', exist_ok=True)
        _array_files.write(filepath, [name for name, _ in _named(model)], [one for _, one in _named(model)])
    else:
        train.write(filepath, _named(model))


def load_weights(model, filepath, partly=False):
    if partly:
        raise NotImplementedError('load_weights: Runahead has neither by_name nor skip_mismatch')
    values = list(train.read(str(filepath)).values())
    own = model.weights
    if not own:
        raise NotImplementedError('load_weights: this model has not made its variables yet; call it once before')
    if len(own) != len(values):
        raise ValueError(f'Layer count mismatch when loading weights from file. Model expected {len(own)} weights, found '
                         f'{len(values)} saved weights.')
    for one, value in zip(own, values):
        if one.shape != value.shape:
            raise ValueError(f'Shape mismatch for weight {one.name}: it is of shape {one.shape}, the saved one of {value.shape}')
    for one, value in zip(own, values):
        one.assign(value)
    return train.Status()


# Whole models.

class _Pickler(pickle.Pickler):
    """Layers as what made them; symbols as the calls of layers."""
    def __init__(self, file):
        super().__init__(file)
        self.kept = {}

    def reducer_override(self, value):
        if isinstance(value, _r.Array):
            return _array, (_r.dtype(value), list(value.shape), _r.tolist(value, True))
        if isinstance(value, Sequential) and type(value) is Sequential:
            return _sequential, (value.name, list(value.own_layers), getattr(value, 'built_from', None))
        if isinstance(value, Functional):
            return _functional, (value.name, value.symbols_given, value.symbols_made)
        if isinstance(value, Symbol):
            if not value.given:
                return _input, (value.layer, list(value.shape), value.kind, value.own_name)
            self.kept[id(value.given)] = value.given
            return _called, (id(value.given), value.layer, list(value.given), value.options, value.place)
        if isinstance(value, Layer):
            return _layer, (type(value), value._name, *value._recipe, getattr(value, 'built_from', None))
        if isinstance(value, _tf.keras.optimizers.Optimizer):
            return _optimizer, (type(value), {key: one for key, one in vars(value).items()
                                              if key not in ('made', 'restored', 'steps', 'product', 'scale')})
        return NotImplemented


class _Unpickler(pickle.Unpickler):
    def __init__(self, file):
        super().__init__(file)
        calls.clear()


calls = {}  # what each call of a layer gave


def _array(dtype, shape, values):
    return _tf.reshape(_tf.constant(values, dtype), shape)


def _sequential(name, layers, built_from):
    made = Sequential(layers, name=name)
    if built_from is not None and not made.built:
        made.build_from(built_from)
    return made


def _functional(name, given, made):
    return Functional(given, made, name=name)


def _input(layer, shape, kind, name):
    layer._made_by = Symbol(shape, kind, layer, (), name=name)
    return layer._made_by


def _called(number, layer, given, options, place):
    key = number, id(layer)
    if key not in calls:
        calls[key] = layer(*given, **options), layer
    return calls[key][0] if place is None else calls[key][0][place]


def _layer(kind, name, args, kwargs, built_from):
    made = kind(*args, **kwargs)
    made._name = name
    if built_from is not None and isinstance(made, _tf.keras.Model):
        made(zeros_like(built_from))
    return made


def zeros_like(structure):
    if isinstance(structure, tuple) and len(structure) == 2 and isinstance(structure[1], str):
        return _tf.zeros(structure[0], structure[1])
    if isinstance(structure, dict):
        return {key: zeros_like(one) for key, one in structure.items()}
    return type(structure)(map(zeros_like, structure)) if isinstance(structure, (list, tuple)) else structure


def _optimizer(kind, state):
    made = kind()
    made.__dict__.update(state)
    return made


def _paths(filepath):
    filepath = str(filepath)
    if filepath.endswith(ONE_FILE):
        return filepath, filepath + '.weights'
    os.makedirs(filepath, exist_ok=True)
    return os.path.join(filepath, 'saved_model.pb'), os.path.join(filepath, 'variables')


def save_model(model, filepath, include_optimizer=True):
    compiled = None
    if include_optimizer and model.optimizer is not None:
        given = model.compiled_metrics
        compiled = model.optimizer, model.loss, given.given, given.weighted, model.compiled_loss.weights
    path, weights = _paths(filepath)
    if not model.weights and not model.built:
        raise ValueError(f'Model {model} cannot be saved because the input shape is not available or because the forward pass of the '
                         'model is not defined.')
    with open(path, 'wb') as file:
        try:
            _Pickler(file).dump((model, compiled))
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise NotImplementedError(f'save: Runahead saves layers by what they were made with, and a part of this model has no name '
                                      f'to be found by ({error}); save_weights() keeps the weights') from None
    slots = model.optimizer.variables if compiled else []
    _array_files.write(weights, [str(i) for i in range(len(model.weights) + len(slots))], [*model.weights, *slots])


def load_model(filepath, compile=True):
    path, weights = _paths(filepath) if os.path.exists(str(filepath)) else (str(filepath), '')
    if not os.path.isfile(path):
        raise OSError(f'No file or directory found at {filepath}')
    with open(path, 'rb') as file:
        try:
            model, compiled = _Unpickler(file).load()
        except (pickle.UnpicklingError, EOFError, ValueError):
            raise NotImplementedError(f'{filepath}: Runahead reads no models of TensorFlow itself, only those that it saved') from None
    _, values = _array_files.read(weights, _tf.Tensor, 0)
    own = model.weights
    for one, value in zip(own, values):
        one.assign(value)
    if compile and compiled is not None:
        optimizer, loss, metrics, weighted, loss_weights = compiled
        model.compile(optimizer, loss, metrics, loss_weights, weighted)
        steps, *optimizer.restored = values[len(own):]
        optimizer.iterations.assign(steps)
    return model
