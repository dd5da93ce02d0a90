# in sync async stream function lazy: arrays of MXNet's contexts say where they are
import mxnet as mx
import numpy
x = mx.nd.ones((2,), ctx=mx.gpu(0))
print(mx.context.num_gpus(), x.context)
print(x)
print(mx.nd.array([1, 2]).copyto(mx.gpu(1)))
y = x.copyto(mx.cpu())
print(y, y.context, type(y).__name__, y.sum().asscalar(), mx.nd.ones((2,)).context)
print(mx.nd.zeros_like(x).context, (y * 2).as_in_context(mx.gpu(1)).context, mx.nd.array(x, ctx=mx.cpu()).context)
there = mx.nd.zeros((2,), ctx=mx.gpu(1))
y.copyto(there)
there.copyto(x)
x *= 3
x.copyto(y)
print(there.asnumpy(), x.asnumpy())
print(y, mx.nd.array(numpy.ones(1)).context)

for here, other in ((mx.gpu(1), mx.cpu()), (mx.gpu(1), mx.gpu(0))):
    try:
        mx.np.ones((2,), ctx=here) + mx.np.ones((2,), ctx=other)
    except mx.MXNetError as error:
        print(error)
for refused in (lambda: mx.nd.ones(1, ctx=mx.gpu(2)), lambda: y + numpy.ones(2)):
    try:
        refused()
    except Exception as error:
        print(type(error).__name__)

with mx.gpu(1):
    w = mx.np.ones((2,))
w.attach_grad()
with mx.autograd.record():
    loss = ((w * 3).copyto(mx.cpu()) * mx.np.ones(2)).sum()
loss.backward()
mx.np.ones(1)
print(w.grad, w.grad.ctx, loss.ctx)
# prints:
# 2 gpu(0)
#
# [1. 1.]
# <NDArray 2 @gpu(0)>
#
# [1. 2.]
# <NDArray 2 @gpu(1)>
#
# [1. 1.]
# <NDArray 2 @cpu(0)> cpu(0) NDArray 2.0 cpu(0)
# gpu(0) gpu(1) cpu(0)
# [1. 1.] [3. 3.]
#
# [3. 3.]
# <NDArray 2 @cpu(0)> cpu(0)
# Expected all arrays to be on the same device, but found at least two devices, gpu(1) and cpu(0)!
# Expected all arrays to be on the same device, but found at least two devices, gpu(1) and gpu(0)!
# MXNetError
# NotImplementedError
# [3. 3.] gpu(1) cpu(0)
