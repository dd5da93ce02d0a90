# in sync function lazy: Keras' training; the numbers are NumPy's, by the formulas of its documentation
import numpy as np
import tensorflow as tf
from tensorflow import keras
x = [[1.0, 2.0], [3.0, -1.0], [0.5, 0.5], [-1.0, 2.0]]
y = [[1.0], [0.0], [2.0], [1.0]]
def rounded(values):
    return [round(float(v), 4) for v in np.array(values).reshape(-1).tolist()]
optimizers = keras.optimizers
for optimizer in (optimizers.SGD(0.1), optimizers.SGD(0.1, momentum=0.9), optimizers.SGD(0.1, 0.9, nesterov=True),
                  optimizers.Adam(0.1), optimizers.RMSprop(0.1), optimizers.Adagrad(0.1)):
    layer = keras.layers.Dense(1, kernel_initializer=keras.initializers.Constant([[0.5], [-0.5]]), input_shape=(2,))
    model = keras.Sequential([layer])
    model.compile(optimizer, 'mse')
    model.fit(x, y, epochs=3, verbose=0, shuffle=False)
    print(rounded(layer.kernel) + rounded(layer.bias), round(model.evaluate(x, y, verbose=0), 4), optimizer.iterations.numpy())
model.summary()
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden, self.norm = keras.layers.Dense(4, 'relu'), keras.layers.BatchNormalization()
        self.out = keras.layers.Dense(3)
    def call(self, inputs, training=False):
        print('call, training', training)
        return self.out(self.norm(self.hidden(inputs), training=training))
net = Net()
net.compile('adam', keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=['accuracy'])
history = net.fit(np.ones((8, 4), 'float32'), np.zeros(8), batch_size=4, epochs=2, verbose=0)
print(sorted(history.history), len(net.weights), len(net.trainable_weights), [w.name for w in net.weights][:2])
i = keras.Input(shape=(4,))
o = keras.layers.concatenate([keras.layers.Dense(2)(i), keras.layers.Dense(2)(i) * 2.0])
f = keras.Model(i, keras.layers.Dense(1, activation='sigmoid')(o))
print(f(np.ones((2, 4))).shape, f.count_params(), o)
loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
print(round(loss([0, 1], [[1.0, 2.0], [1.0, 2.0]]).numpy().item(), 4))
print(rounded(keras.losses.binary_crossentropy([[1.0, 0.0]], [[0.9, 0.2]])), rounded(keras.losses.Huber()([0.0, 0.0], [0.5, 3.0])))
accuracy = keras.metrics.SparseCategoricalAccuracy()
accuracy.update_state([0, 1], [[1.0, 2.0], [1.0, 2.0]])
print(accuracy.result().numpy(), accuracy([1], [[1.0, 2.0]]).numpy() > 0.6)
weights = layer.get_weights()
layer.set_weights([w * 0 + 1 for w in weights])
print(layer(tf.ones((1, 2))).numpy(), model.predict(np.ones((3, 2)), verbose=0).shape)
class Block(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.parts = []
        for _ in range(2):
            self.parts.append(keras.layers.Dense(2))
    def call(self, inputs):
        for part in self.parts.layers:
            inputs = part(inputs)
        return inputs
class Own(keras.Model):
    def train_step(self, data):
        return {'loss': tf.reduce_sum(self(data[0]) * 0.0 + 1.0)}
shared = keras.layers.Dense(2)
own = Own(i, keras.layers.Dense(1)(i))
own.compile('sgd')
print(Block()(tf.ones((1, 2))).shape, len(keras.Sequential([shared, shared]).layers), own.fit(x=tf.ones((2, 4)), verbose=0).history)
try:
    tf.saved_model.load('file')
except NotImplementedError as error:
    print(error)
# prints:
# [0.0795, 0.3545, 0.3867] 0.5135 3
# [-0.3266, 1.1949, 0.758] 3.0245 3
# [-0.0218, 0.6754, 0.7054] 0.7926 3
# [0.2038, -0.2027, 0.2984] 1.6663 3
# [-0.0218, 0.0706, 0.6261] 0.5426 3
# [0.2889, -0.2847, 0.2176] 2.2165 3
# Model: "sequential_5"
# _________________________________________________________________
#  Layer (type)                Output Shape              Param #   
# =================================================================
#  dense_5 (Dense)             (None, 1)                 3         
# =================================================================
# Total params: 3
# Trainable params: 3
# Non-trainable params: 0
# _________________________________________________________________
# call, training True
# ['accuracy', 'loss'] 8 6 ['dense_6/kernel:0', 'dense_6/bias:0']
# (2, 1) 25 <KerasTensor: shape=(None, 4) dtype=float32 (created by layer 'concatenate')>
# 0.8133
# [0.1643] [1.3125]
# 0.5 True
# [[3.]] (3, 1)
# (1, 2) 1 {'loss': [2.0]}
# tf.saved_model.load: Runahead reads no models of TensorFlow itself; tf.keras.models.load_model() has those that it saved
