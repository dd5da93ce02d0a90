x = torch.ones(rows, columns, device=device)
t1 = time_to_issue(torch.ones(1, 1, device=device))
torch.cuda.synchronize()
with Benchmark('1 times'):
    for _ in range(n):
        y = x + 1
    torch.cuda.synchronize()
with Benchmark('10 times'):
    for _ in range(n):
        y = x + 1
        spin(9 * t1)
    torch.cuda.synchronize()
with Benchmark('100 times'):
    for _ in range(n):
        y = x + 1
        spin(99 * t1)
    torch.cuda.synchronize()
