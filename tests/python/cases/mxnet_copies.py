# in stream async lazy: a copy on its way to the host prints what comes
import mxnet as mx
x = mx.np.ones((2,), ctx=mx.gpu(1))
y = x.copyto(mx.cpu())
print(y, y.context)
try:
    x + mx.np.ones((2,))
except Exception as error:
    print('gpu(-' in str(error))
# prints:
# [1. 1.] cpu(0)
# False
