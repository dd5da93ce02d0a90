# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.layers.
from _names import missing
from tensorflow.keras.layers.attention import AdditiveAttention, Attention, MultiHeadAttention
from tensorflow.keras.layers.base_layer import Layer
from tensorflow.keras.layers.convolutional import (
    AveragePooling1D, AveragePooling2D, AvgPool1D, AvgPool2D, Conv1D, Conv2D, Conv2DTranspose, Convolution1D, Convolution2D,
    Convolution2DTranspose, Cropping1D, Cropping2D, DepthwiseConv2D, GlobalAveragePooling1D, GlobalAveragePooling2D, GlobalAvgPool1D,
    GlobalAvgPool2D, GlobalMaxPool1D, GlobalMaxPool2D, GlobalMaxPooling1D, GlobalMaxPooling2D, MaxPool1D, MaxPool2D, MaxPooling1D,
    MaxPooling2D, SeparableConv2D, SeparableConvolution2D, UpSampling1D, UpSampling2D, ZeroPadding1D, ZeroPadding2D)
from tensorflow.keras.layers.core import (
    ELU, Activation, ActivityRegularization, Dense, Dropout, Embedding, Flatten, GaussianDropout, GaussianNoise, Input, InputLayer,
    Lambda, LeakyReLU, Masking, Permute, PReLU, ReLU, RepeatVector, Rescaling, Reshape, Softmax, SpatialDropout1D, SpatialDropout2D,
    ThresholdedReLU)
from tensorflow.keras.layers.merging import (Add, Average, Concatenate, Dot, Maximum, Minimum, Multiply, Subtract, add, average,
                                             concatenate, dot, maximum, minimum, multiply, subtract)
from tensorflow.keras.layers.normalization import BatchNormalization, LayerNormalization, Normalization, UnitNormalization
from tensorflow.keras.layers.preprocessing import (
    CategoryEncoding, CenterCrop, Discretization, IntegerLookup, RandomBrightness, RandomContrast, RandomCrop, RandomFlip,
    RandomRotation, RandomTranslation, RandomZoom, Resizing)
from tensorflow.keras.layers.recurrent import (GRU, LSTM, RNN, Bidirectional, GRUCell, LSTMCell, SimpleRNN, SimpleRNNCell,
                                               StackedRNNCells, TimeDistributed)

__getattr__ = missing(globals())
