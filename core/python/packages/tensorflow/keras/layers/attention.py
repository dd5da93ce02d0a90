# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.layers: values weighted by how their keys fit to queries.
import copy

import _runahead as _r
import tensorflow as _tf
from tensorflow import nn
from tensorflow.keras import initializers, regularizers
from tensorflow.keras.layers.base_layer import Layer, mask_of
from tensorflow.keras.layers.core import Dropout


def causal(queries, keys):
    return _tf.linalg.band_part(_tf.ones((1, queries, keys)), -1, 0) > 0.0


class _Scored(Layer):
    """[query, value, key]: the key is the value where it is not given."""
    def __init__(self, use_scale=False, dropout=0.0, **kwargs):
        self.__dict__['causal'] = kwargs.pop('causal', False)
        super().__init__(**kwargs)
        self.use_scale, self.rate = use_scale, dropout

    def call(self, inputs, mask=None, training=None, return_attention_scores=False, use_causal_mask=False):
        query, value = inputs[:2]
        key = inputs[2] if len(inputs) > 2 else value
        scores, keeps = self.scores(query, key), None
        masks = list(mask) if isinstance(mask, (list, tuple)) else [None, None]
        if masks[1] is not None:
            keeps = _tf.expand_dims(_tf.cast(masks[1], 'bool'), 1)
        if self.causal or use_causal_mask:
            lower = causal(query.shape[1], key.shape[1])
            keeps = lower if keeps is None else _tf.logical_and(_tf.broadcast_to(keeps, scores.shape),
                                                                _tf.broadcast_to(lower, scores.shape))
        if keeps is not None:
            scores = scores - (1.0 - _tf.cast(keeps, scores.dtype)) * 1e9
        weights = nn.softmax(scores)
        if training and self.rate:
            weights = nn.dropout(weights, self.rate)
        made = _tf.matmul(weights, value)
        if masks[0] is not None:
            made = made * _tf.expand_dims(_tf.cast(masks[0], made.dtype), -1)
        return (made, weights) if return_attention_scores else made

    def compute_mask(self, inputs, mask=None):
        return mask[0] if isinstance(mask, (list, tuple)) else None

    def compute_output_shape(self, input_shape):
        return _tf.TensorShape((*input_shape[0][:-1], input_shape[1][-1]))


class Attention(_Scored):
    def __init__(self, use_scale=False, score_mode='dot', dropout=0.0, **kwargs):
        super().__init__(use_scale, dropout, **kwargs)
        if score_mode != 'dot':
            raise NotImplementedError("Attention: Runahead has score_mode='dot' alone")

    def build(self, input_shape):
        self.scale = self.add_weight('scale', (), None, 'ones') if self.use_scale else None
        self.built = True

    def scores(self, query, key):
        made = _tf.matmul(query, key, transpose_b=True)
        return made if self.scale is None else made * self.scale


class AdditiveAttention(_Scored):
    def __init__(self, use_scale=True, dropout=0.0, **kwargs):
        super().__init__(use_scale, dropout, **kwargs)

    def build(self, input_shape):
        self.scale = self.add_weight('scale', (input_shape[0][-1],), None, 'glorot_uniform') if self.use_scale else None
        self.built = True

    def scores(self, query, key):
        both = _r.tanh(_tf.expand_dims(query, 2) + _tf.expand_dims(key, 1))
        return _tf.reduce_sum(both if self.scale is None else both * self.scale, -1)


