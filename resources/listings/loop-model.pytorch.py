x = torch.ones(1, 2, device=device)
torch.cuda.synchronize()
with Benchmark('loop'):
    for _ in range(n):
        y = x + 1  # t1, then t2
        torch.cuda.synchronize()  # t3
    torch.cuda.synchronize()
