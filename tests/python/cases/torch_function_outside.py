# in sync async stream function lazy: what a function finds outside, by any way, it finds at every call
import torch
import types
L, D = [torch.ones(2)], {'a': torch.ones(2), 'deep': [{'b': 1.0}]}
o = types.SimpleNamespace(s=2.0)
class Own:
    def __init__(self):
        self.w, self.calls, self.parts = torch.ones(2), 0, (torch.ones(1), [3.0])
    def scaled(self, x):
        return x * self.w * self.parts[1][0]
own = Own()
n = 0
seen = []
@torch.compile
def f(x):
    return x * L[0] + D['a'] * o.s + D['deep'][0]['b']
@torch.compile
def method(x):
    return own.scaled(x)
@torch.compile
def counts(x):
    global n
    n += 1
    return x * n
@torch.compile
def appends(x):
    h = x * 2
    seen.append(h)
    own.calls += 1
    own.last = h
    return h + 1
@torch.compile
def speaks(x):
    print('called')
    return x + 1
def closed():
    scale, calls = 2.0, 0
    @torch.compile
    def inner(x):
        nonlocal calls
        calls += 1
        return x * scale + calls
    def change(value):
        nonlocal scale
        scale = value
    return inner, change
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale, self.steps = 2.0, 0
    def forward(self, x):
        self.steps += 1
        return x * self.scale
x = torch.ones(2)
print(f(x).tolist(), f(x).tolist())
L[0] = torch.full((2,), 5.0)
print(f(x).tolist())
D['a'] = torch.zeros(2)
D['deep'][0]['b'] = 7.0
o.s = 3.0
print(f(x).tolist())
L[0] = L[0] + 1
for i in range(12):
    o.s = i
    D['a'] = torch.ones(2)
    f(x)
print(f(x).tolist())
print(method(x).tolist())
own.w = torch.full((2,), 4.0)
print(method(x).tolist())
own.parts[1][0] = 0.5
print(method(x).tolist())
print([counts(x).tolist() for _ in range(3)], n)
print([appends(x + i).tolist() for i in range(3)], len(seen), [h.tolist() for h in seen], own.calls, own.last.tolist())
print(speaks(x).tolist(), speaks(x).tolist())
inner, change = closed()
print(inner(x).tolist(), inner(x).tolist())
change(10.0)
print(inner(x).tolist())
own_net = Net()
net = torch.compile(own_net)
print(net(x).tolist())
own_net.scale = 3.0
print(net(x).tolist(), own_net.steps)
# prints:
# [4.0, 4.0] [4.0, 4.0]
# [8.0, 8.0]
# [12.0, 12.0]
# [24.0, 24.0]
# [3.0, 3.0]
# [12.0, 12.0]
# [2.0, 2.0]
# [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]] 3
# [[3.0, 3.0], [5.0, 5.0], [7.0, 7.0]] 3 [[2.0, 2.0], [4.0, 4.0], [6.0, 6.0]] 3 [6.0, 6.0]
# called
# called
# [2.0, 2.0] [2.0, 2.0]
# [3.0, 3.0] [4.0, 4.0]
# [13.0, 13.0]
# [2.0, 2.0]
# [3.0, 3.0] 2
