# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.layers: cells that go from step to step, and what calls them for each.
import _runahead as _r
import tensorflow as _tf
from tensorflow import nest, nn
from tensorflow.keras import activations, initializers, regularizers
from tensorflow.keras.layers.base_layer import Layer


class _Cell(Layer):
    """Of `parts` that are computed together, one beside the other."""
    parts = 1
    mask = of_states = None  # of what is dropped in this call of all steps

    def __init__(self, units, activation='tanh', use_bias=True, kernel_initializer='glorot_uniform',
                 recurrent_initializer='orthogonal', bias_initializer='zeros', kernel_regularizer=None,
                 recurrent_regularizer=None, bias_regularizer=None, dropout=0.0, recurrent_dropout=0.0, **kwargs):
        super().__init__(**kwargs)
        self.units, self.use_bias, self.dropout, self.recurrent_dropout = int(units), use_bias, dropout, recurrent_dropout
        self.activation = activations.get(activation)
        self.initializers = [initializers.get(one) for one in (kernel_initializer, recurrent_initializer, bias_initializer)]
        self.regularizers = [regularizers.get(one) for one in (kernel_regularizer, recurrent_regularizer, bias_regularizer)]

    state_size = property(lambda self: self.units)
    output_size = property(lambda self: self.units)

    def build(self, input_shape):
        width = self.units * self.parts
        (kernel, recurrent, _), (of_kernel, of_recurrent, of_bias) = self.initializers, self.regularizers
        self.kernel = self.add_weight('kernel', (input_shape[-1], width), None, kernel, of_kernel)
        self.recurrent_kernel = self.add_weight('recurrent_kernel', (self.units, width), None, recurrent, of_recurrent)
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight('bias', self.bias_shape(), None, self.first_bias, of_bias)
        self.built = True

    def bias_shape(self):
        return (self.units * self.parts,)

    def first_bias(self, shape, dtype=None):
        return self.initializers[2](shape, dtype=dtype)

    def get_initial_state(self, inputs=None, batch_size=None, dtype=None):
        rows = batch_size if inputs is None else inputs.shape[0]
        return nest.map_structure(lambda size: _tf.zeros((rows, size), dtype or self.dtype), self.state_size)

    def forget_mask(self):
        self.mask = self.of_states = None

    def taken_in(self, inputs, training):
        """Of one mask in all steps of a call."""
        if not training or not self.dropout:
            return inputs
        if self.mask is None:
            self.mask = nn.dropout(_tf.ones_like(inputs), self.dropout)
        return inputs * self.mask

    def call(self, inputs, states, training=None):
        several = nest.is_nested(states)
        given = list(states) if several else [states]
        if training and self.recurrent_dropout:
            if self.parts > 1:
                raise NotImplementedError(f'{type(self).__name__}: Runahead has no recurrent_dropout')
            if self.of_states is None:
                self.of_states = nn.dropout(_tf.ones_like(given[0]), self.recurrent_dropout)
            given = [given[0] * self.of_states]
        made = self.step(self.taken_in(inputs, training), given)
        return made[0], (list(made) if several else made[0])

    def products(self, inputs, state):
        made = _r.dot(inputs, self.kernel) + _r.dot(state, self.recurrent_kernel)
        return made + self.bias if self.use_bias else made

    def apart(self, made):
        return _tf.split(made, self.parts, axis=1)


class SimpleRNNCell(_Cell):
    def step(self, inputs, states):
        return [self.activation(self.products(inputs, states[0]))]


class _Gated(_Cell):
    def __init__(self, units, activation='tanh', recurrent_activation='sigmoid', *args, **kwargs):
        super().__init__(units, activation, *args, **kwargs)
        self.recurrent_activation = activations.get(recurrent_activation)


