# SPDX-License-Identifier: GPL-3.0-or-later
# tf.GradientTape: calls are kept once for all tapes (history.h); each knows from which call on it listened.
import contextlib
import functools
import inspect

import _runahead as _r
import tensorflow as _tf
from _names import Unrecorded
from tensorflow import nest

listening = []  # tapes that record now, the innermost last


class UnconnectedGradients:
    NONE, ZERO = 'none', 'zero'


class GradientTape:
    def __init__(self, persistent=False, watch_accessed_variables=True):
        self.persistent, self.watches_variables = persistent, watch_accessed_variables
        self.used = False
        self.first = None
        self.watched = {}

    def __enter__(self):
        if self in listening:
            raise ValueError('Tape is still recording, This can happen if you try to re-enter an already-active tape.')
        if self.first is None:
            self.first = _r.calls_until_now()
        self.listen(True)
        return self

    def __exit__(self, *error):
        self.listen(False)

    def listen(self, on):
        if on:
            listening.append(self)
        elif self in listening:
            listening.remove(self)
        _r.record(bool(listening))

    def watch(self, tensor):
        for one in nest.flatten(tensor):
            if not isinstance(one, _tf.Tensor):
                raise ValueError(f'Passed in object {one!r} of type {type(one).__name__!r}, not tf.Tensor or tf.Variable or '
                                 'ExtensionType.')
            if _r.dtype(one) in ('float32', 'float64'):
                _r.watch(one)
            self.watched[id(one)] = one

    def watched_variables(self):
        return tuple(one for one in self.watched.values() if isinstance(one, _tf.Variable))

    def reset(self):
        self.used = False
        self.watched.clear()
        self.first = _r.calls_until_now()

    @contextlib.contextmanager
    def stop_recording(self):
        if self not in listening:
            raise ValueError('Trying to exit a tape that is not recording')
        before, listening[:] = listening[:], []
        _r.record(False)
        try:
            yield
        finally:
            listening[:] = before
            _r.record(True)

    def gradient(self, target, sources, output_gradients=None, unconnected_gradients=UnconnectedGradients.NONE):
        if self.used:
            raise RuntimeError('A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)')
        if not self.persistent:
            self.used = True
            self.listen(False)
        targets = [one for one in nest.flatten(target) if isinstance(one, _tf.Tensor)]
        given = [None] * len(targets)
        if output_gradients is not None:
            given = nest.flatten(output_gradients) if nest.is_nested(target) else [output_gradients]
        given = [None if one is None else _tf.convert_to_tensor(one, _r.dtype(its)) for one, its in zip(given, targets)]
        several = nest.flatten(sources)
        found = _r.gradients(_tf.Tensor, targets, given, several, self.persistent or bool(listening), self.first,
                             bool(listening))
        made = [one if self.sees(source) else None for one, source in zip(found, several)]
        if unconnected_gradients in (UnconnectedGradients.ZERO, 'zero'):
            made = [_tf.zeros_like(source) if one is None else one for one, source in zip(made, several)]
        return nest.pack_sequence_as(sources, made)

    def sees(self, source):
        """What is no result of a call was watched by this tape."""
        if id(source) in self.watched or not _r.leaf(source):
            return True
        return isinstance(source, _tf.Variable) and source.trainable and self.watches_variables

    def batch_jacobian(self, target, source, unconnected_gradients=UnconnectedGradients.NONE, parallel_iterations=None,
                       experimental_use_pfor=True):
        """Of each row of the target by the same row of the source, which the others do not look at."""
        rows = target.shape[0]
        if source.shape[0] != rows:
            raise ValueError('Need first dimension of target shape and source shape to match.')
        inner = _tf.reshape(target, (rows, -1))
        persistent, self.persistent = self.persistent, True
        made = []
        try:
            for i in range(inner.shape[1]):
                seed = _tf.one_hot([i] * rows, inner.shape[1], dtype=_r.dtype(target))
                made.append(self.gradient(target, source, _tf.reshape(seed, target.shape), unconnected_gradients))
        finally:
            self.persistent, self.used = persistent, not persistent
        if not persistent:
            self.listen(False)
        return None if None in [one if one is None else 0 for one in made] else _tf.reshape(
            _tf.stack(made, 1), target.shape + source.shape[1:])

    def jacobian(self, target, sources, unconnected_gradients=UnconnectedGradients.NONE, parallel_iterations=None,
                 experimental_use_pfor=True):
        """One walk for each element of the target."""
        persistent, self.persistent = self.persistent, True
        several = nest.flatten(sources)
        count, rows = _tf.size(target).sizes, []
        try:
            for i in range(count):
                unit = [0.0] * count
                unit[i] = 1.0
                seed = _tf.reshape(_tf.constant(unit, _r.dtype(target)), target.shape)
                rows.append(self.gradient(target, several, seed, unconnected_gradients))
        finally:
            self.persistent = persistent
        self.used = not persistent
        if not persistent:
            self.listen(False)
        made = [None if any(row[i] is None for row in rows) else
                _tf.reshape(_tf.stack([row[i] for row in rows]), target.shape + source.shape) for i, source in enumerate(several)]
        return nest.pack_sequence_as(sources, made)


def stop_gradient(input, name=None):
    input = _tf._t(input)
    with Unrecorded(input):
        return _r.copy(input)


def custom_gradient(f=None):
    """As a decorator: the function gives its result and what makes the gradients of its arguments of the result's."""
    if f is None:
        return custom_gradient

    @functools.wraps(f)
    def decorated(*args, **kwargs):
        args = [_tf._t(one) for one in args]
        before = _r.record(False)
        try:
            result, gradient = f(*args, **kwargs)
            if not isinstance(result, _r.Array):
                raise NotImplementedError('tf.custom_gradient: Runahead has it of one result')
            result = _r.copy(result)
        finally:
            _r.record(before)
        if 'variables' in inspect.signature(gradient).parameters:
            raise NotImplementedError('tf.custom_gradient: Runahead has it of arguments, not of variables')

        def back(upstream):
            found = nest.flatten(gradient(upstream))
            if len(found) != len(args):
                raise ValueError(f'custom_gradient function expected to return {len(args)} gradients, but returned '
                                 f'{len(found)} instead.')
            return [_tf.zeros_like(its) if one is None else _tf.broadcast_to(one, its.shape) for one, its in zip(found, args)]
        floating = [one for one in args if _r.dtype(one) in ('float32', 'float64')]
        _r.computed_by(result, floating, lambda upstream: [one for one, its in zip(back(upstream), args)
                                                           if any(its is wanted for wanted in floating)])
        return result
    return decorated


def recompute_grad(f):
    """Of the same values and gradients; the memory is the function's own."""
    return f


def grad_pass_through(f):
    @custom_gradient
    def passed(x):
        return f(x), lambda upstream: upstream
    return passed
