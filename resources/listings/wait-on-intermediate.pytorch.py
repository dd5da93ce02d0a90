a = torch.rand(n, n, device=device)
torch.cuda.synchronize()
with Benchmark('intermediate'):
    b = torch.mm(a, a)
    c = torch.mm(b, a)
    d = torch.mm(a, a)
    b.cpu()  # one stream: waits for all
with Benchmark('rest'):
    torch.cuda.synchronize()
