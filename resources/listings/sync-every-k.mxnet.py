net = mlp(hidden, hidden // 4, 1)
net(np.ones((1, inputs)))
loss = gluon.loss.L2Loss()
weights = net.collect_params()
sgd = Trainer(weights, SGD(learning_rate=.005))
npx.waitall()
def step(x, y):
    with autograd.record():
        l = loss(net(x), y)
    l.backward()
    sgd.step(rows)
    return l
for k in powers_of_two(below=batches):
    with Benchmark(f'every:{k}'):
        for i in range(1, batches + 1):
            x = np.random.randn(rows, inputs)
            y = np.ones((rows, 1))
            l = step(x, y)
            if i % k == 0:
                l.mean().item()
        npx.waitall()
    del x, y
with Benchmark('none'):
    for _ in range(batches):
        x = np.random.randn(rows, inputs)
        y = np.ones((rows, 1))
        l = step(x, y)
    npx.waitall()
print(l.mean())
