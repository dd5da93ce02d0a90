# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.activations.
import _runahead as _r
from _names import bounded, missing
from tensorflow import Tensor, _math_ops, _t, nn

tanh, softplus = _math_ops.tanh, _math_ops.softplus
selu, softsign, swish, exponential = nn.selu, nn.softsign, nn.silu, _math_ops.exp


class Activated(Tensor):
    """Of a softmax or sigmoid, which losses take with what went in."""


_r.set_result_type(Activated, Tensor)


def _with_logits(made, x):
    made = _r.as_type(Activated, made)
    made.logits = x
    return made


def relu(x, alpha=0.0, max_value=None, threshold=0.0):
    if threshold:
        x = _t(x)
        above = _r.astype(x >= float(threshold), _r.dtype(x))
        made = x * above + (x - float(threshold)) * (1.0 - above) * alpha
        return made if max_value is None else _r.where(x >= float(max_value), float(max_value), made)
    made = nn.leaky_relu(x, alpha) if alpha else _r.relu(_t(x))
    return made if max_value is None else _r.minimum(made, float(max_value))


def softmax(x, axis=-1):
    x = _t(x)
    return _with_logits(nn.softmax(x, axis), x)


def sigmoid(x):
    x = _t(x)
    return _with_logits(_r.sigmoid(x), x)


def elu(x, alpha=1.0):
    x = _t(x)
    return _r.relu(x) + (_r.exp(-_r.relu(-x)) - 1.0) * alpha


def mish(x):
    x = _t(x)
    return x * _r.tanh(softplus(x))


def gelu(x, approximate=False):
    return nn.gelu(x, approximate)


def hard_sigmoid(x):
    return bounded(_t(x) * 0.2 + 0.5, 0.0, 1.0)


def linear(x):
    return x


_KNOWN = {one.__name__: one for one in (relu, softmax, gelu, hard_sigmoid, linear, softplus, mish)}
_KNOWN.update(sigmoid=sigmoid, tanh=tanh, elu=elu, selu=selu, softsign=softsign, swish=swish, silu=swish, exponential=exponential)


def get(identifier):
    if identifier is None:
        return linear
    if callable(identifier):
        return identifier
    if identifier not in _KNOWN:
        raise ValueError(f"Unknown activation function: '{identifier}'. Runahead has {', '.join(sorted(_KNOWN))}")
    return _KNOWN[identifier]


__getattr__ = missing(globals())
