# in stream async lazy: devices that no text names 'cuda', and what they answer
import torch
print(torch.ones(2, device=torch.device(0)), torch.ones(2).cuda(1).device, torch.ones(2).to(1).sum())
print(torch.cuda.is_available(), torch.cuda.device_count())
for i in range(torch.cuda.device_count()):
    with torch.cuda.stream(torch.cuda.Stream(device=i)):
        print(torch.ones(2).to(i))
with torch.cuda.device(0):
    x = torch.zeros(2).cuda()
    x.record_stream(torch.cuda.current_stream())
    print(x.device, torch.cuda.current_stream().query() in (True, False))
torch.cuda.synchronize()
from d2l import torch as d2l
print(d2l.try_all_gpus())
# prints:
# tensor([1., 1.], device='cuda:0') cuda:1 tensor(2., device='cuda:1')
# True 2
# tensor([1., 1.], device='cuda:0')
# tensor([1., 1.], device='cuda:1')
# cuda:0 True
# [device(type='cuda', index=0), device(type='cuda', index=1)]
