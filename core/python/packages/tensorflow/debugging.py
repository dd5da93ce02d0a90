# SPDX-License-Identifier: GPL-3.0-or-later
# tf.debugging: what does not hold is an error at the call.
import _runahead as _r
from _names import all_true, missing, type_name
from tensorflow import InvalidArgumentError, _function, _t
from tensorflow._math_ops import _pair, is_finite


def _held(holds, message, said):
    _function.needs_values()
    if not all_true(_t(holds)):
        raise InvalidArgumentError(f'{message or ""} {said}'.strip())


def _comparison(name, compare, sign):
    def function(x, y, message=None, summarize=None, name=None):
        x, y = _pair(x, y)
        _held(compare(x, y), message, f'Condition x {sign} y did not hold.')
    function.__name__ = name
    return function


assert_equal = _comparison('assert_equal', _r.equal, '==')
assert_none_equal = _comparison('assert_none_equal', _r.not_equal, '!=')
assert_less = _comparison('assert_less', _r.less, '<')
assert_less_equal = _comparison('assert_less_equal', _r.less_equal, '<=')
assert_greater = _comparison('assert_greater', _r.greater, '>')
assert_greater_equal = _comparison('assert_greater_equal', _r.greater_equal, '>=')


def assert_near(x, y, rtol=None, atol=None, message=None, summarize=None, name=None):
    x, y = _pair(x, y)
    epsilon = 10 * (1.1920929e-07 if _r.dtype(x) == 'float32' else 2.220446049250313e-16)
    rtol, atol = epsilon if rtol is None else rtol, epsilon if atol is None else atol
    _held(_r.abs(x - y) <= _r.abs(_t(y)) * rtol + atol, message, 'x and y not equal to tolerance')


def assert_positive(x, message=None, summarize=None, name=None):
    _held(_t(x) > 0, message, 'Condition x > 0 did not hold element-wise')


def assert_non_negative(x, message=None, summarize=None, name=None):
    _held(_t(x) >= 0, message, 'Condition x >= 0 did not hold element-wise')


def assert_shapes(shapes, data=None, summarize=None, message=None, name=None):
    raise NotImplementedError('tf.debugging.assert_shapes: Runahead has assert_equal of x.shape')


def assert_rank(x, rank, message=None, name=None):
    if _t(x).ndim != int(rank):
        raise ValueError(f'{message or ""} Tensor must have rank {rank}.  Received rank {_t(x).ndim}, shape {_t(x).shape}'.strip())


def assert_type(tensor, tf_type, message=None, name=None):
    if _r.dtype(_t(tensor)) != type_name(tf_type):
        raise TypeError(f'{message or ""} tensor must be of type {tf_type!r}'.strip())


def assert_all_finite(x, message, name=None):
    _held(is_finite(x), message, ': Tensor had NaN or Inf values')
    return x


def check_numerics(tensor, message, name=None):
    return assert_all_finite(tensor, message)


def Assert(condition, data, summarize=None, name=None):
    _held(condition, 'assertion failed:', ' '.join(f'[{_function.shown(one, 3)}]' for one in data))


def enable_check_numerics(*args, **options):
    raise NotImplementedError('tf.debugging.enable_check_numerics: Runahead has check_numerics for one tensor')


def set_log_device_placement(enabled):
    if enabled:
        raise NotImplementedError('tf.debugging.set_log_device_placement: the picture shows where each task runs')


__getattr__ = missing(globals())
