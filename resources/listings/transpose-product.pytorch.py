with Benchmark('queued'):
    x = torch.rand(n, n, device=device)
    y = (x.T * x).sum()
with Benchmark('finished'):
    print(y)
with Benchmark('one'):
    y = (x.T * x).sum()
    torch.cuda.synchronize()
with Benchmark('two'):
    y = (x.T * x).sum()
    z = (x.T * x).sum()
    torch.cuda.synchronize()
with Benchmark('numpy'):
    y = (x.T * x).sum()
    y.cpu().numpy()
with Benchmark('norm'):
    y = (x.T * x).sum()
    y.norm().item()
