# in stream: one number of the host beside arrays of a device, and events of two devices
import torch
w = torch.ones(3, device='cuda')
lr = torch.tensor(.5)
print(w * lr, lr - w, w > torch.tensor(2))
w -= lr * w
w[0] = torch.tensor(9.)
w[1:] = torch.zeros(2)
print(w)
try:
    w + torch.ones(3)
except RuntimeError as error:
    print(error)
x, c = torch.ones(3, device='cuda'), torch.tensor([True, False, True], device='cuda')
half, two, yes = torch.tensor(.5), torch.tensor(2), torch.tensor(True)
print(torch.where(c, x, half), torch.where(yes, two, x), torch.where(c, half, 3.))
print(torch.maximum(x, two), torch.minimum(half, x), torch.logical_and(yes, c), torch.nn.functional.mse_loss(x, half))
wide = torch.tensor(2., dtype=torch.float64)
print((x[0] * wide).dtype, (x * wide).dtype, (torch.ones(2, dtype=torch.int64, device='cuda') * wide).dtype)
s = torch.tensor(2., requires_grad=True)
torch.where(c, s, x).sum().backward()
print(s.grad)
((x * s).sum() + (s - x[1]) ** 2).backward()
print(s.grad, s.grad.device)
for wrong in (lambda: torch.where(c, x, torch.ones(3)), lambda: half.add_(x[0]), lambda: torch.cat([half.reshape(1), x]),
              lambda: torch.maximum(x, torch.ones(3))):
    try:
        print(wrong())
    except (RuntimeError, NotImplementedError) as error:
        print(error)
a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
a.record(torch.cuda.current_stream(0))
b.record(torch.cuda.current_stream(1))
torch.cuda.synchronize(0)
torch.cuda.synchronize(1)
for wrong in (lambda: a.elapsed_time(b), lambda: a.record(torch.cuda.current_stream(1))):
    try:
        wrong()
    except RuntimeError as error:
        print(error)
# prints:
# tensor([0.5000, 0.5000, 0.5000], device='cuda:0') tensor([-0.5000, -0.5000, -0.5000], device='cuda:0') tensor([False, False, False], device='cuda:0')
# tensor([9., 0., 0.], device='cuda:0')
# Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!
# tensor([1.0000, 0.5000, 1.0000], device='cuda:0') tensor([2., 2., 2.], device='cuda:0') tensor([0.5000, 3.0000, 0.5000], device='cuda:0')
# tensor([2., 2., 2.], device='cuda:0') tensor([0.5000, 0.5000, 0.5000], device='cuda:0') tensor([ True, False,  True], device='cuda:0') tensor(0.2500, device='cuda:0')
# torch.float64 torch.float32 torch.float64
# tensor(2.)
# tensor(7.) cpu
# Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!
# Expected all tensors to be on the same device, but found at least two devices, cpu and cuda:0!
# Expected all tensors to be on the same device, but found at least two devices, cpu and cuda:0!
# Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!
# CUDA error: invalid resource handle
# Event device 0 does not match recording stream's device 1.
