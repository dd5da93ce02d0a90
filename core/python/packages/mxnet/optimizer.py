# SPDX-License-Identifier: GPL-3.0-or-later
# mxnet.optimizer: how a weight changes by its gradient. Each update is put together from calls; that of SGD is one call.
import _runahead as _r
from _names import Descent, Lacking, bounded, missing


class Optimizer(Lacking):
    """One of a program's own has create_state(index, weight) and update(index, weight, grad, state)."""
    opt_registry = {}

    def __init__(self, rescale_grad=1.0, param_idx2name=None, wd=0.0, clip_gradient=None, learning_rate=None,
                 lr_scheduler=None, begin_num_update=0, multi_precision=False, param_dict=None):
        self.rescale_grad, self.wd, self.clip_gradient = rescale_grad, wd, clip_gradient
        self.lr_scheduler, self.multi_precision = lr_scheduler, multi_precision
        if lr_scheduler is not None and learning_rate is not None:
            lr_scheduler.base_lr = learning_rate
        self.lr = 0.01 if learning_rate is None and lr_scheduler is None else learning_rate
        self.begin_num_update = self.num_update = begin_num_update
        self.idx2name, self.param_dict = dict(param_idx2name or {}), param_dict or {}
        self.lr_mult, self.wd_mult, self._counts = {}, {}, {}
        if self.idx2name:
            self.set_wd_mult({})

    @staticmethod
    def register(kind):
        Optimizer.opt_registry[kind.__name__.lower()] = kind
        return kind

    @staticmethod
    def create_optimizer(name, **options):
        return create(name, **options)

    @property
    def learning_rate(self):
        return self.lr if self.lr_scheduler is None else self.lr_scheduler(self.num_update)

    def set_learning_rate(self, lr):
        if self.lr_scheduler is not None:
            raise UserWarning('LRScheduler of the optimizer has already been defined. Note that set_learning_rate can mutate the '
                              'value of the learning rate of the optimizer only when the LRScheduler of the optimizer is '
                              'undefined.')
        self.lr = lr

    def set_lr_mult(self, args_lr_mult):
        self.lr_mult = dict(args_lr_mult)

    def set_wd_mult(self, args_wd_mult):
        plain = {name: 0.0 for name in self.idx2name.values() if not name.endswith(('_weight', '_gamma'))}
        self.wd_mult = {**plain, **args_wd_mult}

    def create_state(self, index, weight):
        return None

    def update(self, index, weight, grad, state):
        raise NotImplementedError()

    def update_multi_precision(self, index, weight, grad, state):
        self.update(index, weight, grad, state)

    def create_state_multi_precision(self, index, weight):
        return self.create_state(index, weight)

    def _update_count(self, index):
        self._counts[index] = self._counts.get(index, self.begin_num_update) + 1
        self.num_update = max(self._counts[index], self.num_update)

    def _times(self, index, by_parameter, known):
        if index in self.param_dict:
            return getattr(self.param_dict[index], by_parameter)
        return known.get(index, known.get(self.idx2name.get(index), 1.0))

    def _get_lr(self, index):
        return self.learning_rate * self._times(index, 'lr_mult', self.lr_mult)

    def _get_wd(self, index):
        return self.wd * self._times(index, 'wd_mult', self.wd_mult)

    def _clipped(self, grad):
        return bounded(grad, -self.clip_gradient, self.clip_gradient) if self.clip_gradient else grad

    def _scaled(self, grad):
        return self._clipped(grad * self.rescale_grad if self.rescale_grad != 1 else grad)

    def _with_decay(self, index, weight, grad):
        """The gradient with the decay, which is clipped with it."""
        self._update_count(index)
        grad, decay = grad * self.rescale_grad if self.rescale_grad != 1 else grad, self._get_wd(index)
        return self._clipped(grad + weight * decay if decay else grad)


def _zeros(weight):
    return _r.zeros(type(weight), weight.shape, _r.place(weight), _r.dtype(weight))


@Optimizer.register
class SGD(Optimizer):
    def __init__(self, learning_rate=None, momentum=0.0, lazy_update=True, **options):
        super().__init__(learning_rate=learning_rate, **options)
        self.momentum = momentum

    def create_state(self, index, weight):
        return Descent(self.momentum)

    def update(self, index, weight, grad, state):
        self._update_count(index)
        rate, decay = self._get_lr(index), self._get_wd(index)
        scale = self.rescale_grad
        if self.clip_gradient or self.momentum or decay:  # of the scaled gradient
            grad, scale = self._scaled(grad), 1
        if decay:
            grad = grad + weight * decay
        if self.momentum:  # velocity = momentum * velocity - rate * gradient
            grad, rate = grad * rate, 1
        state.step(weight, grad, rate * scale)


