# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.preprocessing.sequence: lists of one length.
from _names import missing, type_name


def pad_sequences(sequences, maxlen=None, dtype='int32', padding='pre', truncating='pre', value=0.0):
    import numpy
    if padding not in ('pre', 'post') or truncating not in ('pre', 'post'):
        raise ValueError(f'Padding type "{padding}" or truncating type "{truncating}" not understood')
    rows = [list(one) for one in sequences]
    length = max(map(len, rows), default=0) if maxlen is None else maxlen
    kind, made = type_name(dtype), []
    fill = value if kind.startswith('float') else int(value)
    for row in rows:
        row = (row[-length:] if truncating == 'pre' else row[:length]) if length else []
        more = [fill] * (length - len(row))
        made.append(more + row if padding == 'pre' else row + more)
    return numpy.array(made, kind) if made else numpy.zeros((0, length), kind)


__getattr__ = missing(globals())
