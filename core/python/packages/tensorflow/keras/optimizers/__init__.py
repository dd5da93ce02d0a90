# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.optimizers: what becomes of weights and gradients.
import _runahead as _r
import tensorflow as _tf
from _functions import depends_on
from _names import missing
from tensorflow.keras.optimizers import schedules
from tensorflow.keras.optimizers.schedules import LearningRateSchedule


class Optimizer:
    slots = ()

    def __init__(self, name, learning_rate, weight_decay=None, clipnorm=None, clipvalue=None, global_clipnorm=None,
                 use_ema=False, jit_compile=None, **options):
        options.pop('ema_momentum', None), options.pop('ema_overwrite_frequency', None)
        if use_ema:
            raise NotImplementedError(f'{name}: Runahead has no use_ema')
        learning_rate = options.pop('lr', learning_rate)
        decay = options.pop('decay', 0.0)
        if decay:
            learning_rate = schedules.InverseTimeDecay(learning_rate, 1, decay)
        if options:
            raise TypeError(f"{name}: unexpected argument '{next(iter(options))}'")
        self.name, self.weight_decay = name, weight_decay
        self.clipnorm, self.clipvalue, self.global_clipnorm = clipnorm, clipvalue, global_clipnorm
        self.rate = learning_rate
        self.made = {}  # of a weight, what is kept for it
        self.restored = []  # first values, in the order in which they are wanted
        self.steps = None

    @property
    def iterations(self):
        if self.steps is None:
            self.steps = _tf.Variable(0, trainable=False, name='iteration', dtype='int64')
        return self.steps

    @property
    def learning_rate(self):
        return self.rate(self.iterations) if isinstance(self.rate, LearningRateSchedule) else Rate(self)

    @learning_rate.setter
    def learning_rate(self, value):
        self.rate = value if isinstance(value, LearningRateSchedule) else float(value)

    lr = learning_rate

    def build(self, var_list):
        for one in var_list:
            self.slots_of(one)

    def slots_of(self, weight):
        known = self.made.get(id(weight))
        if known is None:
            def make():
                if self.restored:
                    return [_tf.Variable(self.restored.pop(0), trainable=False, name=slot) for slot in self.slots]
                return [_tf.Variable(_r.full(_tf.Tensor, weight.shape, self.first(slot), _r.place(weight), _r.dtype(weight)),
                                     trainable=False, name=slot) for slot in self.slots]
            known = self.made[id(weight)] = (weight, _r.before_tracing(make))
        return known[1]

    def first(self, slot):
        return 0.0

    @property
    def variables(self):
        return [self.iterations] + [one for _, slots in self.made.values() for one in slots]

    def compute_gradients(self, loss, var_list, tape=None):
        if not callable(loss) and tape is None:
            raise ValueError('`tape` is required when a `Tensor` loss is passed. Received: loss={loss}, tape={tape}.')
        if callable(loss):
            with _tf.GradientTape() as tape:
                loss = loss()
        weights = var_list() if callable(var_list) else var_list
        return list(zip(tape.gradient(loss, list(weights)), weights))

    def minimize(self, loss, var_list, tape=None):
        self.apply_gradients(self.compute_gradients(loss, var_list, tape))

    def apply_gradients(self, grads_and_vars, name=None, skip_gradients_aggregation=False, **options):
        pairs = [(gradient, weight) for gradient, weight in grads_and_vars]
        if not pairs:
            return self.iterations
        named = [weight.name for _, weight in pairs]
        pairs = [(gradient, weight) for gradient, weight in pairs if gradient is not None]
        if not pairs:
            raise ValueError(f'No gradients provided for any variable: {named}.')
        recorded = _r.record(False)
        try:
            self.update_all(self.clipped(pairs))
        finally:
            _r.record(recorded)
        return self.iterations

    def clipped(self, pairs):
        if self.clipvalue is not None:
            return [(_tf.clip_by_value(g, -self.clipvalue, self.clipvalue), w) for g, w in pairs]
        if self.clipnorm is not None:
            return [(_tf.clip_by_norm(g, self.clipnorm), w) for g, w in pairs]
        if self.global_clipnorm is not None:
            made, _ = _tf.clip_by_global_norm([g for g, _ in pairs], self.global_clipnorm)
            return list(zip(made, (w for _, w in pairs)))
        return pairs

    def update_all(self, pairs):
        scheduled = isinstance(self.rate, LearningRateSchedule)
        if not scheduled:
            depends_on(self, 'rate')  # a number in the trace
        rate = self.rate(self.iterations) if scheduled else self.rate
        for gradient, weight in pairs:
            if self.weight_decay:
                weight.assign_sub(weight * (rate * self.weight_decay))
            self.update(gradient, weight, rate)
            if weight.constraint is not None:
                weight.assign(weight.constraint(weight))
        self.iterations.assign_add(1)

    def get_config(self):
        return {'name': self.name, 'learning_rate': self.rate}


