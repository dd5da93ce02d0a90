# in sync async stream lazy: what a tensor says of its history, and sums of gradients
import numpy as np
import torch
x = torch.ones(2, requires_grad=True)
y = x.view(2)
print(y, y.grad_fn is not None, x.grad_fn, len(torch.__version__) > 0)
x.sum().backward()
x.grad += 1
print(x.grad)

# a layer that is frozen is not stepped
net = torch.nn.Linear(2, 1)
net.weight.requires_grad_(False)
before = net.weight.tolist(), net.bias.tolist()
step = torch.optim.SGD(net.parameters(), lr=1.0)
net(torch.ones(1, 2)).sum().backward()
step.step()
print(net.weight.tolist() == before[0], net.bias.tolist() == before[1])

# what is near, and what is like another
for told in ([1.0], [np.inf]):
    try:
        np.testing.assert_allclose(np.array(told), np.array([np.inf]))
        print('near')
    except AssertionError:
        print('far')
print(torch.ones(3).to(torch.ones(1, dtype=torch.float64)).dtype, torch.ones(2).max(torch.tensor([0.0, 3.0])))
shared = torch.ones(3)
seen = shared.numpy()
shared += 1
print(seen)
loss = torch.ones(2, requires_grad=True).sum()
loss.backward()
print(loss)
for call in lambda: hash(np.ones(2)), lambda: torch.ones(2, dtype='float32'):
    try:
        call()
    except TypeError as error:
        print(error)
a = torch.arange(4.)
a += a
a[:2] += a[2:]
a[1:].fill_(6)
print(a)
def shifted():
    a[1:] += a[:-1]
def moved():
    a[1:] = a[:-1]
for call in shifted, moved, lambda: a.sub_(a[0]), lambda: a.view(2, 2).add_(a[:2]), lambda: a[1:].copy_(a[:-1]):
    try:
        call()
    except RuntimeError as error:
        print(str(error)[:82])
print(a)
# prints:
# tensor([1., 1.], grad_fn=<ViewBackward0>) True None True
# tensor([2., 2.])
# True False
# far
# near
# torch.float64 tensor([1., 3.])
# [2. 2. 2.]
# tensor(2., grad_fn=<SumBackward0>)
# unhashable type: 'numpy.ndarray'
# argument 'dtype' must be torch.dtype, not str (torch.float32 is one)
# tensor([4., 6., 6., 6.])
# unsupported operation: some elements of the input tensor and the written-to tensor
# unsupported operation: some elements of the input tensor and the written-to tensor
# unsupported operation: some elements of the input tensor and the written-to tensor
# unsupported operation: some elements of the input tensor and the written-to tensor
# unsupported operation: some elements of the input tensor and the written-to tensor
# tensor([4., 6., 6., 6.])
