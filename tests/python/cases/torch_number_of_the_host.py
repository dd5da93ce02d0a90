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
# CUDA error: invalid resource handle
# Event device 0 does not match recording stream's device 1.
