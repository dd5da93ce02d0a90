net = mlp(hidden, hidden // 4, 1)
net(torch.ones(1, inputs, device=device))
loss = l2_loss
weights = list(net.parameters())
sgd = torch.optim.SGD(weights, lr=.005 / rows)
torch.cuda.synchronize()
def step(x, y):
    with torch.enable_grad():
        l = loss(net(x), y)
    l.backward(torch.ones_like(l))
    sgd.step(); sgd.zero_grad()
    return l
for k in powers_of_two(below=batches):
    with Benchmark(f'every:{k}'):
        for i in range(1, batches + 1):
            x = torch.randn(rows, inputs, device=device)
            y = torch.ones(rows, 1, device=device)
            l = step(x, y)
            if i % k == 0:
                l.mean().item()
        torch.cuda.synchronize()
    del x, y
with Benchmark('none'):
    for _ in range(batches):
        x = torch.randn(rows, inputs, device=device)
        y = torch.ones(rows, 1, device=device)
        l = step(x, y)
    torch.cuda.synchronize()
print(l.mean())
