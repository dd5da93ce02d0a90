# SPDX-License-Identifier: GPL-3.0-or-later
# The object-oriented API in TensorFlow, and the models of the chapters on linear and convolutional networks.
import tensorflow as tf
from _book import HyperParameters, get_fashion_mnist_labels

from d2l import _training
from d2l._plots import show_images

__all__ = ['Module', 'DataModule', 'Trainer', 'SyntheticRegressionData', 'LinearRegressionScratch', 'SGD', 'LinearRegression',
           'FashionMNIST', 'Classifier', 'SoftmaxRegression', 'LeNet', 'Residual', 'ResNeXtBlock']
layers = tf.keras.layers


def pictures(part, batch_size, resize, shuffled):
    X, y = part
    X = tf.cast(tf.expand_dims(X, axis=3), tf.float32) / 255  # as bytes become there
    data = tf.data.Dataset.from_tensor_slices((X, tf.cast(y, dtype='int32'))).batch(batch_size)
    if resize:
        data = data.map(lambda X, y: (tf.image.resize_with_pad(X, *resize), y))
    return data.shuffle(shuffled) if shuffled > 1 else data


class Module(tf.keras.Model, _training.Module):
    def __init__(self, plot_train_per_epoch=2, plot_valid_per_epoch=1):
        super().__init__()
        self.begin(plot_train_per_epoch, plot_valid_per_epoch)
        self.training = None

    loss = _training.Module.loss
    forward = _training.Module.forward

    def call(self, X, *args, **kwargs):
        if 'training' in kwargs:
            self.training = kwargs['training']
        return self.forward(X, *args)

    def configure_optimizers(self):
        return tf.keras.optimizers.SGD(self.lr)


class DataModule(_training.DataModule):
    def __init__(self, root='../data'):
        self.save_hyperparameters()

    def get_tensorloader(self, tensors, train, indices=slice(0, None)):
        parts = tuple(one[indices] for one in tensors)
        return tf.data.Dataset.from_tensor_slices(parts).shuffle(
            buffer_size=parts[0].shape[0] if train else 1).batch(self.batch_size)


class Trainer(_training.Trainer):
    def __init__(self, max_epochs, num_gpus=0, gradient_clip_val=0):
        self.save_hyperparameters()
        assert num_gpus == 0, 'No GPU support yet'

    def fit_epoch(self):
        self.model.training = True
        for batch in self.train_dataloader:
            with tf.GradientTape() as tape:
                lost = self.model.training_step(self.prepare_batch(batch))
            grads = tape.gradient(lost, self.model.trainable_variables)
            if self.gradient_clip_val > 0:
                grads = self.clip_gradients(self.gradient_clip_val, grads)
            self.optim.apply_gradients(zip(grads, self.model.trainable_variables))
            self.train_batch_idx += 1
        self.model.training = False
        for batch in () if self.val_dataloader is None else self.val_dataloader:
            self.model.validation_step(self.prepare_batch(batch))
            self.val_batch_idx += 1

    def clip_gradients(self, grad_clip_val, grads):
        from d2l.tensorflow import grad_clipping
        return grad_clipping(grads, grad_clip_val)


class SyntheticRegressionData(_training.SyntheticRegressionData, DataModule):
    def __init__(self, w, b, noise=0.01, num_train=1000, num_val=1000, batch_size=32):
        super().__init__()
        self.save_hyperparameters()
        n = num_train + num_val
        self.X = tf.random.normal((n, w.shape[0]))
        self.y = tf.matmul(self.X, tf.reshape(w, (-1, 1))) + b + tf.random.normal((n, 1)) * noise


class LinearRegressionScratch(Module):
    def __init__(self, num_inputs, lr, sigma=0.01):
        super().__init__()
        self.save_hyperparameters()
        self.w = tf.Variable(tf.random.normal((num_inputs, 1), mean=0, stddev=sigma), trainable=True)
        self.b = tf.Variable(tf.zeros(1), trainable=True)

    def forward(self, X):
        return tf.matmul(X, self.w) + self.b

    def loss(self, y_hat, y):
        return tf.reduce_mean((y_hat - y) ** 2 / 2)

    def configure_optimizers(self):
        return SGD(self.lr)


class SGD(HyperParameters):
    def __init__(self, lr):
        self.save_hyperparameters()

    def apply_gradients(self, grads_and_vars):
        for grad, param in grads_and_vars:
            param.assign_sub(self.lr * grad)


class LinearRegression(Module):
    def __init__(self, lr):
        super().__init__()
        self.save_hyperparameters()
        self.net = tf.keras.layers.Dense(1, kernel_initializer=tf.initializers.RandomNormal(stddev=0.01))

    def loss(self, y_hat, y):
        return tf.keras.losses.MeanSquaredError()(y, y_hat)

    def get_w_b(self):
        weight, bias = self.get_weights()
        return weight, bias