class Rate(float):
    """The learning rate as a variable: a number that can be assigned."""
    def __new__(cls, optimizer):
        made = float.__new__(cls, optimizer.rate)
        made.optimizer = optimizer
        return made

    def assign(self, value):
        self.optimizer.rate = float(value)

    def numpy(self):
        import numpy
        return numpy.float32(float(self))

    read_value = value = numpy


def _less(weight, gradient, rate):
    """weight -= rate * gradient."""
    if _r.dtype(weight) == 'float32' and isinstance(rate, (int, float)):
        _r.subtract_from(weight, gradient, rate)
    else:
        weight.assign_sub(gradient * rate)


class SGD(Optimizer):
    def __init__(self, learning_rate=0.01, momentum=0.0, nesterov=False, weight_decay=None, name='SGD', **options):
        super().__init__(name, learning_rate, weight_decay, **options)
        if isinstance(momentum, (int, float)) and not 0 <= momentum <= 1:
            raise ValueError('`momentum` must be between [0, 1].')
        self.momentum, self.nesterov = momentum, nesterov
        self.slots = ('m',) if momentum else ()

    def update(self, gradient, weight, rate):
        if not self.momentum:
            return _less(weight, gradient, rate)
        velocity, = self.slots_of(weight)
        step = gradient * (-rate)
        if _r.dtype(weight) == 'float32':
            _r.momentum(velocity, step, self.momentum)
        else:
            velocity.assign(velocity * self.momentum + step)
        weight.assign_add(velocity * self.momentum + step if self.nesterov else velocity)


class Adam(Optimizer):
    slots = ('m', 'v')

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, amsgrad=False, weight_decay=None,
                 name='Adam', **options):
        super().__init__(name, learning_rate, weight_decay, **options)
        self.amsgrad = amsgrad
        self.slots = ('m', 'v', 'v_hat') if amsgrad else ('m', 'v')
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon

    def update_all(self, pairs):
        step = _tf.cast(self.iterations + 1, 'float32')
        self.scale = _r.sqrt(1.0 - self.beta_2 ** step) / (1.0 - self.beta_1 ** step)
        super().update_all(pairs)

    def update(self, gradient, weight, rate):
        m, v, *most = self.slots_of(weight)
        m.assign_add((gradient - m) * (1 - self.beta_1))
        v.assign_add((_r.square(gradient) - v) * (1 - self.beta_2))
        if self.amsgrad:
            most[0].assign(_r.maximum(most[0], v))
            v = most[0]
        scale = self.scale if _r.dtype(weight) == 'float32' else _r.astype(self.scale, _r.dtype(weight))
        weight.assign_sub(m * (scale * rate) / (_r.sqrt(v) + self.epsilon))


class AdamW(Adam):
    def __init__(self, learning_rate=0.001, weight_decay=0.004, *given, name='AdamW', **options):
        super().__init__(learning_rate, *given, weight_decay=weight_decay, name=name, **options)


class RMSprop(Optimizer):
    def __init__(self, learning_rate=0.001, rho=0.9, momentum=0.0, epsilon=1e-7, centered=False, weight_decay=None,
                 name='RMSprop', **options):
        super().__init__(name, learning_rate, weight_decay, **options)
        self.rho, self.momentum, self.epsilon, self.centered = rho, momentum, epsilon, centered
        self.slots = ('velocity',) + ('momentum',) * bool(momentum) + ('average_gradient',) * bool(centered)

    def update(self, gradient, weight, rate):
        kept = dict(zip(self.slots, self.slots_of(weight)))
        velocity = kept['velocity']
        velocity.assign(velocity * self.rho + _r.square(gradient) * (1 - self.rho))
        under = velocity
        if self.centered:
            average = kept['average_gradient']
            average.assign(average * self.rho + gradient * (1 - self.rho))
            under = velocity - _r.square(average)
        step = gradient * rate / _r.sqrt(under + self.epsilon)
        if self.momentum:
            kept['momentum'].assign(kept['momentum'] * self.momentum + step)
            step = kept['momentum']
        weight.assign_sub(step)


class Adagrad(Optimizer):
    slots = ('accumulator',)

    def __init__(self, learning_rate=0.001, initial_accumulator_value=0.1, epsilon=1e-7, weight_decay=None, name='Adagrad',
                 **options):
        super().__init__(name, learning_rate, weight_decay, **options)
        self.initial_accumulator_value, self.epsilon = initial_accumulator_value, epsilon

    def first(self, slot):
        return float(self.initial_accumulator_value)

    def update(self, gradient, weight, rate):
        accumulator, = self.slots_of(weight)
        accumulator.assign_add(_r.square(gradient))
        weight.assign_sub(gradient * rate / _r.sqrt(accumulator + self.epsilon))


