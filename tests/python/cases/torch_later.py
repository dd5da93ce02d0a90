# in sync async stream function lazy: a GPU that nothing in the text names
import torch
i = int(torch.ones(1).sum()) - 1
x = torch.ones(2).to(i)
print(x, x.get_device(), getattr(torch, "cu" + "da").device_count(), x.cpu() + 1, (x * 2).to(i + 1).tolist())
w = torch.nn.Parameter(torch.zeros(2).to(i + 1) + 1)
y = torch.ones(1)
(w * 2).sum().backward()
print(w.grad, y.device, y + torch.ones(1))
try:
    x + torch.ones(2)
except RuntimeError as error:
    print(error)
# prints:
# tensor([1., 1.], device='cuda:0') 0 2 tensor([2., 2.]) [2.0, 2.0]
# tensor([2., 2.], device='cuda:1') cpu tensor([2.])
# Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!
