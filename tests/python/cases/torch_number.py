# in sync async stream function lazy: devices that only numbers name, also such that no text tells
import torch
print(torch.device(0), torch.ones(2, device=torch.device(0)), torch.zeros(1, device=1).device)
i = int(torch.ones(1).sum())
x = torch.ones(2).to(i - 1)
print(x, x.device, x.get_device(), torch.ones(2).to(i), (x + x.to(0)).sum().item(), x.cpu())
try:
    x + torch.ones(2)
except RuntimeError as error:
    print(error)
try:
    x.to(7)
except RuntimeError as error:
    print(error)
w = torch.nn.Parameter(torch.ones(2, device=i))
y = torch.ones(1)
(w * 2).sum().backward()
print(w.grad, y.device)
# prints:
# cuda:0 tensor([1., 1.], device='cuda:0') cuda:1
# tensor([1., 1.], device='cuda:0') cuda:0 0 tensor([1., 1.], device='cuda:1') 4.0 tensor([1., 1.])
# Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!
# device 'cuda:7': this run has 2 of that kind
# tensor([2., 2.], device='cuda:1') cpu
