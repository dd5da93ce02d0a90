net = mlp(hidden, hidden, 1)
net(torch.ones(1, inputs, device=device))
loss = l2_loss
weights = list(net.parameters())
sgd = torch.optim.SGD(weights, lr=.01 / rows)
torch.cuda.synchronize()
def step(x, y):
    with torch.enable_grad():
        l = loss(net(x), y)
    l.backward(torch.ones_like(l))
    sgd.step(); sgd.zero_grad()
    return l
mem = get_mem()
with Benchmark('predict and wait'):
    for _ in range(predictions):
        x = torch.ones(rows, inputs, device=device)
        y = torch.ones(rows, 1, device=device)
        l = loss(net(x), y)
        torch.cuda.synchronize()
    torch.cuda.synchronize()
print('increased memory: %.1f MB' % (get_mem() - mem))
mem = get_mem()
with Benchmark('predict'):
    for _ in range(predictions):
        x = torch.ones(rows, inputs, device=device)
        y = torch.ones(rows, 1, device=device)
        l = loss(net(x), y)
    torch.cuda.synchronize()
print('increased memory: %.1f MB' % (get_mem() - mem))
mem = get_mem()
with Benchmark('train and wait'):
    for _ in range(batches):
        x = torch.ones(rows, inputs, device=device)
        y = torch.ones(rows, 1, device=device)
        l = step(x, y)
        l.mean().item()
    torch.cuda.synchronize()
print('increased memory: %.1f MB' % (get_mem() - mem))
mem = get_mem()
with Benchmark('train'):
    for _ in range(batches):
        x = torch.ones(rows, inputs, device=device)
        y = torch.ones(rows, 1, device=device)
        l = step(x, y)
    torch.cuda.synchronize()
print('increased memory: %.1f MB' % (get_mem() - mem))
print(l.mean())
