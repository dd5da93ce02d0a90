# in sync async stream: nothing is written before those are done that read what was there
import threading
import torch


def slow():
    x = torch.ones(300, 300, device='cuda')
    for _ in range(5):
        x = x @ x / 300
    return x[0, 0] * 0


z = slow()
norm = torch.nn.BatchNorm1d(1).cuda()
norm(torch.full((4, 1), 10., device='cuda') + z)
print(norm.running_mean.clone().tolist())
v = torch.ones(4, device='cuda')
y = v + slow()
v.resize_(1000)
v.fill_(9)
print(y.tolist())
v, places = torch.ones(2, device='cuda'), torch.zeros(2, dtype=torch.long, device='cuda')
y = v + slow()
torch.median(torch.full((2, 3), 5., device='cuda'), 1, out=(v, places))
print(y.tolist(), v.tolist())
pinned = torch.empty(2).pin_memory()
pinned.copy_(torch.ones(2, device='cuda') + slow(), non_blocking=True)
pinned.copy_(torch.full((2,), 7., device='cuda'), non_blocking=True)
torch.cuda.synchronize()
print(pinned.tolist())
x = torch.linspace(-2, 2, 5)
torch.manual_seed(0)
expected = torch.nn.functional.rrelu(x.clone(), training=True, inplace=True)
torch.manual_seed(0)
print(torch.equal(torch.nn.functional.rrelu(x.cuda(), training=True, inplace=True).cpu(), expected))
w = torch.ones(3, device='cuda')
print(torch.normal(w, w, out=torch.empty(0, device='cuda')).shape)
for wrong in (lambda: w.set_(torch.ones(4, device='cuda').storage(), 0, (1 << 22,), (1,)), lambda: w.set_(torch.ones(4).storage())):
    try:
        wrong()
    except RuntimeError as error:
        print(str(error)[:31])
t = torch.ones(4, device='cuda')


def adds():
    for _ in range(200):
        t + 1


thread = threading.Thread(target=adds)
thread.start()
for _ in range(200):
    t[0]
thread.join()
print('ends')
# prints:
# [1.0]
# [1.0, 1.0, 1.0, 1.0]
# [1.0, 1.0] [5.0, 5.0]
# [7.0, 7.0]
# True
# torch.Size([3])
# setStorage: sizes [4194304] and
# Attempted to set the storage of
# ends
