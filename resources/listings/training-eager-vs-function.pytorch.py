net = mlp(hidden, hidden // 4, 1)
early = built_weights(net)
net(torch.ones(1, inputs))
late = built_weights(net)
weights = (early, late)[collect]
loss = torch.nn.MSELoss()
sgd = SGD(weights, lr=.05)
torch.cuda.synchronize()
def step(x, y):
    with torch.enable_grad():
        l = loss(net(x), y)
    l.backward()
    sgd.step(); sgd.zero_grad()
    return l
with Benchmark('loop') as loop:
    for i in range(1, batches + 1):
        x = torch.randn(rows, inputs)
        y = torch.ones(rows, 1)
        l = step(x, y)
        if i in (batches // 2, batches):
            loop.lap(f'batch {i}')
    torch.cuda.synchronize()
print(l)
