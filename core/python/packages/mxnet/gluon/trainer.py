# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.gluon's trainer: updates parameters by their gradients, which it sums up over the contexts before.
import _runahead as _r
from _names import Lacking
from mxnet import optimizer as _optimizer
from mxnet.context import place_of
from mxnet.gluon.parameter import Parameter


class Trainer(Lacking):
    def __init__(self, params, optimizer, optimizer_params=None, kvstore='device', compression_params=None,
                 update_on_kvstore=None):
        if compression_params is not None:
            raise NotImplementedError('Trainer: Runahead does not compress gradients (compression_params)')
        self._params = list(params.values()) if isinstance(params, dict) else params
        if not isinstance(self._params, (list, tuple)):
            raise ValueError(f'First argument must be a list or dict of Parameters, got {type(params)}.')
        for one in self._params:
            if not isinstance(one, Parameter):
                raise ValueError(f'First argument must be a list or dict of Parameters, got list of {type(one)}.')
        self._contexts = self._checked_contexts()
        if isinstance(optimizer, _optimizer.Optimizer) and optimizer_params:
            raise AssertionError('optimizer_params must be None if optimizer is an instance of Optimizer instead of str')
        self._optimizer = _optimizer.create(optimizer, **(optimizer_params or {}))
        self._optimizer.param_dict = dict(enumerate(self._params))
        self._scale, self._update_on_kvstore = self._optimizer.rescale_grad, update_on_kvstore
        self._updaters = {}

    def _checked_contexts(self):
        contexts = None
        for one in self._params:
            own = one.list_ctx()
            if contexts is not None and own != contexts:
                raise AssertionError('All Parameters must be initialized on the same set of contexts, but Parameter '
                                     f'{one.name} is initialized on {own} while previous Parameters are initialized on '
                                     f'{contexts}.')
            contexts = own
        return contexts

    @property
    def learning_rate(self):
        return self._optimizer.learning_rate

    @property
    def optimizer(self):
        return self._optimizer

    def set_learning_rate(self, lr):
        self._optimizer.set_learning_rate(lr)

    def step(self, batch_size, ignore_stale_grad=False):
        self._allreduce()
        self._update(batch_size, ignore_stale_grad)

    def _apart(self, call):
        if self._update_on_kvstore:
            raise AssertionError(f'{call}() when parameters are updated on kvstore is not supported. Try setting '
                                 '`update_on_kvstore` to False when creating trainer.')

    def allreduce_grads(self):
        self._apart('allreduce_grads')
        self._allreduce()

    def update(self, batch_size, ignore_stale_grad=False):
        self._apart('update')
        self._update(batch_size, ignore_stale_grad)

    def _allreduce(self):
        for one in self._params:
            if one.grad_req == 'null' or len(one.list_ctx()) < 2:
                continue
            gradients = one.list_grad()
            first = gradients[0]
            total = first
            for gradient in gradients[1:]:
                total = total + _r.to_context(type(first), gradient, _r.place(first))
            for gradient in gradients:
                gradient[:] = total

    def _update(self, batch_size, ignore_stale_grad):
        self._optimizer.rescale_grad = self._scale / batch_size
        for index, one in enumerate(self._params):
            if one.grad_req == 'null':
                continue
            for ctx, array in zip(one.list_ctx(), one.list_data()):
                fresh = _r.fresh_gradient(array)
                if not fresh and not ignore_stale_grad:
                    raise UserWarning(
                        f'Gradient of Parameter `{one.name}` on context {ctx} has not been updated by backward since last '
                        '`step`. This could mean a bug in your model that made it only use a subset of the Parameters (Blocks) for this '
                        'iteration. If you are intentionally only using a subset, call step with ignore_stale_grad=True to '
                        'suppress this warning and skip updating of Parameters with stale gradient')
                if fresh:
                    updater = self._updaters.setdefault(place_of(ctx), _optimizer.get_updater(self._optimizer))
                    updater(index, array.grad, array)

    def save_states(self, fname):
        raise NotImplementedError('save_states: Runahead saves parameters alone (save_parameters)')

    load_states = save_states
