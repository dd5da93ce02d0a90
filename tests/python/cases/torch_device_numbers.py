# in stream async function lazy: a device that only its number names
import torch
print(torch.ones(2, device=torch.device(0)), torch.ones(2).to(1).device, torch.zeros(1, device=1).device)
# prints:
# tensor([1., 1.], device='cuda:0') cuda:1 cuda:1
