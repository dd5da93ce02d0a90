# in sync async stream: a run finds PyTorch and NumPy as a process of its own would
import numpy as np
import torch
print(torch.get_default_dtype(), torch.is_grad_enabled(), torch.tensor([1 / 3, 1000.]), torch.ones(1).device, torch.rand(1), np.random.rand())
print(torch.nn.Linear(1, 1)(torch.zeros(1, 1)).shape, torch.cuda.current_stream().stream_id, hasattr(torch, 'mine'), np.array([1 / 3]))
torch.set_default_dtype(torch.float64)
torch.set_grad_enabled(False)
torch.set_printoptions(precision=1)
torch.set_default_tensor_type('torch.cuda.FloatTensor')
torch.nn.modules.module.register_module_forward_hook(lambda module, given, result: result.view(-1))
torch.cuda.set_stream(torch.cuda.Stream())
torch.mine, torch.relu = 1, None
np.set_printoptions(precision=1)
print(torch.ones(1).device, torch.nn.Linear(1, 1)(torch.zeros(1, 1)).shape)
# prints:
# torch.float32 True tensor([3.3333e-01, 1.0000e+03]) cpu tensor([0.4963]) 0.5488135039273248
# torch.Size([1, 1]) 0 False [0.33333333]
# cuda:0 torch.Size([1])
