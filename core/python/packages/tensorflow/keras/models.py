# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.models: layers one after the other, and in graphs. Not here: fit() and its like (_training.py).
import _runahead as _r
import tensorflow as _tf
from _names import missing
from tensorflow import nest
from tensorflow.keras._training import Training
from tensorflow.keras.layers.base_layer import Layer, Symbol, snake, symbols_in, training_now
from tensorflow.keras.layers.core import InputLayer


class Model(Training, Layer):
    def __init__(self, *args, **kwargs):
        if symbols_in(args) or symbols_in(list(kwargs.values())):
            own = type(self)
            self.__class__ = Functional if own is Model else type(
                own.__name__, (own, Functional), {'kind': snake(own.__name__), '__module__': own.__module__})
            Functional.__init__(self, *args, **kwargs)
            return
        super().__init__(*args, **kwargs)
        self.start_training()

    @property
    def layers(self):
        return self._below()

    def get_layer(self, name=None, index=None):
        if index is not None:
            return self.layers[index]
        for one in self.layers:
            if one.name == name:
                return one
        raise ValueError(f'No such layer: {name}. Existing layers are: {[one.name for one in self.layers]}.')

    def build(self, input_shape):
        """By a call with one row of zeros."""
        if type(self).build is Model.build and not self.built and input_shape is not None and self._by_shape:
            shape = [1 if one is None else one for one in input_shape]
            self.built = True
            self(_tf.zeros(shape))
        self.built = True

    _by_shape = True

    def built_for(self, inputs):
        if type(self).build is Model.build:
            if not self.built:
                self.built_from = nest.map_structure(lambda one: (tuple(one.shape), _r.dtype(one)) if isinstance(one, _r.Array) else one,
                                                     inputs)
            self.built = True  # its layers are built when they are called
        else:
            super().built_for(inputs)

    def call(self, inputs, training=None, mask=None):
        raise NotImplementedError('Unimplemented `tf.keras.Model.call()`: if you intend to create a `Model` with the Functional '
                                  'API, please provide `inputs` and `outputs` arguments. Otherwise, subclass `Model` with an '
                                  'overridden `call()` method.')

    def save_weights(self, filepath, overwrite=True, save_format=None, options=None):
        _saving.save_weights(self, filepath, save_format)

    def load_weights(self, filepath, skip_mismatch=False, by_name=False, options=None):
        return _saving.load_weights(self, filepath, by_name or skip_mismatch)

    def save(self, filepath, overwrite=True, include_optimizer=True, save_format=None, signatures=None, options=None,
             save_traces=True):
        _saving.save_model(self, filepath, include_optimizer)

    def export(self, filepath, *args, **kwargs):
        _saving.save_model(self, filepath, False)

    def to_json(self, **kwargs):
        raise NotImplementedError('to_json: Runahead has no texts of models; save() and load_model() keep them')

    def summary(self, line_length=None, positions=None, print_fn=None, expand_nested=False, show_trainable=False,
                layer_range=None):
        if not self.built:
            raise ValueError('This model has not yet been built. Build the model first by calling `build()` or by calling the '
                             'model on a batch of data.')
        say = print_fn or print
        for line in summary_of(self, line_length):
            say(line)


def shape_text(layer):
    shapes = getattr(layer, 'shown_shape', None)
    if isinstance(layer, InputLayer):
        return f'[{tuple(layer.given_shape)}]'
    if layer._made_by is not None:
        return str(tuple(layer._made_by.shape))
    return str(tuple(shapes)) if shapes is not None else 'multiple'


def summary_of(model, line_length):
    functional = isinstance(model, Functional) and not model.in_sequence()
    width = line_length or (98 if functional else 65)
    places = [int(width * one) for one in ((.33, .55, .67, 1.0) if functional else (.45, .85, 1.0))]
    heads = ['Layer (type)', 'Output Shape', 'Param #'] + ['Connected to'] * functional

    def row(fields):
        left = [str(one) for one in fields]
        while any(left):
            line, before = ' ', 0
            for i, place in enumerate(places):
                room = 2 if i < len(places) - 1 else 0
                cut = place - before - room
                ends = [left[i][:cut].find(end) + len(end) for end in ('),', '},', '],', "',") if end in left[i][:cut]]
                cut = min([cut, *ends])
                line = (line + left[i][:cut] + ' ' * room).ljust(place)
                left[i], before = left[i][cut:], place
            yield line
    yield f'Model: "{model.name}"'
    yield '_' * width
    yield from row(heads)
    yield '=' * width
    shown = model.layers
    if isinstance(model, Sequential):
        shown = [one for one in shown if not isinstance(one, InputLayer)]
    for i, layer in enumerate(shown):
        fields = [f'{layer.name} ({type(layer).__name__})', shape_text(layer),
                  sum(_tf.size_of(one) for one in layer.weights) if layer.built or layer.weights else 0]
        if functional:
            given = symbols_in(list(layer._made_by.given)) if layer._made_by is not None else []
            fields.append('[' + ', '.join(f"'{one.layer.name}[0][{one.place or 0}]'" for one in given) + ']')
        yield from row(fields)
        yield ' ' * width if i < len(shown) - 1 else '=' * width
    trained = sum(_tf.size_of(one) for one in model.trainable_weights)
    fixed = sum(_tf.size_of(one) for one in model.non_trainable_weights)
    yield f'Total params: {trained + fixed:,}'
    yield f'Trainable params: {trained:,}'
    yield f'Non-trainable params: {fixed:,}'
    yield '_' * width


