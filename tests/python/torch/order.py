# in stream: streams, events, pinned memory and errors are PyTorch's
import torch
print(torch.cuda.is_available(), torch.cuda.device_count(), torch.ones(2, device='cuda:1').device)
a = torch.randn(256, 256, device='cuda')
begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
begin.record()
for _ in range(5):
    b = a @ a
end.record()
end.synchronize()
print(begin.elapsed_time(end) > 0, end.query())
side = torch.cuda.Stream()
with torch.cuda.stream(side):
    side.wait_stream(torch.cuda.default_stream())
    c = a @ a
    print(torch.cuda.current_stream() == side)
torch.cuda.current_stream().wait_stream(side)
pinned = torch.empty(256, 256).pin_memory()
pinned.copy_(c + 1, non_blocking=True)
torch.cuda.synchronize()
print(pinned.is_pinned(), torch.equal(pinned, a.cpu() @ a.cpu() + 1))
for wrong in (lambda: a @ torch.ones(3, 3, device='cuda'), lambda: a + torch.ones(256),
              lambda: torch.ones(1, device='cuda:7')):
    try:
        wrong()
    except RuntimeError as error:
        print(error)
b.record_stream(side)
try:
    torch.utils.dlpack.to_dlpack(b)
except RuntimeError as error:
    print(error)
before = torch.cuda.memory_allocated()
more = torch.empty(1 << 20, device='cuda')
print(torch.cuda.memory_allocated() - before)
del more
print(torch.cuda.memory_allocated() - before, torch.cuda.max_memory_allocated() - before >= 1 << 22)
late = torch.ones(3, device='cuda')[torch.tensor([5], device='cuda')]
print('enqueued')
try:
    late.cpu()
except RuntimeError as error:
    print(error)
try:
    a + 1
except RuntimeError as error:
    print(str(error)[:43])
# prints:
# True 2 cuda:1
# True True
# True
# True True
# mat1 and mat2 shapes cannot be multiplied (256x256 and 3x3)
# Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu! (when checking add)
# CUDA error: invalid device ordinal
# dlpack: tensors of this device lie where no other library finds them; use tensor.cpu()
# 4194304
# 0 True
# enqueued
# index 5 is out of bounds for dimension 0 with size 3
# CUDA error: device-side assert triggered by
