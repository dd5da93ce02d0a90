# SPDX-License-Identifier: GPL-3.0-or-later
# The helpers of the book, for its programs in TensorFlow. What the library's own calls do under another name is in NAMES.
import tensorflow as tf
from _book import (Accumulator, Benchmark, HyperParameters, Timer, Vocab, add_to_class, benchmark, bleu, check_len, check_shape,
                   count_corpus, get_fashion_mnist_labels, tokenize, tokenize_nmt, train_2d, truncate_pad)

from d2l import _training
from d2l._data import (DATA_HUB, DATA_URL, download, download_extract, extract, read_data_nmt, read_time_machine)
from d2l._library import names_of
from d2l._plots import (Animator, ProgressBoard, annotate, plot, plt, set_axes, set_figsize, show_heatmaps, show_images,
                        show_list_len_pair_hist, use_svg_display)
from d2l._tensorflow_attention import *  # noqa: names of the book's, each in its __all__
from d2l._tensorflow_models import *  # noqa
from d2l._tensorflow_models import pictures
from d2l._tensorflow_text import *  # noqa

NAMES = {name: name for name in (
    'reshape', 'ones_like', 'ones', 'zeros_like', 'zeros', 'meshgrid', 'sin', 'sinh', 'cos', 'cosh', 'tanh', 'linspace', 'exp',
    'matmul', 'reduce_sum', 'reduce_mean', 'argmax', 'int32', 'int64', 'float32', 'transpose', 'concat', 'stack', 'abs', 'eye',
    'sigmoid', 'expand_dims', 'repeat')}
NAMES.update(normal='random.normal', rand='random.uniform', tensor='constant', arange='range', astype='cast', log='math.log',
             batch_matmul='matmul', nn_Module='keras.Model')


def cpu():
    return tf.device('/CPU:0')


def gpu(i=0):
    return tf.device(f'/GPU:{i}')


def num_gpus():
    return len(tf.config.list_physical_devices('GPU'))


def try_gpu(i=0):
    return gpu(i) if num_gpus() > i else cpu()


def try_all_gpus():
    return [gpu(i) for i in range(num_gpus())] or [cpu()]


def size(a):
    return int(tf.size(a))


def numpy(x, *args, **kwargs):
    return x.numpy(*args, **kwargs)


# Linear networks.

def synthetic_data(w, b, num_examples):
    X = tf.random.normal(shape=(num_examples, w.shape[0]))
    y = tf.matmul(X, tf.reshape(w, (-1, 1))) + b
    y += tf.random.normal(shape=y.shape, stddev=0.01)
    return X, tf.reshape(y, (-1, 1))


def linreg(X, w, b):
    return tf.matmul(X, w) + b


def squared_loss(y_hat, y):
    return (y_hat - tf.reshape(y, y_hat.shape)) ** 2 / 2


def sgd(params, grads, lr, batch_size):
    for param, grad in zip(params, grads):
        param.assign_sub(lr * grad / batch_size)


def load_array(data_arrays, batch_size, is_train=True):
    dataset = tf.data.Dataset.from_tensor_slices(data_arrays)
    return (dataset.shuffle(buffer_size=1000) if is_train else dataset).batch(batch_size)


def evaluate_loss(net, data_iter, loss):
    metric = Accumulator(2)
    for X, y in data_iter:
        lost = loss(net(X), y)
        metric.add(tf.reduce_sum(lost), size(lost))
    return metric[0] / metric[1]


def accuracy(y_hat, y):
    if len(y_hat.shape) > 1 and y_hat.shape[1] > 1:
        y_hat = tf.argmax(y_hat, axis=1)
    right = tf.cast(y_hat, y.dtype) == y
    return float(tf.reduce_sum(tf.cast(right, y.dtype)))


def evaluate_accuracy(net, data_iter):
    metric = Accumulator(2)
    for X, y in data_iter:
        metric.add(accuracy(net(X), y), size(y))
    return metric[0] / metric[1]


class Updater:
    def __init__(self, params, lr):
        self.params, self.lr = params, lr

    def __call__(self, batch_size, grads):
        sgd(self.params, grads, self.lr, batch_size)


def train_epoch_ch3(net, train_iter, loss, updater):
    metric, of_keras = Accumulator(3), isinstance(loss, tf.keras.losses.Loss)
    for X, y in train_iter:
        with tf.GradientTape() as tape:
            y_hat = net(X)
            lost = loss(y, y_hat) if of_keras else loss(y_hat, y)
        if isinstance(updater, tf.keras.optimizers.Optimizer):
            params = net.trainable_variables
            updater.apply_gradients(zip(tape.gradient(lost, params), params))
        else:
            updater(X.shape[0], tape.gradient(lost, updater.params))
        metric.add(lost * float(tf.size(y)) if of_keras else tf.reduce_sum(lost), accuracy(y_hat, y), tf.size(y))
    return metric[0] / metric[2], metric[1] / metric[2]


def train_ch3(net, train_iter, test_iter, loss, num_epochs, updater):
    _training.train_ch3(lambda: train_epoch_ch3(net, train_iter, loss, updater), lambda: evaluate_accuracy(net, test_iter),
                        num_epochs)


def predict_ch3(net, test_iter, n=6):
    X, y = next(iter(test_iter))
    names = zip(get_fashion_mnist_labels(y), get_fashion_mnist_labels(tf.argmax(net(X), axis=1)))
    show_images(tf.reshape(X[:n], (n, 28, 28)), 1, n, titles=['\n'.join(both) for both in names][:n])