@Optimizer.register
class NAG(Optimizer):
    def __init__(self, learning_rate=None, momentum=0.0, **options):
        super().__init__(learning_rate=learning_rate, **options)
        self.momentum = momentum

    def create_state(self, index, weight):
        return _zeros(weight) if self.momentum else None

    def update(self, index, weight, grad, state):
        self._update_count(index)
        grad, rate, decay = self._scaled(grad), self._get_lr(index), self._get_wd(index)
        grad = grad + weight * decay if decay else grad
        if state is None:
            weight -= grad * rate
            return
        state *= self.momentum
        state -= grad * rate
        weight += state * self.momentum - grad * rate


@Optimizer.register
class Adam(Optimizer):
    def __init__(self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8, lazy_update=True, **options):
        super().__init__(learning_rate=learning_rate, **options)
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon

    def create_state(self, index, weight):
        return _zeros(weight), _zeros(weight)

    def update(self, index, weight, grad, state):
        grad = self._with_decay(index, weight, grad)
        rate = self._get_lr(index)
        count = self._counts[index]
        rate *= (1 - self.beta2 ** count) ** 0.5 / (1 - self.beta1 ** count)
        mean, var = state
        mean *= self.beta1
        mean += grad * (1 - self.beta1)
        var *= self.beta2
        var += _r.square(grad) * (1 - self.beta2)
        weight -= mean * rate / (_r.sqrt(var) + self.epsilon)


@Optimizer.register
class AdaGrad(Optimizer):
    def __init__(self, eps=1e-7, epsilon=None, **options):
        super().__init__(**options)
        self.float_stable_eps = eps if epsilon is None else epsilon

    def create_state(self, index, weight):
        return _zeros(weight)

    def update(self, index, weight, grad, state):
        self._update_count(index)
        grad, rate, decay = self._scaled(grad), self._get_lr(index), self._get_wd(index)
        state += _r.square(grad)
        step = grad / _r.sqrt(state + self.float_stable_eps)
        weight -= (step + weight * decay if decay else step) * rate


@Optimizer.register
class RMSProp(Optimizer):
    def __init__(self, learning_rate=0.001, gamma1=0.9, gamma2=0.9, epsilon=1e-8, centered=False, clip_weights=None, rho=None,
                 momentum=None, **options):
        super().__init__(learning_rate=learning_rate, **options)
        self.gamma1 = gamma1 if rho is None else rho
        self.gamma2 = gamma2 if momentum is None else momentum
        self.centered, self.epsilon, self.clip_weights = centered, epsilon, clip_weights

    def create_state(self, index, weight):
        return tuple(_zeros(weight) for _ in range(3 if self.centered else 1))

    def update(self, index, weight, grad, state):
        grad = self._with_decay(index, weight, grad)
        rate = self._get_lr(index)
        squares = state[0]
        squares *= self.gamma1
        squares += _r.square(grad) * (1 - self.gamma1)
        if self.centered:
            mean, delta = state[1:]
            mean *= self.gamma1
            mean += grad * (1 - self.gamma1)
            delta *= self.gamma2
            delta -= grad * rate / _r.sqrt(squares - _r.square(mean) + self.epsilon)
            weight += delta
        else:
            weight -= grad * rate / _r.sqrt(squares + self.epsilon)
        if self.clip_weights:
            weight[:] = bounded(weight, -self.clip_weights, self.clip_weights)


@Optimizer.register
class AdaDelta(Optimizer):
    def __init__(self, rho=0.9, epsilon=1e-5, **options):
        super().__init__(**options)
        self.rho, self.epsilon = rho, epsilon

    def create_state(self, index, weight):
        return _zeros(weight), _zeros(weight)

    def update(self, index, weight, grad, state):
        self._update_count(index)
        grad, decay = self._scaled(grad), self._get_wd(index)
        squares, deltas = state
        squares *= self.rho
        squares += _r.square(grad) * (1 - self.rho)
        delta = _r.sqrt(deltas + self.epsilon) / _r.sqrt(squares + self.epsilon) * grad
        deltas *= self.rho
        deltas += _r.square(delta) * (1 - self.rho)
        weight -= delta + weight * decay if decay else delta


register = Optimizer.register


def create(name, **options):
    """By its name, or itself."""
    if isinstance(name, Optimizer):
        return name
    kind = Optimizer.opt_registry.get(name.lower())
    if kind is None:
        raise ValueError(f"Cannot find optimizer {name}: Runahead has {', '.join(sorted(Optimizer.opt_registry))}")
    return kind(**options)


class Updater:
    """Keeps the states of what an optimizer updates, by index."""
    def __init__(self, optimizer):
        self.optimizer, self.states, self.counts = optimizer, {}, {}

    def __call__(self, index, grad, weight):
        self.optimizer._counts = self.counts
        recorded = _r.record(False)
        try:
            if index not in self.states:
                self.states[index] = self.optimizer.create_state_multi_precision(index, weight)
            self.optimizer.update_multi_precision(index, weight, grad, self.states[index])
        finally:
            _r.record(recorded)


def get_updater(optimizer):
    return Updater(optimizer)


__getattr__ = missing(globals())
