# in stream: a device that the text names by its number alone
import torch
device = torch.device(0)
x = torch.ones(2, device=device)
print(device, x, torch.ones(2).to(1), (x + x.to(0)).sum().item())
# prints:
# cuda:0 tensor([1., 1.], device='cuda:0') tensor([1., 1.], device='cuda:1') 4.0
