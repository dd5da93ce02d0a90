# SPDX-License-Identifier: GPL-3.0-or-later
# tf.strings: of tensors of texts (_texts.py).
import builtins
import re

import _runahead as _r
import tensorflow as _tf
from _names import missing, type_name
from tensorflow._texts import Texts, made


def _of_each(call):
    def function(input, *args, encoding='', name=None, **options):
        return Texts(made(input).each(lambda one: call(one, *args, **options)))
    return function


def _cased(change):
    def function(input, encoding='', name=None):
        """Without an encoding, letters of English alone."""
        return Texts(made(input).each(lambda one: change(one.decode()).encode() if encoding == 'utf-8' else change(one)))
    return function


lower, upper = _cased(lambda one: one.lower()), _cased(lambda one: one.upper())
strip = _of_each(lambda one: one.strip())


def length(input, unit='BYTE', name=None):
    return _tf.constant(made(input).each(lambda one: len(one.decode()) if unit == 'UTF8_CHAR' else len(one)))


def substr(input, pos, len, unit='BYTE', name=None):
    def part(one):
        whole = one.decode() if unit == 'UTF8_CHAR' else one
        first = int(pos)
        if not -builtins.len(whole) <= first <= builtins.len(whole):
            raise _tf.InvalidArgumentError(f'pos {first} out of range for string b{one.decode()!r}')
        first = first + builtins.len(whole) if first < 0 else first
        found = whole[first:first + int(len)]
        return found.encode() if unit == 'UTF8_CHAR' else found
    return Texts(made(input).each(part))


def regex_replace(input, pattern, rewrite, replace_global=True, name=None):
    return Texts(made(input).each(lambda one: re.sub(pattern.encode(), rewrite.encode(), one, count=0 if replace_global else 1)))


def regex_full_match(input, pattern, name=None):
    return _tf.constant(made(input).each(lambda one: re.fullmatch(pattern.encode(), one) is not None))


def join(inputs, separator='', name=None):
    inputs = [made(one) for one in inputs]
    shape = next((one for one in inputs if one.ndim), None)

    def together(values):
        if any(isinstance(one, list) for one in values):
            size = next(builtins.len(one) for one in values if isinstance(one, list))
            if any(isinstance(one, list) and builtins.len(one) != size for one in values):
                raise ValueError('Shapes must be equal to be joined')
            return [together([one[i] if isinstance(one, list) else one for one in values]) for i in range(size)]
        return separator.encode().join(values)
    return inputs[0] if shape is None and builtins.len(inputs) == 1 else Texts(together([one.values for one in inputs]))


def reduce_join(inputs, axis=None, keepdims=False, separator='', name=None):
    inputs = made(inputs)
    if keepdims or axis not in (None, 0, -1) or inputs.ndim > 1:
        raise NotImplementedError('tf.strings.reduce_join: Runahead has it along one axis')
    return Texts(separator.encode().join(inputs.values) if inputs.ndim else inputs.values)


def _parts(cut):
    def function(input, *args, **options):
        input = made(input)
        if input.ndim:
            raise NotImplementedError('tf.strings: Runahead has no RaggedTensor, which parts of several texts are; x[i] is one text')
        return Texts(cut(input.values, *args, **options))
    return function


split = _parts(lambda one, sep=None, maxsplit=-1, name=None: one.split(sep.encode() if sep else None, maxsplit))
bytes_split = _parts(lambda one, name=None: [one[i:i + 1] for i in range(builtins.len(one))])
unicode_split = _parts(lambda one, input_encoding='UTF-8', **options: [each.encode() for each in one.decode()])


def unicode_decode(input, input_encoding='UTF-8', **options):
    if made(input).ndim:
        raise NotImplementedError('tf.strings: Runahead has no RaggedTensor, which parts of several texts are; x[i] is one text')
    return _tf.constant([ord(one) for one in made(input).values.decode()], 'int32')


def to_number(input, out_type='float32', name=None):
    kind = type_name(out_type)

    def number(one):
        try:
            return float(one) if kind.startswith('float') else int(one)
        except ValueError:
            raise _tf.InvalidArgumentError(f'StringToNumberOp could not correctly convert string: {one.decode()}') from None
    return _tf.constant(made(input).each(number), kind)


def as_string(input, precision=-1, scientific=False, shortest=False, width=-1, fill='', name=None):
    input = _tf._t(input)
    kind = _r.dtype(input)

    def text(one):
        if isinstance(one, list):
            return [text(inner) for inner in one]
        if kind == 'bool':
            return 'true' if one else 'false'
        if not kind.startswith('float'):
            return str(one)
        return f'{one:.{precision if precision >= 0 else 6}{"e" if scientific else "f"}}'
    if shortest or width >= 0 or fill:
        raise NotImplementedError('tf.strings.as_string: Runahead has precision and scientific')
    return made(text(_r.tolist(input)))


def format(template, inputs, placeholder='{}', summarize=3, name=None):
    from tensorflow._function import shown
    parts, inputs = template.split(placeholder), list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    if builtins.len(parts) != builtins.len(inputs) + 1:
        raise ValueError(f'{builtins.len(parts) - 1} placeholder(s) in template does not match {builtins.len(inputs)} tensor(s) provided '
                         'as input')
    return made(''.join(one + (shown(value, summarize) if value is not None else '') for one, value in zip(parts, [*inputs, None])))


__getattr__ = missing(globals())