class FashionMNIST(DataModule):
    def __init__(self, batch_size=64, resize=(28, 28)):
        super().__init__()
        self.save_hyperparameters()
        self.train, self.val = tf.keras.datasets.fashion_mnist.load_data()

    def text_labels(self, indices):
        return get_fashion_mnist_labels(indices)

    def get_dataloader(self, train):
        data = self.train if train else self.val
        return pictures(data, self.batch_size, self.resize, len(data[0]) if train else 1)

    def visualize(self, batch, nrows=1, ncols=8, labels=[]):
        X, y = batch
        show_images(tf.squeeze(X), nrows, ncols, titles=labels or self.text_labels(y))


class Classifier(Module):
    def validation_step(self, batch):
        made = self(*batch[:-1])
        self.plot('loss', self.loss(made, batch[-1]), train=False)
        self.plot('acc', self.accuracy(made, batch[-1]), train=False)

    def accuracy(self, Y_hat, Y, averaged=True):
        made = tf.cast(tf.argmax(tf.reshape(Y_hat, (-1, Y_hat.shape[-1])), axis=1), Y.dtype)
        right = tf.cast(made == tf.reshape(Y, -1), tf.float32)
        return tf.reduce_mean(right) if averaged else right

    def loss(self, Y_hat, Y, averaged=True):
        function = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        return function(tf.reshape(Y, (-1,)), tf.reshape(Y_hat, (-1, Y_hat.shape[-1])))

    def layer_summary(self, X_shape):
        X = tf.random.normal(X_shape)
        for layer in self.net.layers:
            X = layer(X)
            print(layer.__class__.__name__, 'output shape:\t', X.shape)


class SoftmaxRegression(Classifier):
    def __init__(self, num_outputs, lr):
        super().__init__()
        self.save_hyperparameters()
        self.net = tf.keras.models.Sequential()
        self.net.add(tf.keras.layers.Flatten())
        self.net.add(tf.keras.layers.Dense(num_outputs))


class LeNet(Classifier):
    def __init__(self, lr=0.1, num_classes=10):
        super().__init__()
        self.save_hyperparameters()
        self.net = tf.keras.models.Sequential([
            layers.Conv2D(6, kernel_size=5, activation='sigmoid', padding='same'), layers.AvgPool2D(pool_size=2, strides=2),
            layers.Conv2D(16, kernel_size=5, activation='sigmoid'), layers.AvgPool2D(pool_size=2, strides=2), layers.Flatten(),
            layers.Dense(120, activation='sigmoid'), layers.Dense(84, activation='sigmoid'), layers.Dense(num_classes)])


class Residual(tf.keras.Model):
    def __init__(self, num_channels, use_1x1conv=False, strides=1):
        super().__init__()
        self.conv1 = layers.Conv2D(num_channels, kernel_size=3, padding='same', strides=strides)
        self.conv2 = layers.Conv2D(num_channels, kernel_size=3, padding='same')
        self.conv3 = layers.Conv2D(num_channels, kernel_size=1, strides=strides) if use_1x1conv else None
        self.bn1, self.bn2 = layers.BatchNormalization(), layers.BatchNormalization()

    def call(self, X):
        Y = tf.nn.relu(self.bn1(self.conv1(X)))
        Y = self.bn2(self.conv2(Y))
        return tf.nn.relu(Y + (X if self.conv3 is None else self.conv3(X)))


class ResNeXtBlock(tf.keras.Model):
    def __init__(self, num_channels, groups, bot_mul, use_1x1conv=False, strides=1):
        super().__init__()
        inner = int(round(num_channels * bot_mul))
        self.conv1 = layers.Conv2D(inner, 1, strides=1)
        self.conv2 = layers.Conv2D(inner, 3, strides=strides, padding='same', groups=inner // groups)
        self.conv3 = layers.Conv2D(num_channels, 1, strides=1)
        self.bn1, self.bn2, self.bn3 = (layers.BatchNormalization() for _ in range(3))
        self.conv4 = layers.Conv2D(num_channels, 1, strides=strides) if use_1x1conv else None
        self.bn4 = layers.BatchNormalization() if use_1x1conv else None

    def call(self, X):
        Y = tf.nn.relu(self.bn1(self.conv1(X)))
        Y = tf.nn.relu(self.bn2(self.conv2(Y)))
        Y = self.bn3(self.conv3(Y))
        return tf.nn.relu(Y + (X if self.conv4 is None else self.bn4(self.conv4(X))))
