# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.autograd: whether calls are kept for gradients, and whether layers act as in training.
import _runahead as _r
from _names import Lacking, missing
from mxnet._ops import Training


class _State:
    """Recording and training, None for as it is, inside of `with`, or for a function."""
    def __init__(self, recording, training):
        self.wanted, self.before = (recording, training), []

    def __enter__(self):
        self.before.append((_r.records(), Training.on))
        _set(*self.wanted)
        return self

    def __exit__(self, *error):
        _set(*self.before.pop())

    def __call__(self, function):
        import functools

        @functools.wraps(function)
        def called(*args, **options):
            with self:
                return function(*args, **options)
        return called


def _set(recording, training):
    if recording is not None:
        _r.record(recording)
    if training is not None:
        Training.on = training


def record(train_mode=True):
    return _State(True, train_mode)


def pause(train_mode=False):
    return _State(False, train_mode)


def train_mode():
    return _State(None, True)


def predict_mode():
    return _State(None, False)


def is_recording():
    return _r.records()


def is_training():
    return Training.on


def set_recording(is_recording):
    return _r.record(bool(is_recording))


def set_training(train_mode):
    before, Training.on = Training.on, bool(train_mode)
    return before


def mark_variables(variables, gradients, grad_reqs='write'):
    one = isinstance(variables, _r.Array)
    variables, gradients = ([variables], [gradients]) if one else (list(variables), list(gradients))
    reqs = [grad_reqs] * len(variables) if isinstance(grad_reqs, str) else grad_reqs
    for variable, gradient, req in zip(variables, gradients, reqs):
        variable.attach_grad(req)
        _r.set_gradient(variable, gradient)


def _listed(heads, head_grads):
    if isinstance(heads, _r.Array):
        return [heads], None if head_grads is None else [head_grads]
    heads = list(heads)
    if head_grads is not None:
        head_grads = list(head_grads)
        if len(head_grads) != len(heads):
            raise AssertionError('heads and head_grads must be lists of the same length')
    return heads, head_grads


def backward(heads, head_grads=None, retain_graph=False, train_mode=True):
    heads, head_grads = _listed(heads, head_grads)
    _r.backward(heads, False, head_grads, retain_graph)


def grad(heads, variables, head_grads=None, retain_graph=None, create_graph=False, train_mode=True):
    """Gradients of their own, beside those that the variables have."""
    if create_graph:
        raise NotImplementedError('grad: Runahead has no gradients of gradients (create_graph)')
    heads, head_grads = _listed(heads, head_grads)
    one = isinstance(variables, _r.Array)
    variables = [variables] if one else list(variables)
    found = _r.gradients_by(heads, variables, head_grads, bool(retain_graph))
    found = [_r.zeros(type(variable), variable.shape, _r.place(variable), _r.dtype(variable)) if gradient is None else gradient
             for variable, gradient in zip(variables, found)]
    return found[0] if one else found


class Function(Lacking):
    """A call of the program's own, with its own gradient: forward and backward of one that is derived from it."""
    def __init__(self):
        self._used, self.saved_tensors = False, ()

    def save_for_backward(self, *args):
        self.saved_tensors = args

    def __call__(self, *inputs):
        if self._used:
            raise AssertionError('Each Function instance can only be called once. Please create another instance.')
        self._used = True
        recorded = _r.record(False)
        try:
            out = self.forward(*inputs)
        finally:
            _r.record(recorded)
        if not recorded:
            return out
        if not isinstance(out, _r.Array):
            raise NotImplementedError('autograd.Function: Runahead has it with one result; make a Function for each of several')

        def back(gradient):
            found = self.backward(gradient)
            found = [found] if isinstance(found, _r.Array) else list(found)
            if len(found) != len(inputs):
                raise AssertionError(f'{type(self).__name__}.backward must return exactly the same number of NDArrays as the '
                                     f'number of NDArrays arguments to forward. Expecting {len(inputs)} got {len(found)}')
            return found
        if any(out is one for one in inputs):
            out = _r.alias(out)
        _r.computed_by(out, inputs, back)
        return out

    def forward(self, *inputs):
        raise NotImplementedError

    def backward(self, *output_grads):
        raise NotImplementedError


__getattr__ = missing(globals())
