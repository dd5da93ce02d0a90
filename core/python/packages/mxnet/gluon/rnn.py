# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon.rnn: recurrent layers, put together from calls for each step.
import _runahead as _r
from _names import missing, stacked
from mxnet import _ops
from mxnet.gluon.block import HybridBlock


class _Recurrent(HybridBlock):
    gates, states = 1, 1

    def __init__(self, hidden_size, num_layers=1, layout='TNC', dropout=0, bidirectional=False, i2h_weight_initializer=None,
                 h2h_weight_initializer=None, i2h_bias_initializer='zeros', h2h_bias_initializer='zeros', input_size=0,
                 prefix=None, params=None):
        super().__init__(prefix, params)
        if layout not in ('TNC', 'NTC'):
            raise AssertionError(f'Invalid layout {layout}; must be one of [TNC or NTC]')
        self._hidden_size, self._num_layers, self._layout, self._dropout = hidden_size, num_layers, layout, dropout
        self._directions = ('l', 'r') if bidirectional else ('l',)
        size = input_size
        for layer in range(num_layers):
            for direction in self._directions:
                for name, shape, init in (('i2h_weight', (self.gates * hidden_size, size), i2h_weight_initializer),
                                          ('h2h_weight', (self.gates * hidden_size, hidden_size), h2h_weight_initializer),
                                          ('i2h_bias', (self.gates * hidden_size,), i2h_bias_initializer),
                                          ('h2h_bias', (self.gates * hidden_size,), h2h_bias_initializer)):
                    full = f'{direction}{layer}_{name}'
                    setattr(self, full, self.params.get(full, shape=shape, init=init, allow_deferred_init=True))
            size = hidden_size * len(self._directions)

    def state_info(self, batch_size=0):
        shape = self._num_layers * len(self._directions), batch_size, self._hidden_size
        return [{'shape': shape, '__layout__': 'LNC'} for _ in range(self.states)]

    def begin_state(self, batch_size=0, func=None, **options):
        from mxnet import nd, np
        from mxnet._array import Semantics
        func = func or (np if Semantics.numpy else nd).zeros
        if 'device' in options:
            options['ctx'] = options.pop('device')
        return [func(info['shape'], **options) for info in self.state_info(batch_size)]

    def forward(self, inputs, states=None):
        asked = states is not None
        sequence = inputs if self._layout == 'TNC' else _ops.swapped(inputs, 0, 1)
        count, batch = sequence.shape[:2]
        if not asked:
            shape = self.state_info(batch)[0]['shape']
            states = [_r.zeros(type(inputs), shape, _r.place(inputs)) for _ in range(self.states)]
        states = [states] if isinstance(states, _r.Array) else list(states)
        for info, state in zip(self.state_info(batch), states):
            if info['shape'] != state.shape:
                raise ValueError(f"Invalid recurrent state shape. Expecting {info['shape']}, got {state.shape}.")
        steps = [_r.reshape(one, one.shape[1:]) for one in _ops.parts(sequence, count, 0)]
        ends = []
        for layer in range(self._num_layers):
            if layer and self._dropout:
                steps = [_ops.dropout(one, self._dropout) for one in steps]
            sides = []
            for i, direction in enumerate(self._directions):
                at = layer * len(self._directions) + i
                own = [_r.reshape(_ops.part(state, 0, at, at + 1), state.shape[1:]) for state in states]
                made, own = self._run(f'{direction}{layer}_', steps if direction == 'l' else steps[::-1], own)
                sides.append(made if direction == 'l' else made[::-1])
                ends.append(own)
            steps = sides[0] if len(sides) == 1 else [_r.concatenate(list(pair), 1) for pair in zip(*sides)]
        out = stacked(steps, 0 if self._layout == 'TNC' else 1)
        return (out, [stacked(list(each), 0) for each in zip(*ends)]) if asked else out

    def _run(self, prefix, steps, states):
        weight = getattr(self, prefix + 'i2h_weight')
        if weight.shape[1] == -1:
            weight.shape = weight.shape[0], steps[0].shape[1]
        own = [getattr(self, prefix + name).beside_array(steps[0])
               for name in ('i2h_weight', 'i2h_bias', 'h2h_weight', 'h2h_bias')]
        made = []
        for one in steps:
            states = self.step(_r.dense(one, *own[:2]), _r.dense(states[0], *own[2:]), states)
            made.append(states[0])
        return made, states

    def __repr__(self):
        rows, inputs = self.l0_i2h_weight.shape
        text = f'{inputs} -> {rows // self.gates}, {self._layout}'
        if self._num_layers != 1:
            text += f', num_layers={self._num_layers}'
        if self._dropout:
            text += f', dropout={self._dropout}'
        return f"{type(self).__name__}({text}{', bidirectional' if len(self._directions) == 2 else ''})"


