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
    mask = None  # of what is dropped in this call of all steps

    def __init__(self, units, activation='tanh', use_bias=True, kernel_initializer='glorot_uniform',
                 recurrent_initializer='orthogonal', bias_initializer='zeros', kernel_regularizer=None,
                 recurrent_regularizer=None, bias_regularizer=None, dropout=0.0, recurrent_dropout=0.0, **kwargs):
        super().__init__(**kwargs)
        if recurrent_dropout:
            raise NotImplementedError(f'{type(self).__name__}: Runahead has no recurrent_dropout')
        self.units, self.use_bias, self.dropout = int(units), use_bias, dropout
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
        self.mask = None

    def taken_in(self, inputs, training):
        """Of one mask in all steps of a call."""
        if not training or not self.dropout:
            return inputs
        if self.mask is None:
            self.mask = nn.dropout(_tf.ones_like(inputs), self.dropout)
        return inputs * self.mask

    def call(self, inputs, states, training=None):
        several = nest.is_nested(states)
        made = self.step(self.taken_in(inputs, training), list(states) if several else [states])
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
        if stateful:
            raise NotImplementedError('RNN: Runahead has no stateful; return_state=True gives what initial_state takes')
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
        if mask is not None:
            raise NotImplementedError('RNN: Runahead has no mask')
        if isinstance(inputs, (list, tuple)):
            inputs, initial_state = inputs[0], list(inputs[1:])
        if inputs.ndim != 3:
            raise ValueError(f'Input 0 of layer "{self.name}" is incompatible with the layer: expected ndim=3, found '
                             f'ndim={inputs.ndim}. Full shape received: {inputs.shape}')
        steps = inputs if self.time_major else _tf.transpose(inputs, [1, 0, 2])
        if initial_state is None:
            initial_state = self.cell.get_initial_state(batch_size=steps.shape[1], dtype=_r.dtype(inputs))
        states = list(initial_state) if nest.is_nested(initial_state) else [initial_state]
        made, places = [], range(steps.shape[0])
        self.forget_masks()
        for i in reversed(places) if self.go_backwards else places:
            output, states = self.cell(steps[i], states, training=training)
            made.append(output)
        self.forget_masks()
        if self.return_sequences:
            output = _tf.stack(made, 0 if self.time_major else 1)
        return [output, *states] if self.return_state else output

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
