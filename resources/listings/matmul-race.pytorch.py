if warm_up:
    a = torch.randn(n, n, device=device)
    b = torch.mm(a, a)
    torch.cuda.synchronize()
with Benchmark('finished'):
    with Benchmark('loop'):
        for _ in range(passes):
            a = torch.randn(n, n, device=device)
            b = torch.mm(a, a)
    torch.cuda.synchronize()