class GRUCell(_Gated):
    parts = 3

    def __init__(self, units, *args, reset_after=True, **kwargs):
        super().__init__(units, *args, **kwargs)
        self.reset_after = reset_after

    def bias_shape(self):
        return (2, 3 * self.units) if self.reset_after else (3 * self.units,)

    def step(self, inputs, states):
        state, gate = states[0], self.recurrent_activation
        of_input = _r.dot(inputs, self.kernel)
        if self.use_bias:
            of_input = of_input + (self.bias[0] if self.reset_after else self.bias)
        update, reset, new = self.apart(of_input)
        if self.reset_after:
            of_state = _r.dot(state, self.recurrent_kernel)
            old_update, old_reset, old = self.apart(of_state + self.bias[1] if self.use_bias else of_state)
            update, reset = gate(update + old_update), gate(reset + old_reset)
            new = self.activation(new + reset * old)
        else:
            both = _r.dot(state, self.recurrent_kernel[:, :2 * self.units])
            update, reset = gate(update + both[:, :self.units]), gate(reset + both[:, self.units:])
            new = self.activation(new + _r.dot(reset * state, self.recurrent_kernel[:, 2 * self.units:]))
        return [update * state + (1.0 - update) * new]


class LSTMCell(_Gated):
    parts = 4
    state_size = property(lambda self: [self.units, self.units])

    def __init__(self, units, *args, unit_forget_bias=True, **kwargs):
        super().__init__(units, *args, **kwargs)
        self.unit_forget_bias = unit_forget_bias

    def first_bias(self, shape, dtype=None):
        made, units = self.initializers[2], self.units
        if not self.unit_forget_bias:
            return made(shape, dtype=dtype)
        return _tf.concat([made((units,), dtype=dtype), _tf.ones((units,), dtype), made((2 * units,), dtype=dtype)], 0)

    def step(self, inputs, states):
        gate = self.recurrent_activation
        enters, forgets, new, leaves = self.apart(self.products(inputs, states[0]))
        carried = gate(forgets) * states[1] + gate(enters) * self.activation(new)
        return [gate(leaves) * self.activation(carried), carried]


class StackedRNNCells(Layer):
    def __init__(self, cells, **kwargs):
        super().__init__(**kwargs)
        self.cells = cells

    state_size = property(lambda self: tuple(one.state_size for one in self.cells))
    output_size = property(lambda self: self.cells[-1].output_size)

    def build(self, input_shape):
        for one in self.cells:
            if not one.built:
                one.build(input_shape)
                one.built = True
            input_shape = (input_shape[0], one.output_size)
        self.built = True

    def get_initial_state(self, inputs=None, batch_size=None, dtype=None):
        return tuple(one.get_initial_state(inputs, batch_size, dtype) for one in self.cells)

    def forget_mask(self):
        for one in self.cells:
            one.forget_mask()

    def call(self, inputs, states, training=None):
        made = []
        for cell, state in zip(self.cells, states):
            inputs, state = cell(inputs, list(state) if nest.is_nested(state) else [state], training=training)
            made.append(state)
        return inputs, nest.pack_sequence_as(self.state_size, nest.flatten(made))


