x = torch.rand(n, n)
torch.cuda.synchronize()
with Benchmark('program'):
    a = torch.mm(x, x).sum()
    a = x.sum()
    print(a)
