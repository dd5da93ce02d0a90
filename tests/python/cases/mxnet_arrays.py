# in sync async stream function lazy: what arrays of both kinds print, and gradients of what was written over
import mxnet as mx
from mxnet import autograd, gluon, nd, np, npx
npx.set_np()
print(repr(np.array(1.0) == np.array(1.0)))
x = nd.ones((2, 2))
print(x.sum().shape, 'Loss: %s' % x.sum().asnumpy())
print(x.sum())
with mx.cpu():
    print(nd.ones((2,)).context)
mx.random.seed(1)
a = mx.random.normal(shape=(2,)).asnumpy().tolist()
mx.random.seed(1)
print(a == mx.random.normal(shape=(2,)).asnumpy().tolist())

for way in ('-=', '[:]'):
    x = np.ones(3)
    x.attach_grad()
    print(x.grad, end=' ')
    with autograd.record():
        y, z = x * 2, x * 3
    y.backward()
    if way == '-=':
        x -= 0.1 * x.grad
    else:
        x[:] = x - 0.1 * x.grad
    z.backward()
    print(x.grad)
with autograd.record():
    y = x * 2
    try:
        y += 1
    except mx.MXNetError:
        print('MXNetError')
print(gluon.loss.L2Loss()(np.array([1.0, 2.0]), np.array([0.0, 0.0])))

net = gluon.nn.Dense(1)
net.initialize()
print(net.weight)
net.hybridize()
print(net(np.ones((1, 2))).shape, net.weight)
total = nd.zeros((2,))
before = total
nd.elemwise_add(nd.ones((2,)), nd.ones((2,)), out=total)
print(before.asnumpy(), nd.dot(nd.ones((2, 1)), nd.ones((2, 3)), transpose_a=True).asnumpy())
for kind in mx.np, nd:
    t = kind.array([1.0, 1.0, 0.0])
    t.attach_grad()
    with autograd.record():
        most = t.max() + 2 * t.min()
    most.backward()
    print(t.grad.asnumpy())
# prints:
# array(True)
# (1,) Loss: [4.]
#
# [4.]
# <NDArray 1 @cpu(0)>
# cpu(0)
# True
# [0. 0. 0.] [3. 3. 3.]
# [0. 0. 0.] [3. 3. 3.]
# MXNetError
# [0.5 2. ]
# Parameter dense0_weight (shape=(1, -1), dtype=float32)
# (1, 1) Parameter dense0_weight (shape=(1, 2), dtype=float32)
# [2. 2.] [[2. 2. 2.]]
# [1. 1. 2.]
# [1. 1. 2.]