class RNN(Layer):
    def __init__(self, cell, return_sequences=False, return_state=False, go_backwards=False, stateful=False, unroll=False,
                 time_major=False, **kwargs):
        super().__init__(**kwargs)
        self.stateful, self.states = stateful, None
        self.cell = StackedRNNCells(cell) if isinstance(cell, (list, tuple)) else cell
        self.return_sequences, self.return_state = return_sequences, return_state
        self.go_backwards, self.time_major = go_backwards, time_major

    def build(self, input_shape):
        shape = input_shape[0] if isinstance(input_shape, list) else input_shape
        if not self.cell.built:
            self.cell.build((shape[0], shape[-1]))
            self.cell.built = True
        self.built = True

    def call(self, inputs, initial_state=None, training=None, mask=None):
        if isinstance(inputs, (list, tuple)):
            inputs, initial_state = inputs[0], list(inputs[1:])
            mask = mask[0] if isinstance(mask, list) else mask
        if inputs.ndim != 3:
            raise ValueError(f'Input 0 of layer "{self.name}" is incompatible with the layer: expected ndim=3, found '
                             f'ndim={inputs.ndim}. Full shape received: {inputs.shape}')
        steps = inputs if self.time_major else _tf.transpose(inputs, [1, 0, 2])
        if mask is not None and not self.time_major:
            mask = _tf.transpose(mask)
        if initial_state is None and self.stateful and self.states is not None:
            initial_state = nest.map_structure(lambda one: one.read_value(), self.states)
        if initial_state is None:
            initial_state = self.first_state(steps)
        states = list(initial_state) if nest.is_nested(initial_state) else [initial_state]
        made, places = [], range(steps.shape[0])
        self.forget_masks()
        for i in reversed(places) if self.go_backwards else places:
            output, new = self.cell(steps[i], states, training=training)
            if mask is not None:  # where there is nothing, all stays as it is
                there = _tf.expand_dims(mask[i], 1)
                output = _tf.where(there, output, made[-1] if made else _tf.zeros_like(output))
                kept = [_tf.where(there, one, old) for one, old in zip(nest.flatten(new), nest.flatten(states))]
                new = nest.pack_sequence_as(new, kept)
            states = new
            made.append(output)
        self.forget_masks()
        if self.stateful:
            self.keep(states)
        if self.return_sequences:
            output = _tf.stack(made, 0 if self.time_major else 1)
        return [output, *states] if self.return_state else output

    def first_state(self, steps):
        make = getattr(self.cell, 'get_initial_state', None)
        if make is not None:
            return make(batch_size=steps.shape[1], dtype=_r.dtype(steps))
        return nest.map_structure(lambda size: _tf.zeros((steps.shape[1], size)), self.cell.state_size)

    def keep(self, states):
        if self.states is None:
            self.states = _r.before_tracing(lambda: nest.map_structure(
                lambda one: _tf.Variable(_tf.zeros(one.shape), trainable=False), states))
        for own, one in zip(nest.flatten(self.states), nest.flatten(states)):
            own.assign(one)

    def reset_states(self, states=None):
        for i, own in enumerate(nest.flatten(self.states or [])):
            own.assign(_tf.zeros_like(own) if states is None else nest.flatten(states)[i])

    def compute_mask(self, inputs, mask=None):
        mask = mask[0] if isinstance(mask, list) else mask
        own = mask if self.return_sequences else None
        return [own] + [None] * len(nest.flatten(self.cell.state_size)) if self.return_state else own

    def forget_masks(self):
        if hasattr(self.cell, 'forget_mask'):
            self.cell.forget_mask()

    def compute_output_shape(self, input_shape):
        rows, steps = (input_shape[1], input_shape[0]) if self.time_major else input_shape[:2]
        sizes = (steps, rows) if self.time_major else (rows, steps)
        made = _tf.TensorShape((*(sizes if self.return_sequences else (rows,)), self.cell.output_size))
        if not self.return_state:
            return made
        return [made, *(_tf.TensorShape((rows, one)) for one in nest.flatten(self.cell.state_size))]


def _layer(name, cell):
    """Of one cell: what RNN does not take is the cell's."""
    own = ('return_sequences', 'return_state', 'go_backwards', 'stateful', 'unroll', 'time_major', 'name', 'dtype', 'trainable',
           'input_shape', 'batch_input_shape', 'input_dim')

    def __init__(self, units, *args, **kwargs):
        RNN.__init__(self, cell(units, *args, **{key: value for key, value in kwargs.items() if key not in own}),
                     **{key: value for key, value in kwargs.items() if key in own})
    return type(name, (RNN,), {'__init__': __init__, '__module__': __name__, 'units': property(lambda self: self.cell.units)})


SimpleRNN, GRU, LSTM = _layer('SimpleRNN', SimpleRNNCell), _layer('GRU', GRUCell), _layer('LSTM', LSTMCell)


