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
try:
    model.save('file')
except NotImplementedError as error:
    print(error)
# prints:
