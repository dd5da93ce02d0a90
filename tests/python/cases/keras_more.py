# in sync async stream function lazy: further layers, optimizers and metrics of Keras, whose values and gradients are PyTorch's; masks, files of models
import os
import tempfile
import tensorflow as tf
L = tf.keras.layers


def s(x):
    def rounded(one):
        return [rounded(inner) for inner in one] if isinstance(one, list) else round(one, 3) + 0.0
    return rounded(x.numpy().tolist())


def wave(*shape):
    count = 1
    for one in shape:
        count *= one
    return tf.reshape(tf.sin(tf.range(count, dtype=tf.float32) * 1.7), shape)


def told(layer, *x):
    layer(*x)
    layer.set_weights([wave(*one.shape) for one in layer.weights])
    with tf.GradientTape() as tape:
        tape.watch(x[0])
        y = layer(*x)
        whole = tf.reduce_sum(y * wave(*y.shape))
    found = tape.gradient(whole, [x[0] if not isinstance(x[0], list) else x[0][0], *layer.trainable_weights])
    print(type(layer).__name__, y.shape, s(whole), [s(tf.reduce_sum(one * wave(*one.shape))) for one in found])


pictures, steps = wave(2, 4, 5, 3), wave(2, 6, 3)
told(L.Conv2DTranspose(4, 3, 2, 'same'), pictures)
told(L.Conv2DTranspose(2, 4, 3, 'valid'), pictures)
told(L.DepthwiseConv2D(3, depth_multiplier=2), pictures)
told(L.SeparableConv2D(4, 3), pictures)
told(L.Conv1D(4, 3, padding='causal', dilation_rate=2), steps)
told(L.Bidirectional(L.LSTM(3, return_sequences=True)), steps)
told(L.Bidirectional(L.GRU(3), merge_mode='sum'), steps)
told(L.MultiHeadAttention(2, 4), steps, wave(2, 5, 3))
told(L.Attention(), [steps, wave(2, 5, 3)])
told(L.TimeDistributed(L.Dense(2)), steps)
print(L.MaxPooling1D(2)(steps).shape, s(L.AveragePooling1D(3, 2, 'same')(steps)[0, :, 0]), s(L.UpSampling1D(2)(steps)[0, :3, 0]))
ids = tf.constant([[1, 2, 3, 0, 0], [4, 5, 0, 0, 0]])
embedded = L.Embedding(6, 4, mask_zero=True)(ids)
made = L.LSTM(3, return_sequences=True)(embedded)
print(s(tf.cast(made._keras_mask, 'int32')), s(tf.reduce_max(tf.abs(made[0, 2] - made[0, 4]))), s(L.GlobalAveragePooling1D()(embedded)[1] - tf.reduce_mean(embedded[1, :2], 0)))
for optimizer in (tf.keras.optimizers.Adamax(0.1), tf.keras.optimizers.Nadam(0.1), tf.keras.optimizers.Adam(0.1, amsgrad=True)):
    v = tf.Variable([1.0, -2.0])
    for _ in range(4):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(v ** 2 * [1.0, 3.0] + v)
        optimizer.minimize(loss, [v], tape)
    print(optimizer.name, s(v))
label, predicted = [0, 0, 1, 1, 1, 0], [0.1, 0.4, 0.35, 0.8, 0.6, 0.61]
for metric in (tf.keras.metrics.AUC(), tf.keras.metrics.Precision(thresholds=[0.3, 0.5]), tf.keras.metrics.FalsePositives(), tf.keras.metrics.MeanIoU(2)):
    metric.update_state(label, [round(one) for one in predicted] if isinstance(metric, tf.keras.metrics.MeanIoU) else predicted)
    print(metric.name, s(metric.result()))
