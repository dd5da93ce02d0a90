net = mlp(hidden, hidden, 1)
net(tf.ones((1, inputs)))
loss = l2_loss
weights = net.trainable_variables
sgd = SGD(learning_rate=.01 / rows)
tf.test.experimental.sync_devices()
def step(x, y):
    with tf.GradientTape() as tape:
        l = loss(net(x), y)
    grads = tape.gradient(l, weights)
    sgd.apply_gradients(zip(grads, weights))
    return l
mem = get_mem()
with Benchmark('predict and wait'):
    for _ in range(predictions):
        x = tf.ones((rows, inputs))
        y = tf.ones((rows, 1))
        l = loss(net(x), y)
        l.numpy()
    tf.test.experimental.sync_devices()
print('increased memory: %.1f MB' % (get_mem() - mem))
mem = get_mem()
with Benchmark('predict'):
    for _ in range(predictions):
        x = tf.ones((rows, inputs))
        y = tf.ones((rows, 1))
        l = loss(net(x), y)
    tf.test.experimental.sync_devices()
print('increased memory: %.1f MB' % (get_mem() - mem))
mem = get_mem()
with Benchmark('train and wait'):
    for _ in range(batches):
        x = tf.ones((rows, inputs))
        y = tf.ones((rows, 1))
        l = step(x, y)
        tf.reduce_mean(l).numpy()
    tf.test.experimental.sync_devices()
print('increased memory: %.1f MB' % (get_mem() - mem))
mem = get_mem()
with Benchmark('train'):
    for _ in range(batches):
        x = tf.ones((rows, inputs))
        y = tf.ones((rows, 1))
        l = step(x, y)
    tf.test.experimental.sync_devices()
print('increased memory: %.1f MB' % (get_mem() - mem))
print(tf.reduce_mean(l))
