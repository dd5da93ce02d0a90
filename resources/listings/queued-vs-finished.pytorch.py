with Benchmark('finished'):
    with Benchmark('queued'):
        x = torch.rand(n, n, device=device)
        y = torch.mm(x, x).sum()
    print(y)
