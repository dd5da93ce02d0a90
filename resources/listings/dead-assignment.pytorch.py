x = torch.rand(n, n, device=device)
torch.cuda.synchronize()
with Benchmark('program'):
    a = torch.mm(x, x).sum()
    a = x.sum()
    print(a)