inputs = tf.keras.Input((4,), name='in')
hidden = L.Dense(3, activation='relu', kernel_initializer='ones')(inputs)
model = tf.keras.Model(inputs, [L.Dense(1, name='a', kernel_initializer='ones')(hidden), L.Dense(2, name='b', kernel_initializer='ones')(hidden)])
model.compile('adam', {'a': 'mse', 'b': 'mae'}, loss_weights={'a': 1.0, 'b': 0.5}, metrics={'a': 'mae', 'b': ['mse']})
data = tf.ones((8, 4)), {'a': tf.zeros((8, 1)), 'b': tf.zeros((8, 2))}
print(model.evaluate(*data, verbose=0), sorted(model.fit(*data, verbose=0).history))
with tempfile.TemporaryDirectory() as folder:
    model.save(os.path.join(folder, 'model'))
    model.save_weights(os.path.join(folder, 'w'))
    other = tf.keras.models.load_model(os.path.join(folder, 'model'))
    print(other.evaluate(*data, verbose=0) == model.evaluate(*data, verbose=0), [one.name for one in other.layers])
    model.fit(*data, verbose=0)
    other.fit(*data, verbose=0)
    print(all((one.numpy() == its.numpy()).all() for one, its in zip(model.weights, other.weights)))
    model.load_weights(os.path.join(folder, 'w'))
    print(all((one.numpy() == its.numpy()).all() for one, its in zip(model.weights, other.weights)))
    called = [tf.keras.callbacks.ModelCheckpoint(os.path.join(folder, 'c{epoch}.h5'), save_weights_only=True),
              tf.keras.callbacks.ReduceLROnPlateau(monitor='loss', patience=1, min_delta=1e9, factor=0.5),
              tf.keras.callbacks.CSVLogger(os.path.join(folder, 'log'))]
    print(model.fit(*data, epochs=3, verbose=0, callbacks=called).history['lr'], sorted(os.listdir(folder)))
print([one.shape for one in tf.keras.models.clone_model(model).get_weights()])
# prints:
# Conv2DTranspose (2, 8, 10, 4) 1.17 [-2.22, -2.22, 3.39]
# Conv2DTranspose (2, 13, 16, 2) 4.973 [4.86, 4.86, 0.112]
# DepthwiseConv2D (2, 2, 3, 6) 1.864 [-0.976, -0.976, 2.84]
# SeparableConv2D (2, 2, 3, 4) 4.033 [4.334, 4.334, 4.334, -0.301]
# Conv1D (2, 6, 4) -2.015 [-1.715, -1.715, -0.301]
# Bidirectional (2, 6, 6) -0.608 [-1.273, -0.529, -0.209, 0.331, -0.744, 0.04, 0.371]
# Bidirectional (2, 3) 0.824 [0.984, 0.786, -0.464, 0.245, 0.198, -0.544, 0.229]
# MultiHeadAttention (2, 6, 3) 1.852 [-1.367, -1.367, -0.25, -1.617, 0.0, -1.662, 2.213, 0.552, 1.301]
# Attention (2, 6, 3) 10.668 [6.544]
# TimeDistributed (2, 6, 2) 0.005 [-0.995, -0.995, 1.0]
# (2, 3, 3) [-0.542, 0.232, 0.679] [0.0, 0.0, -0.926]
# [[1.0, 1.0, 1.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0, 0.0]] 0.0 [0.0, 0.0, 0.0, 0.0]
# Adamax [0.621, -1.617]
# Nadam [0.681, -1.679]
# Adam [0.602, -1.602]
# auc 0.667
# precision [0.6, 0.667]
# false_positives 1.0
# mean_io_u 0.5
# [150.0, 144.0, 12.0, 12.0, 144.0] ['a_loss', 'a_mae', 'b_loss', 'b_mse', 'loss']
# True ['in', 'dense_1', 'a', 'b']
# True
# False
# [0.001, 0.001, 0.0005] ['c1.h5', 'c2.h5', 'c3.h5', 'checkpoint', 'log', 'model', 'w.index']
# [(4, 3), (3,), (3, 1), (1,), (3, 2), (2,)]
