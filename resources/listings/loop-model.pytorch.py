x = torch.ones(1, 2)
torch.cuda.synchronize()
with Benchmark('loop'):
    for _ in range(n):
        y = x + 1  # t1_ns, then t2_ns
        torch.cuda.synchronize()  # t3_ns
    torch.cuda.synchronize()
