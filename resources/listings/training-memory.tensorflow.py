net = mlp(hidden, hidden // 4, 1)
net(tf.ones((1, inputs)))
loss = l2_loss
weights = net.trainable_variables
sgd = SGD(learning_rate=.005 / rows)
tf.test.experimental.sync_devices()
def step(x, y):
    with tf.GradientTape() as tape:
        l = loss(net(x), y)
    grads = tape.gradient(l, weights)
    sgd.apply_gradients(zip(grads, weights))
    return l
with Benchmark('loop') as loop:
    for i in range(1, batches + 1):
        x = tf.random.normal((rows, inputs))
        y = tf.ones((rows, 1))
        l = step(x, y)
        tf.reduce_mean(l).numpy()
        if i in (batches // 2, batches):
            loop.lap(f'batch {i}')
    tf.test.experimental.sync_devices()
print(tf.reduce_mean(l))
