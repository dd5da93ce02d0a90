x = torch.empty(n, n, device=device).uniform_(0, 2 / n)
y = [x * (k + 1) for k in range(chains)]
torch.cuda.synchronize()
with Benchmark('chains'):
    for _ in range(length):
        for k in range(chains):
            y[k] = torch.mm(y[k], x)
    torch.cuda.synchronize()
