# A program in TensorFlow that calls what it can by tf.keras.backend.
import os
import subprocess

import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import backend as K

x = tf.random.uniform(shape=(30, 30))
y = tf.keras.backend.sum(tf.transpose(x) * x)
print('near', abs(K.get_value(y) - (x.numpy().T * x.numpy()).sum()) < 0.01)
print(K.floatx(), K.epsilon(), K.int_shape(x), K.ndim(x), K.dtype(x))
print(K.mean(K.ones((2, 3))).numpy(), K.max(K.variable([1, 5, 2])).numpy(), K.clip(K.constant([-1, 3]), 0, 2).numpy())
print(K.concatenate([K.zeros((1, 2)), K.ones((1, 2))], axis=0).numpy().tolist())


@tf.function
def loop():
    for _ in range(10):
        z = x + 1
    return z


print(loop().shape)

layers = keras.Sequential([keras.layers.Dense(8, activation='relu'), keras.layers.Dense(1)])
optimizer = tf.optimizers.SGD(0.05)
loss = tf.losses.MeanSquaredError()
losses = []
for i in range(5):
    data, label = tf.ones((16, 4)), tf.ones((16,))
    with tf.GradientTape() as tape:
        value = loss(label, layers(data))
    gradients = tape.gradient(value, layers.trainable_weights)
    optimizer.apply_gradients(zip(gradients, layers.trainable_weights))
    losses.append(float(value.numpy()))
print('falls', losses[-1] < losses[0])
name = keras.layers.Dense(2).name
K.clear_session()
print(name, keras.layers.Dense(2).name)

pid = str(os.getpid())
for said in (subprocess.check_output(['ps', '-o', 'rss=', '-p', pid], text=True), os.popen(f'ps -o rss= -p {pid}').read(),
             subprocess.run(['ps', '-p', pid, '-o', 'pid,rss'], capture_output=True, text=True).stdout.split()[3],
             subprocess.getoutput(f'ps -p {pid} -o rss | tail -n 1')):
    print('resident', int(said) < 1000)
print(subprocess.check_output(['echo', 'another command'], text=True), end='')
