x = torch.ones(rows, columns, device=device)
torch.cuda.synchronize()
with Benchmark('loop'):
    for _ in range(n):
        y = x + 1
        torch.cuda.synchronize()
    torch.cuda.synchronize()
