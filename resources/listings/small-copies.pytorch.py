y = torch.ones(1, columns, device=device)
torch.cuda.synchronize()
with Benchmark('loop'):
    for _ in range(n):
        y = y + 1
        y.cpu().numpy()
    y.cpu().numpy()
