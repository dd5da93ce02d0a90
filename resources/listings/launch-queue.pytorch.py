a = torch.rand(n, n, device=device)
torch.cuda.synchronize()
with Benchmark('first'):
    for _ in range(first):
        b = torch.mm(a, a)
with Benchmark('later'):
    for _ in range(later):
        b = torch.mm(a, a)
with Benchmark('synchronize'):
    torch.cuda.synchronize()
