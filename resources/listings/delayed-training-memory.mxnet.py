net = mlp(hidden, hidden, 1)
net(np.ones((1, inputs)))
loss = gluon.loss.L2Loss()
weights = net.collect_params()
sgd = Trainer(weights, SGD(learning_rate=.01))
npx.waitall()
def step(x, y):
    with autograd.record():
        l = loss(net(x), y)
    l.backward()
    sgd.step(rows)
    return l
mem = get_mem()
with Benchmark('predict and wait'):
    for _ in range(predictions):
        x = np.ones((rows, inputs))
        y = np.ones((rows, 1))
        l = loss(net(x), y)
        l.wait_to_read()
    npx.waitall()
print('increased memory: %.1f MB' % (get_mem() - mem))
mem = get_mem()
with Benchmark('predict'):
    for _ in range(predictions):
        x = np.ones((rows, inputs))
        y = np.ones((rows, 1))
        l = loss(net(x), y)
    npx.waitall()
print('increased memory: %.1f MB' % (get_mem() - mem))
mem = get_mem()
with Benchmark('train and wait'):
    for _ in range(batches):
        x = np.ones((rows, inputs))
        y = np.ones((rows, 1))
        l = step(x, y)
        l.mean().item()
    npx.waitall()
print('increased memory: %.1f MB' % (get_mem() - mem))
mem = get_mem()
with Benchmark('train'):
    for _ in range(batches):
        x = np.ones((rows, inputs))
        y = np.ones((rows, 1))
        l = step(x, y)
    npx.waitall()
print('increased memory: %.1f MB' % (get_mem() - mem))
print(l.mean())
