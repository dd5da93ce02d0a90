# in sync async function lazy: arrays of MXNet's contexts say where they are
import mxnet as mx
x = mx.nd.ones((2,), ctx=mx.gpu(0))
print(mx.context.num_gpus(), x.context)
print(x)
print(mx.nd.array([1, 2]).copyto(mx.gpu(1)))
print(x.copyto(mx.cpu()).context)
# prints:
# 2 gpu(0)
#
# [1. 1.]
# <NDArray 2 @gpu(0)>
#
# [1. 2.]
# <NDArray 2 @gpu(1)>
# cpu(0)
