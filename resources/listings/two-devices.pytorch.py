a = torch.rand(n, n, device='cuda:0')
b = torch.rand(n, n, device='cuda:1')
torch.cuda.synchronize(0); torch.cuda.synchronize(1)
with Benchmark('one device'):
    for _ in range(products):
        c = torch.mm(a, a)
    for _ in range(products):
        c = torch.mm(a, a)
    torch.cuda.synchronize()
with Benchmark('two in turn'):
    for _ in range(products):
        c = torch.mm(a, a)
    torch.cuda.synchronize()
    for _ in range(products):
        d = torch.mm(b, b)
    torch.cuda.synchronize(0); torch.cuda.synchronize(1)
with Benchmark('two at once'):
    for _ in range(products):
        c = torch.mm(a, a)
    for _ in range(products):
        d = torch.mm(b, b)
    torch.cuda.synchronize(0); torch.cuda.synchronize(1)