class Adadelta(Optimizer):
    slots = ('accumulated_grad', 'accumulated_delta_var')

    def __init__(self, learning_rate=0.001, rho=0.95, epsilon=1e-7, weight_decay=None, name='Adadelta', **options):
        super().__init__(name, learning_rate, weight_decay, **options)
        self.rho, self.epsilon = rho, epsilon

    def update(self, gradient, weight, rate):
        grads, deltas = self.slots_of(weight)
        grads.assign(grads * self.rho + _r.square(gradient) * (1 - self.rho))
        delta = -(_r.sqrt(deltas + self.epsilon) * gradient / _r.sqrt(grads + self.epsilon))
        deltas.assign(deltas * self.rho + _r.square(delta) * (1 - self.rho))
        weight.assign_add(delta * rate)


class Adamax(Optimizer):
    slots = ('m', 'u')

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, weight_decay=None, name='Adamax', **options):
        super().__init__(name, learning_rate, weight_decay, **options)
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon

    def update(self, gradient, weight, rate):
        m, u = self.slots_of(weight)
        m.assign_add((gradient - m) * (1 - self.beta_1))
        u.assign(_r.maximum(u * self.beta_2, _r.abs(gradient)))
        left = 1.0 - self.beta_1 ** _tf.cast(self.iterations + 1, _r.dtype(weight))
        weight.assign_sub(m * rate / (left * (u + self.epsilon)))


class Nadam(Adam):
    """With the momentum that Nesterov looks ahead by, of a rate that grows."""
    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, weight_decay=None, name='Nadam', **options):
        super().__init__(learning_rate, beta_1, beta_2, epsilon, False, weight_decay, name, **options)
        self.product = None

    def update_all(self, pairs):
        if self.product is None:
            self.product = _r.before_tracing(lambda: _tf.Variable(1.0, trainable=False, name='u_product'))
        step = _tf.cast(self.iterations + 1, 'float32')
        self.now, self.next = (self.beta_1 * (1.0 - 0.5 * 0.96 ** (one * 0.004)) for one in (step, step + 1.0))
        self.product.assign(self.product * self.now)
        self.left = 1.0 - self.beta_2 ** step
        Optimizer.update_all(self, pairs)

    def update(self, gradient, weight, rate):
        m, v = self.slots_of(weight)
        m.assign_add((gradient - m) * (1 - self.beta_1))
        v.assign_add((_r.square(gradient) - v) * (1 - self.beta_2))
        ahead = m * (self.next / (1.0 - self.product * self.next)) + gradient * ((1.0 - self.now) / (1.0 - self.product))
        weight.assign_sub(ahead * rate / (_r.sqrt(v / self.left) + self.epsilon))


class Ftrl(Optimizer):
    slots = ('accumulator', 'linear')

    def __init__(self, learning_rate=0.001, learning_rate_power=-0.5, initial_accumulator_value=0.1, l1_regularization_strength=0.0,
                 l2_regularization_strength=0.0, l2_shrinkage_regularization_strength=0.0, beta=0.0, name='Ftrl', **options):
        super().__init__(name, learning_rate, None, **options)
        self.power, self.initial_accumulator_value, self.beta = learning_rate_power, initial_accumulator_value, beta
        self.l1, self.l2, self.shrinkage = (l1_regularization_strength, l2_regularization_strength,
                                            l2_shrinkage_regularization_strength)

    def first(self, slot):
        return float(self.initial_accumulator_value) if slot == 'accumulator' else 0.0

    def update(self, gradient, weight, rate):
        n, z = self.slots_of(weight)
        l2 = self.l2 + self.beta / (2.0 * rate)
        shrunk = gradient + weight * (2 * self.shrinkage)
        new = n + _r.square(gradient)
        z.assign_add(shrunk - (new ** -self.power - n ** -self.power) / rate * weight)
        under = new ** -self.power / rate + 2 * l2
        weight.assign((_tf.clip_by_value(z, -float(self.l1), float(self.l1)) - z) / under)
        n.assign(new)


_KNOWN = {one.__name__.lower(): one for one in (SGD, Adam, AdamW, RMSprop, Adagrad, Adadelta, Adamax,
                                                     Nadam, Ftrl)}


def get(identifier):
    if isinstance(identifier, dict):
        made = get(identifier['class_name'])
        return type(made)(**identifier.get('config', {}))
    if isinstance(identifier, str):
        if identifier.lower() not in _KNOWN:
            raise ValueError(f"Unknown optimizer: '{identifier}'. Runahead has {', '.join(_KNOWN)}")
        return _KNOWN[identifier.lower()]()
    return identifier


from tensorflow.keras.optimizers import experimental, legacy  # noqa

__getattr__ = missing(globals())