class Functional(Model):
    """Its layers are those between its inputs and its outputs."""
    kind = 'model'

    def __init__(self, inputs=None, outputs=None, name=None, trainable=True, **kwargs):
        Model.__init__(self, name=name, trainable=trainable, **kwargs)
        self.__dict__.update(symbols_given=inputs, symbols_made=outputs)
        self.inputs, self.outputs = nest.flatten(inputs), nest.flatten(outputs)
        order, seen = [], set()

        def visit(symbol):
            if id(symbol) in seen:
                return
            seen.add(id(symbol))
            if not any(symbol is one for one in self.inputs):
                if symbol.layer is None or isinstance(symbol.layer, InputLayer):
                    raise ValueError(f'Graph disconnected: cannot obtain value for tensor {symbol!r} at layer "{symbol.name}".')
                for one in symbols_in(list(symbol.given)) + symbols_in(list(symbol.options.values())):
                    visit(one)
            order.append(symbol)
        for one in self.outputs:
            visit(one)
        self.order = order
        found = {}
        for one in [*self.inputs, *order]:
            found.setdefault(id(one.layer), one.layer)
        self.own_layers = list(found.values())
        self.built = True

    @property
    def layers(self):
        return self.own_layers

    @property
    def input_names(self):
        return [one.name for one in self.inputs]

    @property
    def input(self):
        return self.symbols_given

    @property
    def output(self):
        return self.symbols_made

    input_shape = property(lambda self: tuple(self.inputs[0].shape))
    output_shape = property(lambda self: tuple(self.outputs[0].shape))

    def in_sequence(self):
        return all(len(symbols_in(list(one.given))) <= 1 for one in self.order) and len(self.outputs) == 1

    def call(self, inputs, training=None, mask=None):
        values = {}
        if isinstance(inputs, dict):
            given = [inputs[one.layer.name] for one in self.inputs]
        else:
            given = nest.flatten(inputs)
        if len(given) != len(self.inputs):
            raise ValueError(f'Layer "{self.name}" expects {len(self.inputs)} input(s), but it received {len(given)} input '
                             'tensors.')
        for symbol, value in zip(self.inputs, given):
            values[id(symbol)] = _tf.cast(value, symbol.kind)

        def known(structure):
            return nest.map_structure(lambda one: values[id(one)] if isinstance(one, Symbol) else one, structure)
        called = {}
        training_now.append(training)
        try:
            for symbol in self.order:
                if id(symbol) in values:
                    continue
                key = id(symbol.layer), id(symbol.given)
                if key not in called:
                    called[key] = symbol.layer(*known(list(symbol.given)), **known(symbol.options))
                values[id(symbol)] = called[key] if symbol.place is None else called[key][symbol.place]
        finally:
            training_now.pop()
        return known(self.symbols_made)

    def built_for(self, inputs):
        pass

    def compute_output_shape(self, input_shape):
        shapes = [one.shape for one in self.outputs]
        return shapes if isinstance(self.symbols_made, (list, tuple)) else shapes[0]