def load_data_fashion_mnist(batch_size, resize=None):
    train, test = tf.keras.datasets.fashion_mnist.load_data()
    resize = resize and (resize, resize)
    return pictures(train, batch_size, resize, len(train[0])), pictures(test, batch_size, resize, 1)


class TrainCallback(tf.keras.callbacks.Callback):
    def __init__(self, net, train_iter, test_iter, num_epochs, device_name):
        super().__init__()
        self.timer = Timer()
        self.animator = Animator(xlabel='epoch', xlim=[1, num_epochs], legend=['train loss', 'train acc', 'test acc'])
        self.net, self.train_iter, self.test_iter = net, train_iter, test_iter
        self.num_epochs, self.device_name = num_epochs, device_name

    def on_epoch_begin(self, epoch, logs=None):
        self.timer.start()

    def on_epoch_end(self, epoch, logs):
        self.timer.stop()
        test_acc = self.net.evaluate(self.test_iter, verbose=0, return_dict=True)['accuracy']
        self.animator.add(epoch + 1, (logs['loss'], logs['accuracy'], test_acc))
        if epoch == self.num_epochs - 1:
            examples = len(self.train_iter) * next(iter(self.train_iter))[0].shape[0]
            print(f'loss {logs["loss"]:.3f}, train acc {logs["accuracy"]:.3f}, test acc {test_acc:.3f}')
            print(f'{examples / self.timer.avg():.1f} examples/sec on {self.device_name}')


def train_ch6(net_fn, train_iter, test_iter, num_epochs, lr, device=None):
    device = device or try_gpu()
    with device:
        net = net_fn()
        net.compile(optimizer=tf.keras.optimizers.SGD(learning_rate=lr), metrics=['accuracy'],
                    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    called = TrainCallback(net, train_iter, test_iter, num_epochs, device._device_name)
    net.fit(train_iter, epochs=num_epochs, verbose=0, callbacks=[called])
    return net


def update_D(X, Z, net_D, net_G, loss, optimizer_D):
    ones, zeros = (tf.fill((X.shape[0],), value) for value in (1.0, 0.0))
    fake_X = net_G(Z)
    with tf.GradientTape() as tape:
        real_Y, fake_Y = net_D(X), net_D(fake_X)
        # As TensorFlow's losses are means: times the size of the batch, divided by 2.
        lost = (loss(ones, tf.squeeze(real_Y)) + loss(zeros, tf.squeeze(fake_Y))) * X.shape[0] / 2
    params = net_D.trainable_variables
    optimizer_D.apply_gradients(zip(tape.gradient(lost, params), params))
    return lost


def update_G(Z, net_D, net_G, loss, optimizer_G):
    ones = tf.fill((Z.shape[0],), 1.0)
    with tf.GradientTape() as tape:
        lost = loss(ones, tf.squeeze(net_D(net_G(Z)))) * Z.shape[0]
    params = net_G.trainable_variables
    optimizer_G.apply_gradients(zip(tape.gradient(lost, params), params))
    return lost


def mkdir_if_not_exist(path):
    import os
    os.makedirs(os.path.join(*path) if isinstance(path, (list, tuple)) else path, exist_ok=True)


def corr2d(X, K):
    h, w = K.shape
    Y = tf.Variable(tf.zeros((X.shape[0] - h + 1, X.shape[1] - w + 1)))
    for i in range(Y.shape[0]):
        for j in range(Y.shape[1]):
            Y[i, j].assign(tf.reduce_sum(X[i:i + h, j:j + w] * K))
    return Y


def show_trace_2d(f, results):
    from d2l._plots import trace_2d
    x1, x2 = tf.meshgrid(tf.range(-5.5, 1.0, 0.1), tf.range(-3.0, 1.0, 0.1))
    trace_2d(x1, x2, f(x1, x2), results)


def get_data_ch11(batch_size=10, n=1500):
    with open(download('airfoil')) as file:
        data = tf.constant([[float(one) for one in line.split('\t')] for line in file])
    mean = tf.reduce_mean(data, axis=0)
    data = (data - mean) / tf.reduce_mean((data - mean) ** 2, axis=0) ** 0.5
    return load_array((data[:n, :-1], data[:n, -1]), batch_size, is_train=True), data.shape[1] - 1


def train_ch11(trainer_fn, states, hyperparams, data_iter, feature_dim, num_epochs=2):
    w = tf.Variable(tf.random.normal(shape=(feature_dim, 1), mean=0, stddev=0.01), trainable=True)
    b = tf.Variable(tf.zeros(1), trainable=True)

    def net(X):
        return linreg(X, w, b)

    def step(X, y):
        with tf.GradientTape() as tape:
            lost = tf.reduce_mean(squared_loss(net(X), y))
        trainer_fn([w, b], tape.gradient(lost, [w, b]), states, hyperparams)

    return _training.optimized(num_epochs, data_iter, step, lambda: evaluate_loss(net, data_iter, squared_loss))


def train_concise_ch11(trainer_fn, hyperparams, data_iter, num_epochs=2):
    net = tf.keras.Sequential()
    net.add(tf.keras.layers.Dense(1, kernel_initializer=tf.random_normal_initializer(stddev=0.01)))
    optimizer, loss = trainer_fn(**hyperparams), tf.keras.losses.MeanSquaredError()

    def step(X, y):
        with tf.GradientTape() as tape:
            lost = loss(y, net(X))
        params = net.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(lost, params), params))

    _training.optimized(num_epochs, data_iter, step, lambda: evaluate_loss(net, data_iter, loss) / 2)


__getattr__ = names_of(globals(), tf, NAMES)