class Bidirectional(Layer):
    """One layer from the first step on, a second one from the last."""
    def __init__(self, layer, merge_mode='concat', weights=None, backward_layer=None, **kwargs):
        super().__init__(**kwargs)
        if merge_mode not in ('sum', 'mul', 'ave', 'concat', None):
            raise ValueError(f'Invalid merge mode. Received: {merge_mode}. Merge mode should be one of '
                             "{'sum', 'mul', 'ave', 'concat', None}")
        if weights is not None or layer.stateful:
            raise NotImplementedError('Bidirectional: Runahead has neither weights= nor stateful layers')
        self.merge_mode, self.forward_layer = merge_mode, layer
        self.backward_layer = backward_layer or mirrored(layer)
        for own, name in ((self.forward_layer, 'forward'), (self.backward_layer, 'backward')):
            own._name = f'{name}_{own.name}'
        self.return_sequences, self.return_state = layer.return_sequences, layer.return_state

    @property
    def name(self):
        return self._name

    def build(self, input_shape):
        for one in (self.forward_layer, self.backward_layer):
            if not one.built:
                one.build(input_shape)
                one.built = True
        self.built = True

    def call(self, inputs, training=None, mask=None, initial_state=None):
        given = nest.flatten(initial_state) if initial_state is not None else []
        if isinstance(inputs, (list, tuple)):
            inputs, given = inputs[0], list(inputs[1:])
        half, made = len(given) // 2, []
        for one, states in ((self.forward_layer, given[:half]), (self.backward_layer, given[half:])):
            made.append(one(inputs, initial_state=states or None, training=training, mask=mask))
        states = []
        if self.return_state:
            states = [*made[0][1:], *made[1][1:]]
            made = [one[0] for one in made]
        there, back = made
        if self.return_sequences:
            back = _tf.reverse(back, [0 if self.forward_layer.time_major else 1])
        whole = {'concat': lambda: _tf.concat([there, back], -1), 'sum': lambda: there + back, 'mul': lambda: there * back,
                 'ave': lambda: (there + back) / 2.0, None: lambda: [there, back]}[self.merge_mode]()
        return ([*whole, *states] if self.merge_mode is None else [whole, *states]) if states else whole

    def compute_mask(self, inputs, mask=None):
        mask = (mask[0] if isinstance(mask, list) else mask) if self.return_sequences else None
        made = [mask, mask] if self.merge_mode is None else mask
        if not self.return_state:
            return made
        count = 2 * len(nest.flatten(self.forward_layer.cell.state_size))
        return (made if isinstance(made, list) else [made]) + [None] * count

    def compute_output_shape(self, input_shape):
        one = self.forward_layer.compute_output_shape(input_shape)
        first, states = (one[0], one[1:]) if self.return_state else (one, [])
        if self.merge_mode == 'concat':
            first = _tf.TensorShape((*first[:-1], 2 * first[-1]))
        made = [first, first] if self.merge_mode is None else [first]
        return [*made, *states, *states] if states or self.merge_mode is None else first


def mirrored(layer):
    """Another one as it was made, that goes the other way."""
    args, kwargs = layer._recipe
    kwargs = {key: value for key, value in kwargs.items() if key not in ('name', 'input_shape', 'batch_input_shape', 'input_dim')}
    made = type(layer)(*args, **{**kwargs, 'go_backwards': not layer.go_backwards})
    made._name = layer.name
    return made


class TimeDistributed(Layer):
    """One layer for each step; all steps are rows of one call."""
    supports_masking = True

    def __init__(self, layer, **kwargs):
        super().__init__(**kwargs)
        self.layer = layer

    def build(self, input_shape):
        if not self.layer.built:
            self.layer.built_for(_tf.zeros([1 if one is None else one for one in (input_shape[0], *input_shape[2:])]))
        self.built = True

    def call(self, inputs, training=None, mask=None):
        if inputs.ndim == 5:  # more than the engine has, step by step
            raise NotImplementedError('TimeDistributed: Runahead has arrays of four axes at most')
        rows, steps = inputs.shape[:2]
        made = self.layer(_tf.reshape(inputs, (rows * steps, *inputs.shape[2:])))
        return _tf.reshape(made, (rows, steps, *made.shape[1:]))

    def compute_output_shape(self, input_shape):
        one = self.layer.compute_output_shape(_tf.TensorShape((input_shape[0], *input_shape[2:])))
        return _tf.TensorShape((one[0], input_shape[1], *one[1:]))
