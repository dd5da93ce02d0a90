# in sync async stream function lazy: a function finds what was written in place between its calls
import torch
w = torch.ones(2)
c = torch.zeros(2)
@torch.compile
def f(x):
    return x * w
@torch.compile
def count(x):
    c.add_(x)
    return c * 1
x = torch.ones(2)
print(f(x).tolist())
w += 9
print(f(x).tolist())
w[0] = 100.
print(f(x).tolist())
w.fill_(3)
print(f(x).tolist(), count(x).tolist(), count(x).tolist(), count(x).tolist())
# prints:
# [1.0, 1.0]
# [10.0, 10.0]
# [100.0, 10.0]
# [3.0, 3.0] [1.0, 1.0] [2.0, 2.0] [3.0, 3.0]
