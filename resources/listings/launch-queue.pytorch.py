a = torch.rand(n, n)
torch.cuda.synchronize()
with Benchmark('first 1000'):
    for _ in range(1000):
        b = torch.mm(a, a)
with Benchmark('the others'):
    for _ in range(launches - 1000):
        b = torch.mm(a, a)
with Benchmark('synchronize'):
    torch.cuda.synchronize()