class MultiHeadAttention(Layer):
    supports_masking = True

    def __init__(self, num_heads, key_dim, value_dim=None, dropout=0.0, use_bias=True, output_shape=None, attention_axes=None,
                 kernel_initializer='glorot_uniform', bias_initializer='zeros', kernel_regularizer=None, bias_regularizer=None,
                 **kwargs):
        super().__init__(**kwargs)
        if attention_axes is not None or isinstance(output_shape, (list, tuple)):
            raise NotImplementedError('MultiHeadAttention: Runahead has neither attention_axes nor an output_shape of several sizes')
        self.num_heads, self.key_dim, self.value_dim, self.use_bias = num_heads, key_dim, value_dim or key_dim, use_bias
        self.width, self.dropout_layer = output_shape, Dropout(dropout)
        self.initializers = initializers.get(kernel_initializer), initializers.get(bias_initializer)
        self.regularizers = regularizers.get(kernel_regularizer), regularizers.get(bias_regularizer)

    def build_for(self, query, value, key):
        if 'query_kernel' in self.__dict__:
            return
        of_kernel, of_bias = self.regularizers
        heads, width = self.num_heads, self.width or query.shape[-1]

        def weights(name, shape, added):
            kernel, bias = map(copy.copy, self.initializers)  # each draws its own numbers
            setattr(self, f'{name}_kernel', self.add_weight(f'{name}/kernel', shape, None, kernel, of_kernel))
            setattr(self, f'{name}_bias', self.add_weight(f'{name}/bias', added, None, bias, of_bias) if self.use_bias else None)
        for name, given, size in (('query', query, self.key_dim), ('key', key, self.key_dim), ('value', value, self.value_dim)):
            weights(name, (given.shape[-1], heads, size), (heads, size))
        weights('attention_output', (heads, self.value_dim, width), (width,))

    def projected(self, name, x):
        """(rows, steps, width) to (rows, heads, steps, size)."""
        kernel, bias = getattr(self, f'{name}_kernel'), getattr(self, f'{name}_bias')
        made = _r.dot(_tf.reshape(x, (-1, x.shape[-1])), _tf.reshape(kernel, (x.shape[-1], -1)))
        made = _tf.reshape(made, (*x.shape[:2], *kernel.shape[1:]))
        return _tf.transpose(made if bias is None else made + bias, [0, 2, 1, 3])

    def call(self, query, value, key=None, attention_mask=None, return_attention_scores=False, training=None, use_causal_mask=False):
        key = value if key is None else key
        self.build_for(query, value, key)
        q, k, v = self.projected('query', query), self.projected('key', key), self.projected('value', value)
        scores = _tf.matmul(q * (1.0 / self.key_dim ** 0.5), k, transpose_b=True)
        steps, keys, keeps = query.shape[1], key.shape[1], []
        if attention_mask is not None:
            keeps.append(_tf.cast(attention_mask, 'bool'))
        for own, shape in ((query, (-1, steps, 1)), (value, (-1, 1, keys)), (key, (-1, 1, keys))):
            if mask_of(own) is not None and not (own is key and key is value and shape[1] == 1 and len(keeps) > 1):
                keeps.append(_tf.reshape(_tf.cast(mask_of(own), 'bool'), shape))
        if use_causal_mask:
            keeps.append(causal(steps, keys))
        whole = None
        for one in keeps:
            one = _tf.broadcast_to(one, (query.shape[0], steps, keys)) if one.ndim == 3 else one
            whole = one if whole is None else _tf.logical_and(whole, one)
        if whole is not None:
            whole = _tf.expand_dims(whole, 1) if whole.ndim == 3 else whole
            scores = scores + (1.0 - _tf.cast(whole, scores.dtype)) * -1e9
        weights = nn.softmax(scores)
        made = _tf.transpose(_tf.matmul(self.dropout_layer(weights, training=training), v), [0, 2, 1, 3])
        made = _r.dot(_tf.reshape(made, (query.shape[0] * steps, -1)),
                      _tf.reshape(self.attention_output_kernel, (-1, self.attention_output_kernel.shape[-1])))
        made = made if self.attention_output_bias is None else made + self.attention_output_bias
        made = _tf.reshape(made, (query.shape[0], steps, -1))
        return (made, weights) if return_attention_scores else made

    def compute_mask(self, inputs, mask=None):
        return mask[0] if isinstance(mask, list) else mask

    def symbolic(self, args, kwargs):
        """Of the query's shape, where nothing else was said."""
        query = args[0] if args else kwargs['query']
        if kwargs.get('return_attention_scores'):
            raise NotImplementedError('MultiHeadAttention: Runahead has no return_attention_scores between Inputs')
        from tensorflow.keras.layers.base_layer import Symbol
        self.built = True
        made = Symbol((*query.shape[:-1], self.width or query.shape[-1]), self._dtype, self, args, kwargs)
        self._made_by = self._made_by or made
        return made
