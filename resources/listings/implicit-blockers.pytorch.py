a = torch.rand(n, n, device=device)
torch.cuda.synchronize()
with Benchmark('print'):
    b = torch.mm(a, a)
    print(b)
with Benchmark('asnumpy'):
    b = torch.mm(a, a)
    b.cpu().numpy()
with Benchmark('asscalar'):
    b = torch.mm(a, a)
    b.norm().item()
with Benchmark('item'):
    b = torch.mm(a, a)
    total = b.sum().item()
