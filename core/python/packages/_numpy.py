# SPDX-License-Identifier: GPL-3.0-or-later
# Which calls of the system's NumPy are seen (python/numpy_calls.h).
import _runahead

# What computes nothing, or asks about NumPy itself.
_NOT = set('''
    reshape transpose shape ndim size expand_dims squeeze asarray asanyarray broadcast_to swapaxes moveaxis rollaxis
    isscalar set_printoptions get_printoptions printoptions seterr geterr seterrcall geterrcall seterrobj geterrobj
    setbufsize getbufsize result_type can_cast promote_types may_share_memory shares_memory iterable info source lookfor
    deprecate deprecate_with_doc disp test show_config who byte_bounds safe_eval array2string array_repr array_str
    format_float_positional format_float_scientific base_repr binary_repr set_string_function issubdtype issubclass_
    issubsctype isfortran iscomplexobj isrealobj typename mintypecode min_scalar_type maximum_sctype obj2sctype sctype2char
    find_common_type common_type set_numeric_ops get_include add_docstring add_newdoc add_newdoc_ufunc get_array_wrap
    broadcast_shapes ndindex seed get_state set_state default_rng get_bit_generator set_bit_generator fastCopyAndTranspose
    vectorize frompyfunc nested_iters atleast_1d atleast_2d atleast_3d ix_ unravel_index datetime_data busdaycalendar
    require real imag datetime_as_string compare_chararrays'''.split())

_OF_ARRAYS = '''
    dot sum mean std var max min argmax argmin cumsum cumprod prod sort argsort partition argpartition copy astype clip round
    any all ptp trace take repeat searchsorted fill tolist tobytes tofile flatten nonzero choose compress put byteswap'''.split()

_OF_GENERATORS = '''
    random integers normal standard_normal uniform permutation permuted shuffle choice exponential poisson binomial beta
    gamma lognormal multivariate_normal'''.split()


def install(numpy):
    """When NumPy has been imported."""
    for module in (numpy, numpy.random, numpy.linalg, numpy.fft):
        for name, value in list(vars(module).items()):
            if name.startswith('_') or name in _NOT or not callable(value) or isinstance(value, type):
                continue
            if isinstance(value, numpy.ufunc):
                _runahead.see_ufunc(value)
            else:
                setattr(module, name, _runahead.seen(value, f'{module.__name__}.{name}'))
    for name in _OF_ARRAYS:
        _runahead.see_method(numpy.ndarray, name, f'ndarray.{name}')
    for name in _OF_GENERATORS:
        _runahead.see_method(numpy.random.Generator, name, f'Generator.{name}')
