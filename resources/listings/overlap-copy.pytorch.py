a, c = torch.rand(n, n, device=device), []
torch.cuda.synchronize()
with Benchmark('one stream'):
    for _ in range(products):
        b = torch.mm(a, a)
        c.append(b.to('cpu', non_blocking=True))
    torch.cuda.synchronize()
with Benchmark('two streams'):
    for _ in range(products):
        b = torch.mm(a, a)
        c.append(to_host(b, stream=copies))
    torch.cuda.synchronize()