class RNN(_Recurrent):
    def __init__(self, hidden_size, num_layers=1, activation='relu', *rest, **options):
        super().__init__(hidden_size, num_layers, *rest, **options)
        if activation not in ('relu', 'tanh'):
            raise ValueError(f"RNN: activation '{activation}': there are relu and tanh")
        self._activation = activation

    def step(self, from_input, from_state, states):
        return [_ops.ACTIVATIONS[self._activation](from_input + from_state)]


class LSTM(_Recurrent):
    gates, states = 4, 2

    def step(self, from_input, from_state, states):
        take_in, forget, new, give = _ops.parts(from_input + from_state, 4, 1)
        cell = _r.sigmoid(forget) * states[1] + _r.sigmoid(take_in) * _r.tanh(new)
        return [_r.sigmoid(give) * _r.tanh(cell), cell]


class GRU(_Recurrent):
    gates = 3

    def step(self, from_input, from_state, states):
        reset, update, new = _ops.parts(from_input, 3, 1)
        old_reset, old_update, old_new = _ops.parts(from_state, 3, 1)
        new = _r.tanh(new + _r.sigmoid(reset + old_reset) * old_new)
        kept = _r.sigmoid(update + old_update)
        return [(1 - kept) * new + kept * states[0]]


class _Cell(HybridBlock):
    """One step of the layer that it is derived from, too."""
    def __init__(self, hidden_size, i2h_weight_initializer=None, h2h_weight_initializer=None, i2h_bias_initializer='zeros',
                 h2h_bias_initializer='zeros', input_size=0, prefix=None, params=None):
        super().__init__(prefix, params)
        self._hidden_size = hidden_size
        for name, shape, init in (('i2h_weight', (self.gates * hidden_size, input_size), i2h_weight_initializer),
                                  ('h2h_weight', (self.gates * hidden_size, hidden_size), h2h_weight_initializer),
                                  ('i2h_bias', (self.gates * hidden_size,), i2h_bias_initializer),
                                  ('h2h_bias', (self.gates * hidden_size,), h2h_bias_initializer)):
            setattr(self, name, self.params.get(name, shape=shape, init=init, allow_deferred_init=True))

    def state_info(self, batch_size=0):
        return [{'shape': (batch_size, self._hidden_size), '__layout__': 'NC'} for _ in range(self.states)]

    begin_state = _Recurrent.begin_state

    def reset(self):
        pass

    def forward(self, inputs, states):
        if self.i2h_weight.shape[1] == -1:
            self.i2h_weight.shape = self.i2h_weight.shape[0], inputs.shape[1]
        own = [getattr(self, name).beside_array(inputs) for name in ('i2h_weight', 'i2h_bias', 'h2h_weight', 'h2h_bias')]
        made = self.step(_r.dense(inputs, *own[:2]), _r.dense(states[0], *own[2:]), states)
        return made[0], made

    def unroll(self, length, inputs, begin_state=None, layout='NTC', merge_outputs=None, valid_length=None):
        return _unrolled(self, length, inputs, begin_state, layout, merge_outputs, valid_length)

    def __repr__(self):
        rows, inputs = self.i2h_weight.shape
        return f'{type(self).__name__}({inputs if inputs > 0 else None} -> {rows})'


def _unrolled(cell, length, inputs, states, layout, merges, valid_length):
    if valid_length is not None:
        raise NotImplementedError('unroll: Runahead has it without valid_length; mask the outputs')
    axis = layout.index('T')
    if isinstance(inputs, _r.Array):
        merges = True if merges is None else merges
        inputs = [_ops.squeezed(one, axis) for one in _ops.parts(inputs, length, axis)]
    if states is None:
        states = cell.begin_state(inputs[0].shape[0], ctx=inputs[0].ctx)
    outputs = []
    for one in inputs[:length]:
        made, states = cell(one, states)
        outputs.append(made)
    return stacked(outputs, axis) if merges else outputs, states


class RNNCell(_Cell):
    gates, states = 1, 1

    def __init__(self, hidden_size, activation='tanh', **options):
        super().__init__(hidden_size, **options)
        self._activation = activation

    step = RNN.step


class LSTMCell(_Cell):
    gates, states, step = 4, 2, LSTM.step


class GRUCell(_Cell):
    gates, states, step = 3, 1, GRU.step


class SequentialRNNCell(HybridBlock):
    def add(self, cell):
        self.register_child(cell)

    def __len__(self):
        return len(self._children)

    def __getitem__(self, at):
        return list(self._children.values())[at]

    def state_info(self, batch_size=0):
        return [info for cell in self._children.values() for info in cell.state_info(batch_size)]

    begin_state = _Recurrent.begin_state

    def forward(self, inputs, states):
        after = []
        for cell in self._children.values():
            count = len(cell.state_info())
            inputs, made = cell(inputs, states[len(after):len(after) + count])
            after += made
        return inputs, after

    unroll = _Cell.unroll


HybridSequentialRNNCell = SequentialRNNCell

__getattr__ = missing(globals())
