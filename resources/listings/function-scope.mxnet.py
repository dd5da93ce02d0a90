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
def train(n):
    for _ in range(n):
        x = np.random.randn(rows, inputs)
        y = np.ones((rows, 1))
        l = step(x, y)
    return l
one = step; net.hybridize()  # traces forward
loop = train  # a loop is not traced
with Benchmark('per batch'):
    for _ in range(batches):
        x = np.random.randn(rows, inputs)
        y = np.ones((rows, 1))
        l = one(x, y)
with Benchmark('whole loop'):
    l = loop(batches)
print(l.mean())
