x = torch.ones(rows, columns, device=device)
torch.cuda.synchronize()
def repeat(x, n):
    for _ in range(n):
        y = x + 1
    return y
with Benchmark('eager'):
    y = repeat(x, n)
f = torch.compile(repeat)
with Benchmark('first call'):
    y = f(x, n)
with Benchmark('second call'):
    y = f(x, n)
with Benchmark('new argument'):
    y = f(x, n + 1)