class Sequential(Model):
    def __init__(self, layers=None, name=None):
        super().__init__(name=name)
        self.own_layers = []
        for one in layers if isinstance(layers, (list, tuple)) else [] if layers is None else [layers]:
            self.add(one)

    @property
    def layers(self):
        return [one for one in self.own_layers if not isinstance(one, InputLayer)]

    def add(self, layer):
        if isinstance(layer, Symbol):
            layer = layer.layer
        if not isinstance(layer, (Layer, _tf.Module)):
            if callable(layer):
                from tensorflow.keras.layers.core import Lambda
                layer = Lambda(layer)
            else:
                raise TypeError(f'The added layer must be an instance of class Layer. Received: layer={layer} of type '
                                f'{type(layer)}.')
        if any(layer is one for one in self.own_layers):
            return  # Keras has a shared layer once
        if any(layer.name == one.name for one in self.own_layers):
            raise ValueError(f'All layers added to a Sequential model should have unique names. Name "{layer.name}" is already '
                             'the name of a layer in this model. Update the `name` argument to pass a unique name.')
        self.own_layers.append(layer)
        shape = getattr(self.own_layers[0], 'given_shape', None)
        if shape and not isinstance(layer, InputLayer):
            self.build_from(shape)

    def pop(self):
        self.own_layers.pop()

    def build_from(self, shape):
        """Shapes alone go through its layers."""
        shape = self.built_from = _tf.TensorShape(shape)
        for one in self.own_layers:
            if isinstance(one, InputLayer):
                continue
            if not one.built:
                _r.before_tracing(lambda: one.build_from(shape) if isinstance(one, Sequential) else one.build(shape))
                one.built = True
            shape = one.compute_output_shape(shape)
            one.shown_shape = shape
        self.built, self.shown_shape = True, shape
        return shape

    def build(self, input_shape=None):
        if input_shape is not None:
            self.build_from(input_shape)
        self.built = True

    def built_for(self, inputs):
        if not self.built and isinstance(inputs, _r.Array):
            self.built_from = _tf.TensorShape((None, *inputs.shape[1:]))
        self.built = True

    def compute_output_shape(self, input_shape):
        return self.build_from(input_shape)

    def call(self, inputs, training=None, mask=None):
        training_now.append(training if training is not None else training_now[-1] if training_now else None)
        try:
            for one in self.own_layers:
                if not isinstance(one, InputLayer):
                    inputs = one(inputs)
                    if 'shown_shape' not in one.__dict__:
                        one.shown_shape = tuple(inputs.shape)
        finally:
            training_now.pop()
        return inputs

    output_shape = property(lambda self: tuple(self.shown_shape))
    input_shape = property(lambda self: tuple(self.own_layers[0].given_shape))


def load_model(filepath, custom_objects=None, compile=True, options=None, **kwargs):
    return _saving.load_model(filepath, compile)


def save_model(model, filepath, overwrite=True, include_optimizer=True, *args, **kwargs):
    _saving.save_model(model, filepath, include_optimizer)


def clone_model(model, input_tensors=None, clone_function=None):
    """Of the same layers, with weights of its own, which are drawn anew."""
    if input_tensors is not None:
        raise NotImplementedError('clone_model: Runahead has no input_tensors')
    if not isinstance(model, (Sequential, Functional)):
        raise ValueError('Expected `model` argument to be a functional `Model` instance, but got a subclassed model instead.')
    return copied(model, {}, clone_function)


def copied(model, seen, clone_function=None):
    def another(layer):
        if id(layer) not in seen:
            if isinstance(layer, (Sequential, Functional)):
                seen[id(layer)] = copied(layer, seen, clone_function)
            elif clone_function is not None and not isinstance(layer, InputLayer):
                seen[id(layer)] = clone_function(layer)
            else:
                args, kwargs = layer._recipe
                seen[id(layer)] = type(layer)(*nest.map_structure(part, args), **nest.map_structure(part, kwargs))
                seen[id(layer)]._name = layer._name
        return seen[id(layer)]

    def part(value):
        return another(value) if isinstance(value, Layer) else value
    if isinstance(model, Sequential):
        made = Sequential([another(one) for one in model.own_layers], name=model.name)
        if not made.built and getattr(model, 'built_from', None):
            made.build_from(model.built_from)
        return made
    symbols = {}
    for one in model.inputs:
        symbols[id(one)] = Symbol(one.shape, one.kind, another(one.layer), (), name=one.own_name)
        symbols[id(one)].layer._made_by = symbols[id(one)]

    def known(structure):
        return nest.map_structure(lambda one: symbols[id(one)] if isinstance(one, Symbol) else one, structure)
    called = {}
    for one in model.order:
        if id(one) in symbols:
            continue
        key = id(one.layer), id(one.given)
        if key not in called:
            called[key] = another(one.layer)(*known(list(one.given)), **known(one.options))
        symbols[id(one)] = called[key] if one.place is None else called[key][one.place]
    return Functional(known(model.symbols_given), known(model.symbols_made), name=model.name)


from tensorflow.keras import _saving  # noqa: it needs the classes

__getattr__ = missing(globals())
