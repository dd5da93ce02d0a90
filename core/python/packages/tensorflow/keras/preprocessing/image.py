# SPDX-License-Identifier: GPL-3.0-or-later
# tf.keras.preprocessing.image: pictures as arrays. Files of pictures are not read.
from _names import missing
from tensorflow.keras.utils import array_to_img, img_to_array, load_img

__getattr__ = missing(globals())
