x = torch.rand(n, n, device=device)
torch.cuda.synchronize()
with Benchmark('wait_to_read'):
    y = torch.mm(x, x)
    z = torch.mm(x, x)
    y.cpu()  # one stream: waits for z too
torch.cuda.synchronize()
with Benchmark('waitall'):
    y = torch.mm(x, x)
    z = torch.mm(x, x)
    torch.cuda.synchronize()
with Benchmark('wait_to_read, one product'):
    y = torch.mm(x, x)
    y.cpu()
with Benchmark('waitall, one product'):
    y = torch.mm(x, x)
    torch.cuda.synchronize()
