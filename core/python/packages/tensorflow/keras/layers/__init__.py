# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.layers.
from _names import missing
from tensorflow.keras.layers.base_layer import Layer
from tensorflow.keras.layers.convolutional import (AveragePooling2D, AvgPool2D, Conv2D, Convolution2D, GlobalAveragePooling1D,
                                                   GlobalAveragePooling2D, GlobalAvgPool1D, GlobalAvgPool2D, GlobalMaxPool1D,
                                                   GlobalMaxPool2D, GlobalMaxPooling1D, GlobalMaxPooling2D, MaxPool2D,
                                                   MaxPooling2D, UpSampling2D, ZeroPadding2D)
from tensorflow.keras.layers.core import (ELU, Activation, Dense, Dropout, Embedding, Flatten, GaussianNoise, Input, InputLayer,
                                          Lambda, LeakyReLU, Permute, ReLU, RepeatVector, Rescaling, Reshape, Softmax)
from tensorflow.keras.layers.merging import (Add, Average, Concatenate, Dot, Maximum, Minimum, Multiply, Subtract, add, average,
                                             concatenate, multiply)
from tensorflow.keras.layers.normalization import BatchNormalization, LayerNormalization, Normalization
from tensorflow.keras.layers.recurrent import (GRU, LSTM, RNN, GRUCell, LSTMCell, SimpleRNN, SimpleRNNCell, StackedRNNCells)

__getattr__ = missing(globals())
