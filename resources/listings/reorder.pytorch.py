x = torch.rand(n, n, device=device)
y = torch.zeros((), device=device)
large = []
torch.cuda.synchronize()
with Benchmark('sums'):
    for k in range(parts):
        large.append(x + k)
    for k in range(parts):
        y = y + (large.pop() * x).sum()
    print(y)
